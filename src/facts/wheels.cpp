#include "structure/substitution/wheels.hpp"

#include "facts/answers.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

Sentence said_of(const RollingAxle& axle) {
    Sentence said = briefly();
    said << axle.name << ": a skate of mass " << axle.skate_mass;
    if (is_zero(axle.skate_moment).answer != Answer::yes)
        said << " with the moment of inertia " << axle.skate_moment << " about the vertical through it";
    return said << (axle.turns.size() == 2 ? ", for the pair of wheels" : ", for the wheel");
}

std::vector<Fact::Sentence> statement(const WheelsAsSkates& found) {
    if (!found.turn_acts.empty())
        return {in_words("the wheels cannot be replaced by skates: " + found.turn_acts)};
    if (found.verdict == WheelsVerdict::no)
        return {briefly() << "with skates in place of the wheels " << dot(dot(found.differs))
                          << " is different"};
    std::vector<Fact::Sentence> said{in_words("skates can replace the wheels: the equations of " +
                                              listed(names_of(found.kept)) + " do not change")};
    for (const RollingAxle& axle : found.axles) said.push_back(said_of(axle));
    for (const auto& [rate, value] : found.quadratures)
        said.push_back((briefly() << "a quadrature: ").equation(text(rate), latex(rate), value));
    return said;
}

FactProof proof_of(const WheelsAsSkates& found) {
    if (found.verdict == WheelsVerdict::no) return {FactProof::Kind::exact};
    return by_points(found.error_bound, "accelerations at states of the constraint manifold");
}

Data::Fields data(const WheelsAsSkates& found) {
    if (!found.turn_acts.empty()) return {{"turn_acts", found.turn_acts}};
    if (found.verdict == WheelsVerdict::no) return {{"differs", dot(dot(found.differs))}};
    Data::List skates, quadratures;
    for (const RollingAxle& axle : found.axles)
        skates.push_back(Data::Fields{{"axle", axle.name},
                                      {"mass", axle.skate_mass},
                                      {"moment", axle.skate_moment},
                                      {"wheels", axle.turns.size()}});
    for (const auto& [rate, value] : found.quadratures)
        quadratures.push_back(Data::Fields{{"rate", rate}, {"value", value}});
    return {{"skates", skates}, {"quadratures", quadratures}, {"kept_coordinates", list_of(found.kept)}};
}

}  // namespace

Fact wheels(const Setting& s, const Budget& budget) {
    const WheelsAsSkates found = wheels_as_skates(s, budget);
    if (found.verdict == WheelsVerdict::undecided) return undecided(found.verdict, found.reason);
    return {.verdict = found.verdict,
            .statement = statement(found),
            .proof = proof_of(found),
            .results = data(found)};
}

}  // namespace anholon
