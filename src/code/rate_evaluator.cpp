#include "code/rate_evaluator.hpp"

#include "code/interpreter.hpp"
#include "code/linear_solve.hpp"

namespace anholon {

namespace {

class Interpreter : public RateEvaluator {
  public:
    explicit Interpreter(RateProgram program) : p_(std::move(program)) {}

    int operator()(const double* point, double* memory, double* rates) const override {
        const std::vector<std::uint32_t>& outputs = p_.program.outputs;
        const std::size_t entries = p_.unknowns * (p_.unknowns + 1);
        run(p_.program, p_.constants, p_.z, point, memory);
        double* const system = memory + p_.system();
        for (std::size_t k = 0; k < entries; ++k) system[k] = memory[outputs[k]];
        const int sign = solve_linear(system, p_.unknowns, p_.is_symmetric, memory + p_.z);
        if (sign == 0) return 0;
        run(p_.program, p_.z + p_.unknowns, p_.size(), point, memory);
        for (std::size_t k = 0; k < p_.states; ++k) rates[k] = memory[outputs[entries + k]];
        return sign;
    }

  private:
    RateProgram p_;
};

}  // namespace

std::unique_ptr<RateEvaluator> interpreted_rates(RateProgram program) {
    return std::make_unique<Interpreter>(std::move(program));
}

}  // namespace anholon
