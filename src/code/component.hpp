#pragma once

#include <string>
#include <vector>

#include "code/rate_equations.hpp"

namespace anholon {

// Equations with what a program needs that hosts them: units and descriptions, what an integrator has to bring back, and where the
// motion ends.
struct Component {
    struct Note {
        std::string unit;  // of SI: "kg m^2/s^2", "rad", "1"; empty if not known
        std::string description;
    };
    // Functions of t, x and p that vanish along every motion and that the equations do not keep by themselves; the `count` variables
    // from `first` on are corrected.
    struct Kept {
        std::vector<Expr> residuals;
        std::size_t first = 0, count = 0;
    };
    // A function of t, x, p and the readings' y: the motion ends where it falls below 0. Rounding changes it by a small part of its scale.
    struct Guard {
        Expr value, scale;
        std::string words;  // what has happened there
    };

    // A function of t, x, p and z on each side of whose zero the rates are smooth. The side on which the motion is, 1 or -1, is a
    // parameter of the equations: these are their last parameters, in the same order.
    struct Switch {
        Expr function;
        std::string words;
    };

    RateEquations equations;
    std::string description;  // of the model
    std::vector<Note> state = {}, parameters = {}, values = {};
    std::vector<bool> is_input = {};          // of each parameter: set from outside along the way
    std::vector<bool> is_output = {};         // of each value: stated as an output of the model
    std::vector<bool> is_of_parameters = {};  // of each value: a function of the parameters alone
    std::vector<Kept> kept = {};              // coordinates before velocities
    std::vector<Guard> guards = {};
    std::vector<Switch> switches = {};
    double until = 10;  // how long the model's experiment takes

    std::size_t stated_parameters() const { return equations.parameters.size() - switches.size(); }
};

}  // namespace anholon
