#include "code/tiered.hpp"

#include "code/compiler.hpp"

namespace anholon {

namespace {

// Compiling takes some milliseconds, interpreting an operation some nanoseconds.
constexpr std::size_t operations_before_compiling = 2'000'000;

class Tiered : public Evaluator {
  public:
    explicit Tiered(Program program)
        : program_(std::move(program)),
          calls_left_(operations_before_compiling / (program_.instructions.size() + 1)),
          evaluator_(interpreted(program_)) {}

    void operator()(const double* inputs, double* outputs) const override {
        if (calls_left_ > 0 && --calls_left_ == 0) evaluator_ = compiled(std::move(program_));
        (*evaluator_)(inputs, outputs);
    }

  private:
    mutable Program program_;
    mutable std::size_t calls_left_;
    mutable std::unique_ptr<Evaluator> evaluator_;
};

}  // namespace

std::unique_ptr<Evaluator> tiered(Program program) { return std::make_unique<Tiered>(std::move(program)); }

}  // namespace anholon
