#pragma once

#include <string>
#include <vector>

#include "study/stability_conditions.hpp"

namespace anholon {

// The theorem of Routh and Lyapunov: where first integrals I_1, I_2, … that the symmetries leave as they are have a combination W with
// dW = 0 at a steady motion and a second variation that is definite on dI = 0 across the orbit of the symmetries, the steady motion is
// stable up to its symmetries. For W + c Σ (I − I*)² with a large c is an integral with a strict extremum there: so perturbations that
// change the constants of the integrals are included (Salvadori, Rumyantsev). With cyclic displacements and the energy this is Routh's
// theorem on the minimum of the amended potential.
struct RouthLyapunov {
    enum class Outcome {
        not_decided,  // `reason`
        definite,     // stable where the conditions hold
    } outcome = Outcome::not_decided;
    std::string reason = {};
    struct Integral {
        std::string name;   // "energy", "a linear integral without a formula", or empty
        Expr value = {};    // of the variables of the state; empty of one without a formula
        Expr printed = {};  // the same in quasi-velocities and momenta p_η
        Expr factor = {};   // with which it enters W; empty where nothing is free on the level
    };
    std::vector<Integral> integrals = {};
    std::size_t rows = 0;  // of the second variation
    // W has a minimum on the level where these conditions hold; or a maximum, where those do. The one that holds at the values comes first.
    struct Extremum {
        bool is_maximum = false;
        std::vector<StabilityCondition> conditions = {};
    };
    std::vector<Extremum> extrema = {};
    KnownSigns signs = {};
};

// `all_are_numbers`: no parameter is a letter, and all have the model's values, so integrals for these count as well.
RouthLyapunov routh_lyapunov(const SteadyPart& part, const System& system, const ExactStandstill& at,
                             const ExactLinearPart& linear, bool all_are_numbers, const Budget& budget);

}  // namespace anholon
