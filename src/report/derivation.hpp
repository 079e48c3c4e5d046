#pragma once

#include <string>

#include "report/json.hpp"
#include "request/derive.hpp"

namespace anholon::request {

// Long parts that the equations share have names, s1, s2, …, which are explained at the end.
std::string as_text(const Derivation& d, std::size_t width);
std::string as_latex(const Derivation& d);
Json as_json(const Derivation& d);

// All forms that were asked for; in LaTeX those that apply.
std::string as_text(const Derivations& all, std::size_t width);
std::string as_latex(const Derivations& all);
Json as_json(const Derivations& all);

}  // namespace anholon::request
