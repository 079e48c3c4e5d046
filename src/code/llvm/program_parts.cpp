#include "code/llvm/program_parts.hpp"

#include <algorithm>

namespace anholon::llvm_code {

namespace {

// A program of more instructions is cut: register allocation takes more than proportional time. The parts are much shorter. They read
// and write memory, LLVM's scheduler takes each store for one that may change what is loaded, and the time that it spends on them
// grows as their cube: a car with 30 trailers took 1.2 s in parts of 2000, 0.3 s in these, which run no slower.
constexpr std::uint32_t longest_whole = 2000, longest_part = 250;

bool is_made(const Instruction& i) { return i.op != Op::constant && i.op != Op::input; }

// Each rounded by itself: the same digits as the interpreter's.
llvm::Value* operation(Arithmetic& m, Op op, llvm::Value* x, llvm::Value* y) {
    switch (op) {
        case Op::add: return m.add(x, y);
        case Op::subtract: return m.subtract(x, y);
        case Op::multiply: return m.multiply(x, y);
        case Op::divide: return m.divide(x, y);
        case Op::negate: return m.negate(x);
        default: return m.call(op, x, y);
    }
}

std::string name(std::size_t part) { return "part" + std::to_string(part); }

}  // namespace

ProgramParts::ProgramParts(Jit& jit, const Program& program, std::vector<bool> in_memory,
                           std::vector<FunctionOutput> outputs, std::size_t lanes, ProgramMiddle middle)
    : jit_(jit),
      p_(program),
      in_memory_(std::move(in_memory)),
      outputs_(std::move(outputs)),
      lanes_(lanes),
      middle_(std::move(middle)) {}

void ProgramParts::add(std::uint32_t from, std::uint32_t to) {
    const std::uint32_t longest = to - from <= longest_whole ? longest_whole : longest_part;
    do {
        const std::uint32_t end = std::min(from + longest, to);
        ranges_.push_back({from, end});
        from = end;
    } while (from < to);
}

// An output is stored by the part that makes it; a value that is there already, by the first that does not end before its place.
bool ProgramParts::is_in(std::size_t part, const FunctionOutput& output) const {
    const auto ends_behind = [&](const Range& r) { return output.place < r.to; };
    return std::ranges::find_if(ranges_, ends_behind) - ranges_.begin() == static_cast<std::ptrdiff_t>(part);
}

void ProgramParts::keep_what_is_read_later() {
    for (const Range& r : ranges_) {
        const auto keep = [&](std::uint32_t place) {
            if (place < r.from && is_made(p_.instructions[place])) in_memory_[place] = true;
        };
        for (std::uint32_t i = r.from; i < r.to; ++i) {
            const Instruction& instruction = p_.instructions[i];
            if (!is_made(instruction)) continue;
            for (const std::uint32_t argument : {instruction.a, instruction.b, instruction.c}) keep(argument);
        }
        if (has_middle(r)) std::ranges::for_each(middle_.reads, keep);
    }
    for (std::uint32_t k = 0; k < middle_.count; ++k) in_memory_[middle_.at + k] = true;
}

void ProgramParts::emit() {
    keep_what_is_read_later();
    for (std::size_t part = 0; part < ranges_.size(); ++part) emit(part);
}

void ProgramParts::emit(std::size_t part) {
    const auto [from, to] = ranges_[part];
    llvm::IRBuilder<> b(jit_.context());
    auto* pointer = b.getPtrTy();
    auto* f =
        jit_.function(name(part), llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer, pointer}, false));
    // Without it each store is a barrier to the loads behind it, and the scheduler takes quadratic time.
    for (unsigned i = 0; i < 3; ++i) f->addParamAttr(i, llvm::Attribute::NoAlias);
    b.SetInsertPoint(llvm::BasicBlock::Create(jit_.context(), "", f));
    Arithmetic m(b, lanes_);
    const auto at = [&](unsigned argument, std::size_t k) {
        return b.CreateConstInBoundsGEP1_64(m.type, f->getArg(argument), k);
    };
    std::vector<llvm::Value*> values(p_.instructions.size());
    const auto value = [&](std::uint32_t place) {
        llvm::Value*& v = values[place];
        const Instruction& i = p_.instructions[place];
        if (v != nullptr) return v;
        if (i.op == Op::constant) return v = m.number(p_.constants[i.a]);
        return v = b.CreateLoad(m.type, in_memory_[place] ? at(2, place) : at(0, i.a));
    };
    const auto emit_middle = [&] {
        std::vector<llvm::Value*> read;
        for (const std::uint32_t place : middle_.reads) read.push_back(value(place));
        const std::vector<llvm::Value*> made = middle_.emit(m, f->getArg(2), read);
        for (std::uint32_t k = 0; k < middle_.count; ++k)
            b.CreateStore(values[middle_.at + k] = made[k], at(2, middle_.at + k));
    };
    for (std::uint32_t place = from; place < to; ++place) {
        if (place == middle_.at && middle_.count > 0) emit_middle();
        const auto& [op, x, y, z] = p_.instructions[place];
        if (!is_made(p_.instructions[place])) continue;
        values[place] =
            op == Op::choose ? m.choose(value(x), value(y), value(z)) : operation(m, op, value(x), value(y));
        if (in_memory_[place]) b.CreateStore(values[place], at(2, place));
    }
    for (const FunctionOutput& output : outputs_)
        if (is_in(part, output))
            b.CreateStore(value(output.place),
                          at(output.to == FunctionOutput::To::outputs ? 1 : 2, output.at));
    b.CreateRetVoid();
}

std::vector<ProgramParts::Code*> ProgramParts::code() const {
    std::vector<Code*> list;
    for (std::size_t part = 0; part < ranges_.size(); ++part)
        list.push_back(reinterpret_cast<Code*>(jit_.address(name(part))));
    return list;
}

}  // namespace anholon::llvm_code
