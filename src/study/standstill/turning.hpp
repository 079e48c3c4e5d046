#pragma once

#include <string>
#include <vector>

#include "structure/zeros/zero_set.hpp"
#include "study/standstill/steady_part.hpp"

namespace anholon {

// The symmetries of a system at given values of its parameters, scalings of time and of L left out.
struct MotionSymmetries {
    std::vector<InfinitesimalSymmetry> fields;
    std::vector<std::string> names;  // x*∂/∂y - y*∂/∂x
    std::string left_out;            // why there are none, if they were not found in time
};
MotionSymmetries motion_symmetries(const System& system, const ConstantValues& parameters);

// A symmetry along which a steady motion goes, and how fast.
struct Turning {
    std::string field;
    double rate;
};
// Those of which ẋ is the sum, cyclic coordinates included; none if a coordinate moves along none of them.
// `action` is how the symmetries act on all of the state.
std::vector<Turning> turning_of(SteadyPart& part, const MotionSymmetries& symmetries, SymmetryAction& action,
                                const std::vector<double>& x);

}  // namespace anholon
