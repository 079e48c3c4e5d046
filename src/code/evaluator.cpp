#include "code/evaluator.hpp"

#include <algorithm>

#include "code/interpreter.hpp"

namespace anholon {

namespace {

class Interpreter : public Evaluator {
  public:
    explicit Interpreter(Program program) : program_(std::move(program)) {}
    void operator()(const double* inputs, double* outputs) const override {
        thread_local std::vector<double> values;  // kept: to ask for memory takes longer than a small program
        const std::size_t count = program_.instructions.size();
        values.resize(std::max(values.size(), count));
        run(program_, 0, count, inputs, values.data());
        for (std::size_t k = 0; k < program_.outputs.size(); ++k) outputs[k] = values[program_.outputs[k]];
    }

  private:
    Program program_;
};

}  // namespace

std::unique_ptr<Evaluator> interpreted(Program program) {
    return std::make_unique<Interpreter>(std::move(program));
}

}  // namespace anholon
