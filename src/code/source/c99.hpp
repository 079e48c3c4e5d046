#pragma once

#include <string>
#include <vector>

#include "expr/matrix.hpp"

namespace anholon {

// W(t, x, p) z = r(t, x, p),  dx/dt = G(t, x, p, z), with their names.
struct RateEquations {
    std::string name, title;
    Expr t;
    std::vector<Expr> state, parameters, unknowns;
    Matrix W;
    std::vector<Expr> r, rates;
    std::vector<Rational> parameter_values;  // the model's
};

// A translation unit of standalone C99: no allocation, no dependence but <math.h>, the order of all arguments stated. It
// holds a main() that compares its values at a point with exactly computed ones, compiled with -DANHOLON_SELF_TEST.
std::string c99(const RateEquations& equations);

}  // namespace anholon
