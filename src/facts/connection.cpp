#include "structure/geometry/connection.hpp"

#include "facts/variational_answers.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

using Component = ConnectionFound::Component;

constexpr std::size_t kLines = 12;  // of a table

Sentence said_of_frame(const ConnectionFound& found) {
    Sentence said;
    said << "the fields are those of ";
    for (std::size_t k = 0; k < found.velocities.size(); ++k)
        said << (k == 0 ? "" : ", ") << found.velocities[k] << " (" << k + 1 << ")";
    return said;
}

Sentence first_sentence(const ConnectionFound& found) {
    Sentence said;
    said << (found.has_constraints ? "Schouten's curvature of the nonholonomic connection"
                                   : "the curvature of Levi-Civita's connection");
    said << (found.verdict == ConnectionVerdict::flat ? " vanishes" : " does not vanish");
    if (found.for_these_parameters && found.verdict == ConnectionVerdict::flat)
        said << ", for the stated values of the parameters";
    return said;
}

Sentence said_of_motions(const ConnectionFound& found) {
    Sentence said;
    if (found.is_inertial)
        return (said << "motions are its autoparallels: ")
            .formula("eta_u' + Gamma^u_rp eta_r eta_p = 0",
                     "\\dot\\eta_u + \\Gamma^u_{rp} \\eta_r \\eta_p = 0");
    return (said << "motions differ from its autoparallels by the forces: ")
        .formula("eta_u' + Gamma^u_rp eta_r eta_p = G^ut (Q_t - X_t V)",
                 "\\dot\\eta_u + \\Gamma^u_{rp} \\eta_r \\eta_p = G^{ut} (Q_t - X_t V)");
}

Sentence said_of_parallelism(const ConnectionFound& found) {
    Sentence said;
    if (found.is_parallel == Answer::unknown)
        return said << "whether vectors are carried independently of the way was not decided: "
                    << found.parallelism_open;
    if (found.is_parallel == Answer::no)
        return said << "vectors are carried differently on different ways: Wagner's curvature does not "
                       "vanish";
    said << "vectors are carried independently of the way along the curves that the constraints allow: "
            "Wagner's curvature vanishes";
    if (!found.parallelism_open.empty()) said << ", " << found.parallelism_open;  // for which parameters
    return said;
}

std::string digits(const std::vector<std::size_t>& indices) {
    std::string out;
    for (std::size_t k = 1; k < indices.size(); ++k)
        out += (indices.size() > 1 && indices[k] > 9 ? "," : "") + std::to_string(indices[k]);
    return out;
}

void add_table(std::vector<Fact::Sentence>& said, const std::string& letter, const std::string& latex_letter,
               const std::vector<Component>& components) {
    for (std::size_t k = 0; k < components.size() && k < kLines; ++k) {
        const auto& [indices, value] = components[k];
        const std::string upper = std::to_string(indices[0]), lower = digits(indices);
        said.push_back(Sentence().equation(letter + "^" + upper + "_" + lower,
                                           latex_letter + "^{" + upper + "}_{" + lower + "}", value));
    }
    if (components.size() > kLines)
        said.push_back(Sentence() << components.size() - kLines << " more components of "
                                  << (letter == "R"   ? "the curvature"
                                      : letter == "W" ? "Wagner's curvature"
                                                      : "the connection")
                                  << " do not vanish");
}

// Y_3 = [X_1, X_2]
Sentence said_of_field(const ConnectionFound::WagnerField& field, std::size_t number) {
    Sentence said;
    const std::string k = std::to_string(number);
    said.formula("X_" + k, "X_{" + k + "}") << " = ";
    for (std::size_t j = 0; j < field.terms.size(); ++j) {
        const auto& [a, b, factor] = field.terms[j];
        const std::string first = std::to_string(a), second = std::to_string(b);
        if (j > 0) said << " + ";
        if (!(factor.is_number() && factor.number() == Rational(1))) said << "(" << factor << ") ";
        said.formula("[X_" + first + ", X_" + second + "]", "[X_{" + first + "}, X_{" + second + "}]");
    }
    return said;
}

void add_wagner(std::vector<Fact::Sentence>& said, const ConnectionFound& found) {
    if (found.wagner.empty() || !found.has_constraints) return;
    if (!found.wagner_fields.empty())
        said.push_back(in_words("Wagner's curvature W is that along the free fields and"));
    for (std::size_t k = 0; k < found.wagner_fields.size(); ++k)
        said.push_back(said_of_field(found.wagner_fields[k], found.velocities.size() + k + 1));
    add_table(said, "W", "W", found.wagner);
}

std::vector<Fact::Sentence> statement(const ConnectionFound& found) {
    std::vector<Fact::Sentence> said{first_sentence(found), said_of_motions(found), said_of_frame(found)};
    said.insert(said.begin() + 1, said_of_parallelism(found));
    if (found.for_these_parameters)
        said.push_back(
            in_words("components that vanish for the stated values of the parameters are left out"));
    if (found.gamma.empty()) said.push_back(in_words("all coefficients of the connection vanish"));
    add_table(said, "Gamma", "\\Gamma", found.gamma);
    add_table(said, "R", "R", found.curvature);
    add_wagner(said, found);
    return said;
}

Data::List data(const std::vector<ConnectionFound::WagnerField>& fields) {
    Data::List list;
    for (const ConnectionFound::WagnerField& field : fields) {
        Data::List terms;
        for (const auto& [a, b, factor] : field.terms)
            terms.push_back(Data::Fields{{"of", list_of(std::vector{a, b})}, {"factor", factor}});
        list.emplace_back(std::move(terms));
    }
    return list;
}

Data::List data(const std::vector<Component>& components) {
    Data::List list;
    for (const Component& component : components)
        list.push_back(Data::Fields{{"indices", list_of(component.indices)}, {"value", component.value}});
    return list;
}

}  // namespace

Fact connection(const Setting& s, const Budget& budget) {
    const ConnectionFound found = nonholonomic_connection(s, budget);
    if (found.verdict == ConnectionVerdict::undecided) return undecided(found.verdict, found.reason);
    if (found.verdict == ConnectionVerdict::does_not_apply)
        return {.verdict = found.verdict,
                .statement = {in_words("there is no such connection: " + found.reason)},
                .proof = found.proof,
                .results = {{"why_not", found.reason}}};
    Data::Fields results{{"velocities", list_of(found.velocities)},
                         {"connection", data(found.gamma)},
                         {"curvature", data(found.curvature)},
                         {"motions_are_autoparallels", found.is_inertial},
                         {"for_all_parameters", !found.for_these_parameters}};
    if (found.is_parallel != Answer::unknown)
        results.insert(results.end(), {{"absolute_parallelism", found.is_parallel == Answer::yes},
                                       {"wagner_fields", data(found.wagner_fields)},
                                       {"wagner_curvature", data(found.wagner)}});
    return {.verdict = found.verdict,
            .statement = statement(found),
            .proof = found.proof,
            .results = std::move(results)};
}

}  // namespace anholon
