#include "code/llvm/rate_code.hpp"

#include <algorithm>

#include "code/llvm/program_parts.hpp"

namespace anholon::llvm_code {

namespace {

using To = ProgramParts::Output::To;

class CompiledRates : public RateCode {
  public:
    explicit CompiledRates(const RateProgram& p) : jit_(effort_for(p.size())) {
        std::vector<bool> in_memory(p.size(), false);
        std::fill_n(in_memory.begin(), p.constants, true);
        std::fill_n(in_memory.begin() + p.z, p.unknowns, true);
        ProgramParts parts(jit_, p.program, std::move(in_memory), outputs_of(p));
        if (p.unknowns > 0) parts.add(p.constants, p.z);
        const std::size_t count = parts.count();
        parts.add(p.unknowns > 0 ? p.z + static_cast<std::uint32_t>(p.unknowns) : p.constants, p.size());
        parts.emit();
        jit_.compile();
        const std::vector<Part*> code = parts.code();
        before.assign(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(count));
        after.assign(code.begin() + static_cast<std::ptrdiff_t>(count), code.end());
    }

  private:
    static std::vector<ProgramParts::Output> outputs_of(const RateProgram& p) {
        const std::size_t entries = p.unknowns * (p.unknowns + 1);
        std::vector<ProgramParts::Output> list;
        for (std::size_t k = 0; k < p.program.outputs.size(); ++k) {
            const bool is_rate = k >= entries;
            list.push_back({p.program.outputs[k], is_rate ? To::outputs : To::memory,
                            is_rate ? k - entries : p.system() + k});
        }
        return list;
    }

    Jit jit_;
};

}  // namespace

std::unique_ptr<RateCode> rate_code(const RateProgram& program) {
    return std::make_unique<CompiledRates>(program);
}

}  // namespace anholon::llvm_code
