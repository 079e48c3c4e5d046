#pragma once

#include "model/request.hpp"
#include "request/linearize.hpp"

// Words of requests about equilibria and steady motions.

namespace anholon::request {

// The unit of a parameter; none for other symbols.
ShownUnit shown_unit(const System& system, const Expr& symbol);
// EXPR=VALUE. Throws Refusal.
StandstillCondition condition(const char* option, const std::string& text, const System& system);
// What is asked of a standstill. Throws Refusal.
LinearisationOptions read_standstill(const Linearize& request, const System& system);
// NAME=LOW..HIGH, of a parameter or of a variable that may have an initial value. Throws Refusal.
struct ReadSweep {
    Sweep sweep;
    ShownUnit unit;
};
ReadSweep read_sweep(const char* option, const std::string& text, const System& system,
                     const InitialStateOptions& initial);
// Throws Refusal where a value of a parameter takes a derived one out of its range.
void refuse_derived_outside(const System& system, InitialStateOptions initial, const Assignment& value);
// Throw Refusal where an equilibrium is asked to move.
[[noreturn]] void refuse_velocity(const std::string& name);
void refuse_moving(const LinearisationOptions& options, const System& system);

}  // namespace anholon::request
