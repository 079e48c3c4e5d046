#pragma once

#include "mechanics/setting.hpp"

// Letters that derivations introduce beside the names of the model. The same letter always stands for the same thing, whatever was
// derived before.

namespace anholon {

// p_w for the velocity w, y_w with another letter.
Expr momentum(const Setting& s, const std::string& letter, Expr velocity);

// N, the large number of a realisation, or a multiplier's power in a formula.
Expr letter_N(const Setting& s);

// The name that the model gives to an expression, as a letter for it; nothing if it is that of a coordinate or of a velocity.
Expr letter_of(const System& system, const std::string& let);

// A letter for a function: the name that the model itself gives to it, or else this one.
Expr letter_for(const System& system, const Expr& function, const std::string& name, std::string_view purpose,
                std::size_t place);

}  // namespace anholon
