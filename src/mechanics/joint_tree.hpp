#pragma once

#include <optional>
#include <vector>

#include "mechanics/setting.hpp"
#include "model/space/matrix3.hpp"

namespace anholon {

// Inertia at the origin of a link's axes: the moment m c of its mass, and J = I + m (c²1 − c cᵀ), c from there to the mass centre.
struct LinkInertia {
    Expr mass;
    Vector3 moment;
    Matrix3 J;
};

// A part of a tree of joints with at most one freedom against the part that carries it. A body that has more hangs on parts without mass;
// one that is welded belongs to the part that carries it.
struct Link {
    enum class Kind {
        turn,
        slide,
        component,  // one of three for a body whose attitude is a quaternion: a component of ω, in its axes
    };
    Kind kind;
    std::optional<std::size_t> carrier;  // its place in the list; nothing: space
    bool frees_attitude = false;  // the first of three components: ω is not that of the carrier at all
    Matrix3 E;                    // vectors of the carrier's axes, seen from its own
    Vector3 arm;                  // from the carrier's origin to its own, in axes of the carrier
    Vector3 axis;                 // in its own axes
    Expr velocity;                // the rate of its freedom, or of what is given as a function of time
    Expr given_acceleration;      // that of the function of time; empty if it is free
    Expr force;                   // along its freedom: Q − ∂V/∂q, without weights
    LinkInertia inertia;
    Vector3 omega = {};  // component: of the body
};

struct JointTree {
    std::vector<Link> links;  // each behind the one that carries it
    // Of the free links: the velocities in the order of the system's, quaternions' rates replaced by ω at the end.
    std::vector<Expr> velocities;
    std::vector<Expr> coordinate_rates;  // q̇ in q and these velocities
    Substitution definitions;            // ω in q̇
};

// Why the motion is not that of a tree of joints alone.
Reason no_joint_tree(const Setting& s);
JointTree joint_tree(const Setting& s);

}  // namespace anholon
