#include "code/linear_solve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "algebra/prime_field.hpp"

namespace anholon {
namespace {

double number(std::uint64_t a, std::uint64_t b) { return static_cast<double>(mix(a, b) % 2001) / 1000 - 1; }

// z takes the place of r.
int solved(std::vector<double>& system, std::size_t n, bool is_symmetric) {
    std::vector<double> z(n);
    const int sign = solve_linear(system.data(), n, is_symmetric, z.data());
    std::ranges::copy(z, system.begin() + static_cast<long>(n * n));
    return sign;
}

// W z of a known z, so that z must come back.
struct Known {
    std::vector<double> system, z;

    Known(std::size_t n, std::uint64_t seed, bool is_positive) : system(n * (n + 1)), z(n) {
        std::vector<double> A(n * n);
        for (std::size_t k = 0; k < n * n; ++k) A[k] = number(seed, k);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                double& entry = system[i * n + j] = is_positive ? (i == j ? 0.1 : 0) : A[i * n + j];
                for (std::size_t k = 0; is_positive && k < n; ++k) entry += A[i * n + k] * A[j * n + k];
            }
        for (std::size_t j = 0; j < n; ++j) z[j] = number(seed, 1000 + j);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) system[n * n + i] += system[i * n + j] * z[j];
    }
};

TEST(LinearSolve, GivesBackAKnownSolution) {
    for (std::size_t n = 1; n <= 15; ++n)
        for (std::uint64_t seed = 0; seed < 20; ++seed)
            for (const bool is_positive : {true, false}) {
                Known known(n, seed, is_positive);
                ASSERT_NE(solved(known.system, n, is_positive), 0);
                for (std::size_t i = 0; i < n; ++i)
                    EXPECT_NEAR(known.system[n * n + i], known.z[i], 1e-8) << n << ' ' << seed;
            }
}

TEST(LinearSolve, KnowsTheSignOfTheDeterminant) {
    std::vector<double> swapped{0, 1, 1, 0, 3, 5};
    EXPECT_EQ(solved(swapped, 2, true), -1);
    EXPECT_EQ(swapped[4], 5);
    EXPECT_EQ(swapped[5], 3);
    std::vector<double> turned{0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 2, 3};
    EXPECT_EQ(solved(turned, 3, false), 1);
    EXPECT_EQ(turned[9], 3);
    std::vector<double> crossed{1, 2, 3, 4, 5, 11};  // det = −2
    EXPECT_EQ(solved(crossed, 2, false), -1);
    EXPECT_NEAR(crossed[4], 1, 1e-15);
    EXPECT_NEAR(crossed[5], 2, 1e-15);
    std::vector<double> mixed{-2, 0, 0, 0, 3, 0, 0, 0, 4, 2, 3, 8};
    EXPECT_EQ(solved(mixed, 3, true), -1);
    std::vector<double> negative{-2, 4};
    EXPECT_EQ(solved(negative, 1, true), -1);
    EXPECT_EQ(negative[1], -2);
}

// Rows and columns in other units are as regular as before.
TEST(LinearSolve, TakesNoUnitForASingularity) {
    for (const bool is_symmetric : {true, false}) {
        std::vector<double> scaled{4e-30, 1e-15, 1e-15, 3, 6e-15, 7};  // z = (1e15, 2)
        EXPECT_EQ(solved(scaled, 2, is_symmetric), 1);
        EXPECT_NEAR(scaled[4] / 1e15, 1, 1e-14);
        EXPECT_NEAR(scaled[5], 2, 1e-14);
    }
}

TEST(LinearSolve, SeesThatAMatrixIsSingular) {
    for (const bool is_symmetric : {true, false}) {
        std::vector<double> one{1, 2, 2, 4, 1, 1};
        EXPECT_EQ(solved(one, 2, is_symmetric), 0);
        std::vector<double> thirds{1.0 / 9, 1.0 / 3, 1.0 / 3, 1, 1, 1};
        EXPECT_EQ(solved(thirds, 2, is_symmetric), 0);
        std::vector<double> nearly{1, 1, 1, 1 + 0x1p-52, 1, 1};  // its second pivot is rounding
        EXPECT_EQ(solved(nearly, 2, is_symmetric), 0);
        std::vector<double> empty{1, 0, 0, 0, 1, 1};
        EXPECT_EQ(solved(empty, 2, is_symmetric), 0);
        for (const double bad :
             {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
            for (const std::size_t place : {0, 1, 3}) {
                std::vector<double> matrix{2, 1, 1, 2, 1, 1};
                matrix[place] = bad;
                if (place == 1) matrix[2] = bad;
                EXPECT_EQ(solved(matrix, 2, is_symmetric), 0) << bad << ' ' << place;
            }
    }
    std::vector<double> nothing{0, 1};
    EXPECT_EQ(solved(nothing, 1, true), 0);
}

}  // namespace
}  // namespace anholon
