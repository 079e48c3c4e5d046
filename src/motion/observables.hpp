#pragma once

#include <string>
#include <vector>

#include "motion/formulation.hpp"

namespace anholon {

// A number that is reported along a motion.
struct Observable {
    std::string name;
    Expr value;  // in t, q, q̇, q̈, η, λ, quadratures and parameters
    std::string unit = {};
    std::string description = {};
    enum class Kind {
        time,
        coordinate,
        velocity,
        quasi_velocity,
        multiplier,
        state,
        output,
        energy,
        integral,
        quadrature,
        asked,
        plotted,  // computed for a picture only
    } kind = Kind::asked;
    bool is_detail =
        false;  // of a parametrisation, such as the rates of a quaternion: in files, not in summaries
};

// t, q, q̇ (or ω), the model's quasi-velocities, the multipliers that the law knows, states and outputs, the energy, the integrals that
// the model expects, the quadratures.
std::vector<Observable> standard_observables(const System& system, const Formulation& law,
                                             const std::vector<Quadrature>& quadratures);

}  // namespace anholon
