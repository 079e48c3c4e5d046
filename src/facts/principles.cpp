#include "structure/variational/principles.hpp"

#include "facts/variational_answers.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

using Departure = VariationalPrinciples::Departure;

const char* action(const VariationalPrinciples& found) {
    return found.has_forces ? "the action, the work of the forces being added," : "the action";
}

std::string counted(std::size_t count, const std::string& thing) {
    return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

Sentence first_sentence(const VariationalPrinciples& found) {
    using enum PrinciplesVerdict;
    Sentence said;
    if (!found.has_velocity_constraints)
        return said << "no constraint on velocities: motions make " << action(found)
                    << " stationary among all curves that are possible, and Hamilton's and Hölder's "
                       "principles are one";
    if (found.verdict == hamilton)
        return said << "motions make " << action(found)
                    << " stationary among the curves that satisfy the constraints (Hamilton's principle), "
                       "but not under virtual displacements (Hölder's)";
    if (found.verdict == hoelder)
        return said << "motions make " << action(found)
                    << " stationary under virtual displacements (Hölder's principle), but a generic motion "
                       "does not among the curves that satisfy the constraints (Hamilton's)";
    return said << "motions make " << action(found)
                << " stationary both under virtual displacements (Hölder's principle) and among the curves "
                   "that satisfy the constraints (Hamilton's)"
                << (found.valid == Parameters::stated
                        ? "; for the stated values of the parameters, not for all"
                        : "");
}

// δf of the varied curves of Hölder's principle, which is (δθ)˙ − δη of Suslov's with the opposite sign.
Sentence said_of(const Departure& departure) {
    Sentence said;
    if (departure.value == departure.value.context().zero())
        return said << "Hölder's varied curves satisfy '" << departure.constraint << "'";
    return said << "Hölder's varied curves leave '" << departure.constraint << "' by " << departure.value;
}

Sentence said_of_letters(const VariationalPrinciples& found) {
    Sentence said;
    said << "there ";
    for (std::size_t k = 0; k < found.free.size(); ++k) (said << (k == 0 ? "" : ", ")) << found.variations[k];
    return said << (found.free.size() == 1 ? " is the virtual displacement" : " are virtual displacements")
                << " along the free velocities; Suslov's principle keeps the constraints, and its velocities "
                   "differ from the rates of the displacements by as much";
}

Sentence said_of_multipliers(const VariationalPrinciples& found) {
    Sentence said;
    if (found.verdict == PrinciplesVerdict::both) {
        if (found.lambda_vanishes)
            return said << "the reactions vanish along every motion, and so do the vakonomic multipliers";
        if (found.free_numbers == 0)
            return said << "the multipliers of the vakonomic law are determined by the motion";
        return said << counted(found.free_numbers, "initial value")
                    << " of the vakonomic multipliers can be chosen at will";
    }
    if (found.lambda_vanishes)
        return said << "the vakonomic multipliers of a generic motion would have to vanish, but then the "
                       "reactions would vanish, too, and they do not";
    return said << "no vakonomic multipliers satisfy the conditions along a generic motion, as their time "
                   "derivative of order "
                << found.derivatives << " shows";
}

std::vector<Fact::Sentence> statement(const VariationalPrinciples& found) {
    std::vector<Fact::Sentence> said{first_sentence(found)};
    if (!found.has_velocity_constraints) return said;
    bool leave = false;
    for (const Departure& departure : found.departures) {
        said.push_back(said_of(departure));
        leave = leave || departure.value != departure.value.context().zero();
    }
    if (leave) said.push_back(said_of_letters(found));
    if (!found.no_departures.empty())
        said.push_back(
            in_words("how varied curves leave the constraints was not derived: " + found.no_departures));
    if (!found.is_vakonomic) said.push_back(said_of_multipliers(found));
    if (found.reactions.empty()) return said;
    Sentence exceptions;
    exceptions << "a motion along which the reactions vanish satisfies both:";
    for (std::size_t k = 0; k < found.reactions.size(); ++k)
        exceptions << (k == 0 ? " " : ", ") << "that of '" << found.reactions[k].first << "' is "
                   << found.reactions[k].second;
    said.push_back(exceptions);
    return said;
}

FactProof proof_of(const VariationalPrinciples& found) {
    using enum PrinciplesVerdict;
    if (!found.has_velocity_constraints) return {FactProof::Kind::definition};
    if (found.verdict == hoelder)
        return by_points(found.error_bound, "ranks of the equations for the multipliers");
    if (found.verdict == hamilton)
        return {FactProof::Kind::witness, 0, "prime field: a state where a displacement leaves a constraint"};
    return by_points(found.error_bound,
                     found.is_vakonomic ? "" : "ranks of the equations for the multipliers");
}

Data::Fields data(const VariationalPrinciples& found) {
    Data::Fields fields{{"with_work_of_forces", found.has_forces}};
    if (!found.has_velocity_constraints) return fields;
    Data::List departures, reactions;
    for (const Departure& departure : found.departures)
        departures.push_back(Data::Fields{{"constraint", departure.constraint},
                                          {"coefficients", list_of(departure.coefficients)}});
    for (const auto& [constraint, value] : found.reactions)
        reactions.push_back(Data::Fields{{"constraint", constraint}, {"value", value}});
    fields.emplace_back("free_velocities", list_of(found.free));
    fields.emplace_back("departures", departures);
    if (found.verdict == PrinciplesVerdict::both)
        fields.emplace_back("for_all_parameters", found.valid == Parameters::free);
    if (found.is_vakonomic) return fields;
    fields.emplace_back("derivatives", found.derivatives);
    if (found.verdict == PrinciplesVerdict::both)
        fields.emplace_back("free_initial_multipliers", found.free_numbers);
    else
        fields.emplace_back("reactions", reactions);
    return fields;
}

}  // namespace

Fact principles(const Setting& s, const Budget& budget) {
    const VariationalPrinciples found = variational_principles(s, budget);
    if (found.verdict == PrinciplesVerdict::undecided) return undecided(found.verdict, found.reason);
    return {.verdict = found.verdict,
            .statement = statement(found),
            .proof = proof_of(found),
            .results = data(found)};
}

}  // namespace anholon
