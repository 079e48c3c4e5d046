#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "expr/enclosure.hpp"
#include "model/state/initial_state.hpp"

namespace anholon {

// The values of a system's parameters, in its order: the model's own, those of an experiment in their place, then those of a request.
Point parameter_point(const System& system, const InitialStateOptions& options = {});

// What the derived parameters are there, by name and in SI units.
std::vector<std::pair<std::string, double>> derived_values(const System& system, const Point& parameters);

// The mistake of a derived parameter that leaves its range there.
std::optional<Diagnostic> derived_outside_range(const System& system, const Point& parameters);

}  // namespace anholon
