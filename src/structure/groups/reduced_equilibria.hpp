#pragma once

#include "structure/groups/group_system.hpp"
#include "structure/zeros/zero_set.hpp"

namespace anholon {

// Equilibria of ẋ = v(x), v homogeneous of degree two, where the energy is a positive definite integral: the ω on the constraints whose
// c^i_jk m_i ω_j lies in their span. There is a line of them, for any number p of free velocities: without one, v/|v| on an ellipsoid of
// constant energy would be a field tangent to it, so a map of degree 1, yet v(−x) = v(x) makes its degree even. Every invariant line
// x = λξ, λ̇ = cλ², consists of them, as the energy of λξ is constant only for c = 0.                          theory §4, 004
struct ReducedEquilibria {
    std::vector<SolvedFamily> families =
        {};  // for the parameters of the model; the origin by itself is left out
    bool are_all = false;
    std::string reason = {};  // why they are not known to be all
};

// Whether ½ m·ω is positive definite on the constraints, for the parameters of the model.
bool is_energy_definite(const Setting& setting, const GroupSystem& system, const ReducedSystem& reduced);

ReducedEquilibria reduced_equilibria(const Setting& setting, const ReducedSystem& reduced,
                                     const Budget& budget);

}  // namespace anholon
