#pragma once

#include "model/attitude.hpp"

namespace anholon {

// Where a body is and how it moves, in q and q̇.
struct Placement {
    // Axes in which inertia and surface are at rest: those of the body, or, if it turns about its axis of revolution in a
    // joint, those of the part that carries it.
    Attitude axes;
    Vector3 omega, Omega;        // the angular velocity in these axes, and in those of space
    Vector3 position, velocity;  // of the mass centre, in axes of space

    static Placement of_space(Context& c);

    // Of the point at r from the mass centre, in axes of space.
    Vector3 place_of(const Vector3& r) const { return position + axes.in_space(r); }
    Vector3 velocity_of(const Vector3& r) const { return velocity + axes.in_space(cross(omega, r)); }
};

}  // namespace anholon
