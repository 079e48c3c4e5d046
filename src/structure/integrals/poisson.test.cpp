#include "structure/integrals/poisson.hpp"

#include <gtest/gtest.h>

#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

TEST(Poisson, BracketsOfCoordinatesAndMomentaAreCanonical) {
    const System system = model(R"(model A { param m = 2; coord x, y
      kinetic m/2*(x'^2 + y'^2*(1 + x^2)) + x'*y'/2 + y*x' })");
    const Setting s(system);
    const PoissonBracket bracket(s);
    const std::vector<Expr> p = gradient(s.L, s.v);
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t k = 0; k < 2; ++k) {
            EXPECT_TRUE(vanishes(bracket(s.q[i], bracket.in_eta(p[k])) - (i == k ? 1 : 0)));
            EXPECT_TRUE(vanishes(bracket(bracket.in_eta(p[i]), bracket.in_eta(p[k]))));
        }
}

// Ḟ = {F, H} along motions in time-independent frames: for functions that are no integrals, with brackets of the frame and with
// constraints that are not integrable.
TEST(Poisson, TheBracketWithTheEnergyIsTheRate) {
    for (const char* name : {"chaplygin-sleigh", "rolling-disc", "heavy-top-quaternion", "free-top"}) {
        const System system = model(gallery_text(name));
        const Setting s(system);
        const AdaptedFrame& X = s.frame();
        const PoissonBracket bracket(s);
        const Expr Theta = substitute(s.L_in_frame(), X.on_constraints()),
                   H = dot(gradient(Theta, X.free()), X.free()) - Theta;
        for (const std::size_t k : X.free_indices()) {
            const Expr F = X.eta(k) * X.eta(1) + (s.q.empty() ? s.c.one() : s.q[k % s.q.size()] * X.eta(k));
            const Expr difference = Dt(bracket.in_velocities(F)) - bracket.in_velocities(bracket(F, H));
            EXPECT_EQ(
                vanish(s, {difference}, StateSampler::At::motion, Parameters::free, Budget(60))[0].answer,
                Answer::yes)
                << name << " " << k;
        }
    }
}

// Kepler's problem with the radius u²: of the angular momentum one component is a cyclic momentum, another one is what the model
// expects, and Poisson's theorem finds the third. Its square is of too high a degree in u to be found.
const char* const kepler = R"(model Kepler {
  param k = 1
  coord u, theta, phi
  kinetic 2*u^2*u'^2 + u^4/2*(theta'^2 + sin(theta)^2*phi'^2)
  potential -k/u^2 + POTENTIAL
  init u = 1, theta = 1, theta' = 0.3, phi' = 1
  expect integral u^4*(sin(phi)*theta' + sin(theta)*cos(theta)*cos(phi)*phi')
})";

TEST(Poisson, TheBracketOfTwoIntegralsIsANewOne) {
    const System system = model(changed(kepler, "POTENTIAL", "0"));
    const Setting s(system);
    const FirstIntegrals found = first_integrals(s, Budget(60));
    const auto brackets = brackets_of_integrals(s, found, Budget(60));
    ASSERT_FALSE(brackets.empty());
    EXPECT_TRUE(brackets[0].is_integral);
    EXPECT_TRUE(brackets[0].is_new);
    EXPECT_EQ(std::ranges::count(brackets, true, &BracketOfIntegrals::is_new), 1);
    // The third component, from the same formula with phi + pi/2 for phi.
    const Expr expected = system.expectations[0].left;
    const Expr phi = s.q[2], third = substitute(expected, {{phi, phi + s.c.pi() / 2}});
    EXPECT_TRUE(vanishes(brackets[0].value + third) || vanishes(brackets[0].value - third));
    const Fact fact = asked(system, "integrals");
    EXPECT_EQ(fact.verdict.text(), "3 integrals");
    EXPECT_TRUE(says(fact, "is a new integral: ")) << all_lines(fact);
}

// With a weight the expected function is no integral, and nothing new follows.
TEST(Poisson, WhatIsNoIntegralHasNoBracket) {
    const System system = model(changed(kepler, "POTENTIAL", "k*u^2*cos(theta)"));
    const Setting s(system);
    EXPECT_TRUE(brackets_of_integrals(s, first_integrals(s, Budget(60)), Budget(60)).empty());
    EXPECT_FALSE(says(asked(system, "integrals"), "Poisson"));
}

// Under constraints that are not integrable the theorem does not hold: of a rolling ball, wx is an integral and so is x wx + y wy, but
// not their bracket.
TEST(Poisson, BracketsUnderConstraintsNeedNotBeIntegrals) {
    const Fact fact = asked("rolling-ball", "integrals");
    EXPECT_TRUE(says(fact, "brackets of two integrals that are no integrals: ")) << all_lines(fact);
    EXPECT_TRUE(says(fact, "Poisson: the bracket of wx and wz is the integral ")) << all_lines(fact);
}

}  // namespace
}  // namespace anholon
