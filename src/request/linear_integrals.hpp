#pragma once

#include "motion/formulation.hpp"
#include "verify/verify.hpp"

// Integrals that linear equations give and that have no formula, as a model expects them: expect integral linear.

namespace anholon::request {

bool expects_linear_integrals(const Expectation& e);

// Whether there are linear equations in one variable that all other free velocities obey.
void decide_linear_integrals(ExpectationVerdict& verdict, const System& system);

// Puts the integrals in the place of the expectation, if the system has one and there are any: c = Ψ u + κ, where Ψ and κ go along with
// the motion as the quadratures that are returned, dΨ/dt = −ẋ Ψ A, dκ/dt = −ẋ Ψ b.
std::vector<Quadrature> put_linear_integrals(System& system);

}  // namespace anholon::request
