#pragma once

#include <vector>

#include "expr/parts.hpp"
#include "model/system.hpp"

namespace anholon::request {

// Expressions of a page that have more nodes are not simplified as a whole: in the gallery none with more than 540 became shorter.
inline constexpr std::size_t most_simplified_nodes = 700;

// One list of names for all expressions of a page, which are rewritten in them: direction cosines of a body, what the model itself
// has named, and s1, s2, … for other long parts. A page without long expressions stays as it is.
std::vector<KnownName> abbreviate(const System& system, const std::vector<Expr*>& page,
                                  const PartsOptions& options = {});

}  // namespace anholon::request
