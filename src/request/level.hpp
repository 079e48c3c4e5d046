#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expr/enclosure.hpp"
#include "model/state/initial_state.hpp"

namespace anholon::request {

// Levels of first integrals F(t, q, v) = c. A level is a constraint whose multiplier vanishes, since the motion keeps to it by itself
// (001 §3); c is a parameter. Each word is EXPR, for the level of the initial state, or EXPR=VALUE, which moves it. Throws Refusal
// where EXPR is no first integral, where a level says nothing new, and where no state has it. `closed` is the system in which EXPR is
// read and proved: of a core with coordinates that come along, the core without them.
void add_levels(System& system, const System& closed, const std::vector<std::string>& words,
                const InitialStateOptions& start = {});

// EXPR or EXPR=VALUE, in names of the system; EXPR as a function of t, q and v, with no proof yet that it is an integral. Throws Refusal.
struct AskedLevel {
    std::string words;  // EXPR
    Expr F;
    std::optional<Rational> value;
};
AskedLevel asked_level(const std::string& word, const System& system, const Point& parameters);
// A function of t, q, q' and quasi-velocities in t, q and v alone.
Expr in_state(const System& system, Expr e);

}  // namespace anholon::request
