#include "study/standstill/steady_motions.hpp"

#include <algorithm>

#include "structure/evidence/sentence.hpp"
#include "study/standstill/standing_family.hpp"

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

// What Newton's method finds from the initial state, where the equations are not solved exactly.
Fact::Sentence nearest(SteadyPart& part, const System& system) {
    std::vector<double> x = initial_state_of(part, system);
    if (!part.settle(x)) return sentence({std::string("Newton's method finds none from the initial state")});
    const auto linear = part.linear_part(x);
    if (!linear)
        return sentence({std::string("the one nearest to the initial state has no linear equations")});
    const Standing here = standing(part, system, x, *linear);
    return sentence(
        {"the one that Newton's method finds from the initial state belongs to a family of dimension " +
         std::to_string(here.family) + "; stability: " + std::string(name(here.stability.verdict))});
}

}  // namespace

SteadyMotions steady_motions(const Setting& s, const Budget& budget) {
    SteadyMotions out;
    const auto outside = [&](const std::string& why) {
        out.outside = why;
        out.statement.push_back(sentence({"steady motions were not searched for: " + why}));
        return out;
    };
    if (s.has_nonlinear_constraints()) return outside("a constraint is not linear in the velocities");
    try {
        SteadyPart part(s.system, Standstill::steady, {}, vanishing(constant_values(s.system)));
        const RateEquations& e = part.formulation().equations();
        const std::size_t nq = part.formulation().coordinates();
        Fact::Sentence heading = sentence({std::string("steady motions")});
        for (std::size_t k = 0; k < part.cyclic().size(); ++k) {
            append(heading, std::string(k == 0 ? ", with the cyclic coordinates " : ", "));
            append(heading, part.cyclic()[k]);
        }
        append(heading, std::string(":"));
        if (part.kept().size() == e.state.size() && nq > 0) {
            out.is_complete = true;
            out.statement.push_back(sentence({std::string(
                "no coordinate is cyclic: steady motions are equilibria, except in axes that turn")}));
            return out;
        }
        out.statement.push_back(heading);
        std::vector<Expr> kept;
        for (const std::size_t k : part.kept()) kept.push_back(e.state[k]);
        const ZeroSet zeros = zero_set(conditions(part), kept, constant_values(s.system), budget);
        out.is_complete = zeros.is_complete;
        // Of an incomplete solution each family may be a part of a larger one that was not found.
        for (const SolvedFamily& family : zeros.is_complete ? zeros.families : std::vector<SolvedFamily>()) {
            if (is_at_rest(part, family)) continue;
            ++out.families;
            Fact::Sentence line = sentence({std::string("  ")});
            const Fact::Sentence which = description(family);
            line.text += which.text;
            line.latex += which.latex;
            append(line, ": a family of dimension " + std::to_string(family.free.size()));
            out.statement.push_back(line);
            const auto judged = stability_sentences(stability_along(part, s.system, family, budget));
            out.statement.insert(out.statement.end(), judged.begin(), judged.end());
        }
        if (!zeros.is_complete) {
            out.statement.push_back(
                sentence({"not all of them could be solved for exactly: " + zeros.reason}));
            out.statement.push_back(nearest(part, s.system));
        } else if (out.families == 0) {
            out.statement.push_back(sentence({std::string("  none but rest")}));
        }
        return out;
    } catch (const DependsOnTime& reason) {
        return outside(reason.what());
    }
}

}  // namespace anholon
