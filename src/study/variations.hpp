#pragma once

#include "code/rate_equations.hpp"

namespace anholon {

// The equations in variations beside the motion: ẋ = f(t, x, p), v̇_k = ∂f/∂x v_k for `count` tangent vectors. The state is x, then v_1,
// v_2, …. The equations have no unknowns.
RateEquations with_variations(const RateEquations& equations, std::size_t count);
// To these, ẇ = ∂f/∂x w + ∂f/∂p for one of the parameters, by its place: what a motion changes with it.
RateEquations with_parameter_variation(RateEquations varied, const RateEquations& equations,
                                       std::size_t parameter);

}  // namespace anholon
