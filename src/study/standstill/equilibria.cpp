#include "study/standstill/equilibria.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "algebra/prime_field.hpp"
#include "expr/operations.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "integrate/least_squares.hpp"
#include "mechanics/forms/core.hpp"
#include "structure/evidence/sentence.hpp"
#include "study/standstill/standing_family.hpp"
#include "study/standstill/steady_motions.hpp"

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

struct Kinds {
    bool first = false, second = false, unknown = false;

    EquilibriaVerdict verdict() const {
        if (first && second) return EquilibriaVerdict::both_kinds;
        if (second) return EquilibriaVerdict::second_kind;
        if (first) return EquilibriaVerdict::first_kind;
        return unknown ? EquilibriaVerdict::undecided : EquilibriaVerdict::none;
    }
    std::string in_words() const {
        if (first && second)
            return "some equilibria need reactions of constraints on velocities, some do not";
        if (second) return "equilibria are held by reactions of constraints on velocities";
        if (first) return "equilibria need no reaction of a constraint on velocities";
        return unknown ? "equilibria are neither found nor excluded" : "no configuration is an equilibrium";
    }
};

std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string of_kind(Answer needs, std::size_t dimension, std::size_t constraints, Kinds& kinds) {
    std::string out = ": a family of dimension " + std::to_string(dimension);
    if (needs == Answer::unknown) {
        kinds.unknown = true;
        return out + ", where the constraints' reactions are not determined";
    }
    (needs == Answer::yes ? kinds.second : kinds.first) = true;
    if (needs == Answer::no) return out + ", of the first kind";
    return out + ", of the second kind, held by reactions of " + counted(constraints, "constraint") +
           " on velocities";
}

void add(Fact& fact, std::vector<Fact::Sentence> sentences) {
    fact.statement.insert(fact.statement.end(), sentences.begin(), sentences.end());
}

void add_exact_families(Fact& fact, const Setting& s, const RestConditions& rest, const ZeroSet& zeros,
                        Kinds& kinds, const Budget& budget) {
    std::optional<SteadyPart> part;
    if (!is_vakonomic(s))
        part.emplace(s.system, Standstill::equilibrium, std::vector<InfinitesimalSymmetry>(),
                     vanishing(constant_values(s.system)));
    // The geometric constraints are solved together with the others, or hold beside them.
    const std::size_t tied = rest.minors.empty() && rest.others.size() == rest.geometric ? rest.geometric : 0;
    Data::List families;
    for (const SolvedFamily& family : zeros.families) {
        const auto reaction = reaction_on(rest, family);
        if (!reaction) continue;
        const Answer needs = reaction->takes_part;
        Fact::Sentence line =
            family.solved.empty() ? sentence({std::string("every configuration")}) : description(family);
        append(line,
               of_kind(needs, family.free.size() - tied, rest.reactions.rows() - rest.geometric, kinds));
        fact.statement.push_back(line);
        std::vector<StabilitySample> samples;
        if (part) samples = stability_along(*part, s.system, family, budget);
        Data::Fields result = data(family, samples);
        result.emplace_back("kind", needs == Answer::yes ? "second" : needs == Answer::no ? "first" : "open");
        families.emplace_back(std::move(result));
        if (part)
            add(fact, stability_sentences(samples));
        else
            fact.statement.push_back(sentence({std::string(
                needs == Answer::no ? "    with any constant multipliers; stability: not decided"
                                    : "    with multipliers that grow steadily; stability: not decided")}));
        if (needs != Answer::yes) continue;
        const ZeroSet first = without_reactions(*reaction, family, constant_values(s.system), budget);
        for (const SolvedFamily& sub : first.families) {
            kinds.first = true;
            Fact::Sentence within = sentence({std::string("  in it, ")});
            const Fact::Sentence where = description(sub);
            within.text += where.text;
            within.latex += where.latex;
            append(within, std::string(": of the first kind, without reactions"));
            fact.statement.push_back(within);
            if (part) add(fact, stability_sentences(stability_along(*part, s.system, sub, budget)));
        }
        if (!first.is_complete)
            fact.statement.push_back(
                sentence({"  it is not decided where in it the reactions vanish: " + first.reason}));
    }
    fact.results.emplace_back("equilibria", families);
}

// How many times each kind of equilibrium is found from many starts, and how the linear equations judge it.
void add_found_families(Fact& fact, const Setting& s, const RestConditions& rest, Kinds& kinds,
                        const Budget& budget) {
    constexpr std::size_t starts = 40;
    SteadyPart part(s.system, Standstill::equilibrium, {}, vanishing(constant_values(s.system)));
    const std::size_t m = rest.reactions.rows(), n = s.n();
    std::vector<Expr> entries = rest.force;
    entries.insert(entries.end(), rest.reactions.entries().begin(), rest.reactions.entries().end());
    StateFunctions functions(part.formulation().equations(), entries);
    std::vector<double> initial = initial_state_of(part, s.system);
    std::fill(initial.begin() + static_cast<long>(n), initial.end(), 0.0);
    std::map<std::string, std::size_t> found;
    for (std::size_t start = 0; start < starts; ++start) {
        budget.check();
        std::vector<double> x = initial, values(entries.size()), columns(n * m);
        for (std::size_t k = 0; k < n && start > 0; ++k)
            x[k] += 3 * (std::ldexp(static_cast<double>(mix(start, k)), -63) - 1);
        if (!part.settle(x)) continue;
        const auto linear = part.linear_part(x);
        if (!linear) continue;
        functions(0, x, part.parameters(), {}, values);
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; j < n; ++j) columns[j * m + i] = values[n + i * n + j];
        const auto lambda = least_squares(columns, n, m, std::span(values).first(n));
        const bool needs = std::any_of(lambda.begin() + static_cast<long>(rest.geometric), lambda.end(),
                                       [](double l) { return std::fabs(l) > 1e-8; });
        const Standing here = standing(part, s.system, x, *linear);
        ++found["equilibria" +
                of_kind(needs ? Answer::yes : Answer::no, here.family, m - rest.geometric, kinds) + "; " +
                std::string(name(here.stability.verdict)) + ", " +
                counted(here.spectrum.zeros, "zero eigenvalue") + ", " + std::to_string(here.family) +
                " of the family"];
    }
    for (const auto& [what, count] : found)
        fact.statement.push_back(sentence(
            {what + " (from " + std::to_string(count) + " of " + std::to_string(starts) + " starts)"}));
    if (found.empty()) kinds.unknown = true;
}

FactProof exact_and_floating() {
    return {FactProof::Kind::floating_point, 0,
            "factors of the normal form, for the parameters' values; stability in floating point"};
}

Fact of_coordinates(const Setting& s, const Budget& budget) {
    const RestConditions rest = rest_conditions(s, budget);
    if (rest.outside) return undecided(EquilibriaVerdict::undecided, *rest.outside);
    std::vector<Expr> equations = rest.minors;
    const bool everywhere = equations.empty() && rest.others.size() == rest.geometric;
    if (!everywhere) equations.insert(equations.end(), rest.others.begin(), rest.others.end());
    const ZeroSet zeros = zero_set(equations, s.q, constant_values(s.system), budget);
    Fact fact;
    Kinds kinds;
    fact.proof = exact_and_floating();
    if (is_vakonomic(s))
        fact.proof = {FactProof::Kind::exact, 0, "factors of the normal form, for the parameters' values"};
    if (zeros.is_complete) {
        add_exact_families(fact, s, rest, zeros, kinds, budget);
    } else {
        // Each family found may be a part of a larger one that was not.
        fact.statement.push_back(sentence({"not all of them could be solved for exactly: " + zeros.reason}));
        if (is_vakonomic(s)) return undecided(EquilibriaVerdict::undecided, zeros.reason);
        add_found_families(fact, s, rest, kinds, budget);
        fact.proof = {FactProof::Kind::floating_point, 0,
                      "floating point: Newton's method from 40 starts, the dimensions by rank"};
    }
    fact.verdict = kinds.verdict();
    if (fact.verdict.is_undecided())
        fact.reason = zeros.is_complete ? "the constraints' reactions are not determined" : zeros.reason;
    fact.statement.insert(fact.statement.begin(), sentence({kinds.in_words()}));
    return fact;
}

// On an algebra that is stated rest is always steady; a core may have no equilibrium.
void say_on_algebra(Fact& fact, const Setting& s, const SteadyMotions& steady) {
    using enum EquilibriaVerdict;
    const bool is_core = anholon::is_core(s.system), is_known = !steady.outside && steady.is_complete;
    const EquilibriaVerdict verdict = !is_known                      ? EquilibriaVerdict::undecided
                                      : steady.families > 0          ? steady_rotations
                                      : is_core && steady.rests == 0 ? EquilibriaVerdict::none
                                                                     : rest_only;
    fact.verdict = verdict;
    if (!is_known) fact.reason = steady.reason;
    const char* said = "";
    switch (verdict) {
        case rest_only:
            said = is_core ? "there are equilibria, and no other steady motions" : "only rest is steady";
            break;
        case steady_rotations:
            said = !is_core            ? "there are steady rotations besides rest"
                   : steady.rests > 0  ? "there are equilibria and other steady motions"
                   : steady.holds_rest ? "there are steady motions, equilibria among them"
                                       : "there are steady motions";
            break;
        case EquilibriaVerdict::none: said = "there are no equilibria and no steady motions"; break;
        default:
            said = is_core ? "it is not decided which motions are steady"
                           : "rest is steady; it is not decided which rotations are";
    }
    fact.statement.push_back(sentence({std::string(said)}));
    fact.proof = exact_and_floating();
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

Fact equilibria(const Setting& s, const Budget& budget) {
    Fact fact;
    try {
        if (!s.on_algebra()) fact = of_coordinates(s, budget);
    } catch (const DependsOnTime& reason) {
        return undecided(EquilibriaVerdict::undecided, reason.what());
    }
    const SteadyMotions steady = steady_motions(s, budget);
    if (s.on_algebra()) say_on_algebra(fact, s, steady);
    add(fact, steady.statement);
    if (!fact.verdict.is_undecided()) fact.results.emplace_back("steady_motions", steady.results);
    return fact;
}

}  // namespace anholon
