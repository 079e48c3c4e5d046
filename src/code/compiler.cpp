#include "code/compiler.hpp"

#include "base/module.hpp"
#include "code/linear_solve.hpp"

namespace anholon {

const Compiler& compiler() {
    static const Compiler& the =
        *module_function<const Compiler*()>("anholon_code_llvm", "anholon_compiler")();
    return the;
}

namespace {

class CompiledRates : public RateEvaluator {
  public:
    explicit CompiledRates(const RateProgram& p)
        : code_(compiler().rates(p)),
          unknowns_(p.unknowns),
          system_(p.system()),
          z_(p.z),
          is_symmetric_(p.is_symmetric) {}

    int operator()(const double* point, double* memory, double* rates) const override {
        for (RateCode::Part* part : code_->before) part(point, rates, memory);
        const int sign = solve_linear(memory + system_, unknowns_, is_symmetric_, memory + z_);
        if (sign == 0) return 0;
        for (RateCode::Part* part : code_->after) part(point, rates, memory);
        return sign;
    }

  private:
    std::unique_ptr<const RateCode> code_;
    std::size_t unknowns_, system_, z_;
    bool is_symmetric_;
};

}  // namespace

std::unique_ptr<Evaluator> compiled(Program program) { return compiler().evaluator(program); }

std::unique_ptr<RateEvaluator> compiled_rates(RateProgram program) {
    return std::make_unique<CompiledRates>(program);
}

}  // namespace anholon
