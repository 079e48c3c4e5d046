#pragma once

#include <memory>

#include "mechanics/gyrostat.hpp"
#include "mechanics/setting.hpp"

namespace anholon {

// The smallest closed system in the equations of a system in free quasi-velocities: W(x) η̇ = r(x), ṗ = g(x), x = (t, p, η). Its
// coordinates p are coordinates of the system, or direction cosines of an axis of space in axes of a body. The coordinates that are left
// influence nothing: they follow by quadratures, q̇ = G(x, q).
struct Core {
    struct Place {
        Expr symbol;
        Expr value;  // in t and the coordinates of the system
        Expr rate;   // in t, p and η
        std::string description = {}, unit = {};
    };
    // An attitude that is known in the core by the direction cosines of one axis alone; and the position of the body in its own axes,
    // if that is needed.
    struct Axis {
        std::array<Expr, 4> quaternion;
        Vector3 cosines;         // among the places
        std::size_t number;      // of the axis: 0, 1, 2 for x, y, z
        Substitution positions;  // coordinates of the body in space → in all direction cosines and places
    };
    // Angles, or coordinates of bodies along one axis of space, that count from one of them: all may grow together.
    struct Shift {
        std::vector<Expr> together;
        Substitution counted;  // the first → 0, the others → places
    };

    // The attitude of a body in axes of another: q = q_to∘p.
    struct Relative {
        std::array<Expr, 4> quaternion, to, p;
        Substitution in_p() const;  // q
    };

    std::shared_ptr<const System>
        system;  // as it was stated, or with other quasi-velocities and without `constraints`
    IndependentVelocities independent;
    std::vector<Place> places;
    std::vector<Axis> axes;
    std::vector<Shift> shifts;
    std::vector<Relative> relatives;
    std::vector<std::array<Expr, 4>> absent;  // attitudes that influence nothing
    std::vector<Expr> eta, definitions;       // the free velocities, in t, q, q̇
    Matrix W;
    std::vector<Expr> r;
    std::vector<Expr> velocities;  // q̇ in t, q and η
    std::vector<Expr> relations;   // functions of t and p that stay zero
    // Constraints of the angular velocity alone, in t, p and η: W and r are those of the system without them.
    std::vector<Constraint> constraints;
    std::vector<Expr> multipliers;
    std::vector<QuasiVelocity>
        replaced;                     // quasi-velocities that the system states and the core does not have
    std::vector<Expr> rest;           // coordinates that are left
    std::vector<Expr> others;         // further functions that were asked for, in t, p and η
    Expr kinetic;                     // T on the constraints, in t, q and η
    std::vector<Gyrostat> gyrostats;  // their velocities in t, q and η
    Expr L;                           // on the constraints, in t, p and η; empty if it cannot be written so

    bool is_smaller() const { return !rest.empty(); }
    std::size_t size() const { return places.size() + eta.size() - constraints.size(); }

    // The same functions on the constraints, in t, p and η. Nothing if they cannot be written so.
    std::optional<std::vector<Expr>> written(std::span<const Expr> functions) const;
};

// The core as a system of its own: Poincaré's equations for L* and the forces that it takes besides, with the velocities η and the
// brackets of their fields, as far as these lie among the allowed velocities. It has no initial values. Nothing if its kinetic energy is
// no function of p and η. The coordinates that are left may come along; they influence nothing.
enum class Rest { left_out, along };
inline bool is_core(const System& system) { return system.finished.has_value(); }
std::optional<System> as_system(const Core& core, Rest rest = Rest::left_out);

// On a Lie algebra nothing is looked for: a system that is stated there has no coordinates, and a core is its own.
Reason no_core(const Setting& s);
Core core_of(const Setting& s);
// In the angular velocity of the only attitude, in axes of its body: the first three of η. Constraints of it alone are set aside.
// Nothing if there is no such attitude, or if it takes more than the cosines of one axis.
std::optional<Core> core_in_body_axes(const Setting& s);

// State (q, η), with the coordinates in place of the variables of the core.
void use_core_state(const Core& core, Equations& e);

}  // namespace anholon
