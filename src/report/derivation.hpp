#pragma once

#include <string>
#include <vector>

#include "mechanics/forms/registry.hpp"
#include "report/json.hpp"

namespace anholon {

// One form of one system's equations, ready to be printed: simplified if wanted, and solved for the accelerations where
// that is short.
struct Derivation {
    const EquationForm* form;
    std::string system;
    std::vector<Definition> quasi_velocities, definitions;
    std::vector<Line> lines;
    std::vector<Definition> kinematics, solved;
    std::size_t operations = 0, unknowns = 0;
    double seconds = 0;
};

enum class Simplification { none, full };

Derivation derivation(const Setting& s, const EquationForm& form, Simplification simplification);

// Long parts that the equations share have names, s1, s2, …, which are explained at the end.
std::string as_text(const Derivation& d, std::size_t width);
std::string as_latex(const Derivation& d);
Json as_json(const Derivation& d);

}  // namespace anholon
