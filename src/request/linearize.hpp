#pragma once

#include <string>
#include <variant>
#include <vector>

#include "motion/simulation_words.hpp"
#include "study/critical_values.hpp"

namespace anholon::request {

struct Linearize {
    Standstill at = Standstill::equilibrium;
    SimulationWords start = {};           // where the search starts
    std::vector<std::string> where = {};  // EXPR=VALUE: conditions on the state
    std::string critical =
        {};  // NAME=LOW..HIGH: the values at which eigenvalues pass the imaginary axis, instead
};

// The unit in which the values of a sweep are shown, and its size in SI units.
struct ShownUnit {
    std::string text = {};
    double size = 1;
};

struct CriticalValuesFound {
    CriticalValues values;
    ShownUnit unit;
};

// Throws Refusal, NoStandstill, ConditionOutside, DependsOnTime and NoInitialState.
std::variant<Linearisation, CriticalValuesFound> answer(const Linearize& request, const System& system);
// In equations of `request.at` that were derived before, unless critical values are asked for.
std::variant<Linearisation, CriticalValuesFound> answer(const Linearize& request,
                                                        StandstillEquations& equations);

}  // namespace anholon::request
