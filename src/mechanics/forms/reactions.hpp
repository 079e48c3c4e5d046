#pragma once

#include "mechanics/setting.hpp"

namespace anholon {

// The multipliers of the linear and geometric constraints along the motion, in t, q, η and η̇ of the frame of the bodies, in the order of
// the constraints. Those that keep the length of a body's quaternion have none: an empty handle.
std::vector<Expr> reactions(const Setting& s);

}  // namespace anholon
