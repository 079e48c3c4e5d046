#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/standstill/steady_part.hpp"

namespace anholon {

// M s̈ + C ṡ + K s = 0 for independent coordinates s: the linear equations with everything else that they leave constant put to
// its value in the standstill.
struct SmallOscillations {
    std::vector<std::string> coordinates;
    std::vector<double> M, C, K;  // by rows
};

// Nothing where there is no such form: variables remain that neither are coordinates, nor their velocities, nor follow from
// these by integrals of the linear equations.
std::optional<SmallOscillations> small_oscillations(SteadyPart& part, std::span<const double> x,
                                                    const LinearPart& linear);

}  // namespace anholon
