#include "code/llvm/rate_code.hpp"

#include <algorithm>

#include "code/llvm/program_parts.hpp"
#include "code/llvm/solve_emission.hpp"

namespace anholon::llvm_code {

namespace {

using To = ProgramParts::FunctionOutput::To;

class CompiledRates : public RateCode {
  public:
    CompiledRates(const RateProgram& p, std::size_t lanes, SolveLinear* solve) : jit_(effort_for(p.size())) {
        std::vector<bool> in_memory(p.size(), false);
        std::fill_n(in_memory.begin(), p.constants, true);
        ProgramParts code(jit_, p.program, std::move(in_memory), outputs_of(p), lanes, solution_of(p, solve));
        code.add(p.constants, p.size());
        code.emit();
        jit_.compile();
        parts = code.code();
    }

  private:
    static std::size_t entries(const RateProgram& p) { return p.unknowns * (p.unknowns + 1); }

    static std::vector<ProgramParts::FunctionOutput> outputs_of(const RateProgram& p) {
        std::vector<ProgramParts::FunctionOutput> list;
        for (std::size_t k = entries(p); k < p.program.outputs.size(); ++k)
            list.push_back({p.program.outputs[k], To::outputs, k - entries(p)});
        return list;
    }

    static ProgramMiddle solution_of(const RateProgram& p, SolveLinear* solve) {
        ProgramMiddle middle{p.z, static_cast<std::uint32_t>(p.unknowns)};
        const auto first = p.program.outputs.begin();
        middle.reads.assign(first, first + static_cast<std::ptrdiff_t>(entries(p)));
        const LinearSystem system{p.unknowns, p.is_symmetric, p.system(), p.z, p.sign(), solve};
        middle.emit = [system](Arithmetic& m, llvm::Value* memory, std::span<llvm::Value* const> read) {
            return emit_solution(m, system, memory, read);
        };
        return middle;
    }

    Jit jit_;
};

}  // namespace

std::unique_ptr<RateCode> rate_code(const RateProgram& program, std::size_t lanes, SolveLinear* solve) {
    return std::make_unique<CompiledRates>(program, lanes, solve);
}

}  // namespace anholon::llvm_code
