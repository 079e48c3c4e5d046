#include "code/llvm/arithmetic.hpp"

#include "code/llvm/functions.hpp"

namespace anholon::llvm_code {

Arithmetic::Arithmetic(llvm::IRBuilder<>& builder, std::size_t lanes)
    : b(builder),
      lanes(lanes),
      type(lanes == 1 ? builder.getDoubleTy()
                      : static_cast<llvm::Type*>(llvm::FixedVectorType::get(builder.getDoubleTy(),
                                                                            static_cast<unsigned>(lanes)))) {}

Arithmetic::Value Arithmetic::intrinsic(llvm::Intrinsic::ID id, std::initializer_list<Value> arguments) {
    return b.CreateIntrinsic(id, {type}, llvm::ArrayRef<Value>(arguments.begin(), arguments.size()));
}

Arithmetic::Value Arithmetic::add(Value x, Value y) {
    if (x == nullptr) return y;
    return y == nullptr ? x : b.CreateFAdd(x, y);
}

Arithmetic::Value Arithmetic::subtract(Value x, Value y) {
    if (y == nullptr) return x;
    return x == nullptr ? b.CreateFNeg(y) : b.CreateFSub(x, y);
}

Arithmetic::Value Arithmetic::negate(Value x) { return x == nullptr ? nullptr : b.CreateFNeg(x); }

Arithmetic::Value Arithmetic::multiply(Value x, Value y) {
    return x == nullptr || y == nullptr ? nullptr : b.CreateFMul(x, y);
}

Arithmetic::Value Arithmetic::divide(Value x, Value y) { return b.CreateFDiv(made(x), made(y)); }

Arithmetic::Value Arithmetic::add_product(Value x, Value y, Value sum) {
    if (x == nullptr || y == nullptr) return sum;
    return sum == nullptr ? b.CreateFMul(x, y) : intrinsic(llvm::Intrinsic::fmuladd, {x, y, sum});
}

Arithmetic::Value Arithmetic::sign(Value x) {
    const Value negative = b.CreateSelect(b.CreateFCmpOLT(x, number(0)), number(-1), number(0));
    return b.CreateSelect(b.CreateFCmpOGT(x, number(0)), number(1), negative);
}

Arithmetic::Value Arithmetic::call(Op op, Value x, Value y) {
    x = made(x);
    switch (op) {
        case Op::square_root: return intrinsic(llvm::Intrinsic::sqrt, {x});
        case Op::abs: return intrinsic(llvm::Intrinsic::fabs, {x});
        case Op::sign: return sign(x);
        default: return by_library(op, x, made(y));
    }
}

Arithmetic::Value Arithmetic::choose(Value u, Value x, Value y) {
    if (x == nullptr && y == nullptr) return nullptr;
    return b.CreateSelect(b.CreateFCmpOGT(made(u), number(0)), made(x), made(y));
}

Arithmetic::Value Arithmetic::by_library(Op op, Value x, Value y) {
    const bool has_two = op == Op::atan2 || op == Op::power;
    const auto called = [&](llvm::Type* t, std::size_t width, Value u, Value v) -> Value {
        void* address = elementary_function(op, width);
        if (address == nullptr) return nullptr;
        auto* signature =
            has_two ? llvm::FunctionType::get(t, {t, t}, false) : llvm::FunctionType::get(t, {t}, false);
        auto* target = b.CreateIntToPtr(b.getInt64(reinterpret_cast<std::uint64_t>(address)), b.getPtrTy());
        return has_two ? b.CreateCall(signature, target, {u, v}) : b.CreateCall(signature, target, {u});
    };
    if (const Value all = called(type, lanes, x, y)) return all;
    Value result = number(0);
    for (std::uint64_t lane = 0; lane < lanes; ++lane) {
        const Value one = called(b.getDoubleTy(), 1, b.CreateExtractElement(x, lane),
                                 has_two ? b.CreateExtractElement(y, lane) : nullptr);
        result = b.CreateInsertElement(result, one, lane);
    }
    return result;
}

}  // namespace anholon::llvm_code
