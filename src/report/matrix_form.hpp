#pragma once

#include <functional>
#include <string>

#include "expr/print.hpp"
#include "report/json.hpp"
#include "request/derive.hpp"

// M z + h = Q by entries.

namespace anholon::request {

using ShownExpr = std::function<const std::string&(const Expr&)>;

// The matrix as a table where it fits into the width, else entry by entry.
std::string matrix_text(const MatrixForm& m, const ShownExpr& shown, std::size_t width);
std::string matrix_latex(const MatrixForm& m, const ShownExpr& shown, std::size_t width);
Json matrix_json(const MatrixForm& m, Style style, const ShownExpr& shown);

}  // namespace anholon::request
