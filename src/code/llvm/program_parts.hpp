#pragma once

#include <functional>
#include <span>
#include <vector>

#include "code/llvm/arithmetic.hpp"
#include "code/llvm/jit.hpp"
#include "code/program.hpp"

namespace anholon::llvm_code {

// What no instruction makes: the values of the places [at, at + count), of those of the places `reads`. They are emitted where the
// program comes to them, and stored.
struct ProgramMiddle {
    std::uint32_t at = 0, count = 0;
    std::vector<std::uint32_t> reads = {};
    std::function<std::vector<llvm::Value*>(Arithmetic&, llvm::Value* memory,
                                            std::span<llvm::Value* const> read)>
        emit = {};
};

// A program as functions of (inputs, outputs, memory), each of some of its instructions, that are called one after the other. What one
// makes and a later one reads goes through memory, where each instruction has a place. With several lanes each number stands there
// `lanes` times, at a 64-byte boundary.
class ProgramParts {
  public:
    using Code = void(const double* inputs, double* outputs, double* memory);
    // Where the value of an instruction is to be put.
    struct FunctionOutput {
        std::uint32_t place;
        enum class To { outputs, memory } to;
        std::size_t at;
    };

    // `in_memory`: the instructions whose values the caller puts there.
    ProgramParts(Jit& jit, const Program& program, std::vector<bool> in_memory,
                 std::vector<FunctionOutput> outputs, std::size_t lanes = 1, ProgramMiddle middle = {});

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
    bool is_in(std::size_t part, const FunctionOutput& output) const;
    bool has_middle(const Range& r) const {
        return middle_.count > 0 && r.from <= middle_.at && middle_.at < r.to;
    }

    Jit& jit_;
    const Program& p_;
    std::vector<bool> in_memory_;
    std::vector<FunctionOutput> outputs_;
    std::size_t lanes_;
    ProgramMiddle middle_;
    std::vector<Range> ranges_;
};

}  // namespace anholon::llvm_code
