#include "motion/input_table.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace anholon {
namespace {

using Kind = InputTable::Kind;

const std::vector<double> times{0, 0.4, 1, 1.3, 2.5};

std::vector<double> sampled(double (*f)(double)) {
    std::vector<double> out;
    for (const double t : times) out.push_back(f(t));
    return out;
}

double cubic(double t) { return 2 - t + 3 * t * t - t * t * t; }

TEST(InputTable, GoesThroughItsRows) {
    const std::vector<double> u = sampled([](double t) { return std::sin(3 * t); });
    for (const Kind kind : {Kind::linear, Kind::cubic}) {
        const InputTable table("u", kind, times, u);
        for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(table.value(times[k]), u[k], 1e-14);
    }
}

TEST(InputTable, StepsHoldUntilTheNextRow) {
    const InputTable table("u", Kind::steps, {0, 1, 3}, {5, 7, 9});
    EXPECT_EQ(table.value(0), 5);
    EXPECT_EQ(table.value(0.999), 5);
    EXPECT_EQ(table.value(1), 7);
    EXPECT_EQ(table.value(2.9), 7);
    EXPECT_EQ(table.values_from(1, 1), (std::vector<double>{1, 7}));
    EXPECT_EQ(table.values_from(1, -1), (std::vector<double>{0, 5}));
}

// Not-a-knot: a cubic is its own spline, which natural ends would bend.
TEST(InputTable, RepeatsACubic) {
    const InputTable table("u", Kind::cubic, times, sampled(cubic));
    for (double t = 0; t <= 2.5; t += 0.01) EXPECT_NEAR(table.value(t), cubic(t), 1e-13);
}

TEST(InputTable, ThreeRowsLieOnAParabolaAndTwoOnALine) {
    const InputTable three("u", Kind::cubic, {0, 1, 3}, {0, 1, 9}), two("u", Kind::cubic, {0, 2}, {1, 5});
    EXPECT_NEAR(three.value(2), 4, 1e-14);
    EXPECT_NEAR(two.value(0.5), 2, 1e-14);
}

TEST(InputTable, TheSplineIsTwiceDifferentiable) {
    const InputTable table("u", Kind::cubic, times, sampled([](double t) { return std::exp(-t) * t; }));
    for (const double knot : {0.4, 1.0, 1.3}) {
        // by the coefficients of the pieces on both sides
        const std::vector<double> before = table.values_from(knot, -1), after = table.values_from(knot, 1);
        const double h = knot - before[0];
        EXPECT_NEAR(before[2] + 2 * before[3] * h + 3 * before[4] * h * h, after[2], 1e-13);
        EXPECT_NEAR(2 * before[3] + 6 * before[4] * h, 2 * after[3], 1e-12);
    }
}

}  // namespace
}  // namespace anholon
