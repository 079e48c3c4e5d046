#include "code/llvm/evaluator.hpp"

#include <algorithm>

#include "code/llvm/arithmetic.hpp"
#include "code/llvm/jit.hpp"

namespace anholon::llvm_code {

namespace {

// A function of more instructions is cut: register allocation takes more than proportional time.
constexpr std::size_t cut = 2000;
// Beyond this the code generator's better code comes too late for most uses.
constexpr std::size_t quick_above = 20000;

using Code = void(const double* inputs, double* outputs, double* memory);

class Compiled : public Evaluator {
  public:
    explicit Compiled(const Program& program)
        : jit_(program.instructions.size() > quick_above ? Effort::quick : Effort::thorough),
          memory_(program.instructions.size() > cut ? program.instructions.size() : 0) {
        const auto count = static_cast<std::uint32_t>(program.instructions.size());
        std::uint32_t parts = 0;
        for (std::uint32_t from = 0; from == 0 || from < count; from += cut)
            emit(program, from, std::min<std::uint32_t>(from + cut, count), "part" + std::to_string(parts++));
        jit_.compile();
        for (std::uint32_t k = 0; k < parts; ++k)
            parts_.push_back(reinterpret_cast<Code*>(jit_.address("part" + std::to_string(k))));
    }

    void operator()(const double* inputs, double* outputs) const override {
        if (memory_ == 0) return parts_[0](inputs, outputs, nullptr);
        std::vector<double> memory(memory_);
        for (Code* part : parts_) part(inputs, outputs, memory.data());
    }

  private:
    // The instructions [from, to); what earlier parts made is read from memory.
    void emit(const Program& program, std::uint32_t from, std::uint32_t to, const std::string& name) {
        llvm::IRBuilder<> b(jit_.context());
        auto* pointer = b.getPtrTy();
        auto* f =
            jit_.function(name, llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer, pointer}, false));
        b.SetInsertPoint(llvm::BasicBlock::Create(jit_.context(), "", f));
        Arithmetic m(b, 1);
        const auto at = [&](unsigned argument, std::size_t k) {
            return b.CreateConstInBoundsGEP1_64(m.type, f->getArg(argument), k);
        };
        std::vector<llvm::Value*> values(program.instructions.size());
        const auto value = [&](std::uint32_t place) {
            llvm::Value*& v = values[place];
            const Instruction& i = program.instructions[place];
            if (v != nullptr) return v;
            if (i.op == Op::constant) return v = m.number(program.constants[i.a]);
            return v = b.CreateLoad(m.type, i.op == Op::input ? at(0, i.a) : at(2, place));
        };
        for (std::uint32_t place = from; place < to; ++place) {
            const auto& [op, x, y, z] = program.instructions[place];
            if (op == Op::constant || op == Op::input) continue;
            values[place] = op == Op::choose ? m.choose(value(x), value(y), value(z))
                                             : operation(m, op, value(x), value(y));
            if (memory_ > 0) b.CreateStore(values[place], at(2, place));
        }
        for (std::size_t k = 0; k < program.outputs.size() && to == program.instructions.size(); ++k)
            b.CreateStore(value(program.outputs[k]), at(1, k));
        b.CreateRetVoid();
    }

    // Each rounded by itself: the same digits as the interpreter's and as those of exported C.
    static llvm::Value* operation(Arithmetic& m, Op op, llvm::Value* x, llvm::Value* y) {
        switch (op) {
            case Op::add: return m.add(x, y);
            case Op::subtract: return m.subtract(x, y);
            case Op::multiply: return m.multiply(x, y);
            case Op::divide: return m.divide(x, y);
            case Op::negate: return m.negate(x);
            default: return m.call(op, x, y);
        }
    }

    Jit jit_;
    std::size_t memory_;
    std::vector<Code*> parts_;
};

}  // namespace

std::unique_ptr<Evaluator> evaluator(const Program& program) { return std::make_unique<Compiled>(program); }

}  // namespace anholon::llvm_code
