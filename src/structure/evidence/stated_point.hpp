#pragma once

#include <optional>

#include "mechanics/setting.hpp"

namespace anholon {

// The coordinates of the initial state and the values of the parameters; nothing if a geometric constraint does not hold there.
std::optional<Substitution> stated_point(const Setting& s);

}  // namespace anholon
