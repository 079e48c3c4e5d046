#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "expr/enclosure.hpp"
#include "model/language/scope.hpp"
#include "model/language/unit.hpp"
#include "model/system.hpp"

// What is asked of a system from outside its text: the words of a command line, say.

namespace anholon {

// The names of a system as its expectations use them: quasi-velocities and multipliers stand for themselves. `energy` is
// v ∂L/∂v − L unless the model has another use for the name.
Scope scope_of(const System& system);
Expr energy_of(const System& system);
Expr energy_of(Expr L, std::span<const Expr> v);  // v ∂L/∂v − L

std::vector<std::string> names_of_inputs(const System& system);

// Each is empty after a mistake, which has been reported.

Expr read_expression(const Source& source, const Scope& scope, const System& system,
                     Diagnostics& diagnostics);

// left − right of an equation left = right; without '=' the expression alone.
Expr read_equation(const Source& source, const Scope& scope, const System& system, Diagnostics& diagnostics);

// A number, or an expression of numbers, π and parameters. These have the values of `parameters`, or the model's own. Where
// numbers have units, these must make up the dimension.
std::optional<Rational> read_number(const Source& source, const System& system, Diagnostics& diagnostics,
                                    const Point& parameters = {}, const Dimension& dimension = {});

using Assignment = std::pair<Expr, Rational>;
// name = value [unit]: the value a constant expression, in the unit of the declaration if no other is given.
std::optional<Assignment> read_parameter(const Source& source, const System& system,
                                         Diagnostics& diagnostics);
// The same exactly, in SI units: pi/6 for 30 [deg].
std::optional<std::pair<Expr, Expr>> read_exact_parameter(const Source& source, const System& system,
                                                          Diagnostics& diagnostics);
// The same for an input, whose value is a function of t and of parameters, in SI units.
std::optional<std::pair<Expr, Expr>> read_input(const Source& source, const System& system,
                                                Diagnostics& diagnostics);
// The input of this name; nothing after a mistake, which has been reported.
const Parameter* find_input(std::string_view name, Span span, const System& system, Diagnostics& diagnostics);
// The same for a coordinate, a velocity, a quasi-velocity, a multiplier, or an abbreviation that is a function of the state.
std::optional<Assignment> read_initial_value(const Source& source, const System& system,
                                             Diagnostics& diagnostics, const Point& parameters = {});

}  // namespace anholon
