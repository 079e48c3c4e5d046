#include "structure/distribution/growth.hpp"

#include "facts/answers.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

// (2, 3, 5)
std::string as_tuple(const std::vector<std::size_t>& dimensions) {
    std::string all = "(";
    for (std::size_t k = 0; k < dimensions.size(); ++k)
        all += (k == 0 ? "" : ", ") + std::to_string(dimensions[k]);
    return all + ")";
}

std::string said_of_point(const Growth& found, const GrowthAtPoint& here) {
    using enum GrowthAtPoint::Outcome;
    const std::string at = "at the stated point";
    switch (here.outcome) {
        case dependent_forms:
            return at + " the constraints are dependent: the distribution is singular there";
        case off_the_constraints:
            return at +
                   ": not decided, since its coordinates as stated do not satisfy the geometric constraints";
        case pole_of_a_velocity: return at + ": not decided, since a quasi-velocity has a pole there";
        case vector: break;
    }
    const std::string dimensions = as_tuple(here.vector.dimensions);
    if (!here.is_known()) return at + ": not decided beyond " + dimensions + ": " + here.vector.open;
    return at + " " + dimensions +
           (here.vector.dimensions == found.generic.dimensions ? " as well" : ": this is a singular point") +
           (here.for_almost_all_parameters ? ", for almost all values of the parameters" : "");
}

Fact::Sentence said_of_drop(const Growth& found, const GrowthPlaces& places) {
    const std::size_t levels = found.generic.dimensions.size(), known = places.drop.levels;
    if (places.operators_are_too_long)
        return in_words(
            "it is not decided where it drops: the operators are too long for brackets as formulas");
    if (known == 1 && levels > 1) return in_words("it is not decided where it drops");
    Fact::Sentence said = places.drop.locus.cases.empty() ? in_words("it drops nowhere")
                                                          : "it drops where " + described(places.drop.locus);
    if (known < levels)
        said = said +
               in_words("; not decided for brackets of more than " + std::to_string(known) + " operators");
    if (!places.irregular.cases.empty())
        said =
            said + "; not decided where the quasi-velocities are dependent, " + described(places.irregular);
    return said;
}

// Chow and Rashevskii.
std::string said_of_access(const Growth& found) {
    const bool generating = found.is_bracket_generating();
    if (found.moves)
        return generating ? "the constraints move: positions are accessible, but Chow's theorem says no more"
                          : "the constraints move, and not all positions are accessible";
    if (!generating)
        return "every motion stays on a surface of dimension " +
               std::to_string(found.generic.dimensions.back()) + " of " + std::to_string(found.dimension);
    return found.is_the_same_everywhere()
               ? "Chow and Rashevskii: the constraints allow a motion between any two positions that a path "
                 "joins where they have values"
               : "Chow and Rashevskii: near a generic point the constraints allow a motion between any two "
                 "positions";
}

std::vector<Fact::Sentence> statement(const Growth& found) {
    std::vector<Fact::Sentence> said{in_words("growth vector " + as_tuple(found.generic.dimensions) +
                                              " at a generic point of a manifold of dimension " +
                                              std::to_string(found.dimension) +
                                              (found.moves ? ", time included" : ""))};
    if (found.at_stated_point) said.push_back(in_words(said_of_point(found, *found.at_stated_point)));
    if (found.places) said.push_back(said_of_drop(found, *found.places));
    if (found.out_of_time)
        said.push_back(in_words("it is not decided within the time allowed where it drops"));
    said.push_back(in_words(said_of_access(found)));
    return said;
}

void add_point(Data::Fields& fields, const GrowthAtPoint& here) {
    if (here.outcome == GrowthAtPoint::Outcome::vector && here.is_known())
        fields.emplace_back("at_stated_point", list_of(here.vector.dimensions));
}

void add_more_of_point(Data::Fields& fields, const GrowthAtPoint& here) {
    using enum GrowthAtPoint::Outcome;
    if (here.outcome == dependent_forms) fields.emplace_back("stated_point_has_dependent_forms", true);
    if (here.outcome == off_the_constraints) fields.emplace_back("stated_point_is_off_the_constraints", true);
    if (here.outcome == pole_of_a_velocity) fields.emplace_back("stated_point_is_a_pole_of_a_velocity", true);
    if (here.outcome == vector && !here.is_known()) {
        fields.emplace_back("at_stated_point_at_least", list_of(here.vector.dimensions));
        fields.emplace_back("stated_point_not_decided", here.vector.open);
    }
    if (here.for_almost_all_parameters) fields.emplace_back("stated_point_for_almost_all_parameters", true);
}

void add_places(Data::Fields& fields, const Growth& found, const GrowthPlaces& places) {
    if (places.operators_are_too_long) return;
    fields.emplace_back("drop_known_to_level", places.drop.levels);
    if (found.drop_is_known()) return;
    fields.emplace_back("drops_at_least_where", data(places.drop.locus));
    fields.emplace_back("quasi_velocities_dependent_where", data(places.irregular));
}

Data::Fields data(const Growth& found) {
    Data::Fields fields{{"dimension", found.dimension},
                        {"growth_vector", list_of(found.generic.dimensions)},
                        {"is_bracket_generating", found.is_bracket_generating()},
                        {"time_is_a_dimension", found.moves}};
    if (found.at_stated_point) add_point(fields, *found.at_stated_point);
    if (found.places && found.drop_is_known())
        fields.emplace_back("drops_where", data(found.places->drop.locus));
    fields.emplace_back("is_the_same_everywhere", found.is_the_same_everywhere());
    if (found.at_stated_point) add_more_of_point(fields, *found.at_stated_point);
    if (found.places) add_places(fields, found, *found.places);
    return fields;
}

}  // namespace

Fact growth(const Setting& s, const Budget& budget) {
    const Growth found = growth_of(s, budget);
    if (found.verdict == GrowthVerdict::undecided) return undecided(found.verdict, found.reason);
    if (found.verdict == GrowthVerdict::unconstrained)
        return {.verdict = found.verdict,
                .statement = {in_words("there are no velocity constraints: every direction is allowed")},
                .proof = {FactProof::Kind::definition}};
    return {.verdict = {found.verdict, as_tuple(found.generic.dimensions)},
            .statement = statement(found),
            .proof = by_points(found.error_bound, "ranks of brackets"),
            .results = data(found)};
}

}  // namespace anholon
