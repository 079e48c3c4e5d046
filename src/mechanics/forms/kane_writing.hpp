#pragma once

#include "mechanics/setting.hpp"

namespace anholon {

// Kane's equations of bodies as they are printed where they are long: through named velocities of the bodies, forces that inertia
// opposes to them, and the rates of coordinates. The lines, the definitions and the kinematics of `e` are replaced; W z = r is the same.
void write_through_velocities(const Setting& s, Equations& e);
// The same where they are long. It costs as much as the derivation, and only print needs it.
void write_kane(const Setting& s, Equations& kane);

}  // namespace anholon
