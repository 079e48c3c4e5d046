#include "structure/substitution/sumbatov.hpp"

#include "expr/linear.hpp"
#include "mechanics/forms/forms.hpp"

namespace anholon {

namespace {

// The motion of the mass centre along one axis: ∂L/∂ẋ = m (ẋ + φ_i q̇_i), φ_i dq_i closed, so that X = x + ∫φ and
// Ẋ = (a_i + φ_i) q̇_i.
struct Axis {
    Expr mass;
    std::vector<Expr> A;
};

std::optional<Axis> axis(const Setting& s, std::size_t dependent) {
    const SolvedConstraints& g = s.solved();
    const Expr p = derivative(s.L, s.v[g.dependent[dependent]]);
    const std::vector<Expr> row = gradient(p, s.v);
    const Expr m = row[g.dependent[dependent]];
    Expr rest = p;
    for (std::size_t i = 0; i < s.n(); ++i) rest -= row[i] * s.v[i];
    if (vanishes(m) || !vanishes(rest)) return std::nullopt;
    for (std::size_t i = 0; i < s.q.size(); ++i)
        if (!vanishes(derivative(m, s.q[i]))) return std::nullopt;
    for (const std::size_t other : g.dependent)
        if (other != g.dependent[dependent] && !vanishes(row[other])) return std::nullopt;
    Axis out{m, {}};
    for (const std::size_t i : g.independent) {
        for (const std::size_t j : g.independent)
            if (!vanishes(derivative(row[i], s.q[j]) - derivative(row[j], s.q[i]))) return std::nullopt;
        out.A.push_back(derivative(g.g[dependent], s.v[i]) + row[i] / m);
    }
    return out;
}

bool is_closed(const Setting& s, const std::vector<Expr>& A) {
    const auto& free = s.solved().independent;
    for (std::size_t i = 0; i < free.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (!vanishes(derivative(A[i], s.q[free[j]]) - derivative(A[j], s.q[free[i]]))) return false;
    return true;
}

// A_i γ^a_12 + B_i γ^b_12 = 0: 001 (20), (21)
bool terms_vanish(const Setting& s, const Axis& X, const Axis& Y, Vanishing& vanishes) {
    const auto& free = s.solved().independent;
    const auto gamma = [&](const std::vector<Expr>& A) {
        return derivative(A[0], s.q[free[1]]) - derivative(A[1], s.q[free[0]]);
    };
    for (std::size_t i = 0; i < 2; ++i)
        if (vanishes(X.A[i] * gamma(X.A) + Y.A[i] * gamma(Y.A)).answer != Answer::yes) return false;
    return true;
}

}  // namespace

std::optional<Fact::Sentence> sumbatov(const Setting& s, Vanishing& vanishes) {
    if (s.has_nonlinear_constraints() || chaplygin_inapplicable(s)) return std::nullopt;
    const SolvedConstraints& g = s.solved();
    if (g.dependent.size() != 2 || g.independent.size() < 2 || g.independent.size() > 3) return std::nullopt;
    for (const Expr& rate : g.g)
        if (!anholon::vanishes(derivative(rate, s.t))) return std::nullopt;
    const auto X = axis(s, 0), Y = axis(s, 1);
    if (!X || !Y || !anholon::vanishes(X->mass - Y->mass)) return std::nullopt;
    if (is_closed(s, X->A) && is_closed(s, Y->A))
        return briefly() << "Sumbatov: the constraints are integrable, so all equations are Lagrange's";
    if (g.independent.size() == 3) {
        const RankResult independent = rank(Matrix{{X->A[0], X->A[1], X->A[2]}, {Y->A[0], Y->A[1], Y->A[2]}});
        if (independent.rank != std::size_t{2}) return std::nullopt;
        return briefly()
               << "Sumbatov: a body that rolls with three degrees of freedom never has all three equations "
                  "in Lagrange's form";
    }
    const Expr J = X->A[0] * Y->A[1] - X->A[1] * Y->A[0];
    const bool are_lagranges = terms_vanish(s, *X, *Y, vanishes),
               is_dependent = vanishes(J).answer == Answer::yes;
    if (are_lagranges && !is_dependent)
        return briefly() << "Sumbatov: the constraints are integrable, so all equations are Lagrange's";
    if (are_lagranges)
        return briefly()
               << "Sumbatov: the mass centre moves by X' = u' l(u,w), Y' = u' p(u,w) with l^2 + p^2 = F(u), "
                  "so both equations are Lagrange's";
    if (is_dependent)
        return briefly()
               << "Sumbatov: the mass centre moves by X' = u' l(u,w), Y' = u' p(u,w), but l^2 + p^2 depends "
                  "on w, so the equations are not both Lagrange's";
    return briefly() << "Sumbatov: X' and Y' are independent, " << J
                     << " not being zero, and the constraints are not integrable, so the equations are not "
                        "both Lagrange's";
}

}  // namespace anholon
