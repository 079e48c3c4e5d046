#pragma once

#include <vector>

#include "code/llvm/arithmetic.hpp"
#include "code/llvm/jit.hpp"
#include "code/program.hpp"

namespace anholon::llvm_code {

// A program as functions of (inputs, outputs, memory), each of some of its instructions, that are called one after the other. What one
// makes and a later one reads goes through memory, where each instruction has a place.
class ProgramParts {
  public:
    using Code = void(const double* inputs, double* outputs, double* memory);
    // Where the value of an instruction is to be put.
    struct Output {
        std::uint32_t place;
        enum class To { outputs, memory } to;
        std::size_t at;
    };

    // `in_memory`: the instructions whose values the caller puts there.
    ProgramParts(Jit& jit, const Program& program, std::vector<bool> in_memory, std::vector<Output> outputs);

    // The instructions [from, to), cut where they are too many for one function. Parts are added in the order of the program.
    void add(std::uint32_t from, std::uint32_t to);
    std::size_t count() const { return ranges_.size(); }

    void emit();                      // all of them
    std::vector<Code*> code() const;  // after the compilation

  private:
    struct Range {
        std::uint32_t from, to;
    };
    void keep_what_is_read_later();
    void emit(std::size_t part);
    bool is_in(std::size_t part, const Output& output) const;

    Jit& jit_;
    const Program& p_;
    std::vector<bool> in_memory_;
    std::vector<Output> outputs_;
    std::vector<Range> ranges_;
};

}  // namespace anholon::llvm_code
