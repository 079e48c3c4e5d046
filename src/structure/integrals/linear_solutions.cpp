#include "structure/integrals/linear_solutions.hpp"

#include <algorithm>

#include "expr/introduce.hpp"
#include "expr/linear.hpp"
#include "expr/normal_form.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "model/state/least_movement.hpp"
#include "structure/integrals/rational_form.hpp"

namespace anholon {

namespace {

using SecondOrder = LinearSolutions::SecondOrder;
constexpr std::size_t kMaxTerms = 2000;

// du/dx = A u on the levels of the constants: components, and their matrix.
struct Homogeneous {
    std::vector<std::size_t> components;
    Matrix A;
};

// A row c with c A = 0 and c b = 0 that does not depend on x; the place where it is 1 comes with it.
struct ConstantRow {
    std::vector<Expr> c;
    std::size_t pivot;
};
std::vector<ConstantRow> constant_rows(const LinearEquations& e) {
    const std::size_t m = e.letters.size();
    Matrix rows(e.x.context(), m + 1, m);
    for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = 0; j < m; ++j) rows(j, i) = e.A(i, j);
        rows(m, i) = e.b[i];
    }
    const KernelResult found = kernel(rows);
    std::vector<ConstantRow> out;
    for (std::size_t k = 0; k < found.basis.size(); ++k)
        if (std::ranges::all_of(found.basis[k], [&](const Expr& c) { return vanishes(derivative(c, e.x)); }))
            out.push_back({simplified(found.basis[k]), found.free[k]});
    return out;
}

// The pivots' components follow from the others and the constants.
Homogeneous without(const LinearEquations& e, const std::vector<ConstantRow>& rows) {
    Homogeneous out;
    for (std::size_t k = 0; k < e.letters.size(); ++k)
        if (std::ranges::find(rows, k, &ConstantRow::pivot) == rows.end()) out.components.push_back(k);
    const std::size_t m = out.components.size();
    if (m == 0) return out;
    out.A = Matrix(e.x.context(), m, m);
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < m; ++j) {
            Expr& entry = out.A(i, j);
            entry = e.A(out.components[i], out.components[j]);
            for (const ConstantRow& row : rows)
                entry -= e.A(out.components[i], row.pivot) * row.c[out.components[j]];
            entry = rational_form(entry);
        }
    return out;
}

// A new variable z(x), and how symbols, roots and functions of x are written in it.
struct Change {
    Expr z, z_of_x;
    Substitution put;

    // Nothing where x does not go.
    std::optional<Expr> in_z(const Expr& e) const {
        try {
            const Expr out = rational_form(e, [&](const Expr& generator) {
                const auto found = std::ranges::find(put, generator, &std::pair<Expr, Expr>::first);
                return found == put.end() ? generator : found->second;
            });
            const bool is_clean = std::ranges::none_of(
                put, [&](const auto& pair) { return Walk(out).contains(pair.first.id()); });
            return is_clean ? std::optional(out) : std::nullopt;
        } catch (const Undefined&) {
            return std::nullopt;
        } catch (const DividesByZero&) {
            return std::nullopt;
        }
    }
};

// The root √(k x² + l x + m) with l = 0 or k = 0 in an expression, as a variable; x in it.
std::optional<Change> root_as_variable(const Expr& root, const Expr& x, const Expr& z) {
    const Expr inside = pow(root, Rational(2)), slope = derivative(inside, x),
               curvature = derivative(slope, x);
    if (!vanishes(derivative(curvature, x))) return std::nullopt;
    const Expr square = pow(z, Rational(2)),
               constant = simplified(inside - x * slope + x * x * curvature / 2);
    if (vanishes(curvature)) return Change{z, root, {{root, z}, {x, (square - constant) / slope}}};
    if (!vanishes(slope - x * curvature)) return std::nullopt;
    return Change{z, root, {{root, z}, {x, sqrt(2 * (square - constant) / curvature)}}};
}

std::vector<Change> changes_of(const std::vector<Expr>& coefficients, Expr x) {
    Context& c = x.context();
    const Expr z = introduced(c, "z", SymbolKind::variable, "variable of an equation");
    std::vector<Change> out;
    const Walk walk(c, coefficients);
    if (walk.contains(sin(x).id()) || walk.contains(cos(x).id())) {
        const Expr root = sqrt(1 - pow(z, Rational(2)));
        out.push_back({z, cos(x), {{cos(x), z}, {sin(x), root}}});
        out.push_back({z, sin(x), {{sin(x), z}, {cos(x), root}}});
        return out;
    }
    out.push_back({z, x, {{x, z}}});
    try {
        const NormalForms forms(coefficients, kMaxTerms);
        for (std::size_t i = 0; i < forms.ring().generators(); ++i) {
            const Expr generator = forms.generator(i);
            if (generator.is_symbol() || !Walk(generator).contains(x.id())) continue;
            if (auto change = root_as_variable(generator, x, z)) out.push_back(std::move(*change));
        }
    } catch (const TooLarge&) {
        // No roots are tried.
    }
    return out;
}

// y″ + P y′ + Q y with d/dx = z′ d/dz.
std::optional<SecondOrderEquation> changed(Expr P, Expr Q, Expr x, const Change& change) {
    const Expr first = derivative(change.z_of_x, x), second = derivative(first, x);
    const Expr square = pow(first, Rational(2));
    const auto P_z = change.in_z((second + P * first) / square), Q_z = change.in_z(Q / square);
    return P_z && Q_z ? second_order_equation(*P_z, *Q_z, change.z) : std::nullopt;
}

// In z² where P is odd in z and Q even.
std::optional<SecondOrderEquation> in_square(const SecondOrderEquation& e) {
    const Expr z = e.x, root = sqrt(z);
    const Substitution mirrored{{z, -z}};
    if (!vanishes(e.P + substitute(e.P, mirrored)) || !vanishes(e.Q - substitute(e.Q, mirrored)))
        return std::nullopt;
    const Expr P = rational_form(substitute(z * e.P, {{z, root}})),
               Q = rational_form(substitute(e.Q, {{z, root}}));
    return second_order_equation((1 + P) / (2 * z), Q / (4 * z), z);
}

// The fewer singular points, the better known.
bool is_better(const SecondOrder& a, const SecondOrder& b) {
    const auto rank = [](const SecondOrder& e) {
        if (!e.in_z) return std::tuple(std::size_t{100}, std::size_t{0}, std::size_t{0});
        return std::tuple(static_cast<std::size_t>(e.in_z->kind), e.in_z->singular_points(),
                          2 - e.in_z->solutions.size());
    };
    return rank(a) < rank(b);
}

// Of y = u_i beside u_j: P = −tr A − a_ij′/a_ij, Q = det A − a_ii′ + a_ii a_ij′/a_ij.
std::vector<SecondOrder> equations_of(const Homogeneous& h, std::size_t i, Expr x) {
    const std::size_t j = 1 - i;
    const Matrix& A = h.A;
    const Expr growth = derivative(A(i, j), x) / A(i, j);
    const Expr P = rational_form(-A(i, i) - A(j, j) - growth);
    const Expr Q =
        rational_form(A(i, i) * A(j, j) - A(i, j) * A(j, i) - derivative(A(i, i), x) + A(i, i) * growth);
    std::vector<SecondOrder> out{{h.components[i], P, Q, {}, std::nullopt}};
    for (const Change& change : changes_of({P, Q}, x)) {
        SecondOrder one{h.components[i], P, Q, change.z_of_x, changed(P, Q, x, change)};
        if (!one.in_z) continue;
        if (auto squared = in_square(*one.in_z)) {
            SecondOrder two = one;
            two.z = pow(one.z, Rational(2));
            two.in_z = std::move(squared);
            out.push_back(std::move(two));
        }
        out.push_back(std::move(one));
    }
    return out;
}

// Parameters as they are stated, and some place.
Point sample_point(const System& system, const Expr& x) {
    Point at{{x, Rational(3, 10)}};
    for (const Parameter& p : system.parameters) at.emplace_back(p.symbol, p.value);
    return at;
}

Expr integrating_factor(Expr a, Expr x, const System& system) {
    Point at = sample_point(system, x);
    for (const Change& change : changes_of({a}, x)) {
        const auto in_z = change.in_z(a / derivative(change.z_of_x, x));
        if (!in_z) continue;
        Point there = at;
        if (const Ball z = enclosure(change.z_of_x, at, 64); z.is_finite())
            there.emplace_back(change.z, rational(z.midpoint()));
        else
            there.clear();
        if (const auto Y = product_of_powers(-*in_z, change.z, there))
            return substitute(*Y, {{change.z, change.z_of_x}});
    }
    return {};
}

}  // namespace

LinearSolutions linear_solutions(const LinearEquations& e, const System& system) {
    LinearSolutions out;
    const std::vector<ConstantRow> rows = constant_rows(e);
    for (const ConstantRow& row : rows) out.constants.push_back(simplified(dot(row.c, e.letters)));
    const Homogeneous h = without(e, rows);
    const std::size_t m = h.components.size();
    for (const std::size_t k : h.components) {
        out.has_inhomogeneous_terms = out.has_inhomogeneous_terms || !vanishes(e.b[k]);
        for (const ConstantRow& row : rows)
            out.has_inhomogeneous_terms = out.has_inhomogeneous_terms || !vanishes(e.A(k, row.pivot));
    }
    for (std::size_t i = 0; i < m; ++i) {
        bool is_alone = true;
        for (std::size_t j = 0; j < m; ++j) is_alone = is_alone && (i == j || vanishes(h.A(i, j)));
        if (is_alone)
            out.first_order.push_back(
                {h.components[i], h.A(i, i), integrating_factor(h.A(i, i), e.x, system)});
    }
    if (m != 2 || !out.first_order.empty()) return out;
    for (std::size_t i = 0; i < 2; ++i)
        for (SecondOrder& one : equations_of(h, i, e.x))
            if (!out.second_order || is_better(one, *out.second_order)) out.second_order = std::move(one);
    return out;
}

}  // namespace anholon
