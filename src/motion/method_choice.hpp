#pragma once

#include <optional>
#include <string>

#include "code/rate_equations.hpp"
#include "motion/method.hpp"

namespace anholon {

struct MethodChoice {
    const Method* method;
    std::string why = {};  // in words, unless it is the first of the list
};

// The method that needs least work for motions that are not stiff: by counts of operations, so that the same equations and the same
// tolerance always have the same one. At machine precision, and where no tolerance is given, it is the first of the list.
MethodChoice cheapest_method(const RateEquations& equations, std::optional<double> tolerance);

// Of equations with roots that begin where the motion switches: one without power series.
MethodChoice method_through_roots();

}  // namespace anholon
