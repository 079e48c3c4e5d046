#include "structure/zeros/vanishing.hpp"

#include <algorithm>

#include "expr/modular.hpp"
#include "expr/print.hpp"
#include "expr/substitute.hpp"
#include "mechanics/points/manifold_points.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxTerms = 4000;  // of a normal form; beyond it the proof by prime field stands
constexpr std::size_t kRounds = 4, kMaxRounds = 1024;

}  // namespace

ZeroVerdict Vanishing::on_geometric_constraints(Expr e, const Substitution& stated) const {
    ZeroVerdict verdict;
    verdict.reason = "no point of the geometric constraints was found";
    ManifoldPoints points(s_, std::span(&e, 1), ManifoldPoints::Keep::geometric_ones, stated);
    Observation seen(points, std::span(&e, 1), 4, {});
    for (std::uint64_t round = 0; round < (seen.good() > 0 ? kMaxRounds : 16 * kRounds); ++round) {
        if (round >= kRounds && seen.is_done()) break;
        if (!points.draw(1, round)) {
            verdict.reason = points.why();
            continue;
        }
        const auto drawn = points.alive();
        const auto value = points.evaluate(std::span(&e, 1))[0];
        for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane)
            if (points.is_alive(lane) && !value[lane].is_zero()) {
                verdict.answer = Answer::no;
                verdict.proof = Proof::prime_field;
                return verdict;
            }
        seen.add(points, drawn);
    }
    if (seen.good() < 2) return verdict;
    if (!seen.suffices()) {
        verdict.reason = seen.why_not();
        return verdict;
    }
    verdict.answer = Answer::yes;
    verdict.proof = Proof::prime_field;
    verdict.error_bound = seen.error_bound();
    return verdict;
}

ZeroVerdict Vanishing::decide(Expr e, const Substitution& stated) const {
    budget_.check();
    if (!stated.empty()) e = substitute(e, stated);
    const ZeroVerdict quick = is_zero_modulo_primes(e);
    if (quick.answer != Answer::yes && !s_.system.functions_of_place().empty())
        return on_geometric_constraints(e, stated);
    if (quick.answer != Answer::yes) return is_zero(e);
    const ZeroVerdict proved = is_zero(e, {.use = ZeroOptions::Use::normal_form, .max_terms = kMaxTerms});
    return proved.answer == Answer::yes ? proved : is_zero(e);
}

Vanishing::Result Vanishing::operator()(Expr e) {
    ZeroVerdict v = decide(e, {});
    bool special = false;
    if (v.answer == Answer::no && !s_.system.parameters.empty()) {
        Substitution stated;
        for (const Parameter& p : s_.system.parameters) stated.emplace_back(p.symbol, p.exact);
        const ZeroVerdict here = decide(e, stated);
        special = here.answer == Answer::yes;
        if (here.answer != Answer::unknown) v = here;
    }
    if (v.answer == Answer::yes) error_bound_ += v.error_bound;
    special_ = special_ || special;
    return {v.answer, special, v.witness, v.witness_value, v.reason};
}

FactProof Vanishing::proof() const { return by_points(error_bound_, "", FactProof::Kind::normal_form); }

std::string described(const Point& point) {
    std::string out;
    for (const auto& [symbol, value] : point)
        out += (out.empty() ? "" : ", ") + text(symbol) + " = " + value.to_string();
    return out;
}

}  // namespace anholon
