#include "expr/expr.hpp"

#include <array>

#include "expr/build.hpp"
#include "expr/context.hpp"

namespace anholon {

std::string_view name(Function f) {
    constexpr std::array names{"sin",  "cos",  "tan", "asin", "acos", "atan", "atan2", "sinh",
                               "cosh", "tanh", "exp", "log",  "abs",  "sign", "choose"};
    return names[static_cast<std::size_t>(f)];
}

Kind Expr::kind() const { return context().node(id_).kind; }

const Rational& Expr::number() const {
    assert(is_number());
    return context().number_at(id_);
}

const Symbol& Expr::symbol() const {
    assert(is_symbol());
    return context().symbol_at(id_);
}

Expr sum(Context& context, std::span<const Term> terms) {
    SumBuilder builder(context);
    for (const Term& t : terms) builder.add(t.coefficient, t.expr.id());
    return {context, builder.finish()};
}

Expr sum(Context& context, std::span<const Expr> terms) {
    SumBuilder builder(context);
    for (const Expr& t : terms) builder.add(1, t.id());
    return {context, builder.finish()};
}

Expr product(Context& context, std::span<const Expr> factors) {
    ProductBuilder builder(context);
    for (const Expr& f : factors) builder.multiply(f.id());
    return {context, builder.finish()};
}

namespace {

Expr combination(const Rational& ca, Expr a, const Rational& cb, Expr b) {
    assert(&a.context() == &b.context());
    if (a.id() == Context::zero_id) return cb * b;
    if (b.id() == Context::zero_id) return ca * a;
    SumBuilder builder(a.context());
    builder.add(ca, a.id());
    builder.add(cb, b.id());
    return {a.context(), builder.finish()};
}

Expr two_powers(Expr a, Expr b, const Rational& exponent_of_b) {
    assert(&a.context() == &b.context());
    ProductBuilder builder(a.context());
    builder.multiply(a.id());
    builder.multiply(b.id(), exponent_of_b);
    return {a.context(), builder.finish()};
}

}  // namespace

Expr operator+(Expr a, Expr b) { return combination(1, a, 1, b); }
Expr operator-(Expr a, Expr b) { return combination(1, a, -1, b); }
Expr operator*(Expr a, Expr b) { return two_powers(a, b, 1); }
Expr operator/(Expr a, Expr b) { return two_powers(a, b, -1); }
Expr operator-(Expr a) { return Rational(-1) * a; }
Expr operator+(Expr a, const Rational& b) { return a + a.context().number(b); }
Expr operator-(Expr a, const Rational& b) { return a + a.context().number(-b); }
Expr operator*(Expr a, const Rational& b) { return b * a; }
Expr operator/(Expr a, const Rational& b) { return a / a.context().number(b); }
Expr operator+(const Rational& a, Expr b) { return b + a; }
Expr operator-(const Rational& a, Expr b) { return b.context().number(a) - b; }
Expr operator*(const Rational& a, Expr b) { return {b.context(), multiple(b.context(), a, b.id())}; }
Expr operator/(const Rational& a, Expr b) { return b.context().number(a) / b; }

Expr pow(Expr base, const Rational& exponent) {
    ProductBuilder builder(base.context());
    builder.multiply(base.id(), exponent);
    return {base.context(), builder.finish()};
}

Expr pow(Expr base, Expr exponent) {
    if (exponent.is_number()) return pow(base, exponent.number());
    return exp(exponent * log(base));
}

Expr sqrt(Expr a) { return pow(a, Rational(1, 2)); }

Expr dot(Expr variable) {
    const Symbol& s = variable.symbol();
    if (s.kind != SymbolKind::variable) throw BadSymbol("'" + s.name + "' does not depend on time");
    return variable.context().variable(s.name, s.dots + 1);
}

}  // namespace anholon
