#pragma once

#include "mechanics/forms/core.hpp"
#include "model/space/quaternion_rates.hpp"

namespace anholon {

// The core in the free velocities of a setting, with further functions of q and q̇ that are to be written in its variables.
Core core_in_free_velocities(const Setting& s, const std::vector<Expr>& others = {});

// The core in the angular velocity of a body, in its axes or in those of space, in place of the quasi-velocities that the system states
// of this attitude. Constraints of this angular velocity alone are set aside. Nothing if these are no quasi-velocities of the system.
std::optional<Core> core_in_angular_velocity(const System& stated, const std::array<Expr, 4>& q,
                                             OmegaAxes axes);

}  // namespace anholon
