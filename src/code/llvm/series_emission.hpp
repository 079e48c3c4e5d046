#pragma once

#include "code/llvm/arithmetic.hpp"
#include "code/llvm/jit.hpp"
#include "code/llvm/series_layout.hpp"
#include "code/llvm/series_loops.hpp"

namespace anholon::llvm_code {

// The coefficients of one motion's series as instructions: what coefficient() and leading_coefficient() of recurrence.hpp ask for.
// Values that this function has not made itself are read from the memory of the step.
class SeriesEmission : public Arithmetic {
  public:
    SeriesEmission(Jit& jit, llvm::IRBuilder<>& builder, const SeriesProgram& program,
                   const SeriesLayout& layout)
        : Arithmetic(builder, 1), jit_(jit), p_(program), at_(layout), values_(program.series.size()) {}

    Value leading(std::uint32_t operand);
    Value newest(std::uint32_t operand);
    Value state(std::uint32_t i) { return load(rows_, i); }
    Value rate(std::uint32_t i);
    Value inner(std::uint32_t sum) { return load(memory_, at_.near_sum + sum * near); }
    Value pivot(std::uint32_t i) { return load(memory_, at_.pivot + i); }
    Value over_k(Value v) { return multiply(v, inverse_k_); }
    Value times_k(Value v) { return multiply(v, as_double_); }
    Value unknown(std::uint32_t block, std::uint32_t j);
    Value inverse(std::uint32_t block, std::size_t i, std::size_t j) {
        return load(memory_, at_.inverse[block] + i * p_.blocks[block].size() + j);
    }

  protected:
    // name(memory, scalars, rows, number)
    llvm::Function* begin(const std::string& name, llvm::Type* result);
    llvm::BasicBlock* block(const char* name);
    void when(Value condition, auto&& body) {
        auto *yes = block("when"), *after = block("after");
        b.CreateCondBr(condition, yes, after);
        b.SetInsertPoint(yes);
        body();
        b.CreateBr(after);
        b.SetInsertPoint(after);
    }

    Value address(Value base, std::size_t k) {
        return b.CreateConstInBoundsGEP1_64(b.getDoubleTy(), base, k);
    }
    Value load(Value base, std::size_t k) { return b.CreateLoad(type, address(base, k)); }
    void store(Value v, std::size_t k) { b.CreateStore(v, address(memory_, k)); }

    // Order 0 of the series [from, to); returns false from the function where a linear block is singular.
    void start(std::uint32_t from, std::uint32_t to);
    // Order k of the series [from, to).
    void set_order(Value k);
    void new_coefficients(std::uint32_t from, std::uint32_t to);
    void store_newest(std::uint32_t series) { store(values_[series], at_.newest + series); }
    void store_row(Value k, Value (SeriesEmission::*value)(std::uint32_t));

    static constexpr std::size_t unrolled_block = 8;  // larger linear systems are solved in loops
    const SeriesLoops* loops_ = nullptr;              // for those

    Jit& jit_;
    const SeriesProgram& p_;
    const SeriesLayout& at_;
    Value memory_ = nullptr, scalars_ = nullptr, rows_ = nullptr;
    Value k_ = nullptr, as_double_ = nullptr, inverse_k_ = nullptr;  // k is null at order 0
    std::vector<Value> values_;  // of the order at hand; null if they stand in memory

  private:
    void store_pivot(std::uint32_t i);
    void invert(std::uint32_t block);
    void return_false_unless(Value is_regular);
    void solve_in_loops(std::uint32_t block);
    Value call_address(void* function, llvm::Type* result, std::initializer_list<Value> arguments);

    std::vector<Value> z_;  // of the linear block at hand
};

}  // namespace anholon::llvm_code
