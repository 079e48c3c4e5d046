#include "structure/integrals/reductions.hpp"

#include <algorithm>

#include "mechanics/forms/reduction.hpp"
#include "model/model.hpp"
#include "structure/evidence/sentence.hpp"
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

std::string equations(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " equation of motion" : " equations of motion");
}

std::size_t say_cyclic(Fact& fact, const Setting& s, Vanishing& vanishes) {
    const AdaptedFrame& X = s.frame();
    std::size_t count = 0;
    for (const std::size_t k : cyclic_displacements(s)) {
        if (vanishes(momentum_rate(s, k)).answer != Answer::yes) continue;
        ++count;
        const Expr momentum = substitute(derivative(s.L_in_frame(), X.eta(k)), X.on_constraints());
        fact.statement.push_back(briefly()
                                 << "cyclic displacement of " << X.eta(k) << ": " << momentum << " = const");
    }
    if (count == 0)
        fact.statement.push_back(briefly() << "no cyclic displacement among " << listed(names_of(X.free())));
    return count;
}

bool say_energy(Fact& fact, const Setting& s, Vanishing& vanishes) {
    const Reason why_not = no_energy_integral(s);
    if (!why_not && vanishes(energy_rate(s)).answer == Answer::yes) {
        fact.statement.push_back(briefly() << "nothing depends on time, so the energy is an integral: "
                                           << energy(s) << " = const");
        return true;
    }
    Sentence saying = briefly();
    saying << "the energy integral does not lower the order: " << why_not.value_or("there is none");
    if (vanishes(energy_rate(s)).answer == Answer::yes) saying << ", though the energy is constant";
    fact.statement.push_back(saying);
    return false;
}

}  // namespace

Fact reductions(const Setting& s, const Budget& budget) {
    budget.check();
    if (const Reason why = outside_hypotheses(s))
        return {
            .verdict = "not decided", .statement = {briefly() << "not decided: " << *why}, .proof = "none"};
    Vanishing vanishes(s, budget);
    Fact fact;
    const std::size_t l = s.frame().l();
    fact.statement.emplace_back();  // the first sentence needs the others' counts
    const std::size_t cyclic = say_cyclic(fact, s, vanishes);
    budget.check();
    const bool has_energy = say_energy(fact, s, vanishes);
    fact.verdict = cyclic > 0 && has_energy ? "cyclic and energy"
                   : cyclic > 0             ? "cyclic"
                   : has_energy             ? "energy"
                                            : "none";

    Sentence first = briefly();
    first << equations(l);
    if (cyclic > 0)
        first << "; " << equations(l - cyclic) << " when cyclic displacements are ignored (routh)";
    if (has_energy && l >= 2)
        first << "; " << equations(l - 1) << " by the energy integral, with the quasi-coordinate of "
              << s.frame().eta(1) << " as the independent variable (jacobi-whittaker, whittaker)";
    if (cyclic > 0 && has_energy && l > cyclic) first << "; " << equations(l - cyclic - 1) << " by both";
    if (cyclic + (has_energy ? 1 : 0) >= l && fact.verdict != "none")
        first << ": the reduced system is solved by quadratures";
    if (fact.verdict == "none") first << ", and no reduction";
    fact.statement[0] = first;
    fact.proof = vanishes.proof();
    return fact;
}

}  // namespace anholon
