#include "code/evaluator.hpp"

#include <algorithm>

namespace anholon {

namespace {

class Interpreter : public Evaluator {
  public:
    explicit Interpreter(Program program) : program_(std::move(program)) {}
    void operator()(const double* inputs, double* outputs) const override {
        std::ranges::copy(run(program_, {inputs, program_.inputs.size()}), outputs);
    }

  private:
    Program program_;
};

}  // namespace

std::unique_ptr<Evaluator> interpreted(Program program) {
    return std::make_unique<Interpreter>(std::move(program));
}

}  // namespace anholon
