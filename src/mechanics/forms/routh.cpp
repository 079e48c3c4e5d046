#include <algorithm>

#include "mechanics/forms/canonical.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/reduction.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

namespace {

// η_σ of the cyclic displacements from  ∂L̂/∂η_σ = β_σ.
Substitution ignored_velocities(const Setting& s, const std::vector<Expr>& ignored,
                                const std::vector<Expr>& beta) {
    Substitution at_rest, out;
    for (const Expr& u : ignored) at_rest.emplace_back(u, s.c.zero());
    const std::vector<Expr> y = substitute(gradient(s.L_in_frame(), ignored), at_rest);
    std::vector<Expr> right;
    for (std::size_t k = 0; k < ignored.size(); ++k) right.push_back(beta[k] - y[k]);
    const Solution eta = solve(hessian(s.L_in_frame(), ignored), right);
    if (eta.outcome != Solution::Outcome::unique)
        throw Undefined("the cyclic momenta do not determine their velocities");
    for (std::size_t k = 0; k < ignored.size(); ++k) out.emplace_back(ignored[k], simplified(eta.x[k]));
    return out;
}

// State (q, η_i, β_σ): the momenta stand for the velocities that are ignored, and stand still.
void set_state(const Setting& s, Equations& e, const std::vector<Expr>& kept,
               const std::vector<Expr>& ignored, const std::vector<Expr>& beta) {
    const AdaptedFrame& X = s.frame();
    Substitution definitions;
    for (const std::size_t k : X.all_indices()) definitions.emplace_back(X.eta(k), X.definition(k));
    e.state = s.q;
    e.rates = s.rates(e.velocities);
    for (const Expr& u : kept) {
        e.state.push_back(u);
        e.rates.push_back(dot(u));
        e.state_of.emplace_back(u, substitute(u, definitions));
    }
    for (std::size_t k = 0; k < beta.size(); ++k) {
        e.state.push_back(beta[k]);
        e.rates.push_back(s.c.zero());
        e.state_of.emplace_back(beta[k], substitute(derivative(s.L_in_frame(), ignored[k]), definitions));
    }
}

}  // namespace

Reason routh_inapplicable(const Setting& s) {
    if (Reason why = needs_frame(s)) return why;
    const AdaptedFrame& X = s.frame();
    if (!is_quadratic(s.L_in_frame(), X.eta())) return "the Lagrangian is not quadratic in the velocities";
    const std::size_t cyclic = cyclic_displacements(s).size();
    if (cyclic == 0) return "none of the free quasi-velocities belongs to a cyclic displacement";
    if (cyclic == X.l()) return "all displacements are cyclic: nothing is left but quadratures";
    return std::nullopt;
}

// Routh–Chetaev:  R = L̂ − β_σ η_σ,  ∂L̂/∂η_σ = β_σ constant for cyclic σ, i not cyclic:             theory §3.16, 002 (1.29)
//   (∂R/∂η_i)˙ = (c^m_ri η_r + c^m_0i) ∂R/∂η_m + (c^σ_ri η_r + c^σ_0i) β_σ + X_i R + Q_i
Equations routh(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const std::vector<std::size_t> cyclic = cyclic_displacements(s);
    const auto is_cyclic = [&](std::size_t k) { return std::ranges::find(cyclic, k) != cyclic.end(); };
    std::vector<Expr> ignored, kept;
    for (const std::size_t k : X.free_indices()) (is_cyclic(k) ? ignored : kept).push_back(X.eta(k));
    const std::vector<Expr> beta = momenta(s, "beta", ignored);
    const Substitution lower = ignored_velocities(s, ignored, beta), zero = X.on_constraints();
    const Expr R = substitute(s.L_in_frame() - dot(beta, ignored), lower);

    FrameCovector y = X.d(R);  // ∂R/∂η_m, or β_m
    for (std::size_t k = 0; k < cyclic.size(); ++k) y[cyclic[k]] = beta[k];

    Equations e;
    e.definitions.push_back({named("R"), R});
    for (const auto& [u, value] : lower)
        e.definitions.push_back({named(name_of(u, false), name_of(u, true)), value});
    const auto restricted = [&](Expr f) { return substitute(substitute(f, lower), zero); };
    for (const Expr& u : s.v) e.velocities.push_back(restricted(X.in_eta(u)));
    Substitution last;
    for (const Expr& b : beta) last.emplace_back(dot(b), s.c.zero());
    const Substitution kinematics = s.kinematics(e.velocities);
    last.insert(last.end(), kinematics.begin(), kinematics.end());
    std::vector<Expr> residuals;
    for (const std::size_t i : X.free_indices()) {
        if (is_cyclic(i)) continue;
        const Expr momentum = restricted(y[i]), along = restricted(X.apply(i, R)),
                   brackets = restricted(X.transport(y, i)), force = restricted(X.force(i));
        e.lines.push_back({momentum, {}, {{along, ""}, {brackets, "brackets"}, {force, ""}}});
        residuals.push_back(substitute(Dt(momentum) - along - brackets - force, last));
    }
    set_linear_system(e, residuals, dots(kept));

    set_state(s, e, kept, ignored, beta);
    return e;
}

Reason routh_canonical_inapplicable(const Setting& s) { return routh_inapplicable(s); }

// The canonical counterpart, H(t, q, y_i, β_σ):                                                    theory §3.16, 002 (1.29)
//   ẏ_i = (c^m_ri ∂H/∂y_r + c^m_0i) y_m + (c^σ_ri ∂H/∂y_r + c^σ_0i) β_σ − X_i H + Q_i,   η_σ = ∂H/∂β_σ
// m runs over the constrained displacements too, with y_α = ∂L̂/∂η_α on the constraints. As in Chetaev's equations the velocities
// are what W z = r is solved for.
Equations routh_canonical(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const Expr L = s.L_in_frame();
    const Substitution zero = X.on_constraints();
    const std::vector<std::size_t> cyclic = cyclic_displacements(s);
    const std::vector<Expr> free = X.free(), Y = substitute(gradient(L, X.eta()), zero);
    std::vector<Expr> momentum;
    FrameCovector kept(std::vector<Expr>(X.n(), s.c.zero())), ignored = kept;  // y_m; β_σ
    for (const std::size_t k : X.all_indices()) {
        const bool is_cyclic = std::ranges::find(cyclic, k) != cyclic.end();
        if (k <= X.l()) momentum.push_back(momenta(s, is_cyclic ? "beta" : "y", {{X.eta(k)}}).front());
        (is_cyclic ? ignored : kept)[k] = k <= X.l() ? momentum.back() : Y[k - 1];
    }

    Equations e;
    set_legendre_system(e, Y, momentum, free);
    e.velocities = substitute(substitute(s.v, X.velocities()), zero);
    e.state = s.q;
    e.rates = s.rates(e.velocities);
    for (const std::size_t k : X.free_indices()) {
        e.state.push_back(momentum[k - 1]);
        if (std::ranges::find(cyclic, k) != cyclic.end()) {
            e.rates.push_back(s.c.zero());
            continue;
        }
        const Expr along = substitute(X.apply(k, L), zero), force = substitute(X.force(k), zero);
        const Expr transport = X.transport(kept, k), gyroscopic = X.transport(ignored, k);
        e.rates.push_back(transport + gyroscopic + along + force);
        e.lines.push_back(
            {momentum[k - 1],
             {},
             {{transport, "brackets"}, {gyroscopic, "cyclic momenta"}, {along, ""}, {force, ""}}});
    }
    define_momenta(s, e, momentum, Y);
    define_hamiltonian(s, e, named("H"), momentum, substitute(L, zero));
    return e;
}

}  // namespace anholon
