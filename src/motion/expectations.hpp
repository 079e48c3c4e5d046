#pragma once

#include <optional>
#include <string>
#include <vector>

#include "motion/simulation.hpp"

namespace anholon {

// A value that a model expects at a time, and what the motion from its `init` has there.
struct ValueVerdict {
    const Expectation* expectation;
    bool holds = false;
    double value = 0, wanted = 0, tolerance = 0;
    std::optional<double> error = {};  // how far value − wanted differs between motions by other steps
    std::string reason = {};           // why nothing is decided
};

struct ValueOptions {
    const EquationForm* form = nullptr;  // as of a simulation
    MakeEvaluator make = interpreted;
    // The system in the same form, where one is there already. It is used if its options leave the motion as it is by default.
    const MovingSystem* moving = nullptr;
};

// Every `expect value` of a system, by simulation. Without `within`, to 1e-9 of the value or of 1.
std::vector<ValueVerdict> check_values(const System& system, const ValueOptions& options = {});

}  // namespace anholon
