#include "study/standstill/equilibria.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

#include "facts/answers.hpp"
#include "mechanics/forms/core.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

using Statement = std::vector<Fact::Sentence>;

std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// ------------------------------------------------------------------ families

// "theta = pi/2, u = 0, for any w"
Fact::Sentence description(const SolvedFamily& family) {
    Fact::Sentence out;
    for (const auto& [variable, value] : family.solved) {
        if (!out.text.empty()) append(out, std::string(", "));
        append(out, variable);
        append(out, std::string(" = "));
        append(out, value);
    }
    if (family.free.empty()) return out;
    append(out, std::string(family.solved.empty() ? "any " : ", for any "));
    for (std::size_t k = 0; k < family.free.size(); ++k) {
        if (k > 0) append(out, std::string(", "));
        append(out, family.free[k]);
    }
    return out;
}

// "theta = 0.3, p = 1"
std::string place(const StabilitySample& sample) {
    std::string out;
    for (const auto& [free, value] : sample.at) {
        char number[32];
        std::snprintf(number, sizeof number, "%.4g", value);
        out += (out.empty() ? "" : ", ") + symbol_text(free.symbol()) + " = " + number;
    }
    return out;
}

// One sentence for each different verdict.
void say_stability(Statement& said, const std::vector<StabilitySample>& samples) {
    std::vector<Stability::Verdict> seen;
    for (const StabilitySample& s : samples) {
        if (std::ranges::find(seen, s.verdict) != seen.end()) continue;
        seen.push_back(s.verdict);
        std::string text = "    " + std::string(name(s.verdict)) +
                           (s.verdict == Stability::Verdict::undecided ? " by the linear equations" : "");
        if (!s.at.empty()) text += " at " + place(s);
        text += "; " + counted(s.zeros, "zero eigenvalue") + ", " + std::to_string(s.dimension) +
                " of the family";
        said.push_back(sentence({text}));
    }
}

Data::Fields data(const StandingFamily& family) {
    Data::List solved, stability;
    for (const auto& [variable, value] : family.place.solved)
        solved.push_back(Data::Fields{{"variable", variable}, {"value", value}});
    for (const StabilitySample& sample : family.stability)
        stability.push_back(Data::Fields{{"at", place(sample)},
                                         {"verdict", name(sample.verdict)},
                                         {"zero_eigenvalues", sample.zeros},
                                         {"dimension", sample.dimension}});
    return {{"solved", solved}, {"free", list_of(family.place.free)}, {"stability", stability}};
}

template <class Family>
Data::List data(const std::vector<Family>& families) {
    Data::List list;
    for (const StandingFamily& family : families) list.emplace_back(data(family));
    return list;
}

// ------------------------------------------------------------------ equilibria

// Of a core its equilibria are among the steady motions.
std::string first_sentence_of_core(const Equilibria& found) {
    using enum EquilibriaVerdict;
    if (found.verdict == none) return "there are no equilibria and no steady motions";
    if (found.verdict == rest_only) return "there are equilibria, and no other steady motions";
    if (found.verdict != steady_rotations) return "it is not decided which motions are steady";
    if (found.steady->rests() > 0) return "there are equilibria and other steady motions";
    return found.steady->hold_rest() ? "there are steady motions, equilibria among them"
                                     : "there are steady motions";
}

std::string first_sentence(const Equilibria& found) {
    using enum EquilibriaVerdict;
    switch (found.verdict) {
        case undecided: return "equilibria are neither found nor excluded";
        case none: return "no configuration is an equilibrium";
        case first_kind: return "equilibria need no reaction of a constraint on velocities";
        case second_kind: return "equilibria are held by reactions of constraints on velocities";
        case both_kinds: return "some equilibria need reactions of constraints on velocities, some do not";
        case rest_only: return "only rest is steady";
        case steady_rotations: return "there are steady rotations besides rest";
    }
    return "";
}

std::string of_kind(EquilibriumKind kind, std::size_t dimension, const Equilibria& found) {
    const std::string out = ": a family of dimension " + std::to_string(dimension);
    switch (kind) {
        case EquilibriumKind::open: return out + ", where the constraints' reactions are not determined";
        case EquilibriumKind::first: return out + ", of the first kind";
        case EquilibriumKind::second:
            return out + ", of the second kind, held by reactions of " +
                   counted(found.velocity_constraints, "constraint") + " on velocities";
    }
    return out;
}

std::string_view name(EquilibriumKind kind) {
    switch (kind) {
        case EquilibriumKind::first: return "first";
        case EquilibriumKind::second: return "second";
        case EquilibriumKind::open: return "open";
    }
    return "";
}

void say_family(Statement& said, const Setting& s, const Equilibria& found, const RestFamily& rest) {
    const SolvedFamily& place = rest.family.place;
    said.push_back((place.solved.empty() ? in_words("every configuration") : description(place)) +
                   of_kind(rest.kind, rest.dimension, found).c_str());
    if (s.system.motion.axiom == Axiom::vakonomic)
        said.push_back(in_words(rest.kind == EquilibriumKind::first
                                    ? "    with any constant multipliers; stability: not decided"
                                    : "    with multipliers that grow steadily; stability: not decided"));
    say_stability(said, rest.family.stability);
    for (const StandingFamily& part : rest.without_reactions) {
        said.push_back("  in it, " + description(part.place) + ": of the first kind, without reactions");
        say_stability(said, part.stability);
    }
    if (!rest.parts_open.empty())
        said.push_back(in_words("  it is not decided where in it the reactions vanish: " + rest.parts_open));
}

void say_found(Statement& said, const Equilibria& found) {
    std::map<std::string, std::size_t> lines;
    for (const FoundEquilibria& f : found.found)
        lines["equilibria" + of_kind(f.kind, f.dimension, found) + "; " + std::string(name(f.stability)) +
              ", " + counted(f.zeros, "zero eigenvalue") + ", " + std::to_string(f.dimension) +
              " of the family"] = f.starts;
    for (const auto& [line, starts] : lines)
        said.push_back(in_words(line + " (from " + std::to_string(starts) + " of " +
                                std::to_string(found.starts) + " starts)"));
}

// ------------------------------------------------------------------ steady motions

Sentence said_of(const SteadyMotions::Nearest& nearest) {
    using enum SteadyMotions::Nearest::Outcome;
    switch (nearest.outcome) {
        case none: return Sentence() << "Newton's method finds none from the initial state";
        case without_linear_equations:
            return Sentence() << "the one nearest to the initial state has no linear equations";
        case found: break;
    }
    return Sentence() << "the one that Newton's method finds from the initial state belongs to a family of "
                         "dimension "
                      << nearest.dimension << "; stability: " << name(nearest.stability);
}

Fact::Sentence heading(const SteadyMotions& steady, bool is_core) {
    Fact::Sentence out = in_words(is_core ? "equilibria and steady motions" : "steady motions");
    for (std::size_t k = 0; k < steady.cyclic.size(); ++k) {
        append(out, std::string(k == 0 ? ", with the cyclic coordinates " : ", "));
        append(out, steady.cyclic[k]);
    }
    return out + ":";
}

void say_steady(Statement& said, const SteadyMotions& steady, bool is_core) {
    if (steady.outside) {
        said.push_back(in_words("steady motions were not searched for: " + *steady.outside));
        return;
    }
    if (steady.none_is_cyclic) {
        said.push_back(
            in_words("no coordinate is cyclic: steady motions are equilibria, except in axes that turn"));
        return;
    }
    said.push_back(heading(steady, is_core));
    for (const SteadyMotions::Family& family : steady.families) {
        said.push_back((family.is_at_rest ? "  at rest: " : "  ") + description(family.place) +
                       (family.spheres > 0 ? " on the unit sphere" : "") + ": a family of dimension " +
                       std::to_string(family.dimension()).c_str());
        say_stability(said, family.stability);
    }
    if (!steady.is_complete) {
        said.push_back(in_words("not all of them could be solved for exactly: " + steady.reason));
        said.push_back(said_of(*steady.nearest));
    } else if (steady.families.empty()) {
        said.push_back(in_words(is_core ? "  none" : "  none but rest"));
    }
    if (steady.is_complete && steady.degenerate)
        said.push_back(sentence({std::string("  these are all where "), steady.degenerate,
                                 std::string(" is not 0: where it is, the velocities chosen do not "
                                             "determine the others, and more may exist")}));
}

// ------------------------------------------------------------------ all

Statement statement(const Setting& s, const Equilibria& found) {
    Statement said;
    if (found.is_outside)
        said.push_back(in_words("not decided: " + found.reason));
    else if (s.on_algebra() && is_core(s.system))
        said.push_back(in_words(first_sentence_of_core(found)));
    else if (s.on_algebra() && found.verdict == EquilibriaVerdict::undecided)
        said.push_back(in_words("rest is steady; it is not decided which rotations are"));
    else
        said.push_back(in_words(first_sentence(found)));
    for (const RestFamily& family : found.families) say_family(said, s, found, family);
    if (!found.not_solved.empty())
        said.push_back(in_words("not all of them could be solved for exactly: " + found.not_solved));
    say_found(said, found);
    if (found.steady) say_steady(said, *found.steady, is_core(s.system));
    return said;
}

FactProof proof_of(const Setting& s, const Equilibria& found) {
    using enum FactProof::Kind;
    if (found.is_outside) return {};
    if (!found.not_solved.empty())
        return {floating_point, 0,
                "floating point: Newton's method from " + std::to_string(found.starts) +
                    " starts, the dimensions by rank"};
    if (s.system.motion.axiom == Axiom::vakonomic && !s.on_algebra())
        return {exact, 0, "factors of the normal form, for the parameters' values"};
    return {floating_point, 0,
            "factors of the normal form, for the parameters' values; stability by enclosures of eigenvalues"};
}

Data::Fields data(const RestFamily& rest) {
    Data::Fields fields = data(rest.family);
    fields.emplace_back("kind", name(rest.kind));
    fields.emplace_back("dimension", rest.dimension);
    fields.emplace_back("without_reactions", data(rest.without_reactions));
    if (!rest.parts_open.empty()) fields.emplace_back("parts_not_decided", rest.parts_open);
    return fields;
}

Data::Fields data(const FoundEquilibria& f) {
    return {{"kind", name(f.kind)},
            {"dimension", f.dimension},
            {"stability", name(f.stability)},
            {"zero_eigenvalues", f.zeros},
            {"starts", f.starts}};
}

std::string_view name(SteadyMotions::Nearest::Outcome outcome) {
    using enum SteadyMotions::Nearest::Outcome;
    switch (outcome) {
        case none: return "none";
        case without_linear_equations: return "without linear equations";
        case found: return "found";
    }
    return "";
}

Data::Fields data(const SteadyMotions::Nearest& nearest) {
    Data::Fields fields{{"outcome", name(nearest.outcome)}};
    if (nearest.outcome != SteadyMotions::Nearest::Outcome::found) return fields;
    fields.emplace_back("dimension", nearest.dimension);
    fields.emplace_back("stability", name(nearest.stability));
    return fields;
}

void add_steady(Data::Fields& fields, const SteadyMotions& steady) {
    fields.emplace_back("steady_motions", data(steady.families));
    fields.emplace_back("steady_motions_are_all", steady.is_complete && !steady.degenerate);
    if (steady.is_complete && steady.degenerate)
        fields.emplace_back("steady_motions_are_all_where_nonzero", steady.degenerate);
    if (!steady.is_complete) fields.emplace_back("steady_motions_not_solved", steady.reason);
    if (!steady.outside) fields.emplace_back("cyclic_coordinates", list_of(steady.cyclic));
    if (steady.nearest) fields.emplace_back("nearest_steady_motion", data(*steady.nearest));
}

Data::Fields data(const Setting& s, const Equilibria& found) {
    Data::Fields fields;
    Data::List families, from_starts;
    for (const RestFamily& family : found.families) families.emplace_back(data(family));
    for (const FoundEquilibria& f : found.found) from_starts.emplace_back(data(f));
    if (!s.on_algebra() && !found.is_outside && found.not_solved.empty())
        fields.emplace_back("equilibria", families);
    if (!found.not_solved.empty()) {
        fields.emplace_back("found_equilibria", from_starts);
        fields.emplace_back("starts", found.starts);
        fields.emplace_back("equilibria_not_solved", found.not_solved);
    }
    if (found.steady) add_steady(fields, *found.steady);
    if (!s.on_algebra() && !found.is_outside)
        fields.emplace_back("velocity_constraints", found.velocity_constraints);
    return fields;
}

}  // namespace

Fact equilibria(const Setting& s, const Budget& budget) {
    const Equilibria found = equilibria_of(s, budget);
    return {.verdict = found.verdict,
            .reason = found.reason,
            .statement = statement(s, found),
            .proof = proof_of(s, found),
            .results = data(s, found)};
}

}  // namespace anholon
