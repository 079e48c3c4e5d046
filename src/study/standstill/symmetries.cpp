#include "study/standstill/symmetries.hpp"

#include <algorithm>
#include <cstdio>

#include "structure/evidence/sentence.hpp"
#include "structure/symmetries/affine_symmetries.hpp"
#include "study/standstill/involutions.hpp"
#include "study/standstill/standing_family.hpp"

namespace anholon {

namespace {

std::string kind_of(const AffineField& field) {
    if (field.is_translation()) return "translation";
    if (field.is_rotation()) return "rotation";
    if (field.is_scaling()) return "scaling";
    return "linear field";
}

// A symmetry that the constraints allow as a displacement, L itself unchanged and no work done by the forces: its momentum is
// constant (Noether).
bool has_integral(const AffineField& field, const Setting& s) {
    const Substitution zeros = vanishing(constant_values(s.system));
    const auto vanishes = [&](Expr e) {
        return is_zero_modulo_primes(substitute(e, zeros)).answer == Answer::yes;
    };
    if (!field.keeps_L() || s.system.motion.axiom != Axiom::nonholonomic) return false;
    const std::vector<Expr> xi = components(field, s), dv = velocity_components(field, s);
    const std::vector<Expr> f = s.velocity_constraints();
    return vanishes(dot(gradient(s.L, s.q), xi) + dot(gradient(s.L, s.v), dv)) &&
           vanishes(dot(s.Q.components(), xi)) &&
           std::ranges::all_of(f, [&](Expr fk) { return vanishes(dot(gradient(fk, s.v), xi)); });
}

// The orbits of the fields that keep L, in the phase space (q, q̇) on the constraints.
void add_reduction(Fact& fact, const AffineSymmetries& found, const Setting& s) {
    std::vector<const AffineField*> group;
    for (const AffineField& field : found.fields)
        if (field.keeps_L()) group.push_back(&field);
    if (group.empty()) return;
    Matrix rows(s.c, group.size(), 2 * s.n());
    for (std::size_t k = 0; k < group.size(); ++k) {
        const std::vector<Expr> xi = components(*group[k], s), dv = velocity_components(*group[k], s);
        for (std::size_t i = 0; i < s.n(); ++i) {
            rows(k, i) = xi[i];
            rows(k, s.n() + i) = dv[i];
        }
    }
    const auto orbits = rank(rows).rank;
    std::size_t space = 2 * s.n();
    for (const Constraint& c : s.system.constraints) space -= c.kind == Constraint::Kind::geometric ? 2 : 1;
    const Axiom axiom = s.system.motion.axiom;
    if (!orbits || (axiom != Axiom::nonholonomic && axiom != Axiom::servo_force) || *orbits > space) return;
    fact.statement.push_back(sentence({"reduction by the " + std::to_string(group.size()) +
                                       " that preserve L leaves " + std::to_string(space - *orbits) +
                                       " of the " + std::to_string(space) + " variables of the motion"}));
}

// x → −x
void append_turned(Fact::Sentence& out, Expr x) {
    out.text += text_in_brief(x) + " → " + text_in_brief(-x);
    out.latex += "$" + latex(x) + " \\to " + latex(-x) + "$";
}

Fact::Sentence involution_sentence(const Involution& involution, const std::vector<Expr>& variables, Expr t) {
    Fact::Sentence out = sentence({std::string(involution.reverses_time ? "reversible: " : "reflection: ")});
    bool is_first = true;
    const auto add = [&](Expr x) {
        if (!is_first) append(out, std::string(", "));
        append_turned(out, x);
        is_first = false;
    };
    if (involution.reverses_time) add(t);
    for (std::size_t k = 0; k < variables.size(); ++k)
        if (involution.turned[k]) add(variables[k]);
    return out;
}

Fact::Sentence lead(const AffineSymmetries& fields, const Involutions& discrete, bool is_reversible) {
    std::string text;
    if (!fields.outside)
        text = "the translations, rotations and scalings that are symmetries span " +
               std::to_string(fields.fields.size()) +
               (fields.fields.size() == 1 ? " dimension; " : " dimensions; ");
    text += discrete.outside ? "whether time may be reversed is open"
            : is_reversible  ? "time may be reversed"
                             : "no reversal of time was found";
    return sentence({text});
}

}  // namespace

Fact symmetries(const Setting& s, const Budget& budget) {
    Fact fact;
    const AffineSymmetries fields = affine_symmetries(s, budget);
    const Involutions discrete = involutions(s, budget);
    const bool is_reversible = !discrete.generators.empty() && discrete.generators.back().reverses_time;
    fact.verdict = fields.outside ? ""
                                  : std::to_string(fields.fields.size()) +
                                        (fields.fields.size() == 1 ? " field, " : " fields, ");
    fact.verdict += discrete.outside ? "not decided" : is_reversible ? "reversible" : "no reversal";
    fact.statement.push_back(lead(fields, discrete, is_reversible));
    if (fields.outside)
        fact.statement.push_back(sentence({"fields were not searched for: " + *fields.outside}));
    for (const AffineField& field : fields.fields) {
        Fact::Sentence line = sentence({kind_of(field) + " "});
        const Fact::Sentence formula = field_sentence(field, s);
        line.text += formula.text;
        line.latex += formula.latex;
        if (!field.factor.is_zero()) {
            line.text += ", L growing as e^(" + field.factor.to_string() + " s)";
            line.latex += ", $L$ growing as $e^{" + field.factor.to_string() + " s}$";
        }
        if (has_integral(field, s))
            append(line,
                   std::string(
                       s.has_velocity_constraints()
                           ? ": the constraints allow it as a displacement, so its momentum is an integral"
                           : ": its momentum is an integral"));
        fact.statement.push_back(line);
    }
    if (fields.unresolved > 0)
        fact.statement.push_back(
            sentence({std::to_string(fields.unresolved) +
                      " more with coefficients that depend on parameters are left out"}));
    add_reduction(fact, fields, s);
    if (discrete.outside)
        fact.statement.push_back(sentence({"reflections were not searched for: " + *discrete.outside}));
    const std::vector<Expr> variables = involution_variables(s);
    for (const Involution& i : discrete.generators)
        fact.statement.push_back(involution_sentence(i, variables, s.t));
    fact.proof = prime_field_proof(fields.error_bound + discrete.error_bound, "canonical form");
    return fact;
}

}  // namespace anholon
