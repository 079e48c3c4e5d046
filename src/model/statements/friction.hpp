#pragma once

#include "model/statements/elaboration.hpp"

namespace anholon {

// The coefficient of a friction and, of a regularised one, its speed; false after a mistake.              friction.cpp
bool read_coefficients(Elaboration& model, const syntax::Expression& coefficient,
                       const std::optional<syntax::Expression>& width, DryFriction& out);

}  // namespace anholon
