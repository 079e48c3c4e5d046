#include "study/cloud.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model/read_model.test.hpp"
#include "study/random_numbers.hpp"

namespace anholon {
namespace {

using Status = CloudMotion::Status;

// Kolmogorov's distance from the normal law: 1.95/√n is exceeded once in a thousand.
TEST(RandomNumbers, AreNormal) {
    constexpr std::size_t count = 20'000;
    RandomNumbers numbers(7);
    std::vector<double> list(count);
    for (double& number : list) number = numbers.normal();
    std::ranges::sort(list);
    double distance = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const double below = std::erfc(-list[k] / std::numbers::sqrt2) / 2,
                     place = static_cast<double>(k) / count;
        distance = std::max({distance, std::fabs(below - place), std::fabs(below - place - 1.0 / count)});
    }
    EXPECT_LT(distance, 1.95 / std::sqrt(count));
}

TEST(Moments, OfHeapsAreThoseOfAll) {
    Moments all, heaps;
    double sum = 0, squares = 0;
    for (int heap = 0; heap < 7; ++heap) {
        Moments part;
        for (int k = 0; k < heap * heap; ++k) {
            const double value = 1e6 + std::sin(k + 10.0 * heap);
            sum += value - 1e6;
            squares += (value - 1e6) * (value - 1e6);
            all.add(value);
            part.add(value);
        }
        heaps.add(part);
    }
    const double n = 91, mean = sum / n, deviation = std::sqrt((squares - n * mean * mean) / (n - 1));
    for (const Moments& m : {all, heaps}) {
        EXPECT_EQ(m.count(), 91u);
        EXPECT_NEAR(m.mean(), 1e6 + mean, 1e-9);
        EXPECT_NEAR(m.deviation(), deviation, 1e-8);
    }
    EXPECT_EQ(all.least(), heaps.least());
    EXPECT_EQ(all.greatest(), heaps.greatest());
}

const char* const swing =
    "model Swing { param k = 4 in 1..9; coord x, y; kinetic (x'^2 + y'^2)/2; potential k*x^2/2; init x = 1, "
    "y' = 2 }";

CloudOptions options_of(const Flow& flow) {
    const std::vector<Expr>& x = flow.equations().state;
    CloudOptions options;
    options.draws = {{"k", flow.equations().parameters[0], Draw::Law::uniform, 1, 9},
                     {"x", x[0], Draw::Law::normal, 1, 0.1}};
    options.count = 700;  // more than one piece
    options.times = {0.5, 3};
    options.columns = {x[0], x[1]};
    return options;
}

void expect_oscillations(const Cloud& found) {
    ASSERT_EQ(found.motions.size(), 700u);
    Moments half;
    for (const CloudMotion& m : found.motions) {
        ASSERT_EQ(m.status, Status::done) << m.why;
        const double k = m.drawn[0], amplitude = m.drawn[1];
        EXPECT_NEAR(m.columns[0], amplitude * std::cos(3 * std::sqrt(k)), 1e-7);
        half.add(amplitude * std::cos(0.5 * std::sqrt(k)));
    }
    EXPECT_EQ(found.moments[0][0].count(), 700u);
    EXPECT_NEAR(found.moments[0][0].mean(), half.mean(), 1e-7);
    EXPECT_NEAR(found.moments[0][0].deviation(), half.deviation(), 1e-7);
}

// x = a cos(√k t), in lanes and one by one.
TEST(Cloud, OfOscillatorsIsKnown) {
    const System system = model(swing);
    const Flow flow(system, {});
    CloudOptions options = options_of(flow);
    const Cloud in_lanes = cloud(flow, options);
    EXPECT_GT(in_lanes.lanes, 1u);
    expect_oscillations(in_lanes);
    for (const Method& method : all_methods())
        if (method.name == "cvode-adams") options.run = {1e-11, &method};
    const Cloud alone = cloud(flow, options);
    EXPECT_EQ(alone.lanes, 1u);
    expect_oscillations(alone);
}

TEST(Cloud, DoesNotDependOnThreads) {
    const System system = model(swing);
    const Flow flow(system, {});
    CloudOptions options = options_of(flow);
    options.side_by_side.threads = 1;
    const Cloud one = cloud(flow, options);
    options.side_by_side.threads = 3;
    const Cloud three = cloud(flow, options);
    for (std::size_t k = 0; k < one.motions.size(); ++k)
        EXPECT_EQ(one.motions[k].columns, three.motions[k].columns);
    for (std::size_t t = 0; t < 2; ++t) {
        EXPECT_EQ(one.moments[t][0].mean(), three.moments[t][0].mean());
        EXPECT_EQ(one.moments[t][0].deviation(), three.moments[t][0].deviation());
    }
    options.count = 30;  // the first are the same
    const Cloud few = cloud(flow, options);
    for (std::size_t k = 0; k < 30; ++k) EXPECT_EQ(one.motions[k].drawn, few.motions[k].drawn);
}

TEST(Cloud, LeavesOutWhatCannotStart) {
    const System system = model(swing);
    const Flow flow(system, {});
    CloudOptions options = options_of(flow);
    options.draws[0] = {"k", flow.equations().parameters[0], Draw::Law::normal, 8, 1, std::pair{1.0, 9.0}};
    const Cloud found = cloud(flow, options);
    std::size_t outside = 0;
    for (const CloudMotion& m : found.motions) {
        const bool is_outside = m.drawn[0] > 9;
        EXPECT_EQ(m.status, is_outside ? Status::no_start : Status::done);
        outside += is_outside ? 1 : 0;
    }
    EXPECT_GT(outside, 50u);
    EXPECT_EQ(found.moments[1][0].count(), 700 - outside);
}

}  // namespace
}  // namespace anholon
