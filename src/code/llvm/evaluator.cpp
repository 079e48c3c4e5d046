#include "code/llvm/evaluator.hpp"

#include <algorithm>

#include "code/llvm/program_parts.hpp"

namespace anholon::llvm_code {

namespace {

using To = ProgramParts::FunctionOutput::To;

class Compiled : public Evaluator {
  public:
    explicit Compiled(const Program& program) : jit_(effort_for(program.instructions.size())) {
        std::vector<ProgramParts::FunctionOutput> outputs;
        for (std::size_t k = 0; k < program.outputs.size(); ++k)
            outputs.push_back({program.outputs[k], To::outputs, k});
        const auto count = static_cast<std::uint32_t>(program.instructions.size());
        ProgramParts parts(jit_, program, std::vector<bool>(count), std::move(outputs));
        parts.add(0, count);
        parts.emit();
        jit_.compile();
        parts_ = parts.code();
        if (parts.count() > 1) memory_ = count;
    }

    void operator()(const double* inputs, double* outputs) const override {
        if (memory_ == 0) return parts_[0](inputs, outputs, nullptr);
        thread_local std::vector<double> memory;
        memory.resize(std::max(memory.size(), memory_));
        for (ProgramParts::Code* part : parts_) part(inputs, outputs, memory.data());
    }

  private:
    Jit jit_;
    std::size_t memory_ = 0;
    std::vector<ProgramParts::Code*> parts_;
};

}  // namespace

std::unique_ptr<Evaluator> evaluator(const Program& program) { return std::make_unique<Compiled>(program); }

}  // namespace anholon::llvm_code
