#pragma once

#include "model/statements/elaboration.hpp"

namespace anholon {

// The joints of a closed loop may demand one thing twice wherever the loop is closed, though not elsewhere: two ball joints on one
// shaft, a universal joint between two bearings, Bennett's linkage. Leaves out what follows from the other conditions in the
// configurations around the initial one. These are looked at in numbers; the initial state must satisfy what is left out, and the drift
// along the motion tells whether it stays so.
void leave_out_redundant_loops(Elaboration& model);

}  // namespace anholon
