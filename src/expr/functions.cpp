#include <array>
#include <optional>

#include "expr/build.hpp"
#include "expr/context.hpp"
#include "expr/range.hpp"

// The elementary functions: values at numbers and at multiples of π, signs pulled out of odd and even
// functions, inverse pairs undone. Everything else is a function node.

namespace anholon {

namespace {

enum class Parity { odd, even, none };

Parity parity(Function f) {
    switch (f) {
        case Function::cos:
        case Function::cosh:
        case Function::abs: return Parity::even;
        case Function::acos:
        case Function::atan2:
        case Function::exp:
        case Function::log:
        case Function::choose: return Parity::none;
        default: return Parity::odd;
    }
}

// sin(kπ) for k with denominator 1, 2, 3, 4 or 6.
std::optional<Expr> sin_of_pi_times(Context& c, Rational k) {
    k -= 2 * floor(k / 2);
    if (k >= Rational(1)) {
        const auto opposite = sin_of_pi_times(c, k - 1);
        return opposite ? std::optional(-*opposite) : std::nullopt;
    }
    if (k > Rational(1, 2)) k = 1 - k;
    if (k.is_zero()) return c.zero();
    if (k == Rational(1, 6)) return c.number(Rational(1, 2));
    if (k == Rational(1, 4)) return sqrt(c.number(2)) / 2;
    if (k == Rational(1, 3)) return sqrt(c.number(3)) / 2;
    if (k == Rational(1, 2)) return c.one();
    return std::nullopt;
}

std::optional<Expr> at_multiple_of_pi(Context& c, Function f, const Rational& k) {
    const auto s = sin_of_pi_times(c, k), co = sin_of_pi_times(c, k + Rational(1, 2));
    if (!s || !co) return std::nullopt;
    switch (f) {
        case Function::sin: return s;
        case Function::cos: return co;
        case Function::tan:
            if (co->id() == Context::zero_id) throw Undefined("tan has a pole at " + k.to_string() + "*pi");
            return *s / *co;
        default: return std::nullopt;
    }
}

std::optional<Expr> at_number(Context& c, Function f, const Rational& x) {
    const auto pi_times = [&](const Rational& k) { return k * c.pi(); };
    switch (f) {
        case Function::sin:
        case Function::tan:
        case Function::sinh:
        case Function::tanh:
            if (x.is_zero()) return c.zero();
            break;
        case Function::cos:
        case Function::cosh:
        case Function::exp:
            if (x.is_zero()) return c.one();
            break;
        case Function::asin:
        case Function::acos: {
            if (abs(x) > Rational(1)) throw Undefined(std::string(name(f)) + " of " + x.to_string());
            const Rational half(1, 2);
            std::optional<Rational> turns;  // asin x / π
            if (x.is_zero()) turns = 0;
            if (abs(x) == half) turns = x / 3;
            if (abs(x).is_one()) turns = x / 2;
            if (turns) return pi_times(f == Function::asin ? *turns : half - *turns);
            break;
        }
        case Function::atan:
            if (x.is_zero()) return c.zero();
            if (abs(x).is_one()) return pi_times(x / 4);
            break;
        case Function::log:
            if (x.sign() <= 0) throw Undefined("log of " + x.to_string());
            if (x.is_one()) return c.zero();
            break;
        case Function::abs: return c.number(abs(x));
        case Function::sign: return c.number(x.sign());
        case Function::atan2:
        case Function::choose: break;
    }
    return std::nullopt;
}

// f(g(u)) = u for the pairs that undo each other on the real line.
bool undoes(Function f, Function g) {
    return (f == Function::sin && g == Function::asin) || (f == Function::cos && g == Function::acos) ||
           (f == Function::tan && g == Function::atan) || (f == Function::exp && g == Function::log) ||
           (f == Function::log && g == Function::exp) || (f == Function::abs && g == Function::abs);
}

}  // namespace

Expr apply(Function f, Expr a) {
    assert(f != Function::atan2 && f != Function::choose);
    Context& c = a.context();
    if (a.is_number())
        if (const auto value = at_number(c, f, a.number())) return *value;
    const auto [k, core] = split_coefficient(c, a.id());
    const Node inner = c.node(core);
    if (inner.kind == Kind::symbol && c.symbol_at(core).kind == SymbolKind::pi)
        if (const auto value = at_multiple_of_pi(c, f, k)) return *value;
    if (k.sign() < 0 && parity(f) != Parity::none) {
        const Expr positive = apply(f, -a);
        return parity(f) == Parity::odd ? -positive : positive;
    }
    if (f == Function::abs && !k.is_one() && !a.is_number()) return k * apply(f, Expr(c, core));
    if (f == Function::sign && !k.is_one() && !a.is_number()) return apply(f, Expr(c, core));
    // What is positive whatever its symbols are has a known sign: |x² + 1|.
    if ((f == Function::abs || f == Function::sign) && !a.is_number()) {
        const Range r = range_for_any_symbols(a);
        if (f == Function::abs && r.sign() != 0) return r.sign() > 0 ? a : -a;
        if (f == Function::sign && r.sign() != 0 && r.is_nonzero()) return c.number(r.sign());
    }
    if (inner.kind == Kind::function && inner.count == 1) {
        const Expr u(c, inner.args[0]);
        if (k.is_one() && undoes(f, inner.function)) return f == Function::abs ? a : u;
        if (f == Function::exp && inner.function == Function::log) return pow(u, k);
    }
    return {c, c.intern(Kind::function, f, std::array{a.id()})};
}

Expr atan2(Expr y, Expr x) {
    Context& c = y.context();
    assert(&c == &x.context());
    if (y.is_number() && x.is_number()) {
        const int sy = y.number().sign(), sx = x.number().sign();
        if (sy == 0 && sx == 0) throw Undefined("atan2(0, 0) has no value");
        if (sy == 0) return sx > 0 ? c.zero() : c.pi();
        if (sx == 0) return Rational(sy, 2) * c.pi();
    }
    return {c, c.intern(Kind::function, Function::atan2, std::array{y.id(), x.id()})};
}

Expr choose(Expr u, Expr a, Expr b) {
    Context& c = u.context();
    assert(&c == &a.context() && &c == &b.context());
    if (a == b) return a;
    if (u.is_number()) return u.number().sign() > 0 ? a : b;
    if (const Range r = range_for_any_symbols(u); r.sign() < 0 || (r.sign() > 0 && r.is_nonzero()))
        return r.sign() > 0 ? a : b;
    const auto [k, core] = split_coefficient(c, u.id());
    const Expr condition = k.sign() > 0 ? Expr(c, core) : -Expr(c, core);
    return {c, c.intern(Kind::function, Function::choose, std::array{condition.id(), a.id(), b.id()})};
}

Expr min(Expr a, Expr b) { return choose(b - a, a, b); }
Expr max(Expr a, Expr b) { return choose(a - b, a, b); }

Expr sin(Expr a) { return apply(Function::sin, a); }
Expr cos(Expr a) { return apply(Function::cos, a); }
Expr tan(Expr a) { return apply(Function::tan, a); }
Expr asin(Expr a) { return apply(Function::asin, a); }
Expr acos(Expr a) { return apply(Function::acos, a); }
Expr atan(Expr a) { return apply(Function::atan, a); }
Expr sinh(Expr a) { return apply(Function::sinh, a); }
Expr cosh(Expr a) { return apply(Function::cosh, a); }
Expr tanh(Expr a) { return apply(Function::tanh, a); }
Expr exp(Expr a) { return apply(Function::exp, a); }
Expr log(Expr a) { return apply(Function::log, a); }
Expr abs(Expr a) { return apply(Function::abs, a); }
Expr sign(Expr a) { return apply(Function::sign, a); }

}  // namespace anholon
