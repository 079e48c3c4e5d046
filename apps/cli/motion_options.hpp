#pragma once

#include "options.hpp"
#include "request/simulate.hpp"

namespace anholon::cli {

void declare_start(Options& options, SimulationWords& words);  // where a motion starts
void declare_motion(Options& options, request::Simulate& words);

}  // namespace anholon::cli
