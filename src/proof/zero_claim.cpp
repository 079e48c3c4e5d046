#include "proof/zero_claim.hpp"

#include <array>

#include "expr/derivative.hpp"
#include "expr/print.hpp"
#include "expr/range.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "proof/primes.hpp"
#include "proof/translation.hpp"

namespace anholon::proof {

namespace {

using Outcome = Judgement::Outcome;

// Zeros of g: x = −g(0)/g' where g' is a number, else x = 0, 1 or −1 where that makes g zero.
std::vector<Substitution> zeros(const Expr& g) {
    std::vector<Substitution> out;
    const auto vanishes_at = [&](const Substitution& there) {
        try {
            const Expr value = substitute(g, there);
            return value.is_number() && value.number().is_zero();
        } catch (const Undefined&) {
            return false;
        }
    };
    for (const Expr& x : symbols_of(g)) {
        if (x.symbol().kind == SymbolKind::pi) continue;
        const Expr slope = derivative(g, x);
        if (slope.is_number() && !slope.number().is_zero())
            return {{{x, -substitute(g, {{x, g.context().zero()}}) / slope}}};
        for (const long value : {0L, 1L, -1L})
            if (const Substitution there{{x, g.context().number(value)}}; vanishes_at(there))
                out.push_back(there);
    }
    return out;
}

// The functions on whose zeros a branch changes without being continuous.
std::vector<Expr> switching_functions(const Expr& e) {
    Context& c = e.context();
    std::vector<Expr> out;
    const Walk walk(e);
    for (const NodeId id : walk.nodes()) {
        const Node node = c.node(id);
        if (node.kind == Kind::function &&
            (node.function == Function::sign || node.function == Function::choose))
            if (const Expr g(c, node.args[0]); std::ranges::find(out, g) == out.end()) out.push_back(g);
    }
    return out;
}

// A claim about an expression alone: its symbols are independent variables.
Judged judged(const Expr& e, std::span<const Expr> where, Claim::Kind kind, const std::string& id,
              std::uint64_t seed) {
    Judged out;
    out.subject = std::make_shared<Subject>();
    Translation translate(out.subject->program, e.context());
    const Id node = translate(e);
    System system{.name = "expression", .text = text(e)};
    out.claim = Claim{.id = id, .kind = kind, .node = node};
    for (const Expr& g : where) out.claim.where.push_back({Condition::Kind::positive, translate(g)});
    std::vector<Expr> all{e};
    all.insert(all.end(), where.begin(), where.end());
    std::uint64_t k = 0;
    for (const Expr& x : symbols_of(e.context(), all)) {
        if (x.symbol().kind == SymbolKind::pi) continue;
        system.parameters.push_back(translate(x));
        system.sample[symbol_text(x.symbol())] = Rational(static_cast<long>(++k * 5 + 2), 8);
    }
    out.subject->systems.push_back(std::move(system));
    out.judgement = judge(*out.subject, out.claim, {.seed = seed});
    return out;
}

void take_witness(ZeroProof& out, const Expr& e) {
    out.verdict.answer = Answer::no;
    out.verdict.proof = Proof::witness;
    out.verdict.witness_value = out.judged.judgement.value;
    for (const Expr& x : symbols_of(e))
        if (const auto value = out.judged.judgement.witness.find(symbol_text(x.symbol()));
            value != out.judged.judgement.witness.end())
            out.verdict.witness.emplace_back(x, value->second);
}

// A zero of a function that switches, where sign 0 = 0 and a condition g > 0 does not hold.
bool fails_at(ZeroProof& out, const Expr& e, const Substitution& there) {
    Expr at_switch;
    try {
        at_switch = substitute(e, there);
    } catch (const Undefined&) {
        return false;  // it has no value there
    }
    if (at_switch.is_number() && at_switch.number().is_zero()) return false;
    ZeroProof inner = prove_zero(at_switch, {.seed = out.seed});
    if (inner.verdict.answer != Answer::no) return false;
    const auto& [x, value] = there.front();
    Substitution witness;
    for (const auto& [symbol, number] : inner.verdict.witness)
        witness.emplace_back(symbol, e.context().number(number));
    for (const Expr& symbol : symbols_of(value))  // that do not matter
        if (std::ranges::find(witness, symbol, &std::pair<Expr, Expr>::first) == witness.end())
            witness.emplace_back(symbol, e.context().one());
    const Expr at = witness.empty() ? value : substitute(value, witness);
    if (!at.is_number()) return false;
    inner.verdict.witness.emplace_back(x, at.number());
    if (inner.verdict.witness_value.empty()) inner.verdict.witness_value = at_switch.number().to_string();
    out.verdict = inner.verdict;
    out.verdict.proof = Proof::witness;
    out.judged.subject.reset();
    return true;
}

// Is e zero at all zeros of g? Unknown if not all of them are found.
Answer is_zero_at_switch(ZeroProof& out, const Expr& e, const Expr& g) {
    const std::vector<Substitution> found = zeros(g);
    for (const Substitution& there : found)
        if (fails_at(out, e, there)) return Answer::no;
    if (found.size() != 1 || !derivative(g, found[0].front().first).is_number()) return Answer::unknown;
    try {
        return prove_zero(substitute(e, found[0]), {.seed = out.seed}).verdict.answer;
    } catch (const Undefined&) {
        return Answer::yes;  // it has no value there
    }
}

void look_at_switches(ZeroProof& out, const Expr& e) {
    for (const Expr& g : switching_functions(e)) {
        if (range_for_any_symbols(g).is_nonzero()) continue;
        const Answer there = is_zero_at_switch(out, e, g);
        if (there == Answer::no) return;
        if (there == Answer::unknown) out.except.push_back(text(g));
    }
}

}  // namespace

ZeroProof prove_zero(const Expr& e, const ZeroOptions& options, std::span<const Expr> where) {
    ZeroProof out{.seed = options.seed == 0 ? seed_of_run() : options.seed};
    // An expression that was simplified to a number may have had no value anywhere as it was written.
    if ((e.is_number() && where.empty()) || options.use == ZeroOptions::Use::normal_form) {
        out.verdict = is_zero(e, {.use = options.use, .seed = out.seed, .max_terms = options.max_terms});
        return out;
    }
    out.judged = judged(e, where, Claim::Kind::zero, "zero", out.seed);
    if (out.judged.judgement.outcome == Outcome::fails) {
        take_witness(out, e);
        return out;
    }
    if (out.judged.judgement.outcome == Outcome::open) {
        out.judged.subject.reset();
        out.verdict.reason = out.judged.judgement.reason;
        if (out.judged.judgement.is_empty || e.is_number() || options.use == ZeroOptions::Use::prime_field)
            return out;
        ZeroVerdict normal = is_zero(
            e, {.use = ZeroOptions::Use::normal_form, .seed = out.seed, .max_terms = options.max_terms});
        if (normal.answer == Answer::unknown) return out;
        out.verdict = normal;
    } else {
        out.verdict.answer = Answer::yes;
        out.verdict.proof = Proof::prime_field;
        out.verdict.error_bound = out.judged.judgement.error_bound();
        if (e.is_number()) out.verdict = is_zero(e);
    }
    if (out.verdict.answer != Answer::yes) return out;
    look_at_switches(out, e);
    if (out.verdict.answer == Answer::yes && !out.except.empty()) {
        out.verdict.answer = Answer::unknown;
        out.judged.subject.reset();
        out.verdict.reason = "it is zero elsewhere, but not decided where " + out.except.front() + " = 0";
    }
    return out;
}

std::optional<std::string> discontinuity(const Expr& e) {
    if (e.is_number()) return std::nullopt;
    const Judged found = judged(e, {}, Claim::Kind::integral, "continuous", seed_of_run());
    if (found.judgement.outcome == Outcome::holds) return std::nullopt;
    return found.judgement.reason;
}

}  // namespace anholon::proof
