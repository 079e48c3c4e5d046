#include "integrate/spectrum.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace anholon {
namespace {

TEST(Spectrum, CountsZerosOfJordanBlocksThatRoundingWouldMove) {
    // A nilpotent block of four rows, mixed by a similarity that rounds, beside the pair ±2i.
    std::vector<double> A(36, 0.0);
    A[0 * 6 + 1] = A[1 * 6 + 2] = A[2 * 6 + 3] = 1;
    A[4 * 6 + 5] = -2;
    A[5 * 6 + 4] = 2;
    for (std::size_t k = 0; k < 5; ++k) {  // A ← S A S⁻¹ with S = 1 + E_{k+1,k}/3
        for (std::size_t j = 0; j < 6; ++j) A[(k + 1) * 6 + j] += A[k * 6 + j] / 3;
        for (std::size_t i = 0; i < 6; ++i) A[i * 6 + k] -= A[i * 6 + k + 1] / 3;
    }
    const Spectrum s = spectrum(A, 6);
    EXPECT_EQ(s.zeros, 4u);
    EXPECT_EQ(s.kernel, 1u);
    EXPECT_NEAR(s.values.front().imag(), 2, 1e-12);
    EXPECT_NEAR(s.values.back().imag(), -2, 1e-12);
    EXPECT_EQ(s.values[1], 0.0);
}

TEST(Spectrum, SortsByRealThenImaginaryPart) {
    const Spectrum s = spectrum(std::vector<double>{-1, 0, 0, 0, 3, -4, 0, 4, 3}, 3);
    ASSERT_EQ(s.values.size(), 3u);
    EXPECT_NEAR(s.values[0].imag(), 4, 1e-12);
    EXPECT_NEAR(s.values[1].imag(), -4, 1e-12);
    EXPECT_NEAR(s.values[2].real(), -1, 1e-12);
    EXPECT_EQ(s.zeros, 0u);
}

TEST(Spectrum, UnitsDoNotDecideWhatIsZero) {
    // x' = 1e-5 y, y' = -1e5 x: a pair ±i.
    const Spectrum s = spectrum(std::vector<double>{0, 1e-5, -1e5, 0}, 2);
    EXPECT_EQ(s.zeros, 0u);
    EXPECT_NEAR(s.values[0].imag(), 1, 1e-12);
}

// x' = p n, n' = q·x: μ² = p·q, small though neither p nor q is, beside two zeros.
TEST(Spectrum, SeesAPairThatHasJustLeftZero) {
    const auto of = [](double square) {
        const double p[] = {1, -2, 3}, q[] = {-4 + square, 1, 2};
        std::vector<double> A(16, 0.0);
        for (std::size_t i = 0; i < 3; ++i) {
            A[i * 4 + 3] = p[i];
            A[3 * 4 + i] = q[i];
        }
        return spectrum(A, 4);
    };
    for (const double square : {1e-3, 1e-7, 1e-10}) {
        const Spectrum grows = of(square), swings = of(-square);
        EXPECT_EQ(grows.zeros, 2u) << square;
        EXPECT_NEAR(grows.values[0].real() / std::sqrt(square), 1, 1e-4) << square;
        EXPECT_NEAR(swings.values[0].imag() / std::sqrt(square), 1, 1e-4) << square;
    }
    EXPECT_EQ(of(0).zeros, 4u);
    EXPECT_EQ(of(1e-14).zeros, 4u);  // may be rounding
}

}  // namespace
}  // namespace anholon
