#include <algorithm>

#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"
#include "mechanics/letters.hpp"

// The other axioms of motion, theory §2: the same L and the same constraints under another law. On a Lie algebra [·] is
// the operator of Euler and Poincaré, and the formulas stay as they are.

namespace anholon {

namespace {

Reason needs_constraints(const Setting& s) {
    if (!s.has_velocity_constraints()) return "there are no velocity constraints";
    return std::nullopt;
}

std::vector<const Constraint*> constraints(const Setting& s, bool geometric) {
    std::vector<const Constraint*> list;
    for (const Constraint& k : s.system.constraints)
        if ((k.kind == Constraint::Kind::geometric) == geometric) list.push_back(&k);
    return list;
}

// The multipliers of the velocity constraints, or of the geometric ones.
std::vector<Expr> multipliers(const Setting& s, bool geometric) {
    const std::vector<Expr> all = s.multipliers();
    std::vector<Expr> list;
    for (std::size_t k = 0; k < all.size(); ++k)
        if ((s.system.constraints[k].kind == Constraint::Kind::geometric) == geometric)
            list.push_back(all[k]);
    return list;
}

// [L]_i = Q_i + force_i + λ_a ∂F_a/∂q_i with d²F_a/dt² = 0: geometric constraints keep their reactions under every axiom.
// `kept` are the velocity constraints that hold, `extra` the unknowns that see to it.
enum class Geometric { with_reactions, among_the_kept };
Equations moved_by(const Setting& s, Expr L, const std::vector<Expr>& force, const std::vector<Expr>& kept,
                   const std::vector<Expr>& extra, Geometric how = Geometric::with_reactions) {
    const Covector E = s.lagrange(L), p = d(L, s.v);
    const bool has_reactions = how == Geometric::with_reactions;
    const auto geometric = has_reactions ? constraints(s, true) : std::vector<const Constraint*>{};
    const auto lambda = has_reactions ? multipliers(s, true) : std::vector<Expr>{};
    Equations e;
    std::vector<Expr> residuals, unknowns = s.accelerations();
    for (std::size_t i = 0; i < s.n(); ++i) {
        Expr reaction = force[i];
        for (std::size_t k = 0; k < geometric.size(); ++k)
            reaction += lambda[k] * derivative(geometric[k]->residual, s.q[i]);
        e.lines.push_back({p[i], E[i] - Dt(p[i]), {{s.Q[i], ""}, {reaction, "reactions"}}});
        residuals.push_back(E[i] - s.Q[i] - reaction);
    }
    for (const Expr& f : kept) {
        residuals.push_back(Dt(f));
        e.lines.push_back({{}, f, {}});
    }
    for (const Constraint* k : geometric) {
        residuals.push_back(Dt(Dt(k->residual)));
        e.lines.push_back({{}, k->residual, {}});
    }
    unknowns.insert(unknowns.end(), extra.begin(), extra.end());
    unknowns.insert(unknowns.end(), lambda.begin(), lambda.end());
    set_linear_system(e, residuals, unknowns);
    use_coordinate_state(s, e);
    return e;
}

std::vector<Expr> velocity_residuals(const Setting& s) {
    std::vector<Expr> f;
    for (const Constraint* k : constraints(s, false)) f.push_back(k->residual);
    return f;
}

// State and unknowns of the axioms in which the multipliers have a motion of their own.
void make_multipliers_move(Equations& e, const std::vector<Expr>& lambda) {
    for (const Expr& l : lambda) {
        e.state.push_back(l);
        e.rates.push_back(dot(l));
    }
}

Expr stiffness(const Setting& s) {
    if (s.system.motion.stiffness) return s.system.motion.stiffness;
    const auto N = std::ranges::find(s.system.parameters, "N",
                                     [](const Parameter& p) { return p.symbol.symbol().name; });
    return N != s.system.parameters.end() ? N->symbol : letter_N(s);
}

Expr sum_of_squares(const Setting& s) {
    Expr sum = s.c.zero();
    for (const Expr& f : velocity_residuals(s)) sum += pow(f, 2);
    return sum;
}

}  // namespace

Reason vakonomic_inapplicable(const Setting& s) {
    return s.is_unconstrained() ? Reason("there are no constraints") : std::nullopt;
}

// Vakonomic:  [L] = Q + λ_μ [f_μ] + λ̇_μ ∂f_μ/∂q̇,  f = 0.
Equations vakonomic(const Setting& s) {
    const std::vector<Expr> f = s.velocity_constraints(), lambda = s.multipliers();
    std::vector<Expr> force(s.n(), s.c.zero());
    for (std::size_t k = 0; k < f.size(); ++k) {
        const Covector bracket = s.lagrange(f[k]), df = d(f[k], s.v);
        for (std::size_t i = 0; i < s.n(); ++i) force[i] += lambda[k] * bracket[i] + dot(lambda[k]) * df[i];
    }
    Equations e = moved_by(s, s.L, force, f, dots(lambda), Geometric::among_the_kept);
    make_multipliers_move(e, lambda);
    return e;
}

Reason servo_force_inapplicable(const Setting& s) {
    if (Reason why = needs_constraints(s)) return why;
    if (s.system.motion.axiom != Axiom::servo_force)
        return "the model gives no directions for the servo forces";
    return std::nullopt;
}

// Servo, first kind (Béghin):  [L] = Q + λ_μ m_μ,  f = 0.
Equations servo_force(const Setting& s) {
    const std::vector<Expr> lambda = multipliers(s, false);
    std::vector<Expr> force(s.n(), s.c.zero());
    for (std::size_t k = 0; k < lambda.size(); ++k)
        for (std::size_t i = 0; i < s.n(); ++i)
            force[i] += lambda[k] * s.system.motion.directions.at(k).at(i);
    return moved_by(s, s.L, force, velocity_residuals(s), lambda);
}

Reason servo_momentum_inapplicable(const Setting& s) {
    if (Reason why = needs_constraints(s)) return why;
    if (s.system.motion.axiom != Axiom::servo_momentum)
        return "the model gives no momenta for the servo constraints";
    return std::nullopt;
}

// Servo, second kind:  [L + λ_μ N_μ] = Q,  f = 0.
Equations servo_momentum(const Setting& s) {
    const std::vector<Expr> lambda = multipliers(s, false);
    std::vector<Expr> force(s.n(), s.c.zero());
    for (std::size_t k = 0; k < lambda.size(); ++k) {
        const Expr N = s.system.motion.momenta.at(k);
        const Covector bracket = s.lagrange(N), dN = d(N, s.v);
        for (std::size_t i = 0; i < s.n(); ++i) force[i] -= lambda[k] * bracket[i] + dot(lambda[k]) * dN[i];
    }
    Equations e = moved_by(s, s.L, force, velocity_residuals(s), dots(lambda));
    make_multipliers_move(e, lambda);
    return e;
}

Reason viscous_inapplicable(const Setting& s) { return needs_constraints(s); }

// Viscous realisation:  [L] = Q − ∂R_N/∂q̇,  R_N = (N/2) Σ f_μ².
Equations viscous(const Setting& s) {
    const Covector friction = d(-stiffness(s) / 2 * sum_of_squares(s), s.v);
    return moved_by(s, s.L, {friction.begin(), friction.end()}, {}, {});
}

Reason added_mass_inapplicable(const Setting& s) { return viscous_inapplicable(s); }

// Added-mass realisation:  [L + (N/2) Σ f_μ²] = Q.
Equations added_mass(const Setting& s) {
    return moved_by(s, s.L + stiffness(s) / 2 * sum_of_squares(s), std::vector<Expr>(s.n(), s.c.zero()), {},
                    {});
}

Reason added_mass_in_momenta_inapplicable(const Setting& s) {
    if (Reason why = added_mass_inapplicable(s)) return why;
    if (s.on_algebra()) return "there are no coordinates";
    if (s.has_nonlinear_constraints()) return "a constraint is not linear in the velocities";
    if (!constraints(s, true).empty()) return "there are geometric constraints";
    const Matrix M = hessian(s.L, s.v);
    const bool is_quadratic = std::ranges::all_of(
        M.entries(), [&](Expr entry) { return std::ranges::all_of(gradient(entry, s.v), vanishes); });
    return is_quadratic ? std::nullopt : Reason("the Lagrangian is not quadratic in the velocities");
}

// Added-mass realisation in momenta:  M q̇ − λ_μ a_μ = p − ∂L/∂q̇(0),  a_μ q̇ + a_μ0 + λ_μ/N = 0,  ṗ = ∂L/∂q − λ_μ ∂f_μ/∂q + Q
// with λ_μ = −N f_μ, which stays regular where N grows without bound.
Equations added_mass_in_momenta(const Setting& s) {
    const std::vector<Expr> f = velocity_residuals(s), lambda = s.multipliers();
    const std::vector<Expr> dL = gradient(s.L, s.v), p = momenta(s, "p", s.q);
    const Expr N = stiffness(s);
    Equations e;
    e.state = s.q;
    e.rates = e.velocities = s.v;
    std::vector<Expr> residuals, unknowns = s.v;
    for (std::size_t i = 0; i < s.n(); ++i) {
        Expr momentum = dL[i], with_mass = dL[i], force = derivative(s.L, s.q[i]) + s.Q[i];
        for (std::size_t k = 0; k < f.size(); ++k) {
            momentum -= lambda[k] * derivative(f[k], s.v[i]);
            with_mass += N * f[k] * derivative(f[k], s.v[i]);
            force -= lambda[k] * derivative(f[k], s.q[i]);
        }
        residuals.push_back(momentum - p[i]);
        e.state.push_back(p[i]);
        e.rates.push_back(force);
        e.state_of.emplace_back(p[i], with_mass);
    }
    for (std::size_t k = 0; k < f.size(); ++k) residuals.push_back(f[k] + lambda[k] / N);
    unknowns.insert(unknowns.end(), lambda.begin(), lambda.end());
    set_linear_system(e, residuals, unknowns);
    return e;
}

Reason free_motion_inapplicable(const Setting& s) { return needs_constraints(s); }

// Free:  [L] = Q, the velocity constraints let go.
Equations free_motion(const Setting& s) {
    return moved_by(s, s.L, std::vector<Expr>(s.n(), s.c.zero()), {}, {});
}

}  // namespace anholon
