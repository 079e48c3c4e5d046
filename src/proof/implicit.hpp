#pragma once

#include <span>
#include <vector>

#include "proof/evaluation.hpp"
#include "proof/real_numbers.hpp"

namespace anholon::proof {

// Equations G = 0 between real numbers that hold by no recipe: solved near given values of all names for as many of them as there
// are equations, by Newton's method, and proved to have a solution there by Krawczyk's test: with Y near the inverse Jacobian,
//   K(X) = x − Y G(x) + (1 − Y J(X)) (X − x) in the interior of X.
// The other names keep their values. Returns the values of all names, in their order; throws NoValue where no solution is proved.
// Other variables of the equations take their values from `given`, where they must have been set.
std::vector<Ball> solved_near(const Program& program, std::span<const Id> G, std::span<const Id> names,
                              std::vector<Ball> values, const Evaluation<RealNumbers>& given, long precision);

}  // namespace anholon::proof
