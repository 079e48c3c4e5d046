#include "code/tiered.hpp"

#include <atomic>

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
          interpreted_(interpreted(program_)) {}

    void operator()(const double* inputs, double* outputs) const override {
        const Evaluator* evaluator = fast_.load(std::memory_order_acquire);
        if (!evaluator) evaluator = slow();
        (*evaluator)(inputs, outputs);
    }

  private:
    // One caller compiles, and the others go on as before in the meantime.
    const Evaluator* slow() const {
        if (calls_left_.fetch_sub(1, std::memory_order_relaxed) != 1) return interpreted_.get();
        compiled_ = compiled(program_);
        fast_.store(compiled_.get(), std::memory_order_release);
        return compiled_.get();
    }

    Program program_;
    mutable std::atomic<std::size_t> calls_left_;
    std::unique_ptr<Evaluator> interpreted_;
    mutable std::unique_ptr<Evaluator> compiled_;
    mutable std::atomic<const Evaluator*> fast_ = nullptr;
};

}  // namespace

std::unique_ptr<Evaluator> tiered(Program program) { return std::make_unique<Tiered>(std::move(program)); }

}  // namespace anholon
