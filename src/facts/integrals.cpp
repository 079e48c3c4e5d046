#include "structure/integrals/integrals.hpp"

#include <algorithm>

#include "expr/operations.hpp"
#include "facts/answers.hpp"
#include "structure/evidence/sentence.hpp"

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

Sentence said_of(const FirstIntegral& I, bool energy_is_jacobis) {
    Sentence said;
    if (I.printed)
        said << I.printed;
    else
        said << (energy_is_jacobis ? "Jacobi's integral" : "the energy");
    if (I.follows) said << ", which follows from the others";
    if (I.valid == Parameters::stated) said << ", for the stated values of the parameters";
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

Data::Fields data(const FirstIntegrals& found, const IntegralReasons& reasons, std::span<const Expr> q) {
    Data::List integrals, noether, idle, momenta;
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
            {"searched", data(found.basis)}};
}

}  // namespace

Fact integrals(const Setting& s, const Budget& budget) {
    const FirstIntegrals found = first_integrals(s, budget);
    if (!found.reason.empty()) return undecided(IntegralsVerdict::undecided, found.reason);
    const IntegralReasons reasons = integral_reasons(s, budget);
    const auto count =
        static_cast<std::size_t>(std::ranges::count(found.list, false, &FirstIntegral::follows));
    Fact fact{.verdict = IntegralsVerdict::none_found,
              .proof = {FactProof::Kind::exact, 0, "linear algebra"},
              .results = data(found, reasons, s.q)};
    if (count > 0) {
        double error = 0;
        for (const FirstIntegral& I : found.list) error = std::max(error, I.error_bound);
        fact.verdict = {IntegralsVerdict::found,
                        std::to_string(count) + (count == 1 ? " integral" : " integrals")};
        fact.proof = by_points(error, "exact linear algebra");
    }
    fact.statement.push_back(first_sentence(count, found.basis));
    for (const FirstIntegral& I : found.list) fact.statement.push_back(said_of(I, found.energy_is_jacobis));
    if (!found.momenta.empty()) fact.statement.push_back(said_of_momenta(found));
    for (const Expr& eta : reasons.cyclic) fact.statement.push_back(said_of_cyclic(eta));
    for (const SymmetryField& field : reasons.symmetries)
        fact.statement.push_back(said_of_symmetry(s.q, field));
    for (const IdleConstraint& idle : reasons.idle) fact.statement.push_back(said_of_idle(idle));
    return fact;
}

}  // namespace anholon
