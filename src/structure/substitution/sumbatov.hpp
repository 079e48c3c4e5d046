#pragma once

#include <optional>

#include "structure/evidence/sentence.hpp"
#include "structure/zeros/vanishing.hpp"

namespace anholon {

// A body on a plane whose mass centre (X, Y) moves by Ẋ = A_i q̇_i, Ẏ = B_i q̇_i, the coefficients functions of q alone: where
// all of Chaplygin's equations are Lagrange's.                                                     theory §5.3, 001
//   three q: never, unless the constraints are integrable (A and B independent)
//   two q:   iff they are integrable, or Ẋ = u̇ l(u,w), Ẏ = u̇ p(u,w) with l² + p² = F(u): A_1 B_2 = A_2 B_1 and the
//            terms of nonholonomicity vanish
// Nothing where these hypotheses do not hold.
std::optional<Fact::Sentence> sumbatov(const Setting& setting, Vanishing& vanishes);

}  // namespace anholon
