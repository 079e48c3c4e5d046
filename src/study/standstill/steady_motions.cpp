#include "study/standstill/steady_motions.hpp"

#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/linear.hpp"
#include "expr/simplify.hpp"
#include "mechanics/adapted_frame.hpp"
#include "mechanics/forms/core.hpp"
#include "mechanics/points/unit_sphere.hpp"
#include "structure/evidence/polynomial_factors.hpp"
#include "structure/zeros/range.hpp"
#include "study/standstill/standing_spins.hpp"

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
bool is_at_rest(const SteadyPart& part, const SolvedFamily& family, bool is_of_algebra) {
    const RateEquations& e = part.formulation().equations();
    const std::size_t nq = part.formulation().coordinates();
    // On a Lie algebra coordinates may stand still while the system turns.
    const std::vector<Expr>& all = is_of_algebra ? e.state : e.rates;
    const auto first = all.begin() + static_cast<long>(is_of_algebra ? nq : 0),
               last = is_of_algebra ? all.end() : first + static_cast<long>(nq);
    return std::ranges::all_of(substitute(std::vector<Expr>(first, last), family.solved), vanishes);
}

// Whether the velocities of a family vanish where its free ones do.
bool comes_to_rest(const SteadyPart& part, const SolvedFamily& family) {
    const std::vector<Expr>& state = part.state();
    const std::vector<Expr> velocities(state.begin() + static_cast<long>(part.formulation().coordinates()),
                                       state.end());
    Substitution at_rest;
    for (const Expr& x : velocities)
        if (std::ranges::find(family.free, x) != family.free.end())
            at_rest.emplace_back(x, x.context().zero());
    try {
        return std::ranges::all_of(substitute(substitute(velocities, family.solved), at_rest), vanishes);
    } catch (const Undefined&) {  // there the family ends
        return false;
    }
}

SteadyMotions::Nearest nearest(SteadyPart& part, const System& system) {
    using enum SteadyMotions::Nearest::Outcome;
    std::vector<double> x = initial_state_of(part, system);
    if (!part.settle(x)) return {none};
    const auto linear = part.linear_part(x);
    if (!linear) return {without_linear_equations};
    const Standing here = standing(part, system, x, *linear, work_for_formulas());
    return {found, here.family, here.stability.verdict};
}

// All standstills as families; the free variables of some lie on the unit sphere of a relation.
struct Solutions {
    struct Family {
        SolvedFamily family;
        std::size_t spheres = 0;  // that tie the free variables
    };
    std::vector<Family> list;
    bool is_complete = true;
    std::string reason;
};

// The part of a family on which the relations hold.
void add_on_relations(Solutions& out, const SolvedFamily& family, const System& system,
                      const Budget& budget) {
    std::vector<Expr> F = substitute(system.relations, family.solved);
    std::erase_if(F, vanishes);
    const ZeroSet on = zero_set(F, family.free, constant_values(system), budget);
    for (const SolvedFamily& part : on.is_complete ? on.families : std::vector<SolvedFamily>()) {
        SolvedFamily both{part.solved, part.free};
        for (const auto& [variable, value] : family.solved)
            both.solved.emplace_back(variable, simplified(substitute(value, part.solved)));
        out.list.push_back({std::move(both)});
    }
    if (on.is_complete) return;
    const auto is_sphere = [&](const Expr& f) { return !on_unit_sphere(f, family.free).empty(); };
    if (F.size() == 1 && is_sphere(F[0])) {
        out.list.push_back({family, 1});
    } else {
        out.is_complete = false;
        out.reason = on.reason;
    }
}

// With the relations among the equations; or without them, and then the part on which they hold.
Solutions solutions(const Setting& s, const SteadyPart& part, const Budget& budget) {
    std::vector<Expr> kept, equations = conditions(part);
    for (const std::size_t k : part.kept()) kept.push_back(part.state()[k]);
    const auto spins = StandingSpins::of(s.system, part);
    if (spins) equations = spins->in_c(equations);
    const std::vector<Expr> variables = spins ? spins->variables(kept) : kept;
    Solutions out;
    ZeroSet zeros = zero_set(equations, variables, constant_values(s.system), budget);
    for (const SolvedFamily& family : zeros.families) out.list.push_back({family});
    if (!zeros.is_complete && !s.system.relations.empty()) {
        out.list.clear();
        std::erase_if(equations, [&](const Expr& e) {
            return std::ranges::find(s.system.relations, e) != s.system.relations.end();
        });
        zeros = zero_set(equations, variables, constant_values(s.system), budget);
        for (const SolvedFamily& family : zeros.families) add_on_relations(out, family, s.system, budget);
    }
    if (!zeros.is_complete) {
        out.is_complete = false;
        out.reason = zeros.reason;
    }
    for (Solutions::Family& one : out.list)
        if (spins) one.family = spins->in_velocities(one.family);
    return out;
}

// Vanishes where free velocities and constraints do not give all velocities; empty where that cannot be.
Expr degeneracy_of_velocities(const Setting& s, const SteadyPart& part, const Budget& budget) {
    const Formulation& f = part.formulation();
    if (s.on_algebra() || !f.has_free_velocities()) return {};
    const ConstraintRows rows = constraint_rows(s.system);
    const std::size_t n = s.n(), m = rows.empty() ? 0 : rows.a.rows();
    Matrix all(s.c, n, n);
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < n; ++j) all(i, j) = rows.a(i, j);
    for (std::size_t k = 0; m + k < n; ++k) {
        const std::vector<Expr> free = f.independent() ? std::vector<Expr>{s.v[(*f.independent())[k]]}
                                                       : std::vector<Expr>{s.frame().definition(k + 1)};
        for (std::size_t j = 0; j < n; ++j) all(m + k, j) = derivative(free[0], s.v[j]);
    }
    constexpr std::size_t most_terms = 2000;
    Expr D = s.c.one();
    for (const PolynomialFactor& factor : polynomial_factors(s, determinant(all), most_terms))
        if (!cannot_vanish(s.system, factor.polynomial)) D *= factor.polynomial;
    if (D.is_number()) return {};
    const ZeroSet zeros = zero_set(std::span(&D, 1), s.q, constant_values(s.system), budget);
    return zeros.is_complete && zeros.families.empty() ? Expr() : D;
}

SteadyMotions of_part(const Setting& s, SteadyPart& part, const Budget& budget) {
    SteadyMotions out{.cyclic = part.cyclic()};
    const bool is_core = anholon::is_core(s.system);
    if (part.kept().size() == part.state().size() && part.formulation().coordinates() > 0 && !is_core) {
        out.is_complete = out.none_is_cyclic = true;
        return out;
    }
    const Solutions found = solutions(s, part, budget);
    out.is_complete = found.is_complete;
    out.reason = found.reason;
    if (!found.is_complete) {
        // Each family may be a part of a larger one that was not found.
        out.nearest = nearest(part, s.system);
        return out;
    }
    out.degenerate = degeneracy_of_velocities(s, part, budget);
    for (const auto& [family, spheres] : found.list) {
        const bool rests = is_at_rest(part, family, s.on_algebra());
        if (rests && !is_core) continue;
        out.families.push_back({{family, stability_along(part, s.system, family, budget)},
                                rests,
                                comes_to_rest(part, family),
                                spheres});
    }
    return out;
}

}  // namespace

SteadyMotions steady_motions(const Setting& s, const Budget& budget) {
    const auto outside = [](const char* why) { return SteadyMotions{.outside = why, .reason = why}; };
    if (s.has_nonlinear_constraints()) return outside("a constraint is not linear in the velocities");
    try {
        SteadyPart part(s.system, Standstill::steady);
        part.demand_autonomous(vanishing(constant_values(s.system)));
        return of_part(s, part, budget);
    } catch (const DependsOnTime& reason) {
        return outside(reason.what());
    }
}

}  // namespace anholon
