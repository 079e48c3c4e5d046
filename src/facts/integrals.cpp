#include "structure/integrals/integrals.hpp"

#include <algorithm>

#include "expr/operations.hpp"
#include "facts/answers.hpp"
#include "facts/linear_equations.hpp"
#include "structure/evidence/sentence.hpp"
#include "structure/integrals/commuting_fields.hpp"
#include "structure/integrals/poisson.hpp"

namespace anholon {

namespace {

constexpr std::size_t kReadable = 30;  // operations of a momentum that is written

std::string degrees(const std::vector<std::size_t>& list) {
    std::vector<std::string> numbers;
    for (const std::size_t degree : list) numbers.push_back(std::to_string(degree));
    return listed(numbers);
}

void add_letters(Sentence& said, const std::string& before, const std::vector<Expr>& letters) {
    for (std::size_t k = 0; k < letters.size(); ++k) said << (k == 0 ? before : ", ") << letters[k];
}

Sentence first_sentence(std::size_t independent, const SearchedFunctions& basis) {
    Sentence said;
    said << (independent == 0 ? "none found" : "independent ones: " + std::to_string(independent))
         << " among "
         << "polynomials in velocities and momenta of degree " << degrees(basis.velocity_degrees);
    add_letters(said, ", their coefficients of degree " + degrees(basis.coefficient_degrees) + " in ",
                basis.coefficients);
    add_letters(said, ", linear in ", basis.linear);
    return said;
}

Sentence said_of(const FirstIntegral& I, const FirstIntegrals& found) {
    Sentence said;
    if (I.printed)
        said << I.printed;
    else
        said << (found.energy_is_jacobis ? "Jacobi's integral" : "the energy");
    if (I.follows) said << ", which follows from the others";
    if (I.valid == Parameters::stated)
        said << ", for the stated values of the parameters";
    else if (I.follows && std::ranges::count(found.list, Parameters::stated, &FirstIntegral::valid) > 0)
        said << " for the stated values of the parameters";
    return said;
}

Sentence said_of_momenta(const FirstIntegrals& found) {
    Sentence said;
    (said << "where p are the momenta ").formula("dL/deta", "\\partial L/\\partial\\eta")
        << " on the constraints";
    for (const auto& [symbol, value] : found.momenta)
        if (operations(value).total() <= kReadable)
            (said << ", ").equation(symbol_text(symbol.symbol()), symbol_latex(symbol.symbol()), value);
    return said;
}

Sentence said_of_cyclic(Expr eta) {
    const Symbol symbol = eta.symbol();
    return (Sentence() << "cyclic displacement: the momentum ")
               .formula("dL/d" + symbol_text(symbol), "\\partial L/\\partial " + symbol_latex(symbol))
           << " is constant";
}

Sentence said_of_symmetry(std::span<const Expr> q, const SymmetryField& field) {
    Sentence said;
    said << "Noether: the constraints allow the symmetry ";
    said.field(q, field.xi);
    if (field.valid == Parameters::stated) said << ", for the stated values of the parameters";
    return said;
}

Sentence said_of_idle(const IdleConstraint& idle) {
    return Sentence() << "the multiplier of '" << idle.constraint->name << "' vanishes"
                      << (idle.valid == Parameters::stated ? " for the stated values of the parameters" : "")
                      << ": the constraint is an integral of the motion without it";
}

// Poisson's theorem.
Sentence said_of_bracket(const BracketOfIntegrals& bracket) {
    return Sentence() << "Poisson: the bracket of " << bracket.first << " and " << bracket.second << " is "
                      << (bracket.is_new ? "a new integral: " : "the integral ") << bracket.printed;
}

void add_brackets(Fact& fact, const std::vector<BracketOfIntegrals>& brackets) {
    for (const BracketOfIntegrals& bracket : brackets)
        if (bracket.is_integral && (bracket.is_new || !is_too_long(bracket.printed)))
            fact.statement.push_back(said_of_bracket(bracket));
    if (const auto others = std::ranges::count(brackets, false, &BracketOfIntegrals::is_integral))
        fact.statement.push_back(Sentence() << "brackets of two integrals that are no integrals: "
                                            << static_cast<std::size_t>(others));
}

Data data(const BracketOfIntegrals& bracket) {
    return Data::Fields{{"first", bracket.first},
                        {"second", bracket.second},
                        {"value", bracket.value},
                        {"shown", bracket.printed},
                        {"is_integral", bracket.is_integral},
                        {"is_new", bracket.is_new},
                        {"error_bound", bracket.error_bound}};
}

Data data(const FirstIntegral& I) {
    return Data::Fields{{"value", I.value},
                        {"shown", I.printed ? I.printed : I.value},
                        {"degree_in_velocities", I.velocity_degree},
                        {"is_energy", !I.printed},
                        {"is_independent", !I.follows},
                        {"for_all_parameters", I.valid == Parameters::free},
                        {"error_bound", I.error_bound}};
}

Data::Fields data(const SearchedFunctions& basis) {
    return {{"velocity_degrees", list_of(basis.velocity_degrees)},
            {"coefficient_degrees", list_of(basis.coefficient_degrees)},
            {"coefficients_in", list_of(basis.coefficients)},
            {"linear_in", list_of(basis.linear)}};
}

Data::Fields data(const FirstIntegrals& found, const IntegralReasons& reasons,
                  const std::vector<BracketOfIntegrals>& brackets, std::span<const Expr> q) {
    Data::List integrals, noether, idle, momenta, poisson;
    for (const BracketOfIntegrals& bracket : brackets) poisson.push_back(data(bracket));
    for (const FirstIntegral& I : found.list) integrals.push_back(data(I));
    for (const auto& [symbol, value] : found.momenta)
        momenta.push_back(Data::Fields{{"name", symbol_text(symbol.symbol())}, {"value", value}});
    for (const SymmetryField& field : reasons.symmetries)
        noether.push_back(Data::Fields{{"coordinates", list_of(q)}, {"field", list_of(field.xi)}});
    for (const IdleConstraint& k : reasons.idle) idle.emplace_back(k.constraint->name);
    return {{"integrals", integrals},
            {"momenta", momenta},
            {"cyclic_velocities", list_of(reasons.cyclic)},
            {"noether_fields", noether},
            {"idle_constraints", idle},
            {"brackets", poisson},
            {"searched", data(found.basis)}};
}

bool has_energy(const FirstIntegrals& found) {
    return std::ranges::any_of(found.list, [](const FirstIntegral& I) { return !I.printed; });
}

std::string counted(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " integral" : " integrals");
}

// Last, so that what was found is told where there is no time left. Linear equations have the linear integrals that were found among
// theirs; where they have more, the verdict counts these.
void add_linear_equations(Fact& fact, const Setting& s, const FirstIntegrals& found, std::size_t count,
                          const Budget& budget) {
    try {
        const auto equations = linear_equations(s, budget);
        if (!equations) return;
        const LinearSolutions solutions = linear_solutions(*equations, s.system);
        // Constants alone are among the integrals above.
        if (solutions.constants.size() == equations->letters.size() && !equations->alpha) return;
        const std::vector<Fact::Sentence> said = said_of(*equations, solutions);
        Data::Fields results = data(*equations, solutions);
        const std::size_t known = equations->letters.size() + (has_energy(found) ? 1 : 0);
        if (known > count)
            fact.verdict = {IntegralsVerdict::found,
                            counted(known) + ", " + std::to_string(known - count) + " by linear equations"};
        fact.statement.insert(fact.statement.end(), said.begin(), said.end());
        fact.results.emplace_back("linear_equations", std::move(results));
        fact.proof =
            by_points(std::max(fact.proof.error_bound, equations->error_bound), "exact linear algebra");
    } catch (const TimeIsUp&) {
        fact.statement.push_back(Sentence() << "there was no time to look for linear equations");
    }
}

// Markhashov's: counted where they are independent of what was found and of each other.
void add_commuting_fields(Fact& fact, const Setting& s, const FirstIntegrals& found,
                          const std::vector<BracketOfIntegrals>& brackets, std::size_t& count,
                          const Budget& budget) {
    const CommutingFields fields = commuting_fields(s, budget);
    if (!fields.applies) return;
    if (fields.fields.empty()) {
        fact.statement.push_back(Sentence()
                                 << "the frame is that of a Lie group and L does not depend on the "
                                    "coordinates: a field that commutes with the frame has a constant "
                                    "momentum, but "
                                 << fields.why_not);
        return;
    }
    std::vector<Expr> known;
    for (const FirstIntegral& I : found.list) known.push_back(I.value);
    for (const BracketOfIntegrals& bracket : brackets)
        if (bracket.is_new) known.push_back(bracket.value);
    Data::List list;
    double error = fact.proof.error_bound;
    fact.statement.push_back(Sentence()
                             << "Markhashov: L does not depend on the coordinates in the frame of a Lie "
                                "group, so a field that commutes with the frame has a constant momentum; "
                                "by quadratures");
    for (const CommutingFields::Field& field : fields.fields) {
        const bool is_new = is_independent(s, field.value, known, budget);
        if (is_new) {
            known.push_back(field.value);
            ++count;
        }
        error = std::max(error, field.error_bound);
        Sentence said;
        said << field.integral << ", of the field ";
        said.field(s.q, field.components);
        fact.statement.push_back(said << (is_new ? "" : ", which follows from the others"));
        list.push_back(Data::Fields{{"field", list_of(field.components)},
                                    {"value", field.value},
                                    {"shown", field.integral},
                                    {"is_independent", is_new},
                                    {"error_bound", field.error_bound}});
    }
    fact.results.emplace_back("commuting_fields", std::move(list));
    fact.verdict = {IntegralsVerdict::found, counted(count)};
    fact.proof = by_points(error, "exact linear algebra");
}

}  // namespace

Fact integrals(const Setting& s, const Budget& budget) {
    const FirstIntegrals found = first_integrals(s, budget);
    if (!found.reason.empty()) return undecided(IntegralsVerdict::undecided, found.reason);
    const IntegralReasons reasons = integral_reasons(s, budget);
    const std::vector<BracketOfIntegrals> brackets = brackets_of_integrals(s, found, budget);
    const auto count =
        static_cast<std::size_t>(std::ranges::count(found.list, false, &FirstIntegral::follows));
    Fact fact{.verdict = IntegralsVerdict::none_found,
              .proof = {FactProof::Kind::exact, 0, "linear algebra"},
              .results = data(found, reasons, brackets, s.q)};
    std::size_t all =
        count + static_cast<std::size_t>(std::ranges::count(brackets, true, &BracketOfIntegrals::is_new));
    if (all > 0) {
        double error = 0;
        for (const BracketOfIntegrals& bracket : brackets) error = std::max(error, bracket.error_bound);
        for (const FirstIntegral& I : found.list) error = std::max(error, I.error_bound);
        fact.verdict = {IntegralsVerdict::found, counted(all)};
        fact.proof = by_points(error, "exact linear algebra");
    }
    for (const FirstIntegral& I : found.list)
        fact.claims.push_back({.id = "integral " + std::to_string(fact.claims.size() + 1),
                               .integral = I.value,
                               .for_all_parameters = I.valid == Parameters::free});
    fact.statement.push_back(first_sentence(count, found.basis));
    for (const FirstIntegral& I : found.list) fact.statement.push_back(said_of(I, found));
    if (!found.momenta.empty()) fact.statement.push_back(said_of_momenta(found));
    for (const Expr& eta : reasons.cyclic) fact.statement.push_back(said_of_cyclic(eta));
    for (const SymmetryField& field : reasons.symmetries)
        fact.statement.push_back(said_of_symmetry(s.q, field));
    for (const IdleConstraint& idle : reasons.idle) fact.statement.push_back(said_of_idle(idle));
    add_brackets(fact, brackets);
    try {
        add_commuting_fields(fact, s, found, brackets, all, budget);
    } catch (const TimeIsUp&) {
        fact.statement.push_back(Sentence()
                                 << "there was no time to look for fields that commute with the frame");
    }
    add_linear_equations(fact, s, found, all, budget);
    return fact;
}

}  // namespace anholon
