#include "structure/integrals/reductions.hpp"

#include "facts/answers.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

std::string equations(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " equation of motion" : " equations of motion");
}

Sentence first_sentence(const Reductions& found) {
    const std::size_t l = found.equations(), cyclic = found.cyclic.size();
    Sentence said = briefly();
    said << equations(l);
    if (found.integrals() == 0) return said << ", and no reduction";
    if (cyclic > 0) said << "; " << equations(l - cyclic) << " when cyclic displacements are ignored (routh)";
    if (found.energy && l >= 2)
        said << "; " << equations(l - 1) << " by the energy integral, with the quasi-coordinate of "
             << found.velocities[0] << " as the independent variable (jacobi-whittaker, whittaker)";
    if (cyclic > 0 && found.energy && l > cyclic) said << "; " << equations(l - cyclic - 1) << " by both";
    if (found.integrals() >= l) said << ": the reduced system is solved by quadratures";
    return said;
}

Sentence said_of_energy(const Reductions& found) {
    if (found.energy)
        return briefly() << "nothing depends on time, so the energy is an integral: " << found.energy
                         << " = const";
    return briefly() << "the energy integral does not lower the order: " << found.no_energy
                     << (found.energy_is_constant ? ", though the energy is constant" : "");
}

std::vector<Fact::Sentence> statement(const Reductions& found) {
    std::vector<Fact::Sentence> said{first_sentence(found)};
    for (const auto& [velocity, momentum] : found.cyclic)
        said.push_back(briefly() << "cyclic displacement of " << velocity << ": " << momentum << " = const");
    if (found.cyclic.empty())
        said.push_back(briefly() << "no cyclic displacement among " << listed(names_of(found.velocities)));
    said.push_back(said_of_energy(found));
    return said;
}

Data::Fields data(const Reductions& found) {
    Data::List cyclic;
    for (const auto& [velocity, momentum] : found.cyclic)
        cyclic.push_back(Data::Fields{{"velocity", velocity}, {"momentum", momentum}});
    Data::Fields fields{{"cyclic_displacements", cyclic}};
    if (found.energy) fields.emplace_back("energy", found.energy);
    fields.emplace_back("equations", found.equations());
    fields.emplace_back("equations_left", found.equations_left());
    fields.emplace_back("velocities", list_of(found.velocities));
    fields.emplace_back("energy_is_constant", found.energy_is_constant);
    if (!found.energy) fields.emplace_back("energy_does_not_reduce", found.no_energy);
    return fields;
}

}  // namespace

Fact reductions(const Setting& s, const Budget& budget) {
    const Reductions found = reductions_of(s, budget);
    if (found.verdict == ReductionsVerdict::undecided) return undecided(found.verdict, found.reason);
    return {.verdict = found.verdict,
            .statement = statement(found),
            .proof = found.proof,
            .results = data(found)};
}

}  // namespace anholon
