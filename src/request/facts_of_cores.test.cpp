#include <gtest/gtest.h>

#include <cmath>

#include "expr/enclosure.hpp"
#include "request/reduced.hpp"
#include "structure/evidence/asked.test.hpp"

// What is found of cores, in γ and ω, against the literature.

namespace anholon {
namespace {

System core(const std::string& name, const Changes& changes = {}) {
    request::Reduced out = request::reduced(changed_model(gallery_text(name), changes));
    EXPECT_FALSE(out.not_reduced) << name;
    return std::move(out.system);
}

const Expr& result(const Fact& fact, std::string_view name) {
    return std::get<Expr>(Data::find(fact.results, name)->value);
}

// The values of expressions at points of the sphere with rational coordinates and at values of the parameters.
std::vector<double> on_sphere(const System& system, const Expr& e) {
    std::vector<double> values;
    for (const auto& [x, y, z, n] :
         {std::array<long, 4>{1, 2, 2, 3}, {2, 3, 6, 7}, {-1, 4, 8, 9}, {2, -6, 9, 11}}) {
        Point at;
        for (const Parameter& p : system.parameters) at.emplace_back(p.symbol, p.value);
        const std::vector<Expr> q = system.q();
        at.emplace_back(q[0], Rational(x, n));
        at.emplace_back(q[1], Rational(y, n));
        at.emplace_back(q[2], Rational(z, n));
        values.push_back(enclosure(e, at).midpoint());
    }
    return values;
}

// Chaplygin 1903: (1 − D (γ, J⁻¹γ))^(1/2) in (ω, γ), and its inverse in the momenta.
TEST(FactsOfCores, ChaplyginsBallHasHisMeasure) {
    const System ball = core("chaplygin-ball");
    Context& c = ball.c();
    const Expr D = c.find("m") * pow(c.find("a"), 2);
    Expr sum = c.one();
    for (std::size_t i = 0; i < 3; ++i)
        sum -= D * pow(ball.q()[i], 2) / (c.find("I" + std::to_string(i + 1)) + D);
    const Fact fact = asked(ball, "measure");
    ASSERT_EQ(fact.verdict.text(), "measure") << all_lines(fact);
    const auto ratio = on_sphere(ball, result(fact, "density") / sqrt(sum)),
               in_momenta = on_sphere(ball, result(fact, "density_in_momenta") * sqrt(sum));
    for (std::size_t k = 1; k < ratio.size(); ++k) {
        EXPECT_NEAR(ratio[k] / ratio[0], 1, 1e-12);
        EXPECT_NEAR(in_momenta[k] / in_momenta[0], 1, 1e-12);
    }
}

// Energy, K·K and K·γ; γ·γ is none.
TEST(FactsOfCores, ChaplyginsBallHasThreeIntegrals) {
    EXPECT_EQ(asked(core("chaplygin-ball"), "integrals").verdict.text(), "3 integrals");
}

TEST(FactsOfCores, ChaplyginsBallHasAMultiplier) {
    const System ball = core("chaplygin-ball");
    const Fact fact = asked(ball, "chaplygin-multiplier");
    ASSERT_EQ(fact.verdict.text(), "multiplier") << all_lines(fact);
    Context& c = ball.c();
    const Expr D = c.find("m") * pow(c.find("a"), 2);
    Expr sum = c.one();
    for (std::size_t i = 0; i < 3; ++i)
        sum -= D * pow(ball.q()[i], 2) / (c.find("I" + std::to_string(i + 1)) + D);
    const auto ratio = on_sphere(ball, result(fact, "multiplier") * sqrt(sum));
    for (const double r : ratio) EXPECT_NEAR(r / ratio[0], 1, 1e-12) << all_lines(fact);
}

// Jellett's and Routh's integrals beside the energy: the second times itself is quadratic.
TEST(FactsOfCores, RouthsSphereHasThreeIntegralsAndAMeasure) {
    const System top = core("chaplygin-top");
    EXPECT_EQ(asked(top, "integrals").verdict.text(), "3 integrals");
    EXPECT_EQ(asked(top, "measure").verdict.text(), "measure");
    const System other = core("chaplygin-top", {{"inertia (I1, I1, I3)", "inertia (I1, 1.2*I1, I3)"}});
    EXPECT_EQ(asked(other, "integrals").verdict.text(), "1 integral");
    EXPECT_EQ(asked(other, "measure").verdict.text(), "none");
}

TEST(FactsOfCores, ARattlebackHasNoMeasure) {
    const System stone = core("rattleback");
    EXPECT_EQ(asked(stone, "measure").verdict.text(), "none");
    EXPECT_EQ(asked(stone, "integrals").verdict.text(), "1 integral");
    EXPECT_EQ(asked(stone, "energy").verdict.text(), "energy");
}

// Its weight does work at a height that the core has left.
TEST(FactsOfCores, TheEnergyMayHoldCoordinatesThatAreLeft) {
    const Fact fact = asked(core("ball-in-cylinder"), "energy");
    EXPECT_TRUE(fact.verdict.is_undecided()) << all_lines(fact);
    EXPECT_TRUE(says(fact, "coordinates that the core has left")) << all_lines(fact);
}

TEST(FactsOfCores, ARubberBallHasAMultiplier) {
    const System ball = core("rubber-ball");
    EXPECT_EQ(asked(ball, "measure").verdict.text(), "measure");
    EXPECT_EQ(asked(ball, "chaplygin-multiplier").verdict.text(), "multiplier");
}

// A density of the core is one of the full system, whose other coordinates are quadratures.
TEST(FactsOfCores, MeasuresAreThoseOfTheFullSystems) {
    for (const char* name : {"chaplygin-sleigh", "chaplygin-sleigh-incline", "blackall", "bottema-car",
                             "rolling-disc", "ball-on-turntable", "suslov-gravity", "heavy-top-quaternion"})
        EXPECT_EQ(asked(core(name), "measure").verdict.text(), asked(name, "measure").verdict.text()) << name;
}

// A force of the second degree, x'' = −k x'²: with v = x', e^(2kx) dx dv is preserved.
TEST(FactsOfCores, QuadraticForcesHaveADivergence) {
    const Fact fact =
        asked(model("model A { param k = 1\n coord x\n kinetic x'^2/2\n force on x: -k*x'^2\n}"), "measure");
    EXPECT_EQ(fact.verdict.text(), "measure");
    EXPECT_TRUE(says(fact, "with the density exp(k*x)^2")) << all_lines(fact);
}

// About the vertical, along a principal axis: unstable along the middle one.
TEST(FactsOfCores, ChaplyginsBallSpinsAboutItsAxes) {
    const Fact fact = asked(core("chaplygin-ball"), "equilibria");
    EXPECT_EQ(fact.verdict.text(), "steady rotations") << all_lines(fact);
    EXPECT_TRUE(
        says(fact, "w1 = 0, w2 = 0, w3 = 0, for any g1, g2, g3 on the unit sphere: a family of dimension 2"));
    const std::string lines = all_lines(fact);
    std::size_t unstable = 0;
    for (std::size_t at = lines.find("unstable at"); at != std::string::npos;
         at = lines.find("unstable at", at + 1)) {
        EXPECT_EQ(lines.substr(at, 14), "unstable at w2");
        ++unstable;
    }
    EXPECT_EQ(unstable, 2u) << lines;
    EXPECT_TRUE(says(fact, "for any w3: a family of dimension 1"));
}

TEST(FactsOfCores, ASleighRestsAmongItsSteadyMotions) {
    const Fact fact = asked(core("chaplygin-sleigh"), "equilibria");
    EXPECT_TRUE(says(fact, "there are steady motions, equilibria among them")) << all_lines(fact);
}

TEST(FactsOfCores, WhatIsAskedOfConstraintsIsAskedOfTheFullSystem) {
    const System ball = core("chaplygin-ball");
    for (const char* id :
         {"integrability", "growth", "degeneracy", "substitution", "lie-algebra", "wheels"}) {
        const Fact fact = asked(ball, id);
        EXPECT_TRUE(fact.verdict.is_inapplicable()) << id;
        EXPECT_TRUE(says(fact, "ask it of the full system")) << id;
    }
}

}  // namespace
}  // namespace anholon
