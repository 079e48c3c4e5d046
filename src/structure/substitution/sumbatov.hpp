#pragma once

#include <optional>

#include "structure/evidence/sentence.hpp"
#include "structure/zeros/vanishing.hpp"

namespace anholon {

// A body on a plane whose mass centre (X, Y) moves by Ẋ = A_s η_s, Ẏ = B_s η_s, the coefficients functions of the other coordinates: where all
// of Chaplygin's equations are Lagrange's. Geometric constraints are set aside first.                      theory §5.3, 001
//   three or more η: never, unless the constraints are integrable (A and B independent)
//   two η:           iff they are integrable, or Ẋ = u̇ l(u,w), Ẏ = u̇ p(u,w) with l² + p² = F(u): A_1 B_2 = A_2 B_1 and the
//                    terms of nonholonomicity vanish
// Nothing where these hypotheses do not hold.
std::optional<Fact::Sentence> sumbatov(const Setting& setting, Vanishing& vanishes);

}  // namespace anholon
