#include "structure/groups/enclosed_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace anholon {
namespace {

QuadraticField zero_field(std::size_t p) { return {p, std::vector<Rational>(p * p * p)}; }

// v_i = α_i x_j x_k around: Euler's top.
QuadraticField top(const Rational& a1, const Rational& a2, const Rational& a3) {
    QuadraticField v = zero_field(3);
    v.a[0 * 9 + 1 * 3 + 2] = a1;
    v.a[1 * 9 + 2 * 3 + 0] = a2;
    v.a[2 * 9 + 0 * 3 + 1] = a3;
    return v;
}

TEST(EnclosedLines, FindAllSevenOfThreeVariables) {
    const auto lines = enclosed_lines(top(1, 1, 1), Budget(60));  // the axes and (1, ±1, ±1)
    ASSERT_TRUE(lines);
    EXPECT_EQ(lines->size(), 7u);
    for (const EnclosedLine& line : *lines) EXPECT_LT(line.radius, 1e-12);
    EXPECT_EQ(std::ranges::count_if(*lines,
                                    [](const EnclosedLine& line) {
                                        return std::ranges::all_of(line.direction, [](double x) {
                                            return std::abs(std::abs(x) - 1) < 1e-12;
                                        });
                                    }),
              4);
}

TEST(EnclosedLines, LoseFourWhenASignTurns) {
    const auto lines = enclosed_lines(top(1, 1, -1), Budget(60));
    ASSERT_TRUE(lines);
    EXPECT_EQ(lines->size(), 3u);
}

TEST(EnclosedLines, GiveUpOnAContinuum) {
    QuadraticField v = zero_field(3);  // x_1 x: every line
    for (std::size_t i = 0; i < 3; ++i) v.a[i * 9 + 0 * 3 + i] = 1;
    EXPECT_FALSE(enclosed_lines(v, Budget(60)));
}

}  // namespace
}  // namespace anholon
