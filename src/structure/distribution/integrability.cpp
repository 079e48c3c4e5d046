#include "structure/distribution/integrability.hpp"

#include <algorithm>

#include "calculus/antiderivative.hpp"
#include "expr/introduce.hpp"
#include "expr/print.hpp"
#include "mechanics/points/generic_rank.hpp"
#include "structure/distribution/growth_by_jets.hpp"

namespace anholon {

namespace {

// Fields on which every ψ_a vanishes: X_free, and Σ v_α X_α with κ v = 0.
std::vector<Field> annihilated(const Distribution& D, const Matrix& kappa) {
    std::vector<Field> fields;
    for (const std::size_t r : D.free) fields.push_back(D.X[r]);
    const KernelResult null = kernel(kappa);
    if (!null.decided) throw NotAFrame(null.reason);
    for (const auto& v : null.basis) {
        fields.emplace_back(D.X[0].size(), D.s.c.zero());
        for (std::size_t k = 0; k < v.size(); ++k)
            for (std::size_t i = 0; i < fields.back().size(); ++i)
                fields.back()[i] += v[k] * D.X[D.constraint[k]][i];
    }
    return fields;
}

// dψ_a(V_i, V_j) = −ψ_a([V_i, V_j]): a row a pair, a column a form.
Matrix curvature(const Distribution& D, const Matrix& kappa, const Budget& budget) {
    const std::vector<Field> V = annihilated(D, kappa);
    Matrix M(D.s.c, V.size() * (V.size() - 1) / 2, kappa.rows());
    std::size_t row = 0;
    for (std::size_t i = 0; i < V.size(); ++i)
        for (std::size_t j = i + 1; j < V.size(); ++j, ++row) {
            budget.check();
            const Field W = bracket(D, V[i], V[j]);
            for (std::size_t a = 0; a < kappa.rows(); ++a)
                for (std::size_t k = 0; k < kappa.columns(); ++k)
                    M(row, a) -= kappa(a, k) * D.form(D.constraint[k], W);
        }
    return M;
}

// ψ = κ_α (a_α0 dt + a_αi dq_i)
Form as_form(const Setting& s, const Distribution& D, std::span<const Expr> kappa) {
    const Frame& frame = D.frame.frame();
    Form psi(frame.chart(), 1);
    for (std::size_t k = 0; k < kappa.size(); ++k)
        if (kappa[k] != s.c.zero()) psi = psi + kappa[k] * frame.form(D.constraint[k]);
    return psi;
}

// A constant is as constant when doubled.
Expr without_coefficient(Expr e) {
    return e.kind() == Kind::multiple ? Expr(e.context(), e.context().node(e.id()).args[1]) : e;
}

// F = C solved for a coordinate u = g, where that is easy.
struct Level {
    Expr function, constant, u, g;
};
std::optional<Level> level(const Setting& s, Expr function) {
    for (const Expr& u : s.q) {
        const Expr slope = derivative(function, u);
        if (!slope.is_number() || slope.number().is_zero()) continue;
        const Expr constant = introduced(s.c, "C", SymbolKind::constant, "value of " + text(function));
        return Level{function, constant, u, simplified(u - (function - constant) / slope)};
    }
    return std::nullopt;
}

// ψ on the surfaces u = g: ψ_u du becomes ψ_u dg.
Form restricted(const Form& psi, const Level& to) {
    const Chart& chart = psi.chart();
    const Substitution solved{{to.u, to.g}};
    Form result(chart, 1);
    Expr along;
    for (std::size_t i = 0; i < chart.axes(); ++i)
        if (chart.axis(i) == to.u) along = psi.component({i});
    for (std::size_t i = 0; i < chart.axes(); ++i)
        if (chart.axis(i) != to.u)
            result.add({i}, simplified(substitute(
                                psi.component({i}) + along * derivative(to.g, chart.axis(i)), solved)));
    return result;
}

// The functions of integrable combinations, where they are found: of each alone, or on surfaces that others keep to.
std::vector<Expr> functions_of(const Setting& s, const Distribution& D, const Matrix& kappa,
                               const Budget& budget) {
    std::vector<Expr> F(kappa.rows());
    std::vector<Level> levels;
    for (bool found = true; found;) {
        found = false;
        for (std::size_t a = 0; a < kappa.rows(); ++a) {
            budget.check();
            if (F[a]) continue;
            Form psi = as_form(s, D, kappa.row(a));
            for (const Level& known : levels) psi = restricted(psi, known);
            const auto integral = integrated(psi);
            if (!integral) continue;
            F[a] = integral->function;
            const auto next = level(s, F[a]);
            for (std::size_t k = levels.size(); k-- > 0;)
                F[a] = substitute(F[a], {{levels[k].constant, levels[k].function}});
            F[a] = without_coefficient(simplified(F[a]));
            if (next) levels.push_back(*next);
            found = true;
        }
    }
    return F;
}

}  // namespace

IntegrablePart integrable_part(const Distribution& D, const Budget& budget) {
    const std::size_t m = D.constraint.size();
    IntegrablePart part{.decided = true, .kappa = Matrix::identity(D.s.c, m), .count = m};
    while (part.count > 0) {
        const Matrix M = curvature(D, part.kappa, budget);
        if (M.rows() == 0) return part;
        const KernelResult null = kernel(M);
        const GenericRank on_manifold = generic_rank(D.s, M);
        budget.check();
        if (!null.decided || !on_manifold.rank)
            return {.reason = null.decided ? on_manifold.reason : null.reason};
        if (*on_manifold.rank != part.count - null.basis.size())
            return {.reason = "the geometric constraints' manifold is singular for the brackets"};
        if (null.basis.size() == part.count) {
            part.error_bound = std::max(part.error_bound, null.error_bound);
            return part;
        }
        if (null.basis.empty()) return {.decided = true};
        Matrix lambda(D.s.c, null.basis.size(), part.count);
        for (std::size_t a = 0; a < null.basis.size(); ++a)
            for (std::size_t b = 0; b < part.count; ++b) lambda(a, b) = null.basis[a][b];
        part.kappa = simplified(lambda * part.kappa);
        part.count = lambda.rows();
        part.error_bound += null.error_bound;
    }
    return part;
}

namespace {

// Brackets that fill the manifold leave nothing to integrate, and a minor that is not zero proves it. Otherwise the combinations are asked
// for, or, where formulas for them are too long, their number alone: as many as the brackets leave out.
IntegrablePart largest_integrable_part(const Distribution& D, const Budget& budget) {
    const auto jets = growth_by_jets(D, budget);
    const bool is_told = jets && jets->vector.open.empty();
    if (is_told && jets->vector.is_bracket_generating(D)) return {.decided = true};
    if (!is_told) return integrable_part(D, budget);
    IntegrablePart number{.decided = true,
                          .count = D.dimension - jets->vector.dimensions.back(),
                          .error_bound = jets->vector.error_bound,
                          .reason = "the operators are too long for brackets as formulas"};
    if (!has_short_operators(D)) return number;
    IntegrablePart part = integrable_part(D, budget);
    if (part.decided) return part;
    number.reason = part.reason;
    return number;
}

}  // namespace

// Frobenius: constraints are holonomic iff the brackets of X_0, X_1, …, X_l stay in their span.          theory §5.1
Integrability integrability_of(const Setting& s, const Budget& budget) {
    using enum IntegrabilityVerdict;
    if (s.has_nonlinear_constraints()) return {.reason = "constraints are nonlinear"};
    if (s.is_unconstrained()) return {.verdict = unconstrained};
    if (!s.has_velocity_constraints()) return {.verdict = holonomic};
    const Distribution D = distribution(s);
    budget.check();
    const IntegrablePart part = largest_integrable_part(D, budget);
    if (!part.decided) return {.reason = part.reason};
    const std::size_t m = D.constraint.size();
    Integrability out{.verdict = part.count == 0   ? nonholonomic
                                 : part.count == m ? holonomic
                                                   : partly_integrable,
                      .constraints = D.names,
                      .integrable = part.count,
                      .on_algebra = s.on_algebra(),
                      .error_bound = part.error_bound};
    if (s.on_algebra() || part.count == 0) return out;
    if (part.kappa.empty()) {
        out.no_functions = part.reason;
        return out;
    }
    const std::vector<Expr> F = functions_of(s, D, part.kappa, budget);
    for (std::size_t a = 0; a < part.count; ++a) {
        const auto row = part.kappa.row(a);
        out.combinations.push_back({{row.begin(), row.end()}, F[a]});
    }
    return out;
}

}  // namespace anholon
