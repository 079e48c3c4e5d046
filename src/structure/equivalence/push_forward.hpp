#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "mechanics/forms/registry.hpp"

namespace anholon {

// A map from the states of a system A to those of a system B, written in the context of A: functions of t, of the state of A and of its
// parameters in the place of the coordinates, velocities, moving multipliers and parameters of B. Velocities q̇ that are not given are
// those that the coordinates take along the motions of A.
struct StateMap {
    std::vector<std::pair<Expr, Expr>> images;  // a symbol of B, a function on A
    Expr rate = {};                             // f of dt_B = f dt_A; 1 if empty
    std::vector<Expr> positive = {};  // functions on A that are taken to be: of √e² they are the value
};

// The variables in which the motions of a system are compared: those of a form of its law, W z = r and ẋ = G.
struct Variables {
    Equations law;
    std::vector<std::string> kept_names;
    std::vector<Expr> kept;  // functions of t and x that vanish in every state
};
// Those of the system's own law: q and q̇ or ω, and multipliers that have a motion of their own. Throws NoPushForward.
Variables own_variables(const Setting& s);
// Those of a form in free velocities.
Variables free_variables(const Setting& s, const EquationForm& form);

// What has to vanish for the map to take motions of A to motions of B: with W z = r, which is B's law at the image of a state,
//   dφ/dt − f (G0 + G1 z) = 0   and   C = 0.
// All of it are functions of the state of A and of its accelerations, in A's context.
struct PushForward {
    std::vector<std::string> names;  // of B's state x
    std::vector<Expr> images;        // φ, of A's state
    std::vector<Expr> parameters;    // the images of B's parameters
    std::vector<Expr> change;        // dφ/dt along the motions of A
    std::vector<Expr> W, r, G0, G1;  // by rows
    Expr rate;                       // f
    std::vector<std::string> kept;   // the names of B's constraints
    std::vector<Expr> constraints;   // C at the images
    std::vector<Expr> state;         // of A, by its own law
    std::vector<Expr> kept_by_a;     // functions of it that vanish at all states of A
    std::vector<Expr> positive;      // functions on A that are taken to be, as the map says
    std::vector<bool> used;          // of `positive`: some root is decided by it
    std::size_t unknowns() const { return r.size(); }
};

// What cannot be mapped: a name of B of which nothing is said, a function of what is no part of A's state.
struct NoPushForward : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Throws NoPushForward.
PushForward push_forward(const Setting& a, const Setting& b, const Variables& of_b, const StateMap& map);

// Quasi-velocities in velocities.
Expr in_velocities(const Setting& s, const Expr& e);

}  // namespace anholon
