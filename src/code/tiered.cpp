#include "code/tiered.hpp"

#include <algorithm>
#include <atomic>

#include "code/compiler.hpp"

namespace anholon {

namespace {

// Compiling takes some milliseconds, interpreting an operation some nanoseconds.
constexpr std::size_t operations_before_compiling = 2'000'000;
// Of a long program both times are proportional to its length.
constexpr std::size_t calls_at_leisure = 6'000;

// What is ready to run, of a program that is compiled after so many calls.
template <class Ready>
class Tiers {
  public:
    Tiers(std::unique_ptr<Ready> interpreted, std::size_t instructions, std::size_t least_calls = 0)
        : calls_left_(std::max(operations_before_compiling / (instructions + 1), least_calls)),
          interpreted_(std::move(interpreted)) {}

    const Ready& now(auto&& compile) const {
        const Ready* ready = fast_.load(std::memory_order_acquire);
        return ready ? *ready : slow(compile);
    }

  private:
    // One caller compiles, and the others go on as before in the meantime.
    const Ready& slow(auto&& compile) const {
        if (calls_left_.fetch_sub(1, std::memory_order_relaxed) != 1) return *interpreted_;
        compiled_ = compile();
        fast_.store(compiled_.get(), std::memory_order_release);
        return *compiled_;
    }

    mutable std::atomic<std::size_t> calls_left_;
    std::unique_ptr<Ready> interpreted_;
    mutable std::unique_ptr<Ready> compiled_;
    mutable std::atomic<const Ready*> fast_ = nullptr;
};

class TieredEvaluator : public Evaluator {
  public:
    explicit TieredEvaluator(Program program, std::size_t least_calls = 0)
        : program_(std::move(program)),
          tiers_(interpreted(program_), program_.instructions.size(), least_calls) {}

    void operator()(const double* inputs, double* outputs) const override {
        tiers_.now([&] { return compiled(program_); })(inputs, outputs);
    }

  private:
    Program program_;
    Tiers<Evaluator> tiers_;
};

class TieredRates : public RateEvaluator {
  public:
    explicit TieredRates(RateProgram program)
        : program_(std::move(program)), tiers_(interpreted_rates(program_), program_.size()) {}

    int operator()(const double* point, double* memory, double* rates) const override {
        return tiers_.now([&] { return compiled_rates(program_); })(point, memory, rates);
    }

  private:
    RateProgram program_;
    Tiers<RateEvaluator> tiers_;
};

}  // namespace

std::unique_ptr<Evaluator> tiered(Program program) {
    return std::make_unique<TieredEvaluator>(std::move(program));
}

std::unique_ptr<Evaluator> tiered_at_leisure(Program program) {
    return std::make_unique<TieredEvaluator>(std::move(program), calls_at_leisure);
}

std::unique_ptr<RateEvaluator> tiered_rates(RateProgram program) {
    return std::make_unique<TieredRates>(std::move(program));
}

}  // namespace anholon
