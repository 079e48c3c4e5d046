#pragma once

#include <memory>

#include "code/rate_program.hpp"

namespace anholon {

// Rates ready to run, however they are run, by any number of threads.
class RateEvaluator {
  public:
    virtual ~RateEvaluator() = default;
    // `point`: t and x; `memory`: of one motion, its parameters set. Leaves z there. The sign of det W; 0 where W is singular as far
    // as floating point can tell, or not finite: the rates are then not those of the motion.
    virtual int operator()(const double* point, double* memory, double* rates) const = 0;
};

std::unique_ptr<RateEvaluator> interpreted_rates(RateProgram program);

// Interpreted at first, compiled once it has been asked so often that it pays; the digits are the same.
std::unique_ptr<RateEvaluator> tiered_rates(RateProgram program);

}  // namespace anholon
