#include "code/llvm/series_emission.hpp"

#include <algorithm>

#include "code/recurrence.hpp"

namespace anholon::llvm_code {

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
    return load(memory_, places_.leading + operand);
}

Arithmetic::Value SeriesEmission::newest(std::uint32_t operand) {
    if (is_scalar(operand)) return nullptr;
    return values_[operand] != nullptr ? values_[operand] : load(memory_, places_.newest + operand);
}

Arithmetic::Value SeriesEmission::rate(std::uint32_t i) {
    const std::uint32_t operand = p_.rates[i];
    if (!is_scalar(operand)) return load(memory_, places_.newest + operand);
    return b.CreateSelect(b.CreateICmpEQ(k_, b.getInt64(1)), leading(operand), number(0));
}

void SeriesEmission::set_order(Value k) {
    k_ = k;
    Value real = b.CreateUIToFP(k, b.getDoubleTy());
    const auto everywhere = [&](Value v) {
        return lanes == 1 ? v : b.CreateVectorSplat(static_cast<unsigned>(lanes), v);
    };
    as_number_ = everywhere(real);
    inverse_k_ = everywhere(b.CreateFDiv(llvm::ConstantFP::get(b.getDoubleTy(), 1), real));
    std::ranges::fill(values_, nullptr);
}

void SeriesEmission::new_coefficients(std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t i = from; i < to; ++i) values_[i] = made(coefficient(*this, p_, i));
}

void SeriesEmission::store_row(Value k, Value (SeriesEmission::*value)(std::uint32_t)) {
    Value row = address(rows_, b.CreateMul(k, b.getInt64(places_.columns)));
    const auto put = [&](std::uint32_t operand, std::size_t column) {
        store_at(made((this->*value)(operand)), address(row, column));
    };
    for (std::uint32_t i = 0; i < p_.states; ++i) put(i, i);
    for (std::size_t i = 0; i < p_.watched.size(); ++i) put(p_.watched[i], p_.states + i);
}

void SeriesEmission::store_rates() {
    Value row = address(rows_, places_.columns);
    for (std::uint32_t i = 0; i < p_.states; ++i) store_at(made(leading(p_.rates[i])), address(row, i));
}

void SeriesEmission::leading_coefficients(std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t i = from; i < to; ++i) {
        values_[i] = made(leading_coefficient(*this, p_, i));
        store(values_[i], places_.leading + i);
        if (keeps_newest(i)) store_newest(i);
        store_pivot(i);
    }
}

void SeriesEmission::store_pivot(std::uint32_t i) {
    const Series& s = p_.series[i];
    const auto put = [&](Value v) { store(v, places_.pivot + i); };
    if (s.kind == Series::Kind::quotient) put(divide(number(1), leading(s.b)));
    if (s.kind == Series::Kind::square_root) put(divide(number(0.5), values_[i]));
    if (s.kind == Series::Kind::turned)
        put(b.CreateSelect(b.CreateFCmpOLT(leading(s.a), number(0)), number(-1), number(1)));
}

Arithmetic::Value SeriesEmission::unknown(std::uint32_t which, std::uint32_t j) {
    const LinearBlock& block = p_.blocks[which];
    if (j == 0) {
        z_.clear();
        if (!solve_in_loops(which)) {
            if (k_ == nullptr) {
                for (std::size_t k = 0; k < block.W.size(); ++k)
                    store(leading(block.W[k]), places_.inverse[which] + k);
                invert(address(memory_, places_.inverse[which]), block.size());
            }
            std::vector<Value> right;
            for (std::size_t row = 0; row < block.size(); ++row)
                right.push_back(k_ == nullptr ? leading(block.r[row]) : block_right_side(*this, block, row));
            z_ = block_solution(*this, block, which, right);
        }
    }
    return z_.empty() ? load(memory_, places_.newest + block.z + j) : made(z_[j]);
}

}  // namespace anholon::llvm_code
