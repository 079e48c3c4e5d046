#include "code/compiler.hpp"

#include "base/module.hpp"

namespace anholon {

const Compiler& compiler() {
    static const Compiler& the =
        *module_function<const Compiler*()>("anholon_code_llvm", "anholon_compiler")();
    return the;
}

namespace {

class CompiledRates : public RateEvaluator {
  public:
    explicit CompiledRates(const RateProgram& p) : code_(rate_code(p, 1)), sign_(p.sign()) {}

    int operator()(const double* point, double* memory, double* rates) const override {
        (*code_)(point, memory, rates);
        return static_cast<int>(memory[sign_]);
    }

  private:
    std::unique_ptr<const RateCode> code_;
    std::size_t sign_;
};

}  // namespace

std::unique_ptr<Evaluator> compiled(Program program) { return compiler().evaluator(program); }

std::unique_ptr<RateCode> rate_code(const RateProgram& program, std::size_t lanes) {
    return compiler().rates(program, lanes, solve_linear);
}

std::unique_ptr<RateEvaluator> compiled_rates(RateProgram program) {
    return std::make_unique<CompiledRates>(program);
}

}  // namespace anholon
