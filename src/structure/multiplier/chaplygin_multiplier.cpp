#include "structure/multiplier/chaplygin_multiplier.hpp"

#include <algorithm>
#include <memory>

#include "expr/introduce.hpp"
#include "mechanics/chaplygin_kind.hpp"
#include "mechanics/forms/core.hpp"
#include "mechanics/forms/restricted.hpp"
#include "mechanics/velocity_choices.hpp"

namespace anholon {

namespace {

using At = StateSampler::At;

constexpr std::size_t kMaxChoices = 24;  // of eliminated velocities

// Why a system is none of Chaplygin's, nor one that a change of time could make Hamiltonian.
Reason outside_hypotheses(const Setting& s) {
    if (s.system.motion.axiom != Axiom::nonholonomic) return "the motion is not nonholonomic";
    if (s.has_nonlinear_constraints()) return "constraints are nonlinear";
    std::vector<Expr> all{s.L};
    for (const Constraint& k : s.system.constraints) all.push_back(k.residual);
    for (const Expr& e : all)
        if (!vanishes(derivative(e, s.t))) return "the system depends on time";
    return std::nullopt;
}

// A core is reduced already: its coordinates and momenta are what a multiplier is sought for.
ReducingMultiplier of_core(const Setting& s, const Budget& budget) {
    const ReducedMultiplier found = multiplier_after_reduction(s, budget);
    if (!found.why_not.empty())
        return {.verdict = MultiplierVerdict::not_chaplygin, .is_core = true, .not_chaplygin = found.why_not};
    return {.verdict = found.verdict, .reason = found.reason, .is_core = true, .reduced = found};
}

// Lagrange's equations with their right sides: [L*]_r = S_r on the independent coordinates.
struct Reduced {
    Expr L;  // L*
    std::vector<Expr> q, v, p, S;
};

Reduced reduced(const Setting& s) {
    const Restricted on(s);
    Reduced result{on.L(), {}, {}, {}, {}};
    for (const std::size_t r : on.g().independent) {
        result.q.push_back(s.q[r]);
        result.v.push_back(s.v[r]);
        result.p.push_back(derivative(result.L, s.v[r]));
        result.S.push_back(Dt(result.p.back()) - derivative(result.L, s.q[r]));
    }
    return result;
}

bool holds_dependent(const Setting& s, Expr e) {
    return std::ranges::any_of(s.solved().dependent,
                               [&](std::size_t a) { return !vanishes(derivative(e, s.q[a])); });
}

// With dτ = N dt, σ = log N, the equations are Lagrange's for L*(q, N dq/dτ) iff
//   S_r = (p·q̇) ∂_r σ − p_r (q̇·∂σ):   d(N p_r)/dτ = ṗ_r + σ̇ p_r,   ∂_r L*(q, N q') = ∂_r L* + ∂_r σ (p·q̇).
std::optional<LogarithmicAnsatz> multiplier(const Setting& s, const Reduced& on, const Budget& budget) {
    const Matrix G = hessian(on.L, on.v);
    const Expr det = simplified(determinant(G));
    std::vector<Expr> dividing(G.entries().begin(), G.entries().end());
    std::vector<Expr> factors = density_factors(s, std::span(&det, 1), dividing);
    // N is a function of the independent coordinates.
    std::erase_if(factors, [&](const Expr& P) { return holds_dependent(s, P); });
    const Expr pv = dot(on.p, on.v);
    std::vector<std::vector<Expr>> derivatives(on.q.size());
    std::vector<Expr> w;
    for (std::size_t r = 0; r < on.q.size(); ++r) {
        w.push_back(-on.S[r]);
        for (const Expr& P : factors) {
            const std::vector<Expr> dP = gradient(P, on.q);
            derivatives[r].push_back((pv * dP[r] - on.p[r] * dot(dP, on.v)) / P);
        }
    }
    return solve_by_logarithms(s, factors, derivatives, w, At::motion, budget);
}

std::vector<Expr> symbols(const Setting& s, const std::vector<Expr>& q, const std::string& prefix) {
    std::vector<Expr> list;
    for (const Expr& x : q)
        list.push_back(
            introduced(s.c, prefix + x.symbol().name, SymbolKind::variable, "in the new time", list.size()));
    return list;
}

// The equations derived back: d/dτ ∂L/∂u − ∂L/∂q for L(q, u) = L*(q, N u) along the motion, u = q̇/N.
std::vector<Expr> lagrange_in_new_time(const Setting& s, const Reduced& on, Expr N) {
    const std::vector<Expr> u = symbols(s, on.q, "u_");
    Substitution faster, back;
    for (std::size_t r = 0; r < u.size(); ++r) {
        faster.emplace_back(on.v[r], N * u[r]);
        back.emplace_back(u[r], on.v[r] / N);
    }
    const Expr L = substitute(on.L, faster);
    std::vector<Expr> residuals;
    for (std::size_t r = 0; r < u.size(); ++r)
        residuals.push_back(Dt(substitute(derivative(L, u[r]), back)) / N -
                            substitute(derivative(L, on.q[r]), back));
    return residuals;
}

// H(q, P) = ½ G^rs P_r P_s/N² − L*|_{q̇ = 0}; nothing if L* has terms linear in velocities.
std::optional<Expr> hamiltonian(const Setting& s, const Reduced& on, Expr N, const std::vector<Expr>& P) {
    Substitution at_rest;
    for (const Expr& v : on.v) at_rest.emplace_back(v, s.c.zero());
    for (const Expr& p : on.p)
        if (!vanishes(substitute(p, at_rest))) return std::nullopt;
    const InverseResult G = inverse(hessian(on.L, on.v));
    if (G.outcome != InverseResult::Outcome::regular) return std::nullopt;
    const std::vector<Expr> velocities = simplified(G.inverse) * P;
    return simplified(dot(P, velocities) / (2 * pow(N, 2)) - substitute(on.L, at_rest));
}

ReducingMultiplier not_decided(const std::string& reason) { return {.reason = reason}; }

ReducingMultiplier already(const Setting& s, const Reduced& on, double error_bound) {
    return {.verdict = MultiplierVerdict::lagrangian,
            .coordinates = on.q,
            .N = s.c.one(),
            .lagrangian = simplified(on.L),
            .error_bound = error_bound};
}

ReducingMultiplier found(const Setting& s, const Reduced& on, const LogarithmicAnsatz& sigma,
                         const Budget& budget) {
    const Expr N = simplified(sigma.density(s.c));
    double error = sigma.error_bound;
    for (const auto& v : vanish(s, lagrange_in_new_time(s, on, N), At::motion, sigma.valid, budget)) {
        if (v.answer != Answer::yes)
            return not_decided("the equations of motion could not be recovered: " + v.reason);
        error = std::max(error, v.error_bound);
    }
    const auto angle = sigma.many_valued_in(s);
    return {.verdict = angle ? MultiplierVerdict::local : MultiplierVerdict::multiplier,
            .coordinates = on.q,
            .N = N,
            .valid = sigma.valid,
            .hamiltonian = hamiltonian(s, on, N, symbols(s, on.q, "P_")).value_or(Expr()),
            .angle = angle.value_or(Expr()),
            .error_bound = error};
}

// N^(l−1) would be the density of an invariant measure in (q, p), and any two such densities of the independent coordinates have
// a constant ratio: there is one candidate.
ReducingMultiplier by_the_measure(const Setting& s, const Reduced& on, const Budget& budget) {
    const Setting coordinates(s.system, s.solved().independent);
    ReducingMultiplier none{.verdict = MultiplierVerdict::none,
                            .coordinates = on.q,
                            .measure = invariant_measure(coordinates, budget)};
    if (none.measure.verdict == MeasureVerdict::none) return none;
    const auto density = invariant_density(coordinates, budget);
    if (!density || density->in_momenta.valid == Parameters::stated ||
        holds_dependent(s, density->in_momenta.density(s.c)))
        return not_decided("no multiplier was found in closed form");
    LogarithmicAnsatz N = density->in_momenta;
    for (Expr& exponent : N.exponents) exponent = exponent / static_cast<long>(on.q.size() - 1);
    const std::vector<Expr> residuals = lagrange_in_new_time(s, on, N.density(s.c));
    for (const auto& v : vanish(s, residuals, At::motion, Parameters::free, budget)) {
        if (v.answer == Answer::yes) continue;
        if (v.answer == Answer::unknown) return not_decided(v.reason);
        none.density = simplified(density->in_momenta.density(s.c));
        return none;
    }
    return found(s, on, N, budget);
}

// Where there is none, the system that its symmetries leave may be Hamiltonian all the same.
ReducingMultiplier with_reduction(ReducingMultiplier result, const Setting& s, const Budget& budget) {
    using enum MultiplierVerdict;
    if (result.verdict != none) return result;
    const ReducedMultiplier reduced = multiplier_after_reduction(s, budget);
    if (reduced.verdict == MultiplierVerdict::multiplier || reduced.verdict == MultiplierVerdict::hamiltonian)
        result.reduced = reduced;
    return result;
}

ReducingMultiplier only_after_reduction(const Setting& s, const std::string& why, const Budget& budget) {
    ReducingMultiplier result{.verdict = MultiplierVerdict::not_chaplygin, .not_chaplygin = why};
    if (!s.has_velocity_constraints()) return result;
    const ReducedMultiplier reduced = multiplier_after_reduction(s, budget);
    if (!reduced.why_not.empty()) {
        result.not_chaplygin += "; " + reduced.why_not;
        return result;
    }
    result.verdict = reduced.verdict;
    result.reason = reduced.reason;
    result.reduced = reduced;
    return result;
}

// A choice of the velocities that are eliminated from L, all of coordinates that occur nowhere, and what is known of it.
struct Elimination {
    std::unique_ptr<const Setting> own;  // empty where it is that of the system's setting
    const Setting& s;
    Reduced on;
    std::vector<std::string> names;
    ReducingMultiplier result = {};
    bool is_judged = false;  // otherwise it is known that N is not 1
};

std::vector<std::string> eliminated_names(const Setting& s) {
    std::vector<std::string> names;
    for (const std::size_t a : s.solved().dependent) names.push_back(symbol_text(s.v[a].symbol()));
    std::ranges::sort(names);
    return names;
}

struct ChaplyginEliminations {
    std::vector<Elimination> list;
    bool all = true;  // there are no others
};

// In an order that does not depend on how the coordinates are declared.
ChaplyginEliminations eliminations(const Setting& s, const Budget& budget) {
    std::vector<std::size_t> absent = coordinates_that_occur_nowhere(s), order;
    for (const std::size_t i : order_of_elimination(s))
        if (std::ranges::find(absent, i) != absent.end()) order.push_back(i);
    ChaplyginEliminations found;
    const std::size_t m = s.solved().dependent.size();
    if (order.size() < m) return found;
    Combinations places(order.size(), m);
    do {
        budget.check();
        if (found.list.size() == kMaxChoices) {
            found.all = false;
            break;
        }
        std::vector<std::size_t> dependent;
        for (const std::size_t k : places.chosen()) dependent.push_back(order[k]);
        std::ranges::sort(dependent);
        std::unique_ptr<const Setting> own;
        if (dependent != s.solved().dependent)
            own = std::make_unique<Setting>(s.system, others(dependent, s.n()));
        const Setting& solved = own ? *own : s;
        if (solved.not_solved() || solved.solved().dependent != dependent) continue;
        found.list.push_back({std::move(own), solved, reduced(solved), eliminated_names(solved)});
    } while (places.advance());
    return found;
}

// N = 1?
ReducingMultiplier without_terms(const Elimination& choice, const Budget& budget) {
    double error = 0;
    for (const auto& v : vanish(choice.s, choice.on.S, At::motion, Parameters::free, budget)) {
        if (v.answer == Answer::unknown) return not_decided(v.reason);
        if (v.answer == Answer::no) return {.verdict = MultiplierVerdict::none};
        error = std::max(error, v.error_bound);
    }
    return already(choice.s, choice.on, error);
}

ReducingMultiplier with_terms(const Elimination& choice, const Budget& budget) {
    if (const auto sigma = multiplier(choice.s, choice.on, budget))
        return found(choice.s, choice.on, *sigma, budget);
    return by_the_measure(choice.s, choice.on, budget);
}

// The better, the larger. A multiplier for all parameters and all angles ends the search.
int grade(const ReducingMultiplier& result) {
    using enum MultiplierVerdict;
    const bool free = result.valid == Parameters::free;
    switch (result.verdict) {
        case lagrangian: return 6;
        case MultiplierVerdict::multiplier: return free ? 5 : 4;
        case local: return free ? 3 : 2;
        case none: return 0;
        default: return 1;  // not decided, and so not none either
    }
}

ReducingMultiplier best_of(ChaplyginEliminations choices, const Budget& budget) {
    std::vector<Elimination>& list = choices.list;
    std::size_t best = 0;
    const auto keep = [&](std::size_t k, ReducingMultiplier result, bool is_judged) {
        list[k].result = std::move(result);
        list[k].is_judged = is_judged;
        if (grade(list[k].result) > grade(list[best].result)) best = k;
    };
    for (std::size_t k = 0; k < list.size(); ++k) {
        ReducingMultiplier result = without_terms(list[k], budget);
        const bool is_judged = result.verdict != MultiplierVerdict::none;
        keep(k, std::move(result), is_judged);
    }
    for (std::size_t k = 0; k < list.size() && grade(list[best].result) < 5; ++k)
        if (!list[k].is_judged) keep(k, with_terms(list[k], budget), true);
    ReducingMultiplier result = std::move(list[best].result);
    result.eliminated = list[best].names;
    result.all_choices_examined = choices.all;
    for (std::size_t k = 0; k < list.size(); ++k)
        if (k != best)
            result.instead.push_back(
                {list[k].names, list[k].is_judged ? std::optional(list[k].result.verdict) : std::nullopt});
    return result;
}

}  // namespace

ReducingMultiplier reducing_multiplier(const Setting& s, const Budget& budget) {
    if (const Reason why = outside_hypotheses(s))
        return {.verdict = MultiplierVerdict::does_not_apply, .reason = *why};
    if (!std::ranges::all_of(s.Q, vanishes) && !is_core(s.system))
        return not_decided("forces act besides the potential energy");
    if (is_core(s.system)) return of_core(s, budget);
    if (s.is_unconstrained() || s.not_solved())
        return only_after_reduction(s, not_chaplygins_in_coordinates(s).value_or(""), budget);
    ChaplyginEliminations choices = eliminations(s, budget);
    if (choices.list.empty())
        return only_after_reduction(s, not_chaplygins_in_coordinates(s).value_or(""), budget);
    return with_reduction(best_of(std::move(choices), budget), s, budget);
}

}  // namespace anholon
