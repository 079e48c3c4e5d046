#pragma once

#include <memory>

#include "code/evaluator.hpp"
#include "integrate/integrator.hpp"

namespace anholon {

struct Dop853Options {
    // The local error of each variable, relative to the largest value it has had: at least 1e-4 of the largest of all, or 1e-4.
    double tolerance = 1e-12;
    MakeEvaluator make = interpreted;  // of the events; the rates are compiled once it pays
};

// The Runge–Kutta method of order 8 of Dormand and Prince with the error estimate of orders 5 and 3, and dense output of order 7.
std::unique_ptr<Integrator> dop853(Problem problem, const Dop853Options& options = {});

}  // namespace anholon
