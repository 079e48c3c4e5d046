#pragma once

#include <span>
#include <string>

#include "report/json.hpp"
#include "request/facts.hpp"

namespace anholon::request {

std::string as_text(const FactsFound& found, std::size_t width);
std::string as_latex(const FactsFound& found);
Json as_json(const FactsFound& found);  // [{fact, title, verdict, statement, latex, proof, seconds}, …]

// The verdicts of many systems, one row per system. Columns that do not fit into the width stand below the others.
std::string verdict_table(std::span<const FactsFound> systems, std::size_t width);

}  // namespace anholon::request
