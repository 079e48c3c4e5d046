#pragma once

#include <span>

#include "code/rate_equations.hpp"

namespace anholon {

// The same equations without unknowns: z is written out, by elimination in W z = r with these rows of W, one per column, as pivots. The
// diagonal will do where W is the matrix of a kinetic energy, with rows of multipliers behind it: none of its pivots vanishes unless
// the constraints become dependent. What is written out once can be differentiated, and runs on machines that solve nothing.
RateEquations eliminated(const RateEquations& equations, std::span<const std::size_t> pivots);

// The same with the equations in variations v̇_k = ∂f/∂x v_k behind them, as study/variations.hpp makes them of eliminated equations, but
// with fewer operations: the unknowns of the variations satisfy W δz = δr − δW z, which is solved by the factors of W.
RateEquations eliminated_with_variations(const RateEquations& equations, std::span<const std::size_t> pivots,
                                         std::size_t count);

// The rows that partial pivoting takes at a state; of rows of similar size the one on the diagonal. Empty where W is singular there.
std::vector<std::size_t> pivots_at(const RateEquations& equations, double t, std::span<const double> x,
                                   std::span<const double> p);

}  // namespace anholon
