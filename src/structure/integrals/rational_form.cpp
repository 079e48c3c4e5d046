#include "structure/integrals/rational_form.hpp"

#include "expr/normal_form.hpp"
#include "expr/print.hpp"
#include "expr/simplify.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxTerms = 4000;

Expr written(const Polynomial& p, const std::vector<Expr>& generators) {
    Context& c = generators[0].context();
    Expr sum = c.zero();
    p.for_each_term([&](const Rational& k, std::span<const long> exponents) {
        Expr term = c.number(k);
        for (std::size_t i = 0; i < exponents.size(); ++i)
            if (exponents[i] != 0) term = term * pow(generators[i], Rational(exponents[i]));
        sum += term;
    });
    return simplified(sum);
}

// p with −r in the place of the root r.
Polynomial conjugate(const Polynomial& p, std::size_t r) {
    Polynomial out = p.ring().zero();
    p.for_each_term([&](const Rational& k, std::span<const long> exponents) {
        out = out + p.ring().term(exponents[r] % 2 == 0 ? k : -k, exponents);
    });
    return out;
}

// Without square roots in the denominator.
Fraction with_rational_denominator(const NormalForms& forms) {
    Fraction f = forms[0];
    for (std::size_t i = 0; i < forms.ring().generators(); ++i) {
        if (forms.generator(i).kind() != Kind::product || f.denominator.degree(i) <= 0) continue;
        const Polynomial other = conjugate(f.denominator, i);
        f = Fraction(reduce(f.numerator * other), reduce(f.denominator * other));
    }
    return f;
}

}  // namespace

Expr rational_form(Expr e, const WrittenAs& written_as) {
    Context& c = e.context();
    try {
        const NormalForms forms(std::span(&e, 1), kMaxTerms);
        if (forms[0].is_zero()) return c.zero();
        const Fraction f = with_rational_denominator(forms);
        const auto above = factor(f.numerator), below = factor(f.denominator);
        if (!above || !below || forms.ring().generators() == 0) return simplified(e);
        std::vector<Expr> generators;
        bool is_other = false;
        for (std::size_t i = 0; i < forms.ring().generators(); ++i) {
            const Expr generator = forms.generator(i);
            generators.push_back(written_as ? written_as(generator) : generator);
            is_other = is_other || generators.back() != generator;
        }
        Expr out = c.number(above->constant / below->constant);
        for (const auto& [p, k] : above->powers) out = out * pow(written(p, generators), Rational(k));
        for (const auto& [p, k] : below->powers) out = out * pow(written(p, generators), Rational(-k));
        if (is_other) return rational_form(out);
        const Expr simple = simplified(e);
        return text(out).size() <= text(simple).size() ? out : simple;
    } catch (const TooLarge&) {
        return simplified(e);
    }
}

}  // namespace anholon
