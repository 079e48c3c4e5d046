#pragma once

#include "integrate/batch.hpp"

namespace anholon {

// The steps of dop853 (dop853.hpp) for several motions side by side, in the same digits wherever the equations contain no elementary
// function: those of several lanes round differently in the last digit.
std::unique_ptr<LaneMethod> dop853_lanes(const RateEquations& equations, const LaneOptions& options = {});

}  // namespace anholon
