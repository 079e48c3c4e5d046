#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

// Dry friction: docs/concepts/friction.md. The friction depends on the normal reaction, an unknown itself, so W is not symmetric.
namespace anholon {

namespace {

// The direction of the slip, row by row: v/|v|, or v/√(v² + ε²) of the regularised law.
std::vector<Expr> directions(const DryFriction& f) {
    Context& c = f.normal.context();
    if (f.mode && !f.is_regularised() && f.rows.size() == 1) return f.mode->direction;
    std::vector<Expr> u;
    Expr squares = f.is_regularised() ? pow(f.width, 2) : c.zero();
    for (std::size_t i = 0; i < f.rows.size(); ++i) {
        u.push_back(f.rows[i].slip);
        if (f.mode && !f.is_regularised()) u.back() += f.mode->width * f.mode->direction[i];
        squares += pow(u.back(), 2);
    }
    for (Expr& one : u) one /= sqrt(squares);
    return u;
}

Expr held(const DryFriction& f, std::size_t i, const Expr& most) {
    const DryFriction::Mode& m = *f.mode;
    const Expr given = f.rows[i].force + most * m.margin * m.direction[i], leans = m.watched[i];
    return leans * given + (Rational(1) - leans) * Dt(f.rows[i].slip);
}

// The law for each row: f_i + μ N v_i/|v| = 0 where it slips, (slip)˙ = 0 where it sticks. A row that sticks because others do
// leaves its force open: then it is a part of μ N, `margin` along `direction`, and `watched` is 1.
std::vector<Expr> demands(const DryFriction& f) {
    const std::vector<Expr> along = directions(f);
    Expr most = f.coefficient * f.normal;
    if (f.is_two_sided) most *= f.mode ? f.mode->side : f.side;
    if (f.mode) most *= f.mode->share;
    std::vector<Expr> out;
    for (std::size_t i = 0; i < f.rows.size(); ++i) {
        const Expr slips = f.rows[i].force + most * along[i];
        if (!f.mode || f.is_regularised())
            out.push_back(slips);
        else
            out.push_back(f.mode->sticks * held(f, i, most) + (Rational(1) - f.mode->sticks) * slips);
    }
    return out;
}

}  // namespace

Reason dry_friction_inapplicable(const Setting& s) {
    return s.system.frictions.empty() ? Reason("the model has no dry friction") : std::nullopt;
}

// Coulomb:  [L]_i = Q_i + λ_μ ∂f_μ/∂q̇_i + φ_k ∂v_k/∂q̇_i,  f_μ = 0,  φ_k = −μ N v_k/|v|.
Equations dry_friction(const Setting& s) {
    const Covector E = s.lagrange(s.L), p = d(s.L, s.v);
    const std::vector<Expr> constraints = s.velocity_constraints(), lambda = s.multipliers();
    Equations e;
    std::vector<Expr> residuals, unknowns = s.accelerations();
    for (std::size_t i = 0; i < s.n(); ++i) {
        Expr reaction = s.c.zero(), friction = s.c.zero();
        for (std::size_t k = 0; k < constraints.size(); ++k)
            reaction += lambda[k] * derivative(constraints[k], s.v[i]);
        for (const DryFriction& f : s.system.frictions)
            for (const DryFriction::Row& row : f.rows) friction += row.force * derivative(row.slip, s.v[i]);
        e.lines.push_back(
            {p[i], E[i] - Dt(p[i]), {{s.Q[i], ""}, {reaction, "reactions"}, {friction, "friction"}}});
        residuals.push_back(E[i] - s.Q[i] - reaction - friction);
    }
    for (std::size_t k = 0; k < constraints.size(); ++k) {
        residuals.push_back(Dt(constraints[k]));
        unknowns.push_back(lambda[k]);
        e.lines.push_back({{}, constraints[k], {}});
    }
    for (const DryFriction& f : s.system.frictions) {
        const std::vector<Expr> law = demands(f);
        for (std::size_t i = 0; i < f.rows.size(); ++i) {
            residuals.push_back(law[i]);
            unknowns.push_back(f.rows[i].force);
            e.lines.push_back({{}, f.rows[i].force, {{f.rows[i].force - law[i], ""}}});
        }
    }
    set_linear_system(e, residuals, unknowns);
    use_coordinate_state(s, e);
    return e;
}

}  // namespace anholon
