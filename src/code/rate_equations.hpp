#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expr/matrix.hpp"

namespace anholon {

// W(t, x, p) z = r(t, x, p),  dx/dt = G(t, x, p, z), with their names: what back ends and integrators know of mechanics.
struct RateEquations {
    std::string name, title;
    Expr t;
    std::vector<Expr> state, parameters, unknowns;
    Matrix W;
    std::vector<Expr> r, rates;
    std::vector<Rational> parameter_values;           // the model's, in SI units
    std::vector<std::string> parameter_units = {};    // "kg m^2"; empty, or one a parameter
    std::vector<std::optional<double>> initial = {};  // the model's; empty, or one a variable of the state
};

}  // namespace anholon
