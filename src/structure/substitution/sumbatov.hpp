#pragma once

#include <optional>

#include "structure/zeros/vanishing.hpp"

namespace anholon {

// A body on a plane whose mass centre (X, Y) moves by Ẋ = A_s η_s, Ẏ = B_s η_s, the coefficients functions of the other coordinates: where all
// of Chaplygin's equations are Lagrange's. Geometric constraints are set aside first.                      theory §5.3, 001
//   three or more η: never, unless the constraints are integrable (A and B independent)
//   two η:           iff they are integrable, or Ẋ = u̇ l(u,w), Ẏ = u̇ p(u,w) with l² + p² = F(u): A_1 B_2 = A_2 B_1 and the
//                    terms of nonholonomicity vanish
struct SumbatovCase {
    enum class Outcome {
        undecided,    // whether the hypotheses hold, for `reason`
        integrable,   // the constraints are: all equations are Lagrange's
        never,        // for more than two η
        by_F,         // Ẋ = u̇ l, Ẏ = u̇ p, and l² + p² = F(u): both are
        not_by_F,     // and l² + p² depends on w: not both are
        independent,  // A_1 B_2 − A_2 B_1 is not zero: not both are
    } outcome = Outcome::undecided;
    std::string reason = {};
    std::size_t degrees_of_freedom = 0;
    Expr determinant = {};  // of independent
};
// Nothing where these hypotheses do not hold; x and y are the coordinates for whose velocities the constraints are solved in `solved`.
std::optional<SumbatovCase> sumbatov(const Setting& setting, const Setting& solved, Vanishing& vanishes);

}  // namespace anholon
