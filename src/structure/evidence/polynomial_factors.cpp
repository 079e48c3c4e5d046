#include "structure/evidence/polynomial_factors.hpp"

#include "expr/normal_form.hpp"
#include "expr/simplify.hpp"

namespace anholon {

namespace {

constexpr SimplifyOptions kThorough{.max_terms = 1500, .max_nodes = 3000, .max_angle_terms = 150};

// F = g² + (what does not hold g): the relation g² = … by which polynomials are reduced.
struct SquareRelation {
    std::size_t generator;
    Polynomial replacement;
};
std::optional<SquareRelation> square_relation(const Polynomial& F) {
    for (std::size_t g = 0; g < F.ring().generators(); ++g) {
        if (F.degree(g) != 2) continue;
        Polynomial rest = F.ring().zero();
        bool plain = true;
        F.for_each_term([&](const Rational& k, std::span<const long> exponents) {
            long others = 0;
            for (const long e : exponents) others += e;
            if (exponents[g] == 0)
                rest = rest - F.ring().term(k, exponents);
            else if (exponents[g] != 2 || others != 2 || !k.is_one())
                plain = false;
        });
        if (plain) return SquareRelation{g, rest};
    }
    return std::nullopt;
}

// Numerator and denominator of e on the geometric constraints.
struct OnConstraints {
    NormalForms forms;
    Polynomial numerator, denominator;
};

// Throws TooLarge.
OnConstraints on_constraints(const Setting& s, Expr e, std::size_t max_terms) {
    std::vector<Expr> all{e};
    for (const Expr& F : s.system.functions_of_place()) all.push_back(F);
    NormalForms forms(all, max_terms);
    Polynomial N = forms[0].numerator, D = forms[0].denominator;
    for (std::size_t k = 1; k < all.size(); ++k)
        if (const auto relation = square_relation(forms[k].numerator)) {
            N = reduce(N, relation->generator, 2, relation->replacement);
            D = reduce(D, relation->generator, 2, relation->replacement);
        }
    return {std::move(forms), std::move(N), std::move(D)};
}

}  // namespace

std::vector<PolynomialFactor> polynomial_factors(const Setting& s, Expr e, std::size_t max_terms) {
    try {
        const OnConstraints here = on_constraints(s, e, max_terms);
        if (here.numerator.is_zero()) return {{s.c.zero(), 1}};
        const auto factors = factor(here.numerator);
        if (!factors) return {{e, 1}};
        std::vector<PolynomialFactor> list;
        for (const auto& [p, exponent] : factors->powers)
            list.push_back({simplified(here.forms.expr(p), kThorough), exponent});
        return list;
    } catch (const TooLarge&) {
        return {{e, 1}};
    }
}

std::vector<PolynomialFactor> rational_factors(const Setting& s, Expr e, std::size_t max_terms) {
    try {
        const OnConstraints here = on_constraints(s, e, max_terms);
        if (here.numerator.is_zero() || here.denominator.is_zero()) return {};
        const auto above = factor(here.numerator), below = factor(here.denominator);
        if (!above || !below) return {};
        std::vector<PolynomialFactor> list;
        for (const auto& [p, exponent] : above->powers)
            list.push_back({simplified(here.forms.expr(p), kThorough), exponent});
        for (const auto& [p, exponent] : below->powers)
            list.push_back({simplified(here.forms.expr(p), kThorough), -exponent});
        return list;
    } catch (const TooLarge&) {
        return {};
    }
}

}  // namespace anholon
