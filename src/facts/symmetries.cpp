#include "study/standstill/symmetries.hpp"

#include "facts/answers.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

std::string kind_of(const AffineField& field) {
    if (field.is_translation()) return "translation";
    if (field.is_rotation()) return "rotation";
    if (field.is_scaling()) return "scaling";
    return "linear field";
}

// "2 fields, reversible"
FactVerdict verdict_on(const Symmetries& found) {
    if (found.fields.outside) return found.verdict;
    const std::size_t count = found.fields.fields.size();
    return {found.verdict, std::to_string(count) + (count == 1 ? " field, " : " fields, ") +
                               std::string(FactVerdict(found.verdict).answer())};
}

Sentence first_sentence(const Symmetries& found) {
    Sentence said;
    const std::size_t count = found.fields.fields.size();
    if (!found.fields.outside)
        said << "the translations, rotations and scalings that are symmetries span " << count
             << (count == 1 ? " dimension; " : " dimensions; ");
    return said << (found.discrete.outside  ? "whether time may be reversed is open"
                    : found.is_reversible() ? "time may be reversed"
                                            : "no reversal of time was found");
}

Fact::Sentence said_of(const Setting& s, const AffineField& field, bool momentum_is_integral) {
    Fact::Sentence line = in_words(kind_of(field) + " ") + field_sentence(field, s);
    if (!field.factor.is_zero()) {
        line.text += ", L growing as e^(" + field.factor.to_string() + " s)";
        line.latex += ", $L$ growing as $e^{" + field.factor.to_string() + " s}$";
    }
    if (!momentum_is_integral) return line;
    return line + (s.has_velocity_constraints()
                       ? ": the constraints allow it as a displacement, so its momentum is an integral"
                       : ": its momentum is an integral");
}

// x → −x
Fact::Sentence turned(Expr x) {
    return {text_in_brief(x) + " → " + text_in_brief(-x), "$" + latex(x) + " \\to " + latex(-x) + "$"};
}

std::vector<Expr> changed_signs(const Symmetries& found, const Involution& involution) {
    std::vector<Expr> list;
    for (std::size_t k = 0; k < found.variables.size(); ++k)
        if (involution.turned[k]) list.push_back(found.variables[k]);
    return list;
}

Fact::Sentence said_of(const Setting& s, const Symmetries& found, const Involution& involution) {
    std::vector<Fact::Sentence> signs;
    if (involution.reverses_time) signs.push_back(turned(s.t));
    for (const Expr& x : changed_signs(found, involution)) signs.push_back(turned(x));
    return (involution.reverses_time ? "reversible: " : "reflection: ") + listed(signs, ", ");
}

Sentence said_of(const Symmetries::Reduction& by) {
    return Sentence() << "reduction by the " << by.fields << " that preserve L leaves " << by.left
                      << " of the " << by.variables << " variables of the motion";
}

std::vector<Fact::Sentence> statement(const Setting& s, const Symmetries& found) {
    std::vector<Fact::Sentence> said{first_sentence(found)};
    if (found.fields.outside)
        said.push_back(in_words("fields were not searched for: " + *found.fields.outside));
    for (std::size_t k = 0; k < found.fields.fields.size(); ++k)
        said.push_back(said_of(s, found.fields.fields[k], found.momentum_is_integral[k]));
    if (found.fields.unresolved > 0)
        said.push_back(Sentence() << found.fields.unresolved
                                  << " more with coefficients that depend on parameters are left out");
    if (found.reduction) said.push_back(said_of(*found.reduction));
    if (found.discrete.outside)
        said.push_back(in_words("reflections were not searched for: " + *found.discrete.outside));
    for (const Involution& i : found.discrete.generators) said.push_back(said_of(s, found, i));
    return said;
}

Data::Fields data(const Setting& s, const Symmetries& found) {
    Data::List fields, signs;
    for (std::size_t k = 0; k < found.fields.fields.size(); ++k) {
        const AffineField& field = found.fields.fields[k];
        fields.push_back(
            Data::Fields{{"kind", kind_of(field)},
                         {"components", list_of(components(field, s))},
                         {"preserves_lagrangian", field.keeps_L()},
                         {"momentum_is_integral", static_cast<bool>(found.momentum_is_integral[k])},
                         {"time_component", s.c.number(field.time) * s.t},
                         {"lagrangian_factor", s.c.number(field.factor)}});
    }
    for (const Involution& i : found.discrete.generators)
        signs.push_back(Data::Fields{{"reverses_time", i.reverses_time},
                                     {"changed_signs", list_of(changed_signs(found, i))}});
    Data::Fields all{{"coordinates", list_of(s.q)},
                     {"fields", fields},
                     {"is_reversible", found.is_reversible()},
                     {"involutions", found.discrete.generators.size()},
                     {"reflections", signs},
                     {"fields_left_out", found.fields.unresolved}};
    if (found.fields.outside) all.emplace_back("fields_not_searched", *found.fields.outside);
    if (found.reduction)
        all.emplace_back("reduction", Data::Fields{{"fields", found.reduction->fields},
                                                   {"variables", found.reduction->variables},
                                                   {"variables_left", found.reduction->left}});
    return all;
}

}  // namespace

Fact symmetries(const Setting& s, const Budget& budget) {
    const Symmetries found = symmetries_of(s, budget);
    return {.verdict = verdict_on(found),
            .reason = found.discrete.outside.value_or(""),
            .statement = statement(s, found),
            .proof = by_points(found.fields.error_bound + found.discrete.error_bound, "",
                               FactProof::Kind::canonical_form),
            .results = data(s, found)};
}

}  // namespace anholon
