#include "code/llvm/functions.hpp"

#include <cmath>

#include "code/llvm/jit.hpp"

// <sleef.h> declares the wide functions only to a compiler that is told to use them. Those with `finz` give the same bits for every
// lane whatever stands in the others; the plain ones take another way for all lanes where the angle of one is large.
#define ANHOLON_SLEEF(name)                          \
    extern "C" void Sleef_finz_##name##d4_u10avx2(); \
    extern "C" void Sleef_finz_##name##d8_u10avx512f();
ANHOLON_SLEEF(sin)
ANHOLON_SLEEF(cos)
ANHOLON_SLEEF(tan)
ANHOLON_SLEEF(asin)
ANHOLON_SLEEF(acos)
ANHOLON_SLEEF(atan)
ANHOLON_SLEEF(atan2)
ANHOLON_SLEEF(sinh)
ANHOLON_SLEEF(cosh)
ANHOLON_SLEEF(tanh)
ANHOLON_SLEEF(exp)
ANHOLON_SLEEF(log)
ANHOLON_SLEEF(pow)
#undef ANHOLON_SLEEF

namespace anholon::llvm_code {

namespace {

using Unary = double (*)(double);
using Binary = double (*)(double, double);

template <class F>
void* chosen(std::size_t lanes, F one, void (*four)(), void (*eight)()) {
    if (lanes == 1) return reinterpret_cast<void*>(one);
    if (lanes > vector_lanes()) return nullptr;
    return lanes == 8 ? reinterpret_cast<void*>(eight) : lanes == 4 ? reinterpret_cast<void*>(four) : nullptr;
}

}  // namespace

void* elementary_function(Op op, std::size_t lanes) {
#define ANHOLON_FUNCTION(kind, name)                                           \
    chosen(lanes, static_cast<kind>(std::name), Sleef_finz_##name##d4_u10avx2, \
           Sleef_finz_##name##d8_u10avx512f)
    switch (op) {
        case Op::sin: return ANHOLON_FUNCTION(Unary, sin);
        case Op::cos: return ANHOLON_FUNCTION(Unary, cos);
        case Op::tan: return ANHOLON_FUNCTION(Unary, tan);
        case Op::asin: return ANHOLON_FUNCTION(Unary, asin);
        case Op::acos: return ANHOLON_FUNCTION(Unary, acos);
        case Op::atan: return ANHOLON_FUNCTION(Unary, atan);
        case Op::atan2: return ANHOLON_FUNCTION(Binary, atan2);
        case Op::sinh: return ANHOLON_FUNCTION(Unary, sinh);
        case Op::cosh: return ANHOLON_FUNCTION(Unary, cosh);
        case Op::tanh: return ANHOLON_FUNCTION(Unary, tanh);
        case Op::exp: return ANHOLON_FUNCTION(Unary, exp);
        case Op::log: return ANHOLON_FUNCTION(Unary, log);
        case Op::power: return ANHOLON_FUNCTION(Binary, pow);
        default: return nullptr;
    }
#undef ANHOLON_FUNCTION
}

}  // namespace anholon::llvm_code
