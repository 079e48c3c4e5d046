#include "structure/measure/measure.hpp"

#include "facts/answers.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

using Ground = InvariantMeasure::Ground;

constexpr const char* kStated = ", for the stated values of the parameters, not for all";

// dx dy dv
Sentence volume(const InvariantMeasure& found) {
    std::string text, latex;
    for (const auto* list : {&found.coordinates, &found.velocities})
        for (const Expr& x : *list) {
            text += " d" + symbol_text(x.symbol());
            latex += "\\,d" + symbol_latex(x.symbol());
        }
    if (found.ground == Ground::hamilton)
        for (const Expr& q : found.coordinates) {
            text += " dp_" + symbol_text(q.symbol());
            latex += "\\,dp_{" + symbol_latex(q.symbol()) + "}";
        }
    return Sentence().formula(text.substr(1), latex);
}

Fact::Sentence base_measure(const InvariantMeasure& found) {
    const auto said = "the measure is the density times " + Fact::Sentence(volume(found));
    using enum InvariantMeasure::LevelSet;
    if (found.level_set == none) return said;
    return said + (found.level_set == constraints
                       ? " on the level set of the geometric constraints"
                       : " on the level set of the relations between the coordinates");
}

Sentence demands() { return Sentence().formula("X_s sigma = -w_s", "X_s \\sigma = -w_s"); }

Sentence no_measure() {
    return Sentence() << "no invariant measure has a density that depends on the configuration alone";
}

std::vector<Fact::Sentence> said_of_density(const InvariantMeasure& found) {
    std::vector<Fact::Sentence> said{Sentence()
                                         << "an invariant measure exists with the density " << found.density
                                         << (found.valid == Parameters::stated ? kStated : ""),
                                     base_measure(found)};
    if (found.ground == Ground::liouville)
        said.push_back((Sentence() << "in the momenta ").formula("dL/dq'", "\\partial L/\\partial\\dot q")
                       << " instead of the velocities: density 1, Liouville's theorem");
    else if (found.density_in_momenta)
        said.push_back((Sentence() << "in the momenta ").formula("dL/deta", "\\partial L/\\partial\\eta")
                       << " instead of the velocities: density " << found.density_in_momenta);
    return said;
}

std::vector<Fact::Sentence> said_of_hamilton(const InvariantMeasure& found) {
    const Sentence first =
        (Sentence() << "the equations are Hamilton's in coordinates and the momenta ")
            .formula("p = d(L - lambda f)/dq'", "p = \\partial(L - \\lambda f)/\\partial\\dot q")
        << ", which preserve the measure ";
    return {Fact::Sentence(first) + volume(found)};
}

std::vector<Fact::Sentence> said_of_consistency(const InvariantMeasure& found) {
    return {demands() << " is consistent under brackets, so an invariant measure exists near every generic "
                         "configuration; the brackets span "
                      << found.directions << " directions; its density was not found in closed form"
                      << (found.valid == Parameters::free ? ""
                                                          : "; for the stated values of the parameters, not "
                                                            "for generic ones"),
            base_measure(found)};
}

std::vector<Fact::Sentence> said_of_contradiction(const InvariantMeasure& found) {
    return {no_measure(),
            (demands() << " contradicts itself: the equation for ").formula(found.bracket, found.bracket)
                << " differs from the one that follows from the others, for generic parameters and at their "
                   "stated values",
            Sentence() << (found.excludes_smooth_densities
                               ? "without potential and forces this excludes every smooth positive density "
                                 "near rest; densities singular on a set may still exist"
                               : "this excludes densities of the configuration; with a potential, forces or "
                                 "moving constraints it says nothing about densities that depend on "
                                 "velocities")};
}

std::vector<Fact::Sentence> statement(const InvariantMeasure& found) {
    switch (found.ground) {
        case Ground::density:
        case Ground::liouville: return said_of_density(found);
        case Ground::hamilton: return said_of_hamilton(found);
        case Ground::consistency: return said_of_consistency(found);
        case Ground::contradiction: return said_of_contradiction(found);
        case Ground::angle:
            return {no_measure(), Sentence() << "the only solution, " << found.density
                                             << ", does not return to its value when the angle "
                                             << found.angle << " does"};
        case Ground::divergence:
            return {no_measure(), Sentence()
                                      << "the divergence in coordinates and momenta is " << found.divergence
                                      << ", which no function of the configuration balances at rest"};
    }
    return {};
}

// Divergences that nobody would read are left out.
Data::List data(const std::vector<Demand>& demands) {
    Data::List list;
    for (const auto& [X, w, name] : demands) {
        Data::Fields fields{{"along", name}};
        if (!is_too_long(w)) fields.emplace_back("divergence", w);
        list.emplace_back(std::move(fields));
    }
    return list;
}

Data::List momenta(const InvariantMeasure& found) {
    Data::List list;
    for (std::size_t i = 0; i < found.momenta.size(); ++i)
        list.push_back(Data::Fields{{"name", "p_" + symbol_text(found.coordinates[i].symbol())},
                                    {"value", found.momenta[i]}});
    return list;
}

Data::Fields data(const InvariantMeasure& found) {
    const Data for_all = found.valid == Parameters::free;
    const Data q = list_of(found.coordinates), eta = list_of(found.velocities);
    switch (found.ground) {
        case Ground::density:
        case Ground::liouville: {
            Data::Fields fields{{"density", found.density},
                                {"variables", q},
                                {"velocities", eta},
                                {"for_all_parameters", for_all}};
            if (found.density_in_momenta) fields.emplace_back("density_in_momenta", found.density_in_momenta);
            return fields;
        }
        case Ground::hamilton:
            return {{"density_in_momenta", found.density_in_momenta},
                    {"variables", q},
                    {"momenta", momenta(found)}};
        case Ground::consistency:
            return {{"variables", q},
                    {"velocities", eta},
                    {"for_all_parameters", for_all},
                    {"demands", data(found.demands)},
                    {"directions", found.directions}};
        case Ground::angle: return {{"local_density", found.density}, {"angle", found.angle}};
        case Ground::contradiction:
            return {{"demands", data(found.demands)},
                    {"contradiction", found.bracket},
                    {"excludes_smooth_densities", found.excludes_smooth_densities}};
        case Ground::divergence: return {{"divergence", found.divergence}};
    }
    return {};
}

}  // namespace

FactProof proof_of(const InvariantMeasure& found) {
    if (found.verdict == MeasureVerdict::undecided) return {};
    switch (found.ground) {
        case Ground::hamilton: return by_points(found.error_bound, "Liouville's theorem");
        case Ground::consistency:
        case Ground::contradiction: return by_points(found.error_bound, "closed under brackets");
        case Ground::divergence:
            return {FactProof::Kind::witness, 0, "prime field: a state where the divergence is not zero"};
        default: return by_points(found.error_bound);
    }
}

Fact measure(const Setting& s, const Budget& budget) {
    const InvariantMeasure found = invariant_measure(s, budget);
    if (found.verdict == MeasureVerdict::undecided) return undecided(found.verdict, found.reason);
    return {.verdict = found.verdict,
            .statement = statement(found),
            .proof = proof_of(found),
            .results = data(found)};
}

}  // namespace anholon
