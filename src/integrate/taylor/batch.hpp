#pragma once

#include "integrate/batch.hpp"
#include "integrate/taylor/taylor.hpp"

namespace anholon {

// The series of several motions side by side. Programs with linear systems that are too large for it have one lane.
std::unique_ptr<LaneMethod> taylor_lanes(const RateEquations& equations, const LaneOptions& options = {});

}  // namespace anholon
