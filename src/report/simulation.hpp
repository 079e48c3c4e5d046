#pragma once

#include <string>
#include <vector>

#include "motion/expectations.hpp"
#include "motion/simulation.hpp"
#include "report/history.hpp"
#include "report/json.hpp"

namespace anholon {

// A motion that has been computed, with what was asked of it.
struct SimulationReport {
    std::string system;
    const EquationForm* form;
    double tolerance;
    std::vector<Observable> columns;
    std::vector<WatchedEvent> events;
    SimulationResult result;
    std::vector<ValueVerdict> values;   // of the model's expectations
    std::vector<std::string> expected;  // these as they are written
    History history;
};

// Of the columns it leaves out those that are details of a parametrisation: Observable::is_detail.
std::string as_text(const SimulationReport& report, std::size_t width);
Json as_json(const SimulationReport& report);

const Drift* worst(const std::vector<Drift>& drifts);  // nothing if there are none

}  // namespace anholon
