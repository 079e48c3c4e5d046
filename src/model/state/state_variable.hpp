#pragma once

#include <string>

#include "model/language/scope.hpp"
#include "model/system.hpp"

namespace anholon {

// What the scope of a core calls a coordinate that it does not have, though it has its velocity.
inline constexpr const char* left_out = "coordinate that the core leaves out";

// What a name with these primes stands for in `init`: a coordinate, a velocity, a quasi-velocity, a multiplier, or the expression of
// an abbreviation that is a function of coordinates and velocities. Empty if it has no initial value.
Expr state_variable(const Meaning& meaning, unsigned primes, const System& system);

// The name of such a variable, x' with its prime.
std::string name_of(const Expr& variable, const System& system);

// What it is instead.
std::string noun_of(const Meaning& meaning, unsigned primes);

}  // namespace anholon
