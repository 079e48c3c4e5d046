#pragma once

#include <string>
#include <vector>

#include "mechanics/setting.hpp"
#include "structure/evidence/budget.hpp"

namespace anholon {

// A choice of the velocities that the constraints eliminate from L, and which of Lagrange's equations for L* are right then.
struct EliminationChoice {
    std::vector<std::size_t> dependent;    // eliminated velocities, by index
    std::vector<std::size_t> tied;         // those of them that are eliminated with their coordinates
    std::vector<std::size_t> independent;  // the others
    std::vector<bool> right;               // the equation of each independent one
    bool for_these_parameters = false;     // other values would make some of them wrong

    std::size_t right_ones() const;
    bool is_right() const { return right_ones() == right.size(); }
};

// Lindelöf's error gives other equations for other choices (Kozlov 1992): all choices that the constraints allow, judged at random states
// over prime fields. The first is that with the most right equations; all others stay in the order of order_of_elimination.
struct EliminationChoices {
    std::vector<EliminationChoice> possible = {};
    double not_examined = 0;  // sets of as many velocities, for which the constraints may be solvable or not
    double error_bound = 0;
    Reason why_not = {};  // no choice was judged
};
EliminationChoices elimination_choices(const Setting& setting, const Budget& budget);

}  // namespace anholon
