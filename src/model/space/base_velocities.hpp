#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "expr/substitute.hpp"
#include "model/space/vector3.hpp"

namespace anholon {

// Velocities u in which the motion of bodies is short to write, such as angular velocities and velocities in axes of a
// body. A coordinate that is not named here has its q̇ for one of them. Valid on the geometric constraints.
struct BaseVelocities {
    // Three constraints (along, across, height) that together say that a point of a body has no velocity relative to what
    // it touches: f = (a·w, b·w, n·w) with the slip w in axes of the body, and orthogonal vectors a, b, n.
    struct Rolling {
        std::array<std::string, 3> constraints;
        Vector3 slip;                // in u
        Vector3 alpha, beta, gamma;  // the dual vectors: w = f_1 α + f_2 β + f_3 γ
    };

    Substitution definitions;  // u → in q̇
    Substitution rates;        // q̇ → in u
    std::vector<Rolling> rolling;
    std::map<std::string, Expr> rates_of_constraints;  // the u that the rate of a geometric constraint is

    bool empty() const { return definitions.empty(); }
    Expr in_base(Expr e) const;                                // q̇ replaced
    Expr in_coordinates(Expr e) const;                         // u replaced
    std::vector<Expr> all(std::span<const Expr> q_dot) const;  // as many as q̇
};

}  // namespace anholon
