#include "code/compiler.hpp"

#include "base/module.hpp"
#include "code/llvm/batch_kernel.hpp"
#include "code/llvm/evaluator.hpp"
#include "code/llvm/jit.hpp"
#include "code/llvm/rate_code.hpp"
#include "code/llvm/series_kernel.hpp"

namespace anholon::llvm_code {

namespace {

class LlvmCompiler : public Compiler {
  public:
    std::unique_ptr<Evaluator> evaluator(const Program& program) const override {
        return llvm_code::evaluator(program);
    }
    std::unique_ptr<RateCode> rates(const RateProgram& program, std::size_t lanes,
                                    SolveLinear* solve) const override {
        return llvm_code::rate_code(program, lanes, solve);
    }
    std::unique_ptr<SeriesKernel> series(const SeriesProgram& program) const override {
        return series_kernel(program);
    }
    std::unique_ptr<SeriesKernel> batch(const SeriesProgram& program, std::size_t lanes) const override {
        return batch_kernel(program, lanes);
    }
    std::size_t best_lanes() const override { return vector_lanes(); }
};

}  // namespace

}  // namespace anholon::llvm_code

ANHOLON_MODULE_ENTRY const anholon::Compiler* anholon_compiler() {
    static const anholon::llvm_code::LlvmCompiler the;
    return &the;
}
