#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "expr/print.hpp"
#include "mechanics/forms/registry.hpp"

namespace anholon::request {

std::vector<std::string> derivation_parts();  // equations, matrices, …

struct Derive {
    std::string form = {};  // the law that the model states, if empty; or "all"
    bool simplify = true;
    std::vector<std::string> parts =
        {};  // of derivation_parts(); all but matrices and permutations if none is named
    std::function<void(const std::string& form)> progress = {};
};

// M z + h = Q: h vanishes with the velocities whose rates are among the unknowns; Q is what is left.
struct MatrixForm {
    std::vector<Label> unknowns;  // z
    Matrix M;
    std::vector<Expr> h, Q;
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
    std::optional<MatrixForm> matrices = std::nullopt;
    std::vector<Definition> permutations;  // (δπ_i)˙ − δη_i = c^i_rs δπ_r η_s
    std::vector<KnownName> where;          // names that these expressions use, explained below them
    std::size_t operations = 0, unknowns = 0;
    double seconds = 0;
};

struct Derivations {
    std::string system;
    struct Entry {
        const EquationForm* form;
        Reason inapplicable = {};
        std::optional<Derivation> derivation = {};  // if it applies
        std::vector<std::string> missing = {};      // why parts that were asked for are not there
    };
    std::vector<Entry> entries;
};

// Throws Refusal if there is no such form or part, or if the only form asked for does not apply.
Derivations answer(const Derive& request, const System& system);

}  // namespace anholon::request
