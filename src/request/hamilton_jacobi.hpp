#pragma once

#include <optional>
#include <string>
#include <vector>

#include "structure/hamilton_jacobi/separation.hpp"
#include "structure/hamilton_jacobi/shared_motions.hpp"

namespace anholon::request {

// The Hamilton–Jacobi equation of a system, whether its coordinates separate it, and what a given S is.
struct HamiltonJacobi {
    std::optional<std::string> S = {};        // a function of t, q, parameters and constants
    std::vector<std::string> constants = {};  // the names of a_1, a_2, … in it
    double seconds = 30;                      // of work
};

struct HamiltonJacobiFound {
    std::string system;
    std::vector<std::string> inputs = {};  // held constant
    std::vector<Expr> q, free;             // coordinates; velocities whose momenta y_s are
    bool has_frame = false;                // these are not the rates of the coordinates
    bool is_holonomic = true;
    anholon::HamiltonJacobi equation;
    std::optional<Separation> separation = {};
    std::optional<SharedMotions> shared = {};  // of a nonholonomic system
    // Where that is not decided: whether a generic motion is among them, by Hamilton's principle.
    Answer has_generic_motions = Answer::unknown;
    FactProof generic_proof = {};
    std::optional<CompleteIntegral> integral = {};
};

// Throws Refusal.
HamiltonJacobiFound answer(const HamiltonJacobi& request, const System& system);

}  // namespace anholon::request
