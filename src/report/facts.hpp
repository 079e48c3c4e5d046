#pragma once

#include <span>
#include <string>

#include "report/json.hpp"
#include "request/facts.hpp"

namespace anholon::request {

std::string as_text(const FactsFound& found, std::size_t width);
std::string as_latex(const FactsFound& found);
Json as_json(const FactsFound& found);  // a list with an object per question: docs/concepts/facts.md

// Rows of cells, the first with the heads of the columns. Columns that do not fit into the width stand below the others, each part with
// the first column.
using TableRows = std::vector<std::vector<std::string>>;
std::string table(const TableRows& rows, std::size_t width);

// The verdicts of many systems, one row per system.
std::string verdict_table(std::span<const FactsFound> systems, std::size_t width);

}  // namespace anholon::request
