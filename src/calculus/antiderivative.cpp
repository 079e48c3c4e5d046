#include "calculus/antiderivative.hpp"

#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/expand.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"

namespace anholon {

namespace {

bool is_free_of(Expr e, Expr x) { return !Walk(e).contains(x.id()) || vanishes(derivative(e, x)); }

struct Power {
    Expr base;
    Rational exponent;
};

std::vector<Power> powers_of(Expr e) {
    Context& c = e.context();
    const Node node = c.node(e.id());
    if (node.kind == Kind::multiple) return powers_of(Expr(c, node.args[1]));
    if (node.kind != Kind::product) return {{e, 1}};
    std::vector<Power> powers;
    for (std::size_t k = 0; k < node.count; k += 2)
        powers.push_back({Expr(c, node.args[k]), c.number_at(node.args[k + 1])});
    return powers;
}

// ∫ f(u) du of a function node; empty if it is not among these.
Expr integral_of_function(Function f, Expr u) {
    switch (f) {
        case Function::sin: return -cos(u);
        case Function::cos: return sin(u);
        case Function::tan: return -log(cos(u));
        case Function::exp: return exp(u);
        case Function::sinh: return cosh(u);
        case Function::cosh: return sinh(u);
        case Function::log: return u * log(u) - u;
        default: return {};
    }
}

// ∫ du/f(u), ∫ du/f(u)² of a function node.
Expr integral_of_inverse(Function f, Expr u, const Rational& exponent) {
    const bool first = exponent == Rational(-1), second = exponent == Rational(-2);
    if (f == Function::sin && first) return log(sin(u) / (1 + cos(u)));
    if (f == Function::cos && first) return log((1 + sin(u)) / cos(u));
    if (f == Function::sin && second) return -cos(u) / sin(u);
    if (f == Function::cos && second) return sin(u) / cos(u);
    return {};
}

// √e with even powers taken out, of either sign.
Expr root(Expr e) {
    Expr r = sqrt(e.kind() == Kind::multiple ? Expr(e.context(), e.context().node(e.id()).args[0])
                                             : e.context().one());
    for (const auto& [base, exponent] : powers_of(e))
        r *= (exponent / 2).is_integer() ? pow(base, exponent / 2) : sqrt(pow(base, exponent));
    return r;
}

// ∫ dx/(p + r x²) = atan(r x/√(pr))/√(pr)
std::optional<Expr> integral_of_quadratic(Expr g, Expr x) {
    const Expr r = simplified(derivative(derivative(g, x), x) / 2), p = simplified(g - r * x * x);
    if (!is_free_of(r, x) || !is_free_of(p, x) || vanishes(p) || vanishes(r)) return std::nullopt;
    const Expr both = root(simplified(p * r));
    return atan(simplified(r * x / both)) / both;
}

constexpr int kMaxDepth = 6;

std::optional<Expr> integral(Expr e, Expr x, int depth);

// ∫ k g^a g' dx = k g^(a+1)/(a+1), and ∫ k f(g) g' dx, k free of x.
std::optional<Expr> by_substitution(Expr e, Expr x) {
    Context& c = e.context();
    for (const auto& [g, a] : powers_of(e)) {
        if (is_free_of(g, x)) continue;
        const Expr k = simplified(e / (pow(g, a) * derivative(g, x)));
        if (is_free_of(k, x)) return k * (a == Rational(-1) ? log(g) : pow(g, a + 1) / (a + 1));
        const Expr rest = simplified(e / pow(g, a));
        if (a == Rational(-1) && is_free_of(rest, x))
            if (const auto F = integral_of_quadratic(g, x)) return rest * *F;
        const Node node = c.node(g.id());
        if (node.kind != Kind::function || node.count != 1) continue;
        const Expr u(c, node.args[0]);
        const Expr F = a == Rational(1) ? integral_of_function(node.function, u)
                                        : integral_of_inverse(node.function, u, a);
        const Expr scale = simplified(rest / derivative(u, x));
        if (F && is_free_of(scale, x)) return scale * F;
    }
    return std::nullopt;
}

// sin² u = (1 − cos 2u)/2, cos² u = (1 + cos 2u)/2: powers fall until nothing but substitution is needed.
Expr with_lower_powers(Expr e) {
    Context& c = e.context();
    for (const auto& [g, a] : powers_of(e)) {
        const Node node = c.node(g.id());
        if (node.kind != Kind::function || a < Rational(2)) continue;
        if (node.function != Function::sin && node.function != Function::cos) continue;
        const Expr cos2u = cos(2 * Expr(c, node.args[0]));
        return e / pow(g, 2) * (node.function == Function::sin ? 1 - cos2u : 1 + cos2u) / 2;
    }
    return e;
}

// ∫ x^k f dx = x^k F − k ∫ x^(k−1) F dx
std::optional<Expr> by_parts(Expr e, Expr x, int depth) {
    for (const auto& [g, k] : powers_of(e)) {
        if (g != x || k < Rational(1) || !k.is_integer()) continue;
        const auto F = integral(e / pow(x, k), x, depth + 1);
        if (!F) return std::nullopt;
        const auto rest = integral(k * pow(x, k - 1) * *F, x, depth + 1);
        if (rest) return pow(x, k) * *F - *rest;
    }
    return std::nullopt;
}

std::optional<Expr> integral(Expr e, Expr x, int depth) {
    Context& c = e.context();
    if (is_free_of(e, x)) return e * x;
    if (depth > kMaxDepth) return std::nullopt;
    if (const auto F = by_substitution(e, x)) return F;
    const std::vector<Term> terms = terms_of(expand(e));
    if (terms.size() > 1) {
        Expr sum = c.zero();
        for (const Term& term : terms) {
            const auto F = integral(term.expr, x, depth + 1);
            if (!F) return std::nullopt;
            sum += term.coefficient * *F;
        }
        return sum;
    }
    if (const Expr lower = with_lower_powers(e); lower != e) return integral(lower, x, depth + 1);
    return by_parts(e, x, depth);
}

// |u|, sign u and if(u > 0, …) with their corner somewhere along x. Each side has its own constant of integration, and sign u with its derivative 0
// would be taken for a constant.
bool has_corners_along(Expr e, Expr x) {
    Context& c = e.context();
    const Walk walk(e);
    return std::ranges::any_of(walk.nodes(), [&](NodeId id) {
        const Node& node = c.node(id);
        return node.kind == Kind::function &&
               (node.function == Function::abs || node.function == Function::sign ||
                node.function == Function::choose) &&
               Walk(Expr(c, id)).contains(x.id());
    });
}

// Of a 2-form, by pairs of axes.
std::vector<Expr> components(const Form& two) {
    const std::size_t axes = two.chart().axes();
    std::vector<Expr> all;
    for (std::size_t i = 0; i < axes; ++i)
        for (std::size_t j = i + 1; j < axes; ++j) all.push_back(two.component({i, j}));
    return all;
}

Form logarithmic_derivative(const Chart& chart, Expr g) { return (1 / g) * d(Form::function(chart, g)); }

// e with d(g^e ω) = 0, a constant: e dg/g ∧ ω + dω = 0.
std::optional<Expr> exponent_of(Expr g, const Form& omega) {
    const Chart& chart = omega.chart();
    const auto C = components(wedge(logarithmic_derivative(chart, g), omega));
    const auto D = components(d(omega));
    std::optional<Expr> exponent;
    for (std::size_t k = 0; k < C.size() && !exponent; ++k)
        if (!vanishes(C[k])) exponent = simplified(-D[k] / C[k]);
    if (!exponent) return std::nullopt;
    for (std::size_t i = 0; i < chart.axes(); ++i)
        if (!is_free_of(*exponent, chart.axis(i))) return std::nullopt;
    for (std::size_t k = 0; k < C.size(); ++k)
        if (!vanishes(*exponent * C[k] + D[k])) return std::nullopt;
    return exponent;
}

bool is_closed(const Form& omega) {
    const Form dw = d(omega);
    return std::ranges::all_of(dw.components(), [](const auto& item) { return vanishes(item.second); });
}

// What an integrating factor may be made of: coordinates, their exponentials, functions and sums of ω.
std::vector<Expr> candidates(const Form& omega) {
    const Chart& chart = omega.chart();
    Context& c = chart.context();
    std::vector<Expr> all, roots;
    for (const auto& [indices, value] : omega.components()) {
        roots.push_back(value);
        all.push_back(chart.axis(indices[0]));
    }
    // Euler: of a homogeneous form Σ x_i ω_i, to the power −1.
    Expr euler = c.zero();
    for (const auto& [indices, value] : omega.components()) euler += chart.axis(indices[0]) * value;
    if (!vanishes(euler)) all.push_back(simplified(euler));
    const Walk walk(c, roots);
    const auto moves = [&](Expr g) {
        for (std::size_t i = 0; i < chart.axes(); ++i)
            if (!is_free_of(g, chart.axis(i))) return true;
        return false;
    };
    for (const NodeId id : walk.nodes()) {
        const Expr g(c, id);
        const Kind kind = g.kind();
        if ((kind == Kind::symbol || kind == Kind::function || kind == Kind::sum) && moves(g) &&
            std::ranges::find(all, g) == all.end())
            all.push_back(g);
        if (kind == Kind::function &&
            (c.node(id).function == Function::sin || c.node(id).function == Function::cos)) {
            const Expr u(c, c.node(id).args[0]);
            for (const Expr f : {sin(u), cos(u)})
                if (moves(f) && std::ranges::find(all, f) == all.end()) all.push_back(f);
        }
    }
    for (const auto& [indices, value] : omega.components()) all.push_back(exp(chart.axis(indices[0])));
    constexpr std::size_t kMaxCandidates = 16;
    if (all.size() > kMaxCandidates) all.resize(kMaxCandidates);
    return all;
}

Form simplified_form(const Form& omega) {
    Form result(omega.chart(), omega.degree());
    for (const auto& [indices, value] : omega.components()) result.add(indices, simplified(value));
    return result;
}

}  // namespace

std::optional<Expr> antiderivative(Expr e, Expr x) {
    const Expr simple = simplified(e);
    if (has_corners_along(simple, x)) return std::nullopt;
    auto F = integral(simple, x, 0);
    if (!F || is_zero(derivative(*F, x) - e).answer != Answer::yes) return std::nullopt;
    return F;
}

std::optional<Expr> potential(const Form& omega) {
    const Chart& chart = omega.chart();
    Context& c = chart.context();
    Expr F = c.zero();
    for (std::size_t i = 0; i < chart.axes(); ++i) {
        const Expr rest = simplified(omega.component({i}) - derivative(F, chart.axis(i)));
        const auto part = antiderivative(rest, chart.axis(i));
        if (!part) return std::nullopt;
        F += *part;
    }
    for (std::size_t i = 0; i < chart.axes(); ++i)
        if (is_zero(omega.component({i}) - derivative(F, chart.axis(i))).answer != Answer::yes)
            return std::nullopt;
    return simplified(F);
}

std::optional<IntegratedForm> integrated(const Form& form) {
    const Form omega = simplified_form(form);
    Context& c = omega.chart().context();
    const auto with_factor = [&](Expr factor) -> std::optional<IntegratedForm> {
        const auto F = potential(simplified_form(factor * omega));
        if (!F) return std::nullopt;
        return IntegratedForm{factor, *F};
    };
    if (is_closed(omega)) return with_factor(c.one());
    const std::vector<Expr> g = candidates(omega);
    const auto is_natural = [](Expr e) {
        return e.is_number() && e.number().is_integer() && e.number().sign() > 0;
    };
    for (const bool natural : {true, false})
        for (const Expr& a : g)
            if (const auto e = exponent_of(a, omega); e && is_natural(*e) == natural)
                if (auto found = with_factor(pow(a, *e))) return found;
    for (const Expr& a : g)
        for (const Rational& e :
             {Rational(1), Rational(-1), Rational(2), Rational(-2), Rational(1, 2), Rational(-1, 2)}) {
            const Form scaled = pow(a, e) * omega;
            for (const Expr& b : g) {
                const auto f = b == a ? std::nullopt : exponent_of(b, scaled);
                if (!f) continue;
                if (auto found = with_factor(pow(a, e) * pow(b, *f))) return found;
            }
        }
    return std::nullopt;
}

}  // namespace anholon
