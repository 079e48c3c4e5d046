#include "structure/distribution/integrability.hpp"

#include <algorithm>

#include "expr/print.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "facts/answers.hpp"
#include "mechanics/claims/model_claims.hpp"
#include "proof/zero_claim.hpp"
#include "structure/evidence/polynomial_factors.hpp"
#include "structure/evidence/sentence.hpp"
#include "verify/verify.hpp"

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
    const Fact::Sentence said = what + (used == 1 ? " is holonomic in disguise: " : " is integrable: ") +
                                formula(c.function) + " is constant";
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

// Conditions on parameters alone, "k - 1 = 0", that the declared values satisfy and under which functions vanish.
std::vector<std::string> exceptions(const Setting& s, std::span<const Expr> functions) {
    constexpr std::size_t most_terms = 2000;
    Substitution declared;
    for (const Parameter& p : s.system.parameters) declared.emplace_back(p.symbol, p.exact);
    std::vector<std::string> out;
    for (const Expr& f : functions)
        for (const PolynomialFactor& factor : polynomial_factors(s, f, most_terms)) {
            const std::vector<Expr> symbols = symbols_of(factor.polynomial);
            const bool holds_parameters_alone =
                !symbols.empty() && std::ranges::all_of(symbols, [&](const Expr& x) {
                    return std::ranges::find(declared, x, &std::pair<Expr, Expr>::first) != declared.end();
                });
            if (!holds_parameters_alone || !vanishes(substitute(factor.polynomial, declared))) continue;
            const std::string condition = text(factor.polynomial) + " = 0";
            if (std::ranges::find(out, condition) == out.end()) out.push_back(condition);
        }
    return out;
}

// Ranks over a prime field may be larger than those over the reals where roots, signs or logarithms are related: a real state has to
// confirm that constraints are not integrable. For the parameters as declared they may be integrable although in general they are not.
std::optional<Fact> unless_confirmed(const Setting& s, const Integrability& found) {
    using enum IntegrabilityVerdict;
    if (found.verdict != nonholonomic && found.verdict != partly_integrable) return std::nullopt;
    ModelClaims claims(s.system);
    const HolonomicVerdict judged = are_holonomic(claims);
    if (judged.for_any_parameters == Answer::no && judged.as_declared == Answer::no) return std::nullopt;
    if (judged.as_declared != Answer::yes)
        return anholon::undecided(
            IntegrabilityVerdict::undecided,
            "no real state was found at which the constraints are certainly not integrable" +
                (judged.reason.empty() ? "" : ": " + judged.reason));
    const std::vector<std::string> where = exceptions(s, judged.obstructions);
    Fact fact{
        .verdict = holonomic, .proof = by_points(judged.error_bound, "Frobenius"), .results = data(found)};
    fact.statement.push_back(in_words("the constraints are holonomic for the parameters as declared" +
                                      (where.empty() ? "" : ", where " + listed(where))));
    fact.statement.push_back("for other values " + first_sentence(found));
    return fact;
}

Fact integrability(const Setting& s, const Budget& budget) {
    const Integrability found = integrability_of(s, budget);
    if (found.verdict == IntegrabilityVerdict::undecided) return undecided(found.verdict, found.reason);
    if (auto fact = unless_confirmed(s, found)) return *fact;
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
