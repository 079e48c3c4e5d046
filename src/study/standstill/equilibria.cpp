#include "study/standstill/equilibria.hpp"

#include <algorithm>
#include <cmath>

#include "algebra/prime_field.hpp"
#include "expr/operations.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "integrate/least_squares.hpp"
#include "mechanics/forms/core.hpp"

namespace anholon {

namespace {

bool is_vakonomic(const Setting& s) { return s.system.motion.axiom == Axiom::vakonomic; }

// Of constraints a q̇ = 0 the vakonomic law has, at rest, λ̇ a for a reaction: [f] = 0 there.
bool holds_reactions(Axiom axiom) {
    return axiom == Axiom::nonholonomic || axiom == Axiom::servo_force || axiom == Axiom::vakonomic;
}

Reason outside_hypotheses(const Setting& s) {
    if (s.system.motion.axiom == Axiom::servo_momentum)
        return "under this axiom of motion multipliers have rates of their own";
    Substitution at_rest;
    for (const Expr& v : s.v) at_rest.emplace_back(v, s.c.zero());
    for (const Constraint& k : s.system.constraints)
        if (is_vakonomic(s) && k.kind == Constraint::Kind::linear &&
            !vanishes(substitute(k.residual, at_rest)))
            return "a vakonomic constraint is not homogeneous in the velocities";
    if (s.has_nonlinear_constraints())
        return "a constraint is not linear in the velocities: at rest its reaction has no direction";
    return std::nullopt;
}

// Rows of the reactions: the constraints' own, or the directions in which a servo acts.
Matrix reaction_rows(const Setting& s, std::size_t& geometric) {
    using Kind = Constraint::Kind;
    std::vector<std::vector<Expr>> rows;
    for (const Constraint& k : s.system.constraints)
        if (k.kind == Kind::geometric) rows.push_back(gradient(k.residual, s.q));
    geometric = rows.size();
    if (s.system.motion.axiom == Axiom::servo_force)
        rows.insert(rows.end(), s.system.motion.directions.begin(), s.system.motion.directions.end());
    else if (holds_reactions(s.system.motion.axiom))
        for (const Constraint& k : s.system.constraints)
            if (k.kind == Kind::linear) rows.push_back(gradient(k.residual, s.v));
    Matrix a(s.c, rows.size(), s.n());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < s.n(); ++j) a(i, j) = rows[i][j];
    return a;
}

// Every choice of k out of n columns.
void for_each_choice(std::size_t n, std::size_t k, auto&& f) {
    std::vector<std::size_t> chosen(k);
    for (std::size_t i = 0; i < k; ++i) chosen[i] = i;
    while (true) {
        f(chosen);
        std::size_t i = k;
        while (i > 0 && chosen[i - 1] == n - k + i - 1) --i;
        if (i == 0) return;
        ++chosen[i - 1];
        for (std::size_t j = i; j < k; ++j) chosen[j] = chosen[j - 1] + 1;
    }
}

std::vector<Expr> minors(const Matrix& a, const std::vector<Expr>& force, const Budget& budget) {
    const std::size_t m = a.rows(), n = force.size();
    std::vector<Expr> list;
    if (m + 1 > n || std::ranges::all_of(force, vanishes)) return list;
    for_each_choice(n, m + 1, [&](const std::vector<std::size_t>& columns) {
        budget.check();
        Matrix square(force[0].context(), m + 1, m + 1);
        for (std::size_t j = 0; j <= m; ++j) {
            for (std::size_t i = 0; i < m; ++i) square(i, j) = a(i, columns[j]);
            square(m, j) = force[columns[j]];
        }
        const Expr value = determinant(square);
        if (!vanishes(value)) list.push_back(value);
    });
    return list;
}

// Does the reaction of a constraint on velocities take part on this family? The reactions, as functions on it, if so.
struct Reaction {
    Answer takes_part;
    std::vector<Expr> lambda = {};
};
// Nothing if no reactions balance the forces, as may be where the constraints become dependent.
std::optional<Reaction> reaction_on(const RestConditions& rest, const SolvedFamily& family) {
    const std::size_t m = rest.reactions.rows();
    const std::vector<Expr> force = substitute(rest.force, family.solved);
    if (m == rest.geometric || std::ranges::all_of(force, vanishes)) return Reaction{Answer::no};
    Matrix columns(force[0].context(), force.size(), m);
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < force.size(); ++j)
            columns(j, i) = substitute(rest.reactions(i, j), family.solved);
    const Solution lambda = solve(columns, force);
    if (lambda.outcome == Solution::Outcome::none) return std::nullopt;
    if (lambda.outcome != Solution::Outcome::unique) return Reaction{Answer::unknown};
    Reaction out{Answer::no};
    for (std::size_t i = rest.geometric; i < m; ++i)
        if (!vanishes(lambda.x[i])) out.lambda.push_back(lambda.x[i]);
    if (!out.lambda.empty()) out.takes_part = Answer::yes;
    return out;
}

// The part of a family on which the reactions vanish: its equilibria there are of the first kind.
ZeroSet without_reactions(const Reaction& reaction, const SolvedFamily& family, const ConstantValues& values,
                          const Budget& budget) {
    constexpr std::size_t max_operations = 300;
    if (family.free.empty()) return {};
    std::size_t total = 0;
    for (const Expr& lambda : reaction.lambda) total += operations(lambda).total();
    if (total > max_operations)
        return {.families = {}, .is_complete = false, .reason = "the formulas are too long"};
    ZeroSet zeros = zero_set(reaction.lambda, family.free, values, budget);
    for (SolvedFamily& part : zeros.families)
        for (const auto& [variable, value] : family.solved)
            part.solved.emplace_back(variable, simplified(substitute(value, part.solved)));
    return zeros;
}

EquilibriumKind kind_of(Answer needs_reactions) {
    if (needs_reactions == Answer::unknown) return EquilibriumKind::open;
    return needs_reactions == Answer::yes ? EquilibriumKind::second : EquilibriumKind::first;
}

EquilibriaVerdict verdict_on(const Equilibria& found) {
    const auto any = [&](EquilibriumKind kind) {
        return std::ranges::find(found.families, kind, &RestFamily::kind) != found.families.end() ||
               std::ranges::find(found.found, kind, &FoundEquilibria::kind) != found.found.end();
    };
    const bool first = any(EquilibriumKind::first) ||
                       std::ranges::any_of(found.families,
                                           [](const auto&f) { return !f.without_reactions.empty(); }),
               second = any(EquilibriumKind::second);
    if (first && second) return EquilibriaVerdict::both_kinds;
    if (second) return EquilibriaVerdict::second_kind;
    if (first) return EquilibriaVerdict::first_kind;
    const bool is_open = any(EquilibriumKind::open) || (!found.not_solved.empty() && found.found.empty());
    return is_open ? EquilibriaVerdict::undecided : EquilibriaVerdict::none;
}

std::vector<RestFamily> exact_families(const Setting& s, const RestConditions& rest, const ZeroSet& zeros,
                                       const Budget& budget) {
    std::optional<SteadyPart> part;
    if (!is_vakonomic(s))
        part.emplace(s.system, Standstill::equilibrium)
            .demand_autonomous(vanishing(constant_values(s.system)));
    const auto standing = [&](const SolvedFamily& place) {
        return StandingFamily{
            place, part ? stability_along(*part, s.system, place, budget) : std::vector<StabilitySample>()};
    };
    // The geometric constraints are solved together with the others, or hold beside them.
    const std::size_t tied = rest.minors.empty() && rest.others.size() == rest.geometric ? rest.geometric : 0;
    std::vector<RestFamily> families;
    for (const SolvedFamily& place : zeros.families) {
        const auto reaction = reaction_on(rest, place);
        if (!reaction) continue;
        RestFamily family{standing(place), place.free.size() - tied, kind_of(reaction->takes_part)};
        if (family.kind == EquilibriumKind::second) {
            const ZeroSet first = without_reactions(*reaction, place, constant_values(s.system), budget);
            for (const SolvedFamily& sub : first.families) family.without_reactions.push_back(standing(sub));
            if (!first.is_complete) family.parts_open = first.reason;
        }
        families.push_back(std::move(family));
    }
    return families;
}

// Where equations of motion are written for states that the constraints allow, Newton's method from others may lead nowhere: so first onto
// the constraints, by the shortest steps.
void put_on_constraints(SteadyPart& part, std::vector<double>& x) {
    constexpr int most_rounds = 30;
    const std::vector<std::size_t>& kept = part.kept();
    for (int round = 0; round < most_rounds; ++round) {
        const SteadyPart::Residuals R = part.constraints_at(x);
        double worst = 0;
        for (const double value : R.values) worst = std::max(worst, std::fabs(value));
        if (!(worst > 1e-12)) return;
        const std::vector<double> step = least_squares(R.slopes, R.values.size(), kept.size(), R.values);
        for (std::size_t k = 0; k < kept.size(); ++k) x[kept[k]] -= step[k];
    }
}

// How many times each kind of equilibrium is found from many starts, and how the linear equations judge it.
std::vector<FoundEquilibria> found_families(const Setting& s, const RestConditions& rest, std::size_t starts,
                                            const Budget& budget) {
    SteadyPart part(s.system, Standstill::equilibrium);
    part.demand_autonomous(vanishing(constant_values(s.system)));
    const std::size_t m = rest.reactions.rows(), n = s.n();
    std::vector<Expr> entries = rest.force;
    entries.insert(entries.end(), rest.reactions.entries().begin(), rest.reactions.entries().end());
    StateFunctions functions(part.formulation().equations(), entries);
    std::vector<double> initial = initial_state_of(part, s.system);
    std::fill(initial.begin() + static_cast<long>(n), initial.end(), 0.0);
    std::vector<FoundEquilibria> found;
    const Budget work = work_for_formulas();
    for (std::size_t start = 0; start < starts; ++start) {
        budget.check();
        std::vector<double> x = initial, values(entries.size()), columns(n * m);
        for (std::size_t k = 0; k < n && start > 0; ++k)
            x[k] += 3 * (std::ldexp(static_cast<double>(mix(start, k)), -63) - 1);
        const std::vector<double> drawn = x;
        if (!part.settle(x)) {
            x = drawn;
            put_on_constraints(part, x);
            if (!part.settle(x)) continue;
        }
        const auto linear = part.linear_part(x);
        if (!linear) continue;
        functions(0, x, part.parameters(), {}, values);
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; j < n; ++j) columns[j * m + i] = values[n + i * n + j];
        const auto lambda = least_squares(columns, n, m, std::span(values).first(n));
        const bool needs = std::any_of(lambda.begin() + static_cast<long>(rest.geometric), lambda.end(),
                                       [](double l) { return std::fabs(l) > 1e-8; });
        const Standing here = standing(part, s.system, x, *linear, work);
        const FoundEquilibria one{kind_of(needs ? Answer::yes : Answer::no), here.family, here.spectrum.zeros,
                                  here.stability.verdict, 1};
        const auto same = std::ranges::find_if(found, [&](const auto& f) { return f.is_like(one); });
        if (same == found.end())
            found.push_back(one);
        else
            ++same->starts;
    }
    return found;
}

Equilibria outside(const std::string& why) { return {.reason = why, .is_outside = true}; }

Equilibria of_coordinates(const Setting& s, const Budget& budget) {
    const RestConditions rest = rest_conditions(s, budget);
    if (rest.outside) return outside(*rest.outside);
    std::vector<Expr> equations = rest.minors;
    const bool everywhere = equations.empty() && rest.others.size() == rest.geometric;
    if (!everywhere) equations.insert(equations.end(), rest.others.begin(), rest.others.end());
    const ZeroSet zeros = zero_set(equations, s.q, constant_values(s.system), budget);
    Equilibria out{.velocity_constraints = rest.reactions.rows() - rest.geometric};
    if (zeros.is_complete) {
        out.families = exact_families(s, rest, zeros, budget);
    } else {
        // Each family found may be a part of a larger one that was not.
        if (is_vakonomic(s)) return outside(zeros.reason);
        out.not_solved = zeros.reason;
        out.starts = 40;
        out.found = found_families(s, rest, out.starts, budget);
    }
    out.verdict = verdict_on(out);
    if (out.verdict == EquilibriaVerdict::undecided)
        out.reason = zeros.is_complete ? "the constraints' reactions are not determined" : zeros.reason;
    return out;
}

// On an algebra that is stated rest is always steady; a core may have no equilibrium.
void judge_rotations(Equilibria& out, bool is_core) {
    using enum EquilibriaVerdict;
    const SteadyMotions& steady = *out.steady;
    const std::size_t rests = steady.rests(), moving = steady.families.size() - rests;
    if (steady.outside || !steady.is_complete)
        out.reason = steady.reason;
    else
        out.verdict = moving > 0 ? steady_rotations : is_core && rests == 0 ? none : rest_only;
}

}  // namespace

RestConditions rest_conditions(const Setting& s, const Budget& budget) {
    RestConditions rest;
    if ((rest.outside = outside_hypotheses(s))) return rest;
    Substitution at_rest = vanishing(constant_values(s.system));
    for (const Expr& v : s.v) at_rest.emplace_back(v, s.c.zero());
    for (std::size_t i = 0; i < s.n(); ++i)
        rest.force.push_back(simplified(substitute(derivative(s.L, s.q[i]) + s.Q[i], at_rest)));
    rest.reactions = reaction_rows(s, rest.geometric);
    for (Expr& entry : rest.reactions.entries()) entry = substitute(entry, at_rest);
    for (const Constraint& k : s.system.constraints) {
        if (k.kind == Constraint::Kind::geometric) rest.others.push_back(k.residual);
        if (k.kind != Constraint::Kind::linear || !holds_reactions(s.system.motion.axiom)) continue;
        const Expr a0 = substitute(k.residual, at_rest);
        if (!vanishes(a0)) rest.others.push_back(a0);
    }
    std::vector<Expr> all = rest.force;
    all.insert(all.end(), rest.reactions.entries().begin(), rest.reactions.entries().end());
    all.insert(all.end(), rest.others.begin(), rest.others.end());
    if (Walk(s.c, all).contains(s.t.id()))
        rest.outside = "forces or constraints depend on time";
    else
        rest.minors = minors(rest.reactions, rest.force, budget);
    return rest;
}

bool FoundEquilibria::is_like(const FoundEquilibria& other) const {
    return kind == other.kind && dimension == other.dimension && zeros == other.zeros &&
           stability == other.stability;
}

Equilibria equilibria_of(const Setting& s, const Budget& budget) {
    Equilibria out;
    try {
        if (!s.on_algebra()) out = of_coordinates(s, budget);
    } catch (const DependsOnTime& reason) {
        return outside(reason.what());
    }
    out.steady = steady_motions(s, budget);
    if (s.on_algebra()) judge_rotations(out, is_core(s.system));
    return out;
}

}  // namespace anholon
