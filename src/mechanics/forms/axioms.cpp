#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

// The other axioms of motion, theory §2: the same L and the same constraints under another law. On a Lie algebra [·] is
// the operator of Euler and Poincaré, and the formulas stay as they are.

namespace anholon {

namespace {

Reason needs_constraints(const Setting& s) {
    if (!s.has_velocity_constraints()) return "there are no velocity constraints";
    return std::nullopt;
}

// [L]_i − Q_i − force_i = 0 with df_μ/dt = 0; unknowns q̈ and `extra`.
Equations with_constraints(const Setting& s, const std::vector<Expr>& force, std::vector<Expr> extra) {
    const Covector E = s.lagrange(s.L), p = d(s.L, s.v);
    const std::vector<Expr> f = s.velocity_constraints();
    Equations e;
    std::vector<Expr> residuals, unknowns = s.accelerations();
    for (std::size_t i = 0; i < s.n(); ++i) {
        e.lines.push_back({p[i], E[i] - Dt(p[i]), {{s.Q[i], ""}, {force[i], "reactions"}}});
        residuals.push_back(E[i] - s.Q[i] - force[i]);
    }
    for (const Expr& fk : f) {
        residuals.push_back(Dt(fk));
        e.lines.push_back({{}, fk, {}});
    }
    unknowns.insert(unknowns.end(), extra.begin(), extra.end());
    set_linear_system(e, residuals, unknowns);
    use_coordinate_state(s, e);
    return e;
}

// State and unknowns of the axioms in which the multipliers have a motion of their own.
void make_multipliers_move(Equations& e, const std::vector<Expr>& lambda) {
    for (const Expr& l : lambda) {
        e.state.push_back(l);
        e.rates.push_back(dot(l));
    }
}

Equations without_constraints(const Setting& s, Expr L, const std::vector<Expr>& force) {
    const Covector E = s.lagrange(L), p = d(L, s.v);
    Equations e;
    std::vector<Expr> residuals;
    for (std::size_t i = 0; i < s.n(); ++i) {
        e.lines.push_back({p[i], E[i] - Dt(p[i]), {{s.Q[i], ""}, {force[i], ""}}});
        residuals.push_back(E[i] - s.Q[i] - force[i]);
    }
    set_linear_system(e, residuals, s.accelerations());
    use_coordinate_state(s, e);
    return e;
}

Expr stiffness(const Setting& s) {
    if (s.system.motion.stiffness) return s.system.motion.stiffness;
    if (const Expr known = s.c.find("N")) return known;
    return s.c.constant("N");
}

// Geometric constraints cannot be realised away: they keep their multipliers under every axiom.
Reason needs_no_geometric(const Setting& s) {
    for (const Constraint& k : s.system.constraints)
        if (k.kind == Constraint::Kind::geometric)
            return "a geometric constraint stands beside the velocity constraints";
    return std::nullopt;
}

Expr sum_of_squares(const Setting& s) {
    Expr sum = s.c.zero();
    for (const Expr& f : s.velocity_constraints()) sum += pow(f, 2);
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
    Equations e = with_constraints(s, force, dots(lambda));
    make_multipliers_move(e, lambda);
    return e;
}

Reason servo_force_inapplicable(const Setting& s) {
    if (Reason why = needs_constraints(s)) return why;
    if (s.system.motion.axiom != Axiom::servo_force)
        return "the model states no directions of the servo forces";
    return needs_no_geometric(s);
}

// Servo, first kind (Béghin):  [L] = Q + λ_μ m_μ,  f = 0.
Equations servo_force(const Setting& s) {
    const std::vector<Expr> lambda = s.multipliers();
    std::vector<Expr> force(s.n(), s.c.zero());
    for (std::size_t k = 0; k < lambda.size(); ++k)
        for (std::size_t i = 0; i < s.n(); ++i)
            force[i] += lambda[k] * s.system.motion.directions.at(k).at(i);
    return with_constraints(s, force, lambda);
}

Reason servo_momentum_inapplicable(const Setting& s) {
    if (Reason why = needs_constraints(s)) return why;
    if (s.system.motion.axiom != Axiom::servo_momentum)
        return "the model states no momenta of the servo constraints";
    return needs_no_geometric(s);
}

// Servo, second kind:  [L + λ_μ N_μ] = Q,  f = 0.
Equations servo_momentum(const Setting& s) {
    const std::vector<Expr> lambda = s.multipliers();
    std::vector<Expr> force(s.n(), s.c.zero());
    for (std::size_t k = 0; k < lambda.size(); ++k) {
        const Expr N = s.system.motion.momenta.at(k);
        const Covector bracket = s.lagrange(N), dN = d(N, s.v);
        for (std::size_t i = 0; i < s.n(); ++i) force[i] -= lambda[k] * bracket[i] + dot(lambda[k]) * dN[i];
    }
    Equations e = with_constraints(s, force, dots(lambda));
    make_multipliers_move(e, lambda);
    return e;
}

Reason viscous_inapplicable(const Setting& s) {
    if (Reason why = needs_constraints(s)) return why;
    return needs_no_geometric(s);
}

// Viscous realisation:  [L] = Q − ∂R_N/∂q̇,  R_N = (N/2) Σ f_μ².
Equations viscous(const Setting& s) {
    const Covector friction = d(-stiffness(s) / 2 * sum_of_squares(s), s.v);
    return without_constraints(s, s.L, {friction.begin(), friction.end()});
}

Reason added_mass_inapplicable(const Setting& s) { return viscous_inapplicable(s); }

// Added-mass realisation:  [L + (N/2) Σ f_μ²] = Q.
Equations added_mass(const Setting& s) {
    return without_constraints(s, s.L + stiffness(s) / 2 * sum_of_squares(s),
                               std::vector<Expr>(s.n(), s.c.zero()));
}

Reason free_motion_inapplicable(const Setting& s) {
    return s.is_unconstrained() ? Reason("there are no constraints to be let go") : std::nullopt;
}

// Free:  [L] = Q, the constraints let go.
Equations free_motion(const Setting& s) {
    return without_constraints(s, s.L, std::vector<Expr>(s.n(), s.c.zero()));
}

}  // namespace anholon
