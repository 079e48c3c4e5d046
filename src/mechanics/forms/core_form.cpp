#include "expr/print.hpp"
#include "mechanics/forms/core.hpp"
#include "mechanics/forms/forms.hpp"
#include "mechanics/forms/writing.hpp"

namespace anholon {

Reason core_inapplicable(const Setting& s) { return s.system.finished ? std::nullopt : no_core(s); }

void use_core_state(const Core& core, Equations& e) {
    Substitution in_coordinates;
    for (const Core::Place& p : core.places)
        if (p.symbol != p.value) in_coordinates.emplace_back(p.symbol, p.value);
    for (Expr& entry : e.W.entries()) entry = substitute(entry, in_coordinates);
    if (!e.r.empty()) e.r = substitute(e.r, in_coordinates);
    e.state = core.system->q();
    e.rates = e.velocities = core.velocities;
    for (std::size_t k = 0; k < core.eta.size(); ++k) {
        e.state.push_back(core.eta[k]);
        e.rates.push_back(dot(core.eta[k]));
        e.state_of.emplace_back(core.eta[k], core.definitions[k]);
    }
}

namespace {

// W η̇ = r + λ_μ ∂f_μ/∂η,  f_μ = 0.
void set_core(Equations& e, const Matrix& W, std::span<const Expr> r, std::span<const Expr> eta,
              const std::vector<Constraint>& constraints, const std::vector<Expr>& multipliers,
              const Substitution& kinematics) {
    e.unknowns = dots(eta);
    e.W = W;
    e.r.assign(r.begin(), r.end());
    std::vector<Expr> residuals;
    for (std::size_t k = 0; k < eta.size(); ++k) {
        Expr reaction = W.context().zero();
        for (std::size_t m = 0; m < constraints.size(); ++m)
            reaction += multipliers[m] * derivative(constraints[m].residual, eta[k]);
        const Expr left = dot(W.row(k), e.unknowns);
        residuals.push_back(left - r[k] - reaction);
        e.lines.push_back({{}, left, {{r[k], ""}, {reaction, "reactions"}}});
    }
    if (constraints.empty()) return;
    for (const Constraint& f : constraints) {
        residuals.push_back(substitute(Dt(f.residual), kinematics));
        e.lines.push_back({{}, f.residual, {}});
    }
    std::vector<Expr> unknowns = e.unknowns;
    unknowns.insert(unknowns.end(), multipliers.begin(), multipliers.end());
    set_linear_system(e, residuals, unknowns);
}

// Of a system that is itself a core.
Equations finished(const Setting& s) {
    const auto& [W, r] = *s.system.finished;
    Equations e;
    set_core(e, W, r, s.v, s.system.constraints, s.multipliers(), s.kinematics(s.v));
    use_coordinate_state(s, e);
    return e;
}

}  // namespace

// The core: W(x) η̇ = r(x), ṗ = g(x), and quadratures.
Equations core(const Setting& s) {
    if (s.system.finished) return finished(s);
    const Core core = core_of(s);
    Substitution kinematics;
    for (const Core::Place& p : core.places) kinematics.emplace_back(dot(p.symbol), p.rate);
    Equations e;
    set_core(e, core.W, core.r, core.eta, core.constraints, core.multipliers, kinematics);
    for (const Core::Place& p : core.places)
        e.kinematics.push_back({{text(dot(p.symbol)), latex(dot(p.symbol))}, p.rate});
    use_core_state(core, e);
    return e;
}

}  // namespace anholon
