#pragma once

#include <string>
#include <vector>

#include "mechanics/setting.hpp"

namespace anholon {

// letter1, letter2, …: variables that the model does not speak of, to write formulas with.
std::vector<Expr> fresh_variables(const Setting& setting, const std::string& letter, std::size_t count);

// p_w for the velocity w.
Expr momentum_letter(const Setting& s, Expr velocity);

}  // namespace anholon
