#pragma once

#include "code/llvm/series_emission.hpp"
#include "code/llvm/series_loops.hpp"

namespace anholon::llvm_code {

// The series of one motion.
class SingleEmission : public SeriesEmission {
  public:
    SingleEmission(Jit& jit, llvm::IRBuilder<>& builder, const SeriesProgram& program,
                   const SeriesLayout& layout, const SeriesLoops& loops)
        : SeriesEmission(jit, builder, program, layout, 1), at_(layout), loops_(loops) {}

    Value inner(std::uint32_t sum) override { return load(memory_, at_.near_sum + sum * near); }

  protected:
    // Both return false from the function where W_0 has no inverse.
    void invert(Value matrix, std::size_t n) override;
    bool solve_in_loops(std::uint32_t block) override;

    const SeriesLayout& at_;

  private:
    void return_false_unless(Value is_regular);

    const SeriesLoops& loops_;
};

}  // namespace anholon::llvm_code
