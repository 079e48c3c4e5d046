#pragma once

#include "code/llvm/arithmetic.hpp"
#include "code/llvm/jit.hpp"
#include "code/llvm/series_layout.hpp"

namespace anholon::llvm_code {

// The coefficients of series as instructions, of one motion or of several side by side: what coefficient() and leading_coefficient()
// of recurrence.hpp ask for. Values that the function at hand has not made itself are read from the memory of the step.
class SeriesEmission : public Arithmetic {
  public:
    SeriesEmission(Jit& jit, llvm::IRBuilder<>& builder, const SeriesProgram& program,
                   const StepLayout& layout, std::size_t lanes)
        : Arithmetic(builder, lanes),
          jit_(jit),
          p_(program),
          values_(program.series.size()),
          places_(layout) {}
    virtual ~SeriesEmission() = default;

    Value leading(std::uint32_t operand);
    Value newest(std::uint32_t operand);
    Value state(std::uint32_t i) { return load(rows_, i); }
    virtual Value rate(std::uint32_t i);
    virtual Value inner(std::uint32_t sum) = 0;
    Value pivot(std::uint32_t i) { return load(memory_, places_.pivot + i); }
    Value over_k(Value v) { return multiply(v, inverse_k_); }
    Value times_k(Value v) { return multiply(v, as_number_); }
    Value unknown(std::uint32_t block, std::uint32_t j);
    Value inverse(std::uint32_t block, std::size_t i, std::size_t j) {
        return load(memory_, places_.inverse[block] + i * p_.blocks[block].size() + j);
    }

  protected:
    // name(memory, scalars, rows, number)
    llvm::Function* begin(const std::string& name, llvm::Type* result);
    llvm::BasicBlock* block(const char* name);

    Value address(Value base, Value k) { return b.CreateInBoundsGEP(type, base, k); }
    Value address(Value base, std::size_t k) { return address(base, b.getInt64(k)); }
    Value load(Value at) { return b.CreateAlignedLoad(type, at, llvm::Align(lanes * 8)); }
    Value load(Value base, std::size_t k) { return load(address(base, k)); }
    void store_at(Value v, Value at) { b.CreateAlignedStore(v, at, llvm::Align(lanes * 8)); }
    void store(Value v, std::size_t k) { store_at(v, address(memory_, k)); }
    Value call_address(void* function, llvm::Type* result, std::initializer_list<Value> arguments);

    // Order 0 of the series [from, to).
    void leading_coefficients(std::uint32_t from, std::uint32_t to);
    // Order k of the series [from, to).
    void set_order(Value k);
    void new_coefficients(std::uint32_t from, std::uint32_t to);
    virtual bool keeps_newest(std::uint32_t) const {
        return true;
    }  // of order 0 in memory, for other functions
    void store_newest(std::uint32_t series) { store(values_[series], places_.newest + series); }
    void store_row(Value k, Value (SeriesEmission::*value)(std::uint32_t));
    void store_rates();  // after order 0, as row 1

    // W_0, which stands at `matrix`, becomes its inverse.
    virtual void invert(Value matrix, std::size_t n) = 0;
    // Whether a block is too large to be written out; z is then put into memory.
    virtual bool solve_in_loops(std::uint32_t) { return false; }

    Jit& jit_;
    const SeriesProgram& p_;
    Value memory_ = nullptr, scalars_ = nullptr, rows_ = nullptr;
    Value k_ = nullptr;          // null at order 0
    std::vector<Value> values_;  // of the order at hand; null if they stand in memory

  private:
    void store_pivot(std::uint32_t i);

    const StepLayout& places_;
    Value as_number_ = nullptr, inverse_k_ = nullptr;  // k and 1/k
    std::vector<Value> z_;  // of the linear block at hand; empty if they stand in memory
};

}  // namespace anholon::llvm_code
