#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "study/flow_run.hpp"
#include "study/level_point.hpp"

namespace anholon {

struct OrbitOptions {
    double period = 0;                     // a guess
    std::vector<LevelDemand> levels = {};  // that the orbit has to lie on, such as an energy
    FlowRunOptions run = {1e-13};
};

// No periodic motion was found near the start.
struct NoOrbit : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A motion that returns to its state: of a core, one that does so up to symmetries of the full system.
struct PeriodicOrbit {
    std::vector<double> start;  // x
    double period = 0;
    double residual = 0;  // |x(T) − x(0)|, the largest
    std::size_t rounds = 0;
    std::vector<std::complex<double>>
        multipliers;  // across the motion, within the levels of the integrals; the largest first
    std::vector<std::string> explained;  // multipliers that are 1, and why
    std::vector<std::string> notes;
    std::size_t dimension = 0;  // of the surface
    enum class Stability { stable, neutral, unstable } stability = Stability::neutral;
};

// On the level of the integrals, as far as multipliers decide.
PeriodicOrbit::Stability stability_of(const std::vector<std::complex<double>>& multipliers);

// By Newton's method for x(0) and T at once, with the derivatives of x(T) from the equations in variations; each step changes x as little as it
// can. Where integrals make a family of orbits, the nearest one is found, or the one on the given levels. Of a driven system T is kept, which has to
// be a period of the drive. Throws NoOrbit.
PeriodicOrbit periodic_orbit(const Flow& flow, std::vector<double> start, std::span<const double> p,
                             const OrbitOptions& options);

}  // namespace anholon
