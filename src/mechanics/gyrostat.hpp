#pragma once

#include <vector>

#include "model/system.hpp"

namespace anholon {

// Bodies that keep their places in common axes move as one body, but for rotors among them, which turn about axes of symmetry fixed
// there. With Ω the angular velocity of the axes, e the axis of a rotor, w its whole angular velocity about it and C its moment,
//   Σ Iω = I Ω + Σ C w e,
// where I takes in of a rotor what is across its axis.
struct Gyrostat {
    struct Rotor {
        Expr moment;  // C
        Vector3 axis;
        Expr spin;  // w
    };
    RigidBody body;
    std::vector<Rotor> rotors;
};

std::vector<Gyrostat> gyrostats(const System& system);

}  // namespace anholon
