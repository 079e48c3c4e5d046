#pragma once

#include "report/json.hpp"
#include "report/plot.hpp"
#include "request/limit.hpp"

namespace anholon::request {

std::string as_text(const LimitFound& found, std::size_t width);
Json as_json(const LimitFound& found);
// The distances against what changes, both logarithmic; the numbers are those of `found`.
Plot plot_of(const LimitFound& found);

}  // namespace anholon::request
