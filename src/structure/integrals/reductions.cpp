#include "structure/integrals/reductions.hpp"

#include "mechanics/forms/reduction.hpp"
#include "model/model.hpp"
#include "structure/zeros/vanishing.hpp"

namespace anholon {

namespace {

Reason outside_hypotheses(const Setting& s) {
    if (s.system.motion.axiom != Axiom::nonholonomic && !s.is_unconstrained())
        return "the reductions require the nonholonomic law of motion, and this model has another (" +
               std::string(name(s.system.motion.axiom)) + ")";
    if (s.has_nonlinear_constraints()) return "constraints are nonlinear";
    return s.no_frame();
}

// Hamel's right side on the constraints, (c^m_rs η_r + c^m_0s) ∂L̂/∂η_m + X_s L̂ + Q_s: the rate of ∂L̂/∂η_s.
Expr momentum_rate(const Setting& s, std::size_t k) {
    const AdaptedFrame& X = s.frame();
    const Covector y = d(s.L_in_frame(), X.eta());
    Expr rate = X.apply(k, s.L_in_frame()) + X.force(k) + y(X.bracket(0, k));
    for (std::size_t r = 1; r <= X.l(); ++r) rate += X.eta(r) * y(X.bracket(r, k));
    return substitute(rate, X.on_constraints());
}

// Ė = c^m_0s η_s ∂L̂/∂η_m + Q_s η_s − X_0 L̂                                                        theory §5.4
Expr energy_rate(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const Covector y = d(s.L_in_frame(), X.eta());
    Expr rate = -X.apply(0, s.L_in_frame());
    for (std::size_t k = 1; k <= X.l(); ++k) rate += X.eta(k) * (y(X.bracket(0, k)) + X.force(k));
    return substitute(rate, X.on_constraints());
}

Expr energy(const Setting& s) {
    const AdaptedFrame& X = s.frame();
    const Expr L = s.L_in_frame();
    return substitute(dot(gradient(L, X.eta()), X.eta()) - L, X.on_constraints());
}

std::vector<Reductions::Cyclic> cyclic(const Setting& s, Vanishing& vanishes) {
    const AdaptedFrame& X = s.frame();
    std::vector<Reductions::Cyclic> list;
    for (const std::size_t k : cyclic_displacements(s)) {
        if (vanishes(momentum_rate(s, k)).answer != Answer::yes) continue;
        list.push_back({X.eta(k), substitute(derivative(s.L_in_frame(), X.eta(k)), X.on_constraints())});
    }
    return list;
}

void find_energy(Reductions& found, const Setting& s, Vanishing& vanishes) {
    const Reason why_not = no_energy_integral(s);
    found.energy_is_constant = vanishes(energy_rate(s)).answer == Answer::yes;
    if (!why_not && found.energy_is_constant)
        found.energy = energy(s);
    else
        found.no_energy = why_not.value_or("there is none");
}

}  // namespace

Reductions reductions_of(const Setting& s, const Budget& budget) {
    budget.check();
    if (const Reason why = outside_hypotheses(s)) return {.reason = *why};
    Vanishing vanishes(s, budget);
    Reductions found{.velocities = s.frame().free(), .cyclic = cyclic(s, vanishes)};
    budget.check();
    find_energy(found, s, vanishes);
    const bool has_cyclic = !found.cyclic.empty();
    found.verdict = has_cyclic && found.energy ? ReductionsVerdict::cyclic_and_energy
                    : has_cyclic               ? ReductionsVerdict::cyclic
                    : found.energy             ? ReductionsVerdict::energy
                                               : ReductionsVerdict::none;
    found.proof = vanishes.proof();
    return found;
}

}  // namespace anholon
