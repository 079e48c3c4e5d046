#include "structure/groups/invariant_lines.hpp"

#include <algorithm>

#include "expr/normal_form.hpp"
#include "expr/simplify.hpp"
#include "structure/zeros/numerator.hpp"

namespace anholon {

namespace {

using Coefficients = std::vector<Rational>;  // Σ c_k x^k, without zeros at the end

Coefficients trimmed(Coefficients p) {
    while (!p.empty() && p.back().is_zero()) p.pop_back();
    return p;
}

Coefficients differentiated(const Coefficients& p) {
    Coefficients out;
    for (std::size_t k = 1; k < p.size(); ++k) out.push_back(p[k] * Rational(static_cast<long>(k)));
    return out;
}

Coefficients remainder(Coefficients a, const Coefficients& b) {
    while (a.size() >= b.size()) {
        const Rational factor = a.back() / b.back();
        for (std::size_t k = 0; k < b.size(); ++k) a[a.size() - b.size() + k] -= factor * b[k];
        a.pop_back();
        a = trimmed(std::move(a));
    }
    return a;
}

Coefficients greatest_divisor(Coefficients a, Coefficients b) {
    while (!b.empty()) {
        Coefficients r = remainder(a, b);
        a = std::move(b);
        b = std::move(r);
    }
    return a;
}

// Sturm: distinct real roots are the sign changes lost between −∞ and +∞.
int distinct_real_roots(const Coefficients& p) {
    std::vector<Coefficients> chain{p, differentiated(p)};
    while (!chain.back().empty()) {
        Coefficients r = remainder(chain[chain.size() - 2], chain.back());
        for (Rational& c : r) c = -c;
        chain.push_back(std::move(r));
    }
    chain.pop_back();
    const auto changes = [&](bool at_minus_infinity) {
        int count = 0, last = 0;
        for (const Coefficients& q : chain) {
            const int sign = q.back().sign() * (at_minus_infinity && q.size() % 2 == 0 ? -1 : 1);
            count += last != 0 && sign != last;
            last = sign;
        }
        return count;
    };
    return changes(true) - changes(false);
}

// Each root of p counts once in p, once more in gcd(p, p') for each further multiplicity.
int real_roots_with_multiplicity(Coefficients p) {
    int count = 0;
    while (p.size() > 1) {
        count += distinct_real_roots(p);
        p = greatest_divisor(p, differentiated(p));
    }
    return count;
}

}  // namespace

RealRoots real_roots(std::span<const Rational> coefficients) {
    Coefficients p(coefficients.begin(), coefficients.end());
    p = trimmed(std::move(p));
    if (p.empty()) return {};
    RealRoots out;
    const int at_infinity = static_cast<int>(coefficients.size() - p.size());  // the point (0 : 1)
    out.with_multiplicity = at_infinity + real_roots_with_multiplicity(p);
    out.distinct = (at_infinity > 0) + (p.size() > 1 ? distinct_real_roots(p) : 0);
    return out;
}

namespace {

Substitution parameter_values(const System& system) {
    Substitution values;
    for (const Parameter& p : system.parameters) values.emplace_back(p.symbol, p.exact);
    return values;
}

// Coefficients of the binary form e(x_1, x_2) of this degree; nothing if they are no rationals.
std::optional<Coefficients> binary_form(Expr e, std::span<const Expr> x, int degree) {
    Context& c = e.context();
    Expr f = substitute(e, {{x[0], c.one()}});
    Coefficients out;
    Rational factorial = 1;
    for (int k = 0; k <= degree; ++k) {
        if (k > 0) {
            f = derivative(f, x[1]);
            factorial *= k;
        }
        const Expr value = simplified(substitute(f, {{x[1], c.zero()}}));
        if (!value.is_number()) return std::nullopt;
        out.push_back(value.number() / factorial);
    }
    return out;
}

long degree_in(const Polynomial& p, const NormalForms& forms, std::span<const Expr> x) {
    long degree = 0;
    p.for_each_term([&](const Rational&, std::span<const long> exponents) {
        long sum = 0;
        for (std::size_t i = 0; i < exponents.size(); ++i)
            if (std::ranges::find(x, forms.generator(i)) != x.end()) sum += exponents[i];
        degree = std::max(degree, sum);
    });
    return degree;
}

// The linear factors that v_1 and v_2 have in common.
std::vector<Expr> common_lines(const std::vector<Expr>& v, std::span<const Expr> x) try {
    const NormalForms forms(v);
    Polynomial common = forms[0].numerator;
    if (!forms[1].is_zero())
        common = forms[0].is_zero() ? forms[1].numerator : gcd(common, forms[1].numerator);
    std::vector<Expr> lines;
    if (common.is_zero()) return lines;
    const auto factors = factor(common);
    if (!factors) return lines;
    for (const auto& [p, power] : factors->powers)
        if (degree_in(p, forms, x) == 1) lines.push_back(simplified(forms.expr(p)));
    return lines;
} catch (const TooLarge&) {
    return {};
}

}  // namespace

PlaneQuadratic plane_quadratic(const Setting& s, const ReducedSystem& reduced) {
    const std::vector<Expr>&x = reduced.x, &v = reduced.v;
    PlaneQuadratic out;
    out.cubic = numerator(x[0] * v[1] - x[1] * v[0]);
    const Substitution values = parameter_values(s.system);
    const std::vector<Expr> here = substitute(v, values);
    out.equilibria = common_lines(v, x);
    if (out.equilibria.empty()) {
        out.equilibria = common_lines(here, x);
        out.for_these_parameters = !out.equilibria.empty();
    }
    if (!out.equilibria.empty())
        for (const Expr& component : out.for_these_parameters ? here : v)
            out.linear.push_back(simplified(component / out.equilibria[0]));
    if (const auto cubic = binary_form(substitute(out.cubic, values), x, 3)) {
        out.every_line = std::ranges::all_of(*cubic, [](const Rational& c) { return c.is_zero(); });
        const RealRoots roots = real_roots(*cubic);
        out.real_lines = roots.with_multiplicity;
        out.distinct_lines = roots.distinct;
    }
    const auto first = binary_form(here[0], x, 2), second = binary_form(here[1], x, 2);
    if (first && second) {
        // A common root (1 : s) or (0 : 1).
        const Coefficients common = greatest_divisor(trimmed(*first), trimmed(*second));
        const bool at_infinity = first->back().is_zero() && second->back().is_zero();
        out.vanishes_off_origin =
            at_infinity || common.empty() || (common.size() > 1 && distinct_real_roots(common) > 0);
    }
    return out;
}

std::optional<QuadraticField> quadratic_field(const Setting& s, const ReducedSystem& reduced) {
    const std::size_t p = reduced.x.size();
    QuadraticField out{p, {}};
    const Substitution values = parameter_values(s.system);
    for (const Expr& v : substitute(reduced.v, values)) {
        const Matrix H = hessian(v, reduced.x);
        for (const Expr& entry : H.entries()) {
            const Expr number = simplified(entry / 2);
            if (!number.is_number()) return std::nullopt;
            out.a.push_back(number.number());
        }
    }
    return out;
}

}  // namespace anholon
