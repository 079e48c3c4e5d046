#pragma once

#include <llvm/IR/IRBuilder.h>

#include "code/program.hpp"

namespace anholon::llvm_code {

// Arithmetic on doubles, or on `lanes` of them side by side, as instructions. A null value is zero, and what it makes
// trivial is not emitted.
class Arithmetic {
  public:
    using Value = llvm::Value*;

    Arithmetic(llvm::IRBuilder<>& builder, std::size_t lanes);

    llvm::IRBuilder<>& b;
    const std::size_t lanes;
    llvm::Type* const type;

    Value zero() const { return nullptr; }
    Value number(double value) const { return llvm::ConstantFP::get(type, value); }
    Value made(Value a) const { return a == nullptr ? number(0) : a; }

    Value add(Value a, Value b);
    Value subtract(Value a, Value b);
    Value negate(Value a);
    Value multiply(Value a, Value b);
    Value divide(Value a, Value b);
    Value add_product(Value a, Value b, Value sum);  // a b + sum, in one rounding where the machine can
    Value call(Op op, Value a, Value b);             // the functions of one and two arguments
    Value choose(Value u, Value a, Value b);         // a where u > 0, else b

  private:
    Value intrinsic(llvm::Intrinsic::ID id, std::initializer_list<Value> arguments);
    Value sign(Value a);
    Value by_library(Op op, Value a, Value b);
};

}  // namespace anholon::llvm_code
