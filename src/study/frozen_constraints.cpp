#include "study/frozen_constraints.hpp"

#include <algorithm>
#include <cmath>

#include "expr/derivative.hpp"
#include "expr/linear.hpp"
#include "expr/operations.hpp"
#include "expr/simplify.hpp"
#include "expr/zero.hpp"
#include "integrate/least_squares.hpp"

namespace anholon {

namespace {

using Outcome = FrozenConstraints::Outcome;

FrozenConstraints not_compared(const std::string& reason) {
    return {.outcome = Outcome::not_compared, .reason = reason};
}

// d/dt ∂L/∂v − ∂L/∂q − Q = λ_a ∂F_a/∂q + κ_μ a_μ, to first order at rest: functions of q.
struct TermsAtRest {
    std::vector<Expr> force;      // ∂L/∂q + Q
    Matrix rows;                  // ∂F_a/∂q, then a_μ
    std::vector<Matrix> seconds;  // of the F_a
    Matrix M, C, K;               // M δv̇ + C δv − K δq; reactions not counted
    Matrix S, L;                  // δq and δv by the kept variables of the state
};

// Why there is nothing to compare; nothing where there is.
std::optional<FrozenConstraints> outside(const System& system, std::size_t orbit) {
    const auto is = [](Constraint::Kind kind) { return [=](const Constraint& k) { return k.kind == kind; }; };
    if (system.algebra || system.motion.axiom != Axiom::nonholonomic || orbit > 0 ||
        std::ranges::all_of(system.constraints, is(Constraint::Kind::geometric)))
        return FrozenConstraints{};
    if (std::ranges::any_of(system.constraints, is(Constraint::Kind::nonlinear)))
        return not_compared("a constraint is not linear in the velocities");
    // z' = x moves z to first order; frozen, it does not.
    Substitution at_rest;
    for (const Expr& v : system.velocities()) at_rest.emplace_back(v, system.c().zero());
    const auto moves_at_rest = [&](const Constraint& k) {
        return k.kind == Constraint::Kind::linear && !vanishes(substitute(k.residual, at_rest));
    };
    if (std::ranges::any_of(system.constraints, moves_at_rest))
        return not_compared("a constraint has a term without velocities");
    return std::nullopt;
}

// Throws Unavailable.
TermsAtRest terms_at_rest(const SteadyPart& part, const System& system) {
    const std::vector<Expr> q = system.q(), v = system.velocities();
    Substitution at_rest;
    for (const Expr& u : v) at_rest.emplace_back(u, system.c().zero());
    const auto still = [&](Matrix A) {
        for (Expr& e : A.entries()) e = substitute(e, at_rest);
        return A;
    };
    std::vector<Expr> F, f, force = gradient(system.L, q), kept;
    for (const Constraint& k : system.constraints)
        (k.kind == Constraint::Kind::geometric ? F : f).push_back(k.residual);
    std::vector<Expr> rows = time_derivative(F);
    rows.insert(rows.end(), f.begin(), f.end());
    for (std::size_t i = 0; i < q.size(); ++i) force[i] += system.Q[i];
    for (const std::size_t k : part.kept()) kept.push_back(part.state()[k]);
    TermsAtRest out{.force = substitute(force, at_rest),
                    .rows = still(jacobian(rows, v)),
                    .seconds = {},
                    .M = still(hessian(system.L, v)),
                    .C = still(jacobian(gradient(system.L, v), q)) - still(jacobian(force, v)),
                    .K = still(jacobian(force, q)),
                    .S = jacobian(part.formulation().lowered(q), kept),
                    .L = jacobian(part.formulation().lowered(v), kept)};
    for (const Expr& one : F) out.seconds.push_back(hessian(one, q));
    return out;
}

// ------------------------------------------------------------------ exactly

class Comparison {
  public:
    Comparison(const SteadyPart& part, const System& system, const ExactStandstill& at,
               const ExactLinearPart& linear)
        : part_(part), system_(system), at_(at), linear_(linear), q_(system.q()) {}

    FrozenConstraints run() const {
        const TermsAtRest terms = terms_at_rest(part_, system_);
        const Matrix D = here(terms.rows);
        const KernelResult allowed = kernel(D);  // displacements
        if (!allowed.decided || allowed.basis.empty()) return not_compared("no displacement is allowed");
        Matrix P(system_.c(), q_.size(), allowed.basis.size());
        for (std::size_t j = 0; j < allowed.basis.size(); ++j)
            for (std::size_t i = 0; i < q_.size(); ++i) P(i, j) = allowed.basis[j][i];
        std::vector<Expr> minus = at_.at(terms.force);
        for (Expr& e : minus) e = -e;
        const Solution lambda = solve(transpose(D), minus);
        if (lambda.outcome != Solution::Outcome::unique)
            return not_compared("the reactions are not determined there");
        Matrix K = here(terms.K);
        for (std::size_t a = 0; a < terms.seconds.size(); ++a) {
            const Matrix second = here(terms.seconds[a]);
            for (std::size_t k = 0; k < K.entries().size(); ++k)
                K.entries()[k] += lambda.x[a] * second.entries()[k];
        }
        const Matrix S = here(terms.S) * linear_.T, L = here(terms.L) * linear_.T;
        const Matrix gap =
            simplified(transpose(P) * (here(terms.M) * (L * linear_.A()) + here(terms.C) * L - K * S));
        if (std::ranges::all_of(gap.entries(), vanishes)) return {.outcome = Outcome::same};
        FrozenConstraints out{.outcome = Outcome::different, .difference = gap};
        for (const std::size_t k : allowed.free) out.along.push_back(q_[k]);
        return out;
    }

  private:
    Matrix here(Matrix M) const {
        const std::vector<Expr> values = at_.at(std::span<const Expr>(M.entries()));
        for (std::size_t k = 0; k < values.size(); ++k) M.entries()[k] = with_known_roots(system_, values[k]);
        return M;
    }

    const SteadyPart& part_;
    const System& system_;
    const ExactStandstill& at_;
    const ExactLinearPart& linear_;
    std::vector<Expr> q_;
};

// ------------------------------------------------------------------ in floating point

// By rows.
struct Dense {
    std::size_t rows = 0, columns = 0;
    std::vector<double> entries = {};

    Dense(std::size_t r, std::size_t c) : rows(r), columns(c), entries(r * c, 0.0) {}
    double& operator()(std::size_t i, std::size_t j) { return entries[i * columns + j]; }
    double operator()(std::size_t i, std::size_t j) const { return entries[i * columns + j]; }
    double largest() const {
        double most = 0;
        for (const double e : entries) most = std::max(most, std::fabs(e));
        return most;
    }
};

Dense operator*(const Dense& A, const Dense& B) {
    Dense C(A.rows, B.columns);
    for (std::size_t i = 0; i < A.rows; ++i)
        for (std::size_t k = 0; k < A.columns; ++k)
            for (std::size_t j = 0; j < B.columns; ++j) C(i, j) += A(i, k) * B(k, j);
    return C;
}

FrozenConstraints compared_in_numbers(SteadyPart& part, const System& system, const std::vector<double>& x,
                                      const LinearPart& linear) {
    constexpr double to_rounding = 1e-9;
    const TermsAtRest terms = terms_at_rest(part, system);
    const auto number = [&](const Matrix& M) {
        Dense out(M.rows(), M.columns());
        StateFunctions(part.formulation().equations(), M.entries())(0, x, part.parameters(), {}, out.entries);
        return out;
    };
    Matrix force(system.c(), terms.force.size(), 1);
    for (std::size_t i = 0; i < terms.force.size(); ++i) force(i, 0) = -terms.force[i];
    const Dense D = number(terms.rows), right = number(force);
    const std::size_t n = D.columns, m = D.rows, l = linear.independent.size();
    Dense columns(n, m), T(part.kept().size(), l), A(l, l), K = number(terms.K);
    for (std::size_t a = 0; a < m; ++a)
        for (std::size_t i = 0; i < n; ++i) columns(i, a) = D(a, i);
    T.entries = linear.T;
    A.entries = linear.A;
    const std::vector<double> lambda = least_squares(columns.entries, n, m, right.entries);
    for (std::size_t a = 0; a < terms.seconds.size(); ++a) {
        const Dense second = number(terms.seconds[a]);
        for (std::size_t k = 0; k < K.entries.size(); ++k) K.entries[k] += lambda[a] * second.entries[k];
    }
    const auto basis = kernel(D.entries, m, n);
    Dense P(basis.size(), n);
    for (std::size_t j = 0; j < basis.size(); ++j)
        for (std::size_t i = 0; i < n; ++i) P(j, i) = basis[j][i];
    const Dense S = number(terms.S) * T, L = number(terms.L) * T;
    const Dense accelerated = P * (number(terms.M) * (L * A)), moved = P * (number(terms.C) * L),
                displaced = P * (K * S);
    double most = 0;
    for (std::size_t k = 0; k < accelerated.entries.size(); ++k)
        most = std::max(most, std::fabs(accelerated.entries[k] + moved.entries[k] - displaced.entries[k]));
    const double size = std::max({accelerated.largest(), moved.largest(), displaced.largest(), K.largest()});
    if (!std::isfinite(most)) return not_compared("a term has no value there as it is written");
    return {.outcome = most <= to_rounding * size ? Outcome::same : Outcome::different};
}

}  // namespace

FrozenConstraints frozen_constraints(const SteadyPart& part, const System& system, const ExactStandstill& at,
                                     const ExactLinearPart& linear) {
    if (auto nothing = outside(system, linear.orbit)) return *nothing;
    try {
        return Comparison(part, system, at, linear).run();
    } catch (const Unavailable&) {
        return not_compared("the state does not tell all velocities");
    } catch (const NotExact&) {
        return not_compared("a term has no value there as it is written");
    }
}

FrozenConstraints frozen_constraints(SteadyPart& part, const System& system, const std::vector<double>& x,
                                     const LinearPart& linear) {
    constexpr std::size_t most_operations = 5000;
    if (auto nothing = outside(system, linear.orbit)) return *nothing;
    if (operations(system.L).total() > most_operations) return not_compared("the formulas are too long");
    try {
        return compared_in_numbers(part, system, x, linear);
    } catch (const Unavailable&) {
        return not_compared("the state does not tell all velocities");
    }
}

}  // namespace anholon
