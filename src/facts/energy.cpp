#include "structure/integrals/energy.hpp"

#include "expr/operations.hpp"
#include "facts/answers.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

constexpr std::size_t kReadable = 40;  // operations of a power that is written out

// "the energy H", and of one that is too long "the energy, an expression of 1359 operations,"
Sentence named(std::string_view name, Expr e) {
    Sentence said;
    said << name;
    return is_too_long(e) ? said << ", " << told_by_its_length(e) << "," : said << " " << e;
}

Sentence first_sentence(const EnergyBalance& found) {
    const bool is_stated = found.valid == Parameters::stated;
    if (found.verdict == EnergyVerdict::energy)
        return named("the energy", found.value)
               << " is an integral"
               << (is_stated ? " for the stated values of the parameters, not for all" : "");
    if (found.verdict == EnergyVerdict::jacobi)
        return named("Jacobi's integral", found.value)
               << " is conserved, but the energy is not"
               << (is_stated ? "; for the stated values of the parameters" : "");
    return named("the energy", found.value)
           << " is not conserved"
           << (found.jacobi_was_sought
                   ? ", and no field linear in the coordinates gives an integral of Jacobi's kind"
                   : "");
}

Sentence said_of_field(std::span<const Expr> q, const EnergyBalance& found) {
    Sentence said;
    (said << "it is the energy minus ").formula("p xi", "p_i \\xi_i")
        << " for a field xi that obeys the constraints and, together with the shift of time, leaves L "
           "invariant: ";
    return said.field(q, found.xi);
}

struct Condition {
    std::string_view text, latex;
};
std::vector<Condition> failing_conditions(const EnergyBalance::Failing& failing) {
    std::vector<Condition> list;
    if (failing.X_0_is_time) list.push_back({"X_0 = d/dt", "X_0 = \\partial/\\partial t"});
    if (failing.c_0_vanish) list.push_back({"c^m_0s = 0", "c^m_{0s} = 0"});
    if (failing.X_0_L_vanishes) list.push_back({"X_0 L = 0", "X_0 \\hat L = 0"});
    if (failing.Q_vanish) list.push_back({"Q_s = 0", "Q_s = 0"});
    return list;
}

Sentence said_of(const std::vector<Condition>& conditions) {
    Sentence said;
    said << "these conditions for an energy integral fail: ";
    for (std::size_t k = 0; k < conditions.size(); ++k)
        (said << (k == 0 ? "" : ", ")).formula(conditions[k].text, conditions[k].latex);
    return said;
}

Sentence said_of_frame_power(Expr power) {
    return Sentence().equation(
        "(y_s eta_s - L)' = c^m_0s eta_s y_m + Q_s eta_s - X_0 L",
        "(y_s \\eta_s - \\hat L)^{\\cdot} = c^m_{0s} \\eta_s y_m + Q_s \\eta_s - X_0 \\hat L", power);
}

std::string source(const EnergyBalance::Power& power) {
    using enum EnergyBalance::Power::Source;
    if (power.source == forces) return "the forces";
    if (power.source == time) return "the explicit time dependence of the Lagrangian";
    return "the reaction of '" + power.constraint + "'";
}

std::vector<Fact::Sentence> statement(std::span<const Expr> q, const EnergyBalance& found) {
    std::vector<Fact::Sentence> said{first_sentence(found)};
    if (found.verdict == EnergyVerdict::jacobi) said.push_back(said_of_field(q, found));
    if (found.failing) {
        said.push_back(said_of(failing_conditions(*found.failing)));
        if (operations(found.failing->power).total() <= kReadable)
            said.push_back(said_of_frame_power(found.failing->power));
    }
    for (const EnergyBalance::Power& power : found.powers)
        said.push_back(Sentence() << "power of " << source(power) << ": " << power.value);
    return said;
}

void add_balance(Data::Fields& fields, const EnergyBalance& found) {
    Data::List powers, conditions;
    for (const EnergyBalance::Power& power : found.powers)
        powers.push_back(Data::Fields{{"of", source(power)}, {"value", power.value}});
    fields.emplace_back("powers", powers);
    if (found.verdict == EnergyVerdict::none)
        fields.emplace_back("jacobi_was_sought", found.jacobi_was_sought);
    if (!found.failing) return;
    for (const Condition& condition : failing_conditions(*found.failing))
        conditions.emplace_back(condition.text);
    fields.emplace_back("failing_conditions", conditions);
    fields.emplace_back("power_in_frame", found.failing->power);
}

Data::Fields data(std::span<const Expr> q, const EnergyBalance& found) {
    const bool for_all = found.valid == Parameters::free;
    Data::Fields fields;
    if (found.verdict == EnergyVerdict::jacobi)
        fields = {{"jacobi_integral", found.value},
                  {"coordinates", list_of(q)},
                  {"field", list_of(found.xi)},
                  {"for_all_parameters", for_all}};
    else
        fields = {{"energy", found.value}};
    if (found.verdict == EnergyVerdict::energy) fields.emplace_back("for_all_parameters", for_all);
    if (!found.is_conserved_for_all()) add_balance(fields, found);
    return fields;
}

}  // namespace

Fact energy(const Setting& s, const Budget& budget) {
    const EnergyBalance found = energy_balance(s, budget);
    if (found.verdict == EnergyVerdict::undecided) return undecided(found.verdict, found.reason);
    return {.verdict = found.verdict,
            .statement = statement(s.q, found),
            .proof = found.verdict == EnergyVerdict::none
                         ? FactProof{FactProof::Kind::witness, 0,
                                     "prime field: a state where its derivative is not zero"}
                         : by_points(found.error_bound),
            .results = data(s.q, found),
            .claims = {{.id = found.verdict == EnergyVerdict::jacobi ? "Jacobi's integral" : "energy",
                        .integral = found.integral,
                        .holds = found.verdict != EnergyVerdict::none,
                        .for_all_parameters = found.valid == Parameters::free}}};
}

}  // namespace anholon
