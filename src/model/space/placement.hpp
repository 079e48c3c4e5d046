#pragma once

#include <optional>

#include "model/space/attitude.hpp"

namespace anholon {

// A turn that inertia and surface do not notice: about the body's axis of revolution.
struct OwnTurn {
    Vector3 axis;
    Expr angle;
};

// Where a body is and how it moves, in q and q̇.
struct Placement {
    // Axes in which inertia and surface are at rest: those of the body, or, if it turns about its axis of revolution in a
    // joint, those of the part that carries it.
    Attitude axes;
    Vector3 omega, Omega;        // the angular velocity in these axes, and in those of space
    Vector3 position, velocity;  // of the mass centre, in axes of space
    std::optional<OwnTurn> own_turn =
        std::nullopt;  // of the body against `axes`; nothing if they are its own

    static Placement of_space(Context& c);

    // A vector that is fixed in the body, seen in `axes`; and the other way round.
    Vector3 fixed(const Vector3& r) const {
        return own_turn ? turned_back(r, own_turn->axis, -own_turn->angle) : r;
    }
    Vector3 seen_from_body(const Vector3& r) const {
        return own_turn ? turned_back(r, own_turn->axis, own_turn->angle) : r;
    }
    // Of the point at r from the mass centre, given in `axes`; in axes of space.
    Vector3 place_of(const Vector3& r) const { return position + axes.in_space(r); }
    Vector3 velocity_of(const Vector3& r) const { return velocity + axes.in_space(cross(omega, r)); }
};

}  // namespace anholon
