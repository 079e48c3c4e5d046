#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "expr/substitute.hpp"
#include "model/space/vector3.hpp"

namespace anholon {

// Velocities u in which the motion of bodies is short to write, such as angular velocities and velocities in axes of a
// body. A coordinate that is not named here has its q̇ for one of them. Valid on the geometric constraints.
struct BaseVelocities {
    // A function of t and q under a name of its own, such as a direction cosine. Its rate is written in u and in names, where it is
    // short: γ̇ = γ×ω. Written in q, it would be the derivative of a polynomial in quaternions.
    struct Named {
        Expr symbol;
        Expr value;  // in t and q
        Expr rate;
    };
    // A linear form of u, in names, and what it is by the constraints f: Σ coefficient f.
    struct Form {
        Expr form;
        std::vector<std::pair<std::string, Expr>> in_constraints;
    };
    // The constraints of a contact, and as many forms that vanish with them: the slip of the point of contact in axes of the
    // body, and how the point moves along both surfaces.
    struct Contact {
        std::vector<std::string> constraints;
        std::vector<Form> forms;
    };

    Substitution definitions;  // u → in q̇
    Substitution rates;        // q̇ → in u
    std::vector<Named> named;
    std::vector<Contact> contacts;
    std::map<std::string, Expr> rates_of_constraints;  // the u that the rate of a geometric constraint is

    bool empty() const { return definitions.empty(); }
    Expr in_base(Expr e) const;                                // q̇ replaced
    Expr in_coordinates(Expr e) const;                         // u replaced
    std::vector<Expr> all(std::span<const Expr> q_dot) const;  // as many as q̇
    Expr without_names(Expr e) const;
    std::vector<Expr> without_names(std::span<const Expr> e) const;
    // Time derivatives, with the rates of names in the place of their derivatives.
    std::vector<Expr> derivative(std::span<const Expr> e) const;
    Vector3 derivative(const Vector3& v) const;
};

}  // namespace anholon
