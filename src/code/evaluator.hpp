#pragma once

#include <memory>

#include "code/program.hpp"

namespace anholon {

// A program ready to run, however it is run, by any number of threads.
class Evaluator {
  public:
    virtual ~Evaluator() = default;
    // Reads one number an input of the program, writes one an output; the two may not overlap.
    virtual void operator()(const double* inputs, double* outputs) const = 0;
};

// Instruction by instruction: ready at once, some ten times slower than machine code.
std::unique_ptr<Evaluator> interpreted(Program program);

// How programs are made ready: interpreted, or compiled (code/llvm).
using MakeEvaluator = std::unique_ptr<Evaluator> (*)(Program);

}  // namespace anholon
