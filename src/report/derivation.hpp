#pragma once

#include <string>

#include "report/json.hpp"
#include "report/latex_layout.hpp"
#include "request/derive.hpp"

namespace anholon::request {

// The names of parts are explained at the end. In LaTeX each section is an align* environment, and the width is counted in letters.
std::string as_text(const Derivation& d, std::size_t width);
std::string as_latex(const Derivation& d, std::size_t width = latex_column);
Json as_json(const Derivation& d);

// All forms that were asked for; in LaTeX those that apply.
std::string as_text(const Derivations& all, std::size_t width);
std::string as_latex(const Derivations& all, std::size_t width = latex_column);
Json as_json(const Derivations& all);

}  // namespace anholon::request
