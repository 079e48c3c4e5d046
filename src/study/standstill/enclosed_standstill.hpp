#pragma once

#include <optional>
#include <vector>

#include "study/standstill/enclosed_zero.hpp"
#include "study/standstill/exact_standstill.hpp"
#include "study/standstill/steady_part.hpp"

namespace anholon {

// Which of the variables that are zero in numbers are sought as exact zeros: equations that vanish with them identically need no proof.
enum class PutToZero { none, velocities, all };

// A standstill that is proved to exist near x, and its linear equations in balls.
struct EnclosedStandstill {
    // The family to which it belongs has at least this dimension, across the orbits of symmetries: as many eigenvalues vanish.
    std::size_t family = 0;
    std::vector<EnclosedEigenvalue> eigenvalues;
};
std::optional<EnclosedStandstill> enclosed_standstill(SteadyPart& part, const System& system,
                                                      const std::vector<double>& x, PutToZero zeros);
// The same where the standstill is known exactly.
std::optional<EnclosedStandstill> enclosed_standstill(SteadyPart& part, const System& system,
                                                      const ExactStandstill& exact);

// Proves that a function of the kept variables has a strict minimum near x on the surface that the constraints of the part cut out.
bool has_strict_minimum(SteadyPart& part, const std::vector<double>& x, const Expr& function);

}  // namespace anholon
