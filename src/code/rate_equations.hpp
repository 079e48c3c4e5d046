#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expr/matrix.hpp"

namespace anholon {

// What is read off a state besides its rates: W(t, x, p) y = r(t, x, p), and named functions of t, x, p and y.
struct Readings {
    std::vector<Expr> unknowns = {};  // y
    Matrix W = {};
    std::vector<Expr> r = {};
    std::vector<std::pair<std::string, Expr>> values = {};
};

// W(t, x, p) z = r(t, x, p),  dx/dt = G(t, x, p, z), with their names: what back ends and integrators know of mechanics.
struct RateEquations {
    std::string name, title;
    Expr t;
    std::vector<Expr> state, parameters, unknowns;
    Matrix W;
    std::vector<Expr> r, rates;
    std::vector<Rational> parameter_values;         // the model's, in SI units
    std::vector<std::string> parameter_units = {};  // "kg m^2"; empty, or one a parameter
    std::vector<double> initial = {};               // x where the model starts; empty if not known
    Readings readings = {};                         // for programs in other languages
};

}  // namespace anholon
