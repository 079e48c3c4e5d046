#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Text laid out in lines of a given width. Widths are counted in terminal cells. No line is longer than the width, except one
// that consists of a single token.

namespace anholon {

// The width of stdout's terminal. Where stdout is no terminal: the variable COLUMNS, or 80 if it is not set.
std::size_t output_width();

std::size_t cells(std::string_view text);  // of UTF-8 text on a terminal

// `text` cut so that it takes at most so many cells; a cut is shown by "…".
std::string shortened(std::string_view text, std::size_t width);

// A paragraph: `text` follows `start`, broken between words; later lines are indented by `indent`. Every line ends with '\n'.
std::string paragraph(std::string_view start, std::string_view text, std::size_t indent, std::size_t width);

// The same for a formula, which is broken before operators, preferably outside parentheses.
std::string formula(std::string_view start, std::string_view text, std::size_t indent, std::size_t width);

// A formula "left = right" that is indented by two cells. A right-hand side that does not fit goes on below its equals sign.
std::string equation(std::string_view left, std::string_view right, std::size_t width);

// Definitions "name = value", several in a line where they fit.
std::string definitions(std::span<const std::pair<std::string, std::string>> list, std::size_t width);

// Rows of two columns: a term, and its explanation beside it, or below a term that is too long.
struct ListedTerm {
    std::string term, explanation;
};
std::string term_list(std::span<const ListedTerm> rows, std::size_t width);

}  // namespace anholon
