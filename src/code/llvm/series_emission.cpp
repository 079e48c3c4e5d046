#include "code/llvm/series_emission.hpp"

#include <algorithm>

#include "code/recurrence.hpp"

namespace anholon::llvm_code {

namespace {

extern "C" bool anholon_start_block(const SeriesLoops* loops, double* memory, const double* scalars,
                                    std::int64_t block) {
    return loops->start(memory, scalars, static_cast<std::size_t>(block));
}
extern "C" void anholon_solve_block(const SeriesLoops* loops, double* memory, std::int64_t block) {
    loops->solve(memory, static_cast<std::size_t>(block));
}

}  // namespace

llvm::Function* SeriesEmission::begin(const std::string& name, llvm::Type* result) {
    auto* pointer = b.getPtrTy();
    auto* f = jit_.function(
        name, llvm::FunctionType::get(result, {pointer, pointer, pointer, b.getInt64Ty()}, false));
    for (unsigned i = 0; i < 3; ++i) f->addParamAttr(i, llvm::Attribute::NoAlias);
    memory_ = f->getArg(0), scalars_ = f->getArg(1), rows_ = f->getArg(2);
    k_ = nullptr;
    std::ranges::fill(values_, nullptr);
    b.SetInsertPoint(llvm::BasicBlock::Create(jit_.context(), "begin", f));
    return f;
}

llvm::BasicBlock* SeriesEmission::block(const char* name) {
    return llvm::BasicBlock::Create(jit_.context(), name, b.GetInsertBlock()->getParent());
}

Arithmetic::Value SeriesEmission::call_address(void* function, llvm::Type* result,
                                               std::initializer_list<Value> arguments) {
    std::vector<llvm::Type*> types;
    for (const Value v : arguments) types.push_back(v->getType());
    auto* target = b.CreateIntToPtr(b.getInt64(reinterpret_cast<std::uint64_t>(function)), b.getPtrTy());
    return b.CreateCall(llvm::FunctionType::get(result, types, false), target,
                        llvm::ArrayRef<Value>(arguments.begin(), arguments.size()));
}

Arithmetic::Value SeriesEmission::leading(std::uint32_t operand) {
    if (is_scalar(operand)) return load(scalars_, operand & ~scalar_flag);
    if (k_ == nullptr && values_[operand] != nullptr) return values_[operand];
    return load(memory_, at_.leading + operand);
}

Arithmetic::Value SeriesEmission::newest(std::uint32_t operand) {
    if (is_scalar(operand)) return nullptr;
    return values_[operand] != nullptr ? values_[operand] : load(memory_, at_.newest + operand);
}

Arithmetic::Value SeriesEmission::rate(std::uint32_t i) {
    const std::uint32_t operand = p_.rates[i];
    if (!is_scalar(operand)) return load(memory_, at_.newest + operand);
    return b.CreateSelect(b.CreateICmpEQ(k_, b.getInt64(1)), leading(operand), number(0));
}

void SeriesEmission::set_order(Value k) {
    k_ = k;
    as_double_ = b.CreateUIToFP(k, type);
    inverse_k_ = b.CreateFDiv(number(1), as_double_);
    std::ranges::fill(values_, nullptr);
}

void SeriesEmission::new_coefficients(std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t i = from; i < to; ++i) values_[i] = made(coefficient(*this, p_, i));
}

void SeriesEmission::store_row(Value k, Value (SeriesEmission::*value)(std::uint32_t)) {
    Value row = b.CreateGEP(b.getDoubleTy(), rows_, b.CreateMul(k, b.getInt64(at_.columns)));
    const auto put = [&](std::uint32_t operand, std::size_t column) {
        b.CreateStore(made((this->*value)(operand)), address(row, column));
    };
    for (std::uint32_t i = 0; i < p_.states; ++i) put(i, i);
    for (std::size_t i = 0; i < p_.watched.size(); ++i) put(p_.watched[i], p_.states + i);
}

// --- order 0

void SeriesEmission::start(std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t i = from; i < to; ++i) {
        values_[i] = made(leading_coefficient(*this, p_, i));
        store(values_[i], at_.leading + i);
        store(values_[i], at_.newest + i);
        store_pivot(i);
    }
}

void SeriesEmission::store_pivot(std::uint32_t i) {
    const Series& s = p_.series[i];
    if (s.kind == Series::Kind::quotient) store(divide(number(1), leading(s.b)), at_.pivot + i);
    if (s.kind == Series::Kind::square_root) store(divide(number(0.5), values_[i]), at_.pivot + i);
    if (s.kind == Series::Kind::turned)
        store(b.CreateSelect(b.CreateFCmpOLT(leading(s.a), number(0)), number(-1), number(1)), at_.pivot + i);
}

void SeriesEmission::return_false_unless(Value is_regular) {
    auto *go_on = block("regular"), *give_up = block("singular");
    b.CreateCondBr(is_regular, go_on, give_up);
    b.SetInsertPoint(give_up);
    b.CreateRet(b.getFalse());
    b.SetInsertPoint(go_on);
}

// --- W z = r

Arithmetic::Value SeriesEmission::unknown(std::uint32_t which, std::uint32_t j) {
    const LinearBlock& block = p_.blocks[which];
    const std::size_t n = block.size();
    if (n > unrolled_block) {
        if (j == 0) solve_in_loops(which);
        return load(memory_, at_.newest + block.z + j);
    }
    if (j == 0) {
        if (k_ == nullptr) invert(which);
        std::vector<Value> right;
        for (std::size_t row = 0; row < n; ++row)
            right.push_back(k_ == nullptr ? leading(block.r[row]) : block_right_side(*this, block, row));
        z_ = block_solution(*this, block, which, right);
    }
    return made(z_[j]);
}

// W_0 in memory becomes its inverse, which all orders use.
void SeriesEmission::invert(std::uint32_t which) {
    const LinearBlock& block = p_.blocks[which];
    for (std::size_t k = 0; k < block.W.size(); ++k) store(leading(block.W[k]), at_.inverse[which] + k);
    return_false_unless(call_address(reinterpret_cast<void*>(&anholon_invert), b.getInt1Ty(),
                                     {address(memory_, at_.inverse[which]), b.getInt64(block.size())}));
}

void SeriesEmission::solve_in_loops(std::uint32_t which) {
    const LinearBlock& block = p_.blocks[which];
    Value loops = b.CreateIntToPtr(b.getInt64(reinterpret_cast<std::uint64_t>(loops_)), b.getPtrTy());
    if (k_ == nullptr) {
        return_false_unless(call_address(reinterpret_cast<void*>(&anholon_start_block), b.getInt1Ty(),
                                         {loops, memory_, scalars_, b.getInt64(which)}));
        return;
    }
    // The loops read what this function may still hold in registers.
    for (const auto* list : {&block.W, &block.r})
        for (const std::uint32_t operand : *list)
            if (!is_scalar(operand) && values_[operand] != nullptr) store_newest(operand);
    call_address(reinterpret_cast<void*>(&anholon_solve_block), b.getVoidTy(),
                 {loops, memory_, b.getInt64(which)});
}

}  // namespace anholon::llvm_code
