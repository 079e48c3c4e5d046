#pragma once

#include <memory>

#include "code/evaluator.hpp"
#include "integrate/integrator.hpp"

namespace anholon {

struct CvodeOptions {
    enum class Method {
        bdf,    // orders 1 to 5: stiff equations
        adams,  // orders 1 to 12
    } method = Method::bdf;
    // The local error of each component, relative to the largest value it has had: at least 1e-4 of the largest of all, or 1e-4.
    double tolerance = 1e-10;
    MakeEvaluator make = interpreted;
};

// SUNDIALS' CVODE with the analytic Jacobian.
std::unique_ptr<Integrator> cvode(Problem problem, const CvodeOptions& options = {});

}  // namespace anholon
