#pragma once

#include <span>
#include <string>
#include <vector>

// Formulas of LaTeX in lines of a given width, which is counted in letters (expr/latex_width.hpp).

namespace anholon {

inline constexpr std::size_t latex_column = 42;  // of a two-column paper

struct LatexEquation {
    std::string left, right;
};

// An align* environment of these equations, broken at operators, outside parentheses where possible. Equations with short left sides
// are aligned at their equals signs. Nothing if there are none.
std::string latex_align(std::span<const LatexEquation> equations, std::size_t width);

// Lines of a formula.
std::vector<std::string> latex_lines(const std::string& formula, double first, double others);

}  // namespace anholon
