#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "expr/enclosure.hpp"
#include "model/state/initial_state.hpp"
#include "study/level_set.hpp"

namespace anholon {

// F(q, v) = value for a first integral F.
struct SurfaceLevel {
    std::string name;
    Expr function;  // of q and v
    Expr symbol;    // a constant: its value
    Rational value;
    bool is_asked = false;  // by the user, not only expected by the model
};

// A velocity in place of those of the system, linear in them: u = a(q) v.
struct VelocityForm {
    Expr symbol;
    Expr definition;  // in q and v; the symbol itself if it is one of v
};

// The states at which first integrals have given values, as equations in few variables: constraints, relations between coordinates and
// levels. No velocity is taken as free, since the choice of free ones degenerates where the constraints do.         003 (4.9), (4.10)
struct SurfaceEquations {
    struct Variable {
        Expr symbol;
        std::string name;
        double period = 0;  // 0: on a line
        double start = 0;   // its value in the initial state
    };
    struct Equation {
        std::string name;
        Expr left, right;  // right: of constants only
    };
    std::vector<Variable> variables;
    std::vector<Equation> equations;
    std::vector<VelocityForm> velocities;           // that are not v itself
    std::vector<std::pair<Expr, Expr>> eliminated;  // a variable, and the function of the others that it is
    std::vector<Variable> absent;   // coordinates that occur in no equation, and are no variables
    std::vector<std::string> kept;  // those that are variables all the same
    std::vector<std::string>
        implied;  // levels whose gradients depend on those of the others at all points tried
    std::vector<std::string> unwound;    // coordinates of a circle on which the equations do not repeat
    std::vector<std::string> repeating;  // coordinates of a line on which they do, after each turn
    // The minors of the constraints in all velocities that are not 0 identically: the constraints degenerate where they vanish. Nothing if
    // they are too many, or depend on coordinates that the set does not have.
    std::optional<std::vector<Expr>> minors;

    std::size_t dimension() const { return variables.size() - equations.size(); }
};

// Why the levels define no such set.
struct NoSurface : std::runtime_error {
    NoSurface(std::string with_code, const std::string& message, std::string with_help = "")
        : std::runtime_error(message), code(std::move(with_code)), help(std::move(with_help)) {}
    std::string code, help;
};

struct SurfaceChoice {
    std::vector<VelocityForm> velocities = {};          // as many as v has; chosen if there are none
    std::optional<std::vector<std::string>> kept = {};  // coordinates that occur in no equation
};

// Of a set of dimension 2; `parameters` has the symbols of the levels as well. Throws NoSurface.
SurfaceEquations surface_equations(const System& system, const std::vector<SurfaceLevel>& levels,
                                   const Point& parameters, const InitialState& initial,
                                   const SurfaceChoice& choice = {});

using NumberFunctions = std::function<void(const double* x, double* values)>;
// Functions of the variables and of parameters, in numbers.
NumberFunctions in_numbers(const std::vector<Expr>& functions, const std::vector<Expr>& variables,
                           const Point& parameters);

LevelSet level_set(const SurfaceEquations& equations, const Point& parameters);

}  // namespace anholon
