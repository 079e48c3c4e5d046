#include "structure/multiplier/chaplygin_multiplier.hpp"

#include <algorithm>

#include "expr/operations.hpp"
#include "facts/answers.hpp"
#include "mechanics/letters.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

using Statement = std::vector<Fact::Sentence>;

constexpr std::size_t kReadable = 30;  // operations of a bracket that is written
constexpr const char* kStated = ", for the stated values of the parameters";

// ------------------------------------------------------------------ without reduction

// N^(l−1)
Expr power_of_N(const Setting& s, const ReducingMultiplier& found) {
    return pow(letter_N(s), Rational(static_cast<long>(found.coordinates.size()) - 1));
}

std::string joined_names(const std::vector<Expr>& symbols) {
    std::string out;
    for (const std::string& name : names_of(symbols)) out += (out.empty() ? "" : ", ") + name;
    return out;
}

Sentence said_of_time(const ReducingMultiplier& found) {
    Sentence said;
    (said << "in the time given by ").formula("dtau = N dt", "d\\tau = N\\,dt")
        << " the equations are Lagrange's for ";
    said.formula("L*(q, N dq/dtau)", "L^{*}(q, N\\,dq/d\\tau)");
    if (found.hamiltonian) (said << ", Hamilton's with ").equation("H", "H", found.hamiltonian);
    return said;
}

Statement said_of_multiplier(const Setting& s, const ReducingMultiplier& found) {
    Statement said{Sentence() << "a Chaplygin system with the reducing multiplier " << found.N
                              << (found.valid == Parameters::stated ? kStated : "")};
    if (found.angle)
        said.push_back(Sentence() << "it does not return to its value when the angle " << found.angle
                                  << " does, so the new time is only local");
    said.push_back(said_of_time(found));
    said.push_back(Sentence() << "the density of the invariant measure in (q, p) is "
                              << power_of_N(s, found));
    return said;
}

Sentence said_of_none(const Setting& s, const ReducingMultiplier& found) {
    Sentence said;
    said << "a Chaplygin system without a reducing multiplier N(" << joined_names(found.coordinates) << "): ";
    if (!found.density) return said << "a multiplier would give an invariant measure, and there is none";
    return said << "with a multiplier N the density of its measure, " << found.density
                << " in (q, p), would be " << power_of_N(s, found) << ", and that N does not reduce it";
}

// Results with other velocities eliminated.
Statement said_of_choices(const ReducingMultiplier& found) {
    if (found.instead.empty()) return {};
    Statement said{
        in_words(listed(found.eliminated) + (found.eliminated.size() == 1 ? " is" : " are") + " eliminated")};
    for (const ReducingMultiplier::Choice& choice : found.instead) {
        const std::string what = !choice.verdict ? "the equations are not Lagrange's"
                                 : *choice.verdict == MultiplierVerdict::undecided
                                     ? "it is not decided whether there is a multiplier"
                                 : *choice.verdict == MultiplierVerdict::none ? "there is no multiplier"
                                 : *choice.verdict == MultiplierVerdict::lagrangian
                                     ? "the equations are Lagrange's as well"
                                     : "there is a multiplier as well";
        said.push_back(in_words("with " + listed(choice.eliminated) + " eliminated instead, " + what));
    }
    if (!found.all_choices_examined)
        said.push_back(in_words("further choices of the eliminated velocities were not examined"));
    return said;
}

Data::List choices(const ReducingMultiplier& found) {
    Data::List list;
    for (const ReducingMultiplier::Choice& choice : found.instead) {
        Data::Fields fields{{"eliminated", list_of(choice.eliminated)}};
        if (choice.verdict)
            fields.emplace_back("verdict", FactVerdict(*choice.verdict).answer());
        else
            fields.emplace_back("equations_are_lagranges", false);
        list.emplace_back(std::move(fields));
    }
    return list;
}

// ------------------------------------------------------------------ after reduction

std::size_t known_symmetries(const ReducedMultiplier& found) {
    return found.symmetries.size() + found.symmetries_not_used;
}

Sentence said_of_group(const ReducedMultiplier& found) {
    const std::size_t used = found.symmetries.size();
    Sentence said;
    if (found.is_core)
        said << "the core has ";
    else if (found.symmetries_not_used > 0)
        said << "reduction by " << used << " of the " << known_symmetries(found)
             << " symmetries that preserve L leaves ";
    else
        said << "reduction by the " << used
             << (used == 1 ? " symmetry that preserves" : " symmetries that preserve") << " L leaves ";
    if (found.reduced_dimension == 0) return said << "the momenta alone";
    return said << found.reduced_dimension << (found.reduced_dimension == 1 ? " dimension" : " dimensions")
                << " of the configuration, and the momenta";
}

Sentence said_of_no_reduced_multiplier(const ReducedMultiplier& found) {
    Sentence said;
    said << (found.is_core
                 ? "the core has no reducing multiplier: "
                 : "reduced by the symmetries named below, the system has no reducing multiplier: ");
    if (found.contradiction.empty())
        return said << "no function of the reduced configuration makes a bracket of its equations, linear in "
                       "the momenta, satisfy Jacobi's identity";
    return (said << "Jacobi's identity determines the derivatives of log N, but no function has these "
                    "derivatives, as ")
               .formula(found.contradiction, found.contradiction)
           << " shows";
}

Sentence said_of_fields(std::span<const Expr> q, const ReducedMultiplier& found) {
    Sentence said;
    said << (found.symmetries.size() == 1 ? "the symmetry used is " : "the symmetries used are ");
    for (std::size_t a = 0; a < found.symmetries.size(); ++a)
        (said << (a == 0 ? "" : "; ")).field(q, found.symmetries[a]);
    return said;
}

Sentence said_of_other_symmetries(const ReducedMultiplier& found) {
    if (found.symmetries_not_used == 0)
        return Sentence() << "only symmetries that are affine in these coordinates were sought; with others "
                             "there may be a multiplier";
    const bool is_one = found.symmetries_not_used == 1;
    return Sentence() << (is_one ? "the remaining symmetry changes" : "the remaining symmetries change")
                      << " the momenta of the quasi-velocities and could not be used; with "
                      << (is_one ? "it" : "them") << " there may be a multiplier";
}

Sentence first_sentence(const ReducedMultiplier& found) {
    Sentence said;
    const bool is_one = found.verdict == MultiplierVerdict::hamiltonian;
    if (found.is_core)
        said << (is_one ? "the core is Hamiltonian as it is: the multiplier is "
                        : "the core has the reducing multiplier ")
             << found.N;
    else if (is_one)
        said << "reduced by its symmetries, the system is Hamiltonian as it is: the multiplier is 1";
    else
        said << "reduced by its symmetries, a Chaplygin system with the reducing multiplier " << found.N;
    return said << (found.valid == Parameters::stated ? kStated : "");
}

Sentence said_of_hamiltonian(const ReducedMultiplier& found) {
    const bool is_one = found.verdict == MultiplierVerdict::hamiltonian;
    Sentence said;
    if (is_one)
        (said << "the equations are ").formula("x' = {x, H}", "\\dot x = \\{x, H\\}");
    else
        ((said << "in the time given by ").formula("dtau = N dt", "d\\tau = N\\,dt") << " the equations are ")
            .formula("dx/dtau = {x, H}/N", "dx/d\\tau = \\{x, H\\}/N");
    (said << ", ").equation("H", "H", found.hamiltonian);
    return said << (is_one ? ", and the bracket satisfies Jacobi's identity"
                           : ", and the bracket {., .}/N satisfies Jacobi's identity");
}

bool is_readable(Expr e) { return operations(e).total() <= kReadable; }

// The brackets that are not zero and the momenta, written out if each is short enough to be read.
Sentence said_of_brackets(const ReducedMultiplier& found) {
    Sentence said;
    said << "with ";
    if (!std::ranges::all_of(found.brackets, is_readable, &ReducedMultiplier::Bracket::value) ||
        !std::ranges::all_of(found.momenta, is_readable, &std::pair<Expr, Expr>::second)) {
        said.formula("{q_i, p_s} = X_s q_i", "\\{q_i, p_s\\} = X_s q_i") << " and ";
        said.formula("{p_r, p_s} = c^m_sr p_m", "\\{p_r, p_s\\} = c^m_{sr} p_m");
        if (found.momenta.size() == 3) said.formula(" + T e_rsk eta_k", " + T \\varepsilon_{rsk} \\eta_k");
        return said << ", the momenta of the quasi-velocities on the constraints";
    }
    std::string comma;
    for (const auto& [f, g, value] : found.brackets) {
        (said << comma)
            .equation("{" + text(f) + ", " + text(g) + "}", "\\{" + latex(f) + ", " + latex(g) + "\\}",
                      value);
        comma = ", ";
    }
    for (const auto& [y, value] : found.momenta) {
        (said << comma).equation(text(y), latex(y), value);
        comma = ", ";
    }
    return said;
}

Statement statement(std::span<const Expr> q, const ReducedMultiplier& found) {
    if (found.N)
        return {first_sentence(found), said_of_group(found), said_of_hamiltonian(found),
                said_of_brackets(found)};
    if (found.is_core) return {said_of_no_reduced_multiplier(found), said_of_group(found)};
    return {said_of_no_reduced_multiplier(found), said_of_group(found), said_of_fields(q, found),
            said_of_other_symmetries(found)};
}

FactProof proof_of(const ReducedMultiplier& found) {
    return by_points(found.error_bound, found.N ? "Jacobi's identity and equations of motion recovered"
                                        : found.contradiction.empty() ? "conditions of Jacobi's identity"
                                                                      : "closed under brackets");
}

Data::Fields data(const ReducedMultiplier& found) {
    Data::Fields fields{{"after_reduction", true},
                        {"symmetries", found.symmetries.size()},
                        {"symmetries_not_used", found.symmetries_not_used},
                        {"reduced_dimension", found.reduced_dimension}};
    if (found.N) {
        fields.insert(fields.begin(), {"multiplier", found.N});
        fields.emplace_back("for_all_parameters", found.valid == Parameters::free);
    }
    return fields;
}

// What is behind these.
Data::Fields more_data(const ReducedMultiplier& found) {
    Data::List symmetries, brackets, momenta;
    for (const auto& xi : found.symmetries) symmetries.emplace_back(list_of(xi));
    Data::Fields fields{{"symmetry_fields", symmetries}};
    if (!found.contradiction.empty()) fields.emplace_back("contradiction", found.contradiction);
    if (!found.N) return fields;
    for (const auto& [f, g, value] : found.brackets)
        brackets.push_back(Data::Fields{{"of", Data::List{f, g}}, {"value", value}});
    for (const auto& [y, value] : found.momenta)
        momenta.push_back(Data::Fields{{"name", symbol_text(y.symbol())}, {"value", value}});
    fields.emplace_back("hamiltonian", found.hamiltonian);
    fields.emplace_back("brackets", brackets);
    fields.emplace_back("momenta", momenta);
    return fields;
}

// ------------------------------------------------------------------ both

void append(Data::Fields& fields, const Data::Fields& more) {
    fields.insert(fields.end(), more.begin(), more.end());
}

Fact of_reduced_system(const Setting& s, const ReducingMultiplier& found) {
    const ReducedMultiplier& reduced = *found.reduced;
    Fact fact{.verdict = found.verdict,
              .statement = statement(s.q, reduced),
              .proof = proof_of(reduced),
              .results = data(reduced)};
    append(fact.results, more_data(reduced));
    if (found.is_core) return fact;
    fact.statement.push_back(Sentence()
                             << "without reduction no multiplier was sought: " << found.not_chaplygin);
    fact.results.emplace_back("not_chaplygin", found.not_chaplygin);
    return fact;
}

// No multiplier, but perhaps one after reduction.
Fact of_none(const Setting& s, const ReducingMultiplier& found) {
    Fact fact{.verdict = found.verdict,
              .statement = {said_of_none(s, found)},
              .proof = proof_of(found.measure),
              .results = {{"after_reduction", false}}};
    if (found.reduced) {
        const Statement more = statement(s.q, *found.reduced);
        const FactProof proof = proof_of(*found.reduced);
        fact.statement.insert(fact.statement.end(), more.begin(), more.end());
        fact.proof.method +=
            (fact.proof.method.empty() ? "" : ", ") + proof.method + " for the reduced system";
        fact.proof.error_bound += proof.error_bound;
        fact.results = data(*found.reduced);
    }
    fact.results.emplace_back("coordinates", list_of(found.coordinates));
    fact.results.emplace_back("has_measure", static_cast<bool>(found.density));
    if (found.density) fact.results.emplace_back("density_in_momenta", found.density);
    if (found.reduced) append(fact.results, more_data(*found.reduced));
    return fact;
}

Fact of_multiplier(const Setting& s, const ReducingMultiplier& found) {
    Fact fact{.verdict = found.verdict,
              .statement = said_of_multiplier(s, found),
              .proof = by_points(found.error_bound, "equations of motion recovered"),
              .results = {{"multiplier", found.N},
                          {"coordinates", list_of(found.coordinates)},
                          {"after_reduction", false},
                          {"for_all_parameters", found.valid == Parameters::free}}};
    if (found.hamiltonian) fact.results.emplace_back("hamiltonian", found.hamiltonian);
    const auto l = static_cast<long>(found.coordinates.size());
    fact.results.emplace_back("density_in_momenta", pow(found.N, Rational(l - 1)));
    if (found.angle) fact.results.emplace_back("angle", found.angle);
    return fact;
}

Fact of_lagrangian(const ReducingMultiplier& found) {
    return {.verdict = found.verdict,
            .statement = {Sentence() << "a Chaplygin system whose equations are Lagrange's for "
                                     << found.lagrangian << ": the multiplier is 1"},
            .proof = by_points(found.error_bound),
            .results = {{"multiplier", found.N},
                        {"coordinates", list_of(found.coordinates)},
                        {"after_reduction", false},
                        {"lagrangian", found.lagrangian}}};
}

// Without reduction the answer may depend on the velocities that are eliminated.
Fact with_choices(Fact fact, const ReducingMultiplier& found) {
    const Statement more = said_of_choices(found);
    fact.statement.insert(fact.statement.end(), more.begin(), more.end());
    fact.results.emplace_back("eliminated", list_of(found.eliminated));
    if (!found.instead.empty()) fact.results.emplace_back("other_choices", choices(found));
    return fact;
}

}  // namespace

Fact chaplygin_multiplier(const Setting& s, const Budget& budget) {
    using enum MultiplierVerdict;
    const ReducingMultiplier found = reducing_multiplier(s, budget);
    if (found.is_core && found.reduced && found.verdict != MultiplierVerdict::undecided)
        return of_reduced_system(s, found);
    switch (found.verdict) {
        case MultiplierVerdict::undecided: return anholon::undecided(found.verdict, found.reason);
        case does_not_apply: return inapplicable(found.verdict, found.reason);
        case lagrangian: return with_choices(of_lagrangian(found), found);
        case none: return with_choices(of_none(s, found), found);
        case not_chaplygin:
            return {
                .verdict = found.verdict,
                .statement = {Sentence() << (found.is_core ? "no multiplier is sought for this core: "
                                                           : "not a Chaplygin system in these coordinates: ")
                                         << found.not_chaplygin},
                .proof = {FactProof::Kind::exact},
                .results = {{"not_chaplygin", found.not_chaplygin}}};
        default:
            return found.reduced ? of_reduced_system(s, found) : with_choices(of_multiplier(s, found), found);
    }
}

}  // namespace anholon
