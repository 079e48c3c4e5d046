#include "study/standstill/steady_motions.hpp"

#include <algorithm>

namespace anholon {

namespace {

// W z = r with a regular W: where z are accelerations, they vanish where r does.
std::vector<Expr> conditions(const SteadyPart& part) {
    const RateEquations& e = part.formulation().equations();
    const std::size_t nq = part.formulation().coordinates();
    std::vector<Expr> list;
    for (const std::size_t k : part.kept())
        if (k < nq) list.push_back(e.rates[k]);
    if (e.unknowns.size() + nq == e.state.size()) {
        list.insert(list.end(), e.r.begin(), e.r.end());
    } else {
        const std::vector<Expr> rates = explicit_rates(e);
        list.insert(list.end(), rates.begin() + static_cast<long>(nq), rates.end());
    }
    list.insert(list.end(), part.constraints().begin(), part.constraints().end());
    return list;
}

// No coordinate moves, cyclic ones included: constraints that move may turn a wheel though all free velocities vanish.
bool is_at_rest(const SteadyPart& part, const SolvedFamily& family) {
    const RateEquations& e = part.formulation().equations();
    const std::size_t nq = part.formulation().coordinates();
    // On a Lie algebra there are velocities alone.
    const auto first = e.rates.begin(), last = first + static_cast<long>(nq);
    const std::vector<Expr> rates =
        substitute(nq > 0 ? std::vector<Expr>(first, last) : e.state, family.solved);
    return std::ranges::all_of(rates, vanishes);
}

SteadyMotions::Nearest nearest(SteadyPart& part, const System& system) {
    using enum SteadyMotions::Nearest::Outcome;
    std::vector<double> x = initial_state_of(part, system);
    if (!part.settle(x)) return {none};
    const auto linear = part.linear_part(x);
    if (!linear) return {without_linear_equations};
    const Standing here = standing(part, system, x, *linear);
    return {found, here.family, here.stability.verdict};
}

SteadyMotions of_part(const Setting& s, SteadyPart& part, const Budget& budget) {
    SteadyMotions out{.cyclic = part.cyclic()};
    const RateEquations& e = part.formulation().equations();
    if (part.kept().size() == e.state.size() && part.formulation().coordinates() > 0) {
        out.is_complete = out.none_is_cyclic = true;
        return out;
    }
    std::vector<Expr> kept;
    for (const std::size_t k : part.kept()) kept.push_back(e.state[k]);
    const ZeroSet zeros = zero_set(conditions(part), kept, constant_values(s.system), budget);
    out.is_complete = zeros.is_complete;
    out.reason = zeros.reason;
    if (!zeros.is_complete) {
        // Each family may be a part of a larger one that was not found.
        out.nearest = nearest(part, s.system);
        return out;
    }
    for (const SolvedFamily& family : zeros.families)
        if (!is_at_rest(part, family))
            out.families.push_back({family, stability_along(part, s.system, family, budget)});
    return out;
}

}  // namespace

SteadyMotions steady_motions(const Setting& s, const Budget& budget) {
    const auto outside = [](const char* why) { return SteadyMotions{.outside = why, .reason = why}; };
    if (s.has_nonlinear_constraints()) return outside("a constraint is not linear in the velocities");
    try {
        SteadyPart part(s.system, Standstill::steady, {}, vanishing(constant_values(s.system)));
        return of_part(s, part, budget);
    } catch (const DependsOnTime& reason) {
        return outside(reason.what());
    }
}

}  // namespace anholon
