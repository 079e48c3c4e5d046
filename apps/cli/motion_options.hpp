#pragma once

#include "options.hpp"
#include "request/simulate.hpp"

namespace anholon::cli {

void declare_start(Options& options, SimulationWords& words);  // where a motion starts
// --method; `otherwise` says which method is used if none is given.
void declare_method(Options& options, std::string& method, const std::string& otherwise);
void declare_motion(Options& options, request::Simulate& words);

}  // namespace anholon::cli
