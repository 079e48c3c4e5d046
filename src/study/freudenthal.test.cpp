#include "study/freudenthal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace anholon {
namespace {

std::set<GridPoint> corners(const FreudenthalSimplex& simplex, std::size_t n) {
    std::vector<GridPoint> list(n + 1);
    corners_of(simplex, n, list);
    return {list.begin(), list.end()};
}

TEST(Freudenthal, NeighboursShareAllCornersButOne) {
    constexpr std::size_t n = 5;
    const std::vector<double> y{0.3, -1.2, 4.9, 2.01, 0.5};
    const FreudenthalSimplex simplex = simplex_around(y);
    std::vector<GridPoint> own(n + 1);
    corners_of(simplex, n, own);
    for (std::size_t i = 0; i <= n; ++i) {
        const FreudenthalSimplex next = across(simplex, n, i);
        const std::set<GridPoint> here = corners(simplex, n), there = corners(next, n);
        std::vector<GridPoint> lost;
        std::ranges::set_difference(here, there, std::back_inserter(lost));
        ASSERT_EQ(lost.size(), 1U);
        EXPECT_EQ(lost[0], own[i]);
        // And back: one of the corners of the neighbour leads to the simplex itself.
        bool returns = false;
        for (std::size_t j = 0; j <= n; ++j) returns = returns || across(next, n, j) == simplex;
        EXPECT_TRUE(returns);
    }
}

// y = Σ λ_c corner_c with λ ≥ 0, Σ λ = 1: the λ are differences of the sorted parts.
TEST(Freudenthal, TheSimplexAroundAPointContainsIt) {
    constexpr std::size_t n = 4;
    const std::vector<double> y{0.25, -0.75, 3.5, 7.125};
    const FreudenthalSimplex simplex = simplex_around(y);
    std::vector<double> part;
    for (std::size_t i = 0; i < n; ++i) part.push_back(y[simplex.order[i]] - simplex.base[simplex.order[i]]);
    EXPECT_TRUE(std::ranges::is_sorted(part, std::greater{}));
    EXPECT_LE(part.front(), 1);
    EXPECT_GE(part.back(), 0);
}

}  // namespace
}  // namespace anholon
