#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "study/standstill/steady_part.hpp"

namespace anholon {

// |u|, sign(u) and if(u > 0, …) have a corner where u = 0, and atan2(u, v) jumps there where v <= 0. In a state there, each is replaced by what it is on either side; where these
// equations differ in their rates or slopes, there are no linear equations, and such a u is the answer: |x'| x' is as smooth as it has to be,
// |x| is not. No value of a root is asked for: at its corner its slope is infinite.
std::optional<Expr> corner_at(SteadyPart& part, const std::vector<double>& x);
std::string text_of_corner(const Expr& u);

// Letters do not help.
struct NoLinearEquations : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace anholon
