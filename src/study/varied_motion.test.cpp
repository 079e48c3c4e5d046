#include "study/varied_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/read_model.test.hpp"
#include "model/refusal.hpp"
#include "request/variations.hpp"

namespace anholon {
namespace {

VariedMotion varied(const System& system, double until, std::vector<std::vector<double>> tangents = {}) {
    const Flow flow(system, {});
    VariationOptions options;
    options.until = until;
    options.tangents = std::move(tangents);
    for (std::size_t k = 0; k < flow.size() && options.tangents.size() <= k; ++k) {
        options.tangents.emplace_back(flow.size(), 0.0);
        options.tangents.back()[k] = 1;
    }
    return varied_motion(flow, options);
}

double largest(const std::vector<VariationInvariant>& list) {
    double most = 0;
    for (const VariationInvariant& I : list) most = std::max(most, I.drift);
    return most;
}

const char* const oscillator =
    "model O { param k = 4; coord x; kinetic x'^2/2; potential k/2*x^2; FORCE init x = 1 }";

TEST(VariedMotion, OfAnOscillatorIsTheOscillatorAgain) {
    const VariedMotion m = varied(model(changed(oscillator, "FORCE", "")), 3);
    EXPECT_EQ(m.variables, (std::vector<std::string>{"x", "x'"}));
    const std::vector<double>& end = m.rows.back();  // t, x, x', v1, v2
    EXPECT_NEAR(end[3], std::cos(6), 1e-13);
    EXPECT_NEAR(end[4], -2 * std::sin(6), 1e-13);
    EXPECT_NEAR(end[5], std::sin(6) / 2, 1e-13);
    EXPECT_NEAR(end[6], std::cos(6), 1e-13);
    ASSERT_EQ(m.bilinear.size(), 1u);
    EXPECT_FALSE(m.not_invariant);
    EXPECT_EQ(m.bilinear[0].start, -1);  // δp Δq − Δp δq of (1, 0) and (0, 1)
    EXPECT_LT(m.bilinear[0].drift, 1e-13);
}

// A damper: areas shrink by e^(−ct).
TEST(VariedMotion, AForceWithoutPotentialChangesAreas) {
    const VariedMotion m = varied(model(changed(oscillator, "FORCE", "force on x: -x'/2;")), 3);
    EXPECT_EQ(m.not_invariant, "some forces have no potential");
    const std::vector<double>& end = m.rows.back();
    EXPECT_NEAR(end[3] * end[6] - end[4] * end[5], std::exp(-1.5), 1e-13);
    EXPECT_GT(m.bilinear[0].drift, 0.1);
}

// Two motions nearby, one on each side.
TEST(VariedMotion, IsTheDifferenceOfMotionsNearby) {
    const System system = model(gallery_text("rolling-disc"));
    Flow flow(system, {});
    std::vector<double> direction(flow.size());
    for (std::size_t k = 0; k < direction.size(); ++k) direction[k] = 0.3 + 0.1 * static_cast<double>(k);
    const VariedMotion m = varied(system, 2, {direction});
    const double h = 1e-4;
    std::vector<std::vector<double>> ends;
    for (const double side : {h, -h}) {
        std::vector<double> x = flow.start();
        for (std::size_t k = 0; k < x.size(); ++k) x[k] += side * m.tangents[0][k];
        FlowRun run(flow, flow.equations(), {}, {.tolerance = 1e-14});
        run.start(0, x, flow.parameters());
        while (run.time() != 2) ASSERT_TRUE(run.step(2));
        ends.emplace_back(run.state().begin(), run.state().end());
    }
    for (std::size_t k = 0; k < flow.size(); ++k)
        EXPECT_NEAR(m.rows.back()[1 + flow.size() + k], (ends[0][k] - ends[1][k]) / (2 * h), 1e-5)
            << m.variables[k];
}

// Constraints between coordinates keep the invariant; constraints on velocities need not, and do not for the sleigh.
TEST(VariedMotion, PoincaresInvariantNeedsAHolonomicSystem) {
    for (const char* name : {"spherical-pendulum", "heavy-top-quaternion", "furuta-pendulum"}) {
        const VariedMotion m = varied(model(gallery_text(name)), 2);
        EXPECT_FALSE(m.not_invariant) << name;
        EXPECT_FALSE(m.bilinear.empty());
        EXPECT_LT(largest(m.bilinear), 1e-10) << name;
        EXPECT_LT(largest(m.linear), 1e-10) << name;
    }
    const VariedMotion sleigh = varied(model(gallery_text("chaplygin-sleigh")), 2);
    EXPECT_TRUE(sleigh.not_invariant);
    EXPECT_GT(largest(sleigh.bilinear), 1e-2);
    EXPECT_LT(largest(sleigh.linear), 1e-11);  // dH and the other integrals are kept all the same
    EXPECT_TRUE(varied(model(gallery_text("free-top")), 2).bilinear.empty());
}

// On a surface vectors are made tangent to it.
TEST(VariedMotion, TangentVectorsLieOnTheConstraints) {
    const VariedMotion m = varied(model(gallery_text("spherical-pendulum")), 1);
    EXPECT_GT(*std::ranges::max_element(m.moved), 0.1);
}

TEST(VariedMotion, ATangentGivesEachVariableOneValue) {
    const System system = model("model O { coord x; kinetic x'^2/2; init x = 1 }");
    EXPECT_THROW(request::answer(request::Variations{.tangents = {"x=1, x=2"}}, system), Refusal);
}

}  // namespace
}  // namespace anholon
