#pragma once

#include <string>
#include <vector>

#include "verify/verify.hpp"

namespace anholon {

// Lindelöf's error gives wrong equations that depend on which velocities the constraints are solved for (Kozlov 1992): the forbidden form
// by every choice, each compared with Lagrange's equations with multipliers.
struct Eliminations {
    struct Choice {
        std::vector<std::string> eliminated;  // "x'", "y'"
        FormVerdict verdict;
    };
    std::vector<Choice> choices;
    std::size_t impossible = 0;  // choices for which the constraints cannot be solved
    Reason why_not;              // why there is no list
};
Eliminations forbidden_by_elimination(const System& system, const VerifyOptions& options = {});

}  // namespace anholon
