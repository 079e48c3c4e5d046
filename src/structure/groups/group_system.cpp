#include "structure/groups/group_system.hpp"

#include <algorithm>

#include "expr/dependence.hpp"
#include "expr/linear.hpp"
#include "expr/print.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "mechanics/points/generic_rank.hpp"

namespace anholon {

namespace {

// Free of time, coordinates and velocities.
bool is_constant(Expr e) {
    return std::ranges::all_of(symbols_of(e), [&](Expr x) {
        const SymbolKind kind = x.symbol().kind;
        return kind == SymbolKind::constant || kind == SymbolKind::pi || vanishes(derivative(e, x));
    });
}

bool all_constant(std::span<const Expr> e) { return std::ranges::all_of(e, is_constant); }

Expr settled(Expr e) { return vanishes(e) ? e.context().zero() : simplified(e); }

void take_algebra(const Setting& s, GroupSystem& g) {
    const LieAlgebra& algebra = *s.system.algebra;
    g.algebra = algebra.name;
    g.omega = algebra.omega;
    g.constants = algebra.constants;
}

void take_frame(const Setting& s, GroupSystem& g) {
    const AdaptedFrame& X = s.frame();
    for (const Expr& e : X.eta()) g.algebra += (g.algebra.empty() ? "" : ", ") + symbol_text(e.symbol());
    g.algebra = "the quasi-velocities " + g.algebra;
    g.omega = X.eta();
    for (std::size_t m = 1; m <= X.n(); ++m)
        for (std::size_t r = 1; r <= X.n(); ++r)
            for (std::size_t k = 1; k <= X.n(); ++k) g.constants.push_back(settled(X.c(m, r, k)));
}

// A covector given by velocity (or a function linear in them) in the basis of ω.
std::vector<Expr> in_basis(const Setting& s, const GroupSystem& g, std::vector<Expr> covector) {
    if (s.on_algebra()) return covector;
    std::vector<Expr> out;
    const Matrix& B = s.frame().frame().B();
    for (std::size_t k = 0; k < g.n(); ++k) {
        Expr sum = s.c.zero();
        for (std::size_t i = 0; i < s.n(); ++i) sum += B(i, k) * covector[i];
        out.push_back(settled(sum));
    }
    return out;
}

GroupSystem::Law law_of(Axiom axiom, bool constrained) {
    using Law = GroupSystem::Law;
    if (!constrained) return Law::free;
    switch (axiom) {
        case Axiom::servo_force: return Law::first_kind;
        case Axiom::servo_momentum: return Law::second_kind;
        case Axiom::vakonomic: return Law::vakonomic;
        default: return Law::suslov;
    }
}

// Does a function of position change along the positions that the geometric constraints allow?
bool changes_with_position(const Setting& s, const Expr& f) {
    std::vector<Expr> F = s.system.functions_of_place();
    const std::size_t ties = F.size();
    F.push_back(f);
    if (ties == 0) return !std::ranges::all_of(gradient(f, s.q), vanishes);
    const GenericRank rank = generic_rank(s, jacobian(F, s.q));
    return rank.rank && std::ranges::find(rank.rows, ties) != rank.rows.end();
}

// Why a system is left-invariant on no group whose elements are its positions, whatever the quasi-velocities. A transitive group leaves
// no function of position as it is but constants.
Reason outside_hypotheses(const Setting& s) {
    const Axiom axiom = s.system.motion.axiom;
    const bool is_kept = axiom != Axiom::viscous && axiom != Axiom::added_mass && axiom != Axiom::free;
    if (!is_kept && !s.is_unconstrained()) return "the law of motion does not enforce the constraints";
    if (s.has_nonlinear_constraints()) return "a constraint is not linear in the velocities";
    if (!is_constant_in(s.L, s.t)) return "the Lagrangian depends on time";
    Substitution at_rest;
    for (const Expr& v : s.v) at_rest.emplace_back(v, s.c.zero());
    if (changes_with_position(s, substitute(s.L, at_rest)))
        return "the potential energy depends on the position";
    for (const Expr& a0 : constraint_rows(s.system).a0)
        if (!vanishes(a0)) return "a constraint is not homogeneous in the velocities";
    for (const Expr& force : s.Q)
        if (!vanishes(force)) return "a torque or force acts besides the reactions";
    return std::nullopt;
}

// Why the quasi-velocities of the model do not show a group.
Reason no_group_velocities(const Setting& s) {
    if (s.no_frame()) return s.no_frame();
    if (s.on_algebra()) return std::nullopt;
    for (const Constraint& k : s.system.constraints)
        if (k.kind == Constraint::Kind::geometric)
            return "geometric constraints relate the coordinates, so they are not coordinates of a group";
    for (std::size_t r = 0; r <= s.n(); ++r)
        for (std::size_t k = r; k <= s.n(); ++k)
            for (const Expr& c : s.frame().bracket(r, k))
                if (r == 0 ? !vanishes(c) : !is_constant(c))
                    return "the brackets of the quasi-velocities are not constant, so they are not "
                           "velocities of a group";
    return std::nullopt;
}

void take_constraints(const Setting& s, GroupSystem& g) {
    const ConstraintRows rows = constraint_rows(s.system);
    g.law = law_of(s.system.motion.axiom, !rows.empty());
    g.lambda = rows.empty() ? std::vector<Expr>{} : s.multipliers();
    for (std::size_t k = 0; k < rows.names.size(); ++k) {
        const std::vector<Expr> a(rows.a.row(k).begin(), rows.a.row(k).end());
        g.a.push_back(in_basis(s, g, a));
        std::vector<Expr> b = a;
        if (g.law == GroupSystem::Law::first_kind) b = s.system.motion.directions.at(k);
        if (g.law == GroupSystem::Law::second_kind) b = gradient(s.system.motion.momenta.at(k), s.v);
        if (g.law == GroupSystem::Law::vakonomic)  // [L] = λ [f] + λ̇ ∂f/∂q̇ is the second kind with −λ
            for (Expr& entry : b) entry = -entry;
        g.b.push_back(in_basis(s, g, b));
    }
}

}  // namespace

GroupSystemResult group_system(const Setting& s) {
    if (const Reason why = outside_hypotheses(s)) return {std::nullopt, *why, true};
    if (const Reason why = no_group_velocities(s)) return {std::nullopt, *why};
    GroupSystem g;
    s.on_algebra() ? take_algebra(s, g) : take_frame(s, g);
    const Expr L = s.on_algebra() ? s.L : s.frame().in_eta(s.L);
    g.I = hessian(L, g.omega);
    for (Expr& entry : g.I.entries()) entry = settled(entry);
    Expr rest = L;
    for (std::size_t i = 0; i < g.n(); ++i)
        for (std::size_t j = 0; j < g.n(); ++j) rest -= g.I(i, j) * g.omega[i] * g.omega[j] / 2;
    if (!all_constant(g.I.entries()) || !is_constant(rest))
        return {
            std::nullopt,
            "the Lagrangian is not left-invariant: it is not a quadratic form with constant coefficients"};
    take_constraints(s, g);
    for (std::size_t k = 0; k < g.a.size(); ++k)
        if (!all_constant(g.a[k]) || !all_constant(g.b[k]))
            return {std::nullopt, "the constraint or its reaction is not left-invariant"};
    if (!vanishes(determinant(g.I))) return {std::move(g), ""};
    return {std::nullopt, "the inertia tensor is singular"};
}

namespace {

// [I b; aᵀ 0], with −b for the first kind
Matrix bordered(const GroupSystem& g) {
    const std::size_t n = g.n(), m = g.a.size();
    Matrix W(g.context(), n + m, n + m);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) W(i, j) = g.I(i, j);
        for (std::size_t k = 0; k < m; ++k) {
            W(i, n + k) = g.b[k][i];
            W(n + k, i) = g.a[k][i];
        }
    }
    return W;
}

// By Cramer's rule where it is small: numerators and denominator stay polynomials.
std::vector<Expr> solved(const Matrix& W, const std::vector<Expr>& right) {
    if (right.size() > 6) {
        const Solution z = solve(W, right);
        return z.outcome == Solution::Outcome::unique ? simplified(z.x) : std::vector<Expr>{};
    }
    const Expr D = determinant(W);
    if (vanishes(D)) return {};
    std::vector<Expr> z;
    for (std::size_t j = 0; j < right.size(); ++j) {
        Matrix replaced = W;
        for (std::size_t i = 0; i < right.size(); ++i) replaced(i, j) = right[i];
        z.push_back(simplified(determinant(replaced) / D));
    }
    return z;
}

}  // namespace

Expr realisability(const GroupSystem& g) {
    const Matrix W = bordered(g);
    if (g.a.size() != 1) return simplified(determinant(W));
    Expr sum = g.context().zero();
    for (std::size_t i = 0; i < g.n(); ++i) {
        Matrix at_unit = W;  // b = e_i
        for (std::size_t j = 0; j < g.n(); ++j)
            at_unit(j, g.n()) = i == j ? g.context().one() : g.context().zero();
        sum += g.b[0][i] * simplified(-determinant(at_unit));
    }
    return sum;
}

std::optional<ReducedSystem> reduced(const GroupSystem& g) {
    const std::size_t n = g.n(), m = g.a.size();
    Context& c = g.context();
    std::vector<Expr> k(n, c.zero());  // m, or m + λb
    for (std::size_t i = 0; i < n; ++i) {
        k[i] = dot(g.I.row(i), g.omega);
        if (g.is_second_kind())
            for (std::size_t mu = 0; mu < m; ++mu) k[i] += g.lambda[mu] * g.b[mu][i];
    }
    std::vector<Expr> right(n + m, c.zero());
    for (std::size_t s = 0; s < n; ++s)
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) right[s] += g.c(i, j, s) * k[i] * g.omega[j];

    ReducedSystem out;
    Matrix a(c, std::max<std::size_t>(m, 1), n);
    for (std::size_t mu = 0; mu < m; ++mu)
        for (std::size_t i = 0; i < n; ++i) a(mu, i) = g.a[mu][i];
    const KernelResult null = kernel(a);
    if (!null.decided) return std::nullopt;
    for (const std::size_t j : null.free) out.x.push_back(g.omega[j]);
    for (std::size_t i = 0; i < n; ++i) {
        Expr sum = c.zero();
        for (std::size_t b = 0; b < null.basis.size(); ++b) sum += null.basis[b][i] * out.x[b];
        out.on_constraints.emplace_back(g.omega[i], simplified(sum));
    }
    const std::vector<Expr> solution = solved(bordered(g), substitute(right, out.on_constraints));
    if (solution.empty()) return std::nullopt;
    out.omega_dot.assign(solution.begin(), solution.begin() + static_cast<long>(n));
    for (std::size_t mu = 0; mu < m; ++mu)
        out.lambda.push_back(g.is_second_kind() ? solution[n + mu] : -solution[n + mu]);
    for (const std::size_t j : null.free) out.v.push_back(out.omega_dot[j]);
    return out;
}

}  // namespace anholon
