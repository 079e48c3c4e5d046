#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mechanics/forms/registry.hpp"

namespace anholon::request {

struct Derive {
    std::string form = {};  // the law that the model states, if empty; or "all"
    bool simplify = true;
    std::function<void(const std::string& form)> progress = {};
};

// One form of one system's equations, ready to be printed: simplified if wanted, and solved for the accelerations where
// that is short.
struct Derivation {
    const EquationForm* form;
    std::string system;
    std::vector<Definition> quasi_velocities, definitions;
    std::vector<Label> vectors;
    std::vector<Line> lines;
    std::vector<Definition> kinematics, solved;
    std::size_t operations = 0, unknowns = 0;
    double seconds = 0;
};

struct Derivations {
    std::string system;
    struct Entry {
        const EquationForm* form;
        Reason inapplicable = {};
        std::optional<Derivation> derivation = {};  // if it applies
    };
    std::vector<Entry> entries;
};

// Throws Refusal if there is no such form, or if it is the only one asked for and does not apply.
Derivations answer(const Derive& request, const System& system);

}  // namespace anholon::request
