#include "structure/distribution/integrability.hpp"

#include <algorithm>

#include "facts/answers.hpp"
#include "proof/zero_claim.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

using Combination = Integrability::Combination;

bool is_number(Expr e, long n) { return e.is_number() && e.number() == Rational(n); }

// 'wheel1' − 2 'wheel2'
Fact::Sentence combination(const std::vector<std::string>& names, std::span<const Expr> kappa) {
    Fact::Sentence all;
    for (std::size_t k = 0; k < kappa.size(); ++k) {
        if (is_number(kappa[k], 0)) continue;
        const Fact::Sentence name = "'" + in_words(names[k]) + "'";
        const bool first = all.text.empty();
        if (is_number(kappa[k], 1))
            all = all + (first ? "" : " + ") + name;
        else if (is_number(kappa[k], -1))
            all = all + (first ? "-" : " - ") + name;
        else
            all = all + (first ? "(" : " + (") + formula(kappa[k]) + ") " + name;
    }
    return all;
}

Fact::Sentence said_of(const std::vector<std::string>& names, const Combination& c) {
    const auto used = std::ranges::count_if(c.kappa, [](const Expr& k) { return !is_number(k, 0); });
    const Fact::Sentence what = combination(names, c.kappa);
    if (!c.function) return what + " is integrable; elementary quadratures do not give its function";
    const Fact::Sentence said =
        what + (used == 1 ? " is holonomic in disguise: " : " is integrable: ") + formula(c.function) +
        " is constant";
    const auto jump = proof::discontinuity(c.function);
    return jump ? said + in_words(", continued along each motion: " + *jump) : said;
}

Fact::Sentence first_sentence(const Integrability& found) {
    using enum IntegrabilityVerdict;
    const std::size_t m = found.constraints.size();
    if (found.verdict == unconstrained) return in_words("there are no constraints");
    if (m == 0) return in_words("all constraints are geometric");
    const std::string all = m == 1 ? "the constraint '" + found.constraints[0] + "' is"
                                   : "the " + std::to_string(m) + " velocity constraints are";
    if (found.verdict == holonomic)
        return in_words(all + " holonomic" +
                        (found.on_algebra ? ": the allowed velocities form a subalgebra" : ""));
    if (found.verdict == nonholonomic)
        return in_words(all + " nonholonomic" + (m == 1 ? "" : ", and no combination of them is integrable") +
                        (found.on_algebra ? ": the allowed velocities do not form a subalgebra" : ""));
    return in_words(std::to_string(found.integrable) +
                    (found.integrable == 1 ? " combination" : " combinations") + " of the " +
                    std::to_string(m) +
                    " velocity constraints can be integrated; the rest is completely nonholonomic");
}

FactProof proof_of(const Integrability& found) {
    if (found.constraints.empty()) return {FactProof::Kind::definition};
    return by_points(found.error_bound, found.integrable < found.constraints.size()
                                            ? "Frobenius: brackets that leave the distribution"
                                            : "Frobenius");
}

Data::Fields data(const Integrability& found) {
    Data::List combinations;
    for (const Combination& c : found.combinations) {
        Data::Fields one{{"coefficients", list_of(c.kappa)}};
        if (c.function) one.emplace_back("constant", c.function);
        combinations.emplace_back(std::move(one));
    }
    Data::Fields fields{{"constraints", list_of(found.constraints)},
                        {"integrable", found.integrable},
                        {"combinations", combinations}};
    if (!found.no_functions.empty()) fields.emplace_back("functions_not_determined", found.no_functions);
    return fields;
}

}  // namespace

Fact integrability(const Setting& s, const Budget& budget) {
    const Integrability found = integrability_of(s, budget);
    if (found.verdict == IntegrabilityVerdict::undecided) return undecided(found.verdict, found.reason);
    Fact fact{.verdict = found.verdict,
              .statement = {first_sentence(found)},
              .proof = proof_of(found),
              .results = data(found)};
    if (!found.no_functions.empty())
        fact.statement.push_back(
            in_words("the functions that are constant were not determined: " + found.no_functions));
    for (const Combination& c : found.combinations) fact.statement.push_back(said_of(found.constraints, c));
    return fact;
}

}  // namespace anholon
