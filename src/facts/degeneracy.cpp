#include "structure/distribution/degeneracy.hpp"

#include "facts/answers.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

using Where = Degeneracy::Where;
using Regular = Degeneracy::Regular;
using Rows = Degeneracy::Rows;
using Law = Degeneracy::Law;

// "; they are independent at a generic point and at the stated one"
std::string said_of(Regular regular, const std::string& are) {
    const std::string generic = "; " + are + " at a generic point";
    switch (regular) {
        case Regular::unknown: return "";
        case Regular::at_a_generic_point: return generic;
        case Regular::at_the_stated_one_too: return generic + " and at the stated one";
        case Regular::not_at_the_stated_one: return generic + ", but not at the stated one";
    }
    return "";
}

Fact::Sentence said_of(const Rows& rows) {
    if (rows.kind == Rows::Kind::none) return in_words("there are no constraint forms");
    const bool are_forms = rows.kind == Rows::Kind::forms;
    const std::string what = are_forms ? "the constraint forms" : "the gradients of the constraints";
    if (!rows.locus.cases.empty()) return in_words(what + " are dependent where ") + described(rows.locus);
    if (rows.where == Where::open)
        return in_words("it is not decided where " + what + " are dependent" +
                        said_of(rows.regular, "they are independent"));
    return in_words(what +
                    (are_forms ? " are independent everywhere" : " are independent wherever these hold"));
}

// Of a law that is solvable since something is positive.
Fact::Sentence said_of_positive(const Degeneracy& found) {
    const Law& law = found.law;
    const bool is_energy = law.ground == Law::Ground::energy, always = law.positive_until.cases.empty();
    Fact::Sentence said = in_words(
        !is_energy ? "the inertia is positive definite"
        : always   ? "the energy is a sum of squares that never vanish together for an allowed velocity"
                   : "the energy is positive for every allowed velocity");
    if (!always)
        said = said + " for the stated parameters, and stays so until " + described(law.positive_until);
    return said + ": the law is solvable wherever the " +
           (found.constraints.kind == Rows::Kind::gradients ? "gradients" : "forms") + " are independent";
}

Fact::Sentence said_of_law(const Degeneracy& found) {
    const Law& law = found.law;
    const std::string open = "it is not decided where the law is solvable: ";
    switch (law.ground) {
        case Law::Ground::energy:
        case Law::Ground::inertia: return said_of_positive(found);
        case Law::Ground::velocity:
            return "a velocity that the constraints allow has no inertia where " + described(law.locus);
        case Law::Ground::nonlinear: return in_words(open + "constraints are nonlinear");
        case Law::Ground::too_many_unknowns:
            return in_words(open + "too many unknowns" + said_of(law.regular, "it is"));
        case Law::Ground::too_long: return in_words(open + "the condition is too long");
        case Law::Ground::determinant: break;
    }
    if (law.where == Where::everywhere)
        return in_words("the law cannot be solved anywhere: its determinant vanishes identically");
    if (law.where == Where::nowhere) return in_words("the law is solvable everywhere");
    return "in these coordinates the law of motion cannot be solved for the accelerations where " +
           described(law.locus);
}

std::string_view name(Where where) {
    switch (where) {
        case Where::nowhere: return "nowhere";
        case Where::somewhere: return "somewhere";
        case Where::everywhere: return "everywhere";
        case Where::open: return "not decided";
    }
    return "";
}

std::string_view name(Law::Ground ground) {
    switch (ground) {
        case Law::Ground::energy: return "positive energy";
        case Law::Ground::velocity: return "velocity without inertia";
        case Law::Ground::inertia: return "positive inertia";
        case Law::Ground::determinant: return "determinant";
        case Law::Ground::nonlinear: return "nonlinear constraints";
        case Law::Ground::too_many_unknowns: return "too many unknowns";
        case Law::Ground::too_long: return "condition too long";
    }
    return "";
}

// Points at which a matrix is known to be regular.
Data::List points(Regular regular) {
    if (regular == Regular::unknown) return {};
    Data::List list{"generic"};
    if (regular == Regular::at_the_stated_one_too) list.emplace_back("stated");
    return list;
}

Data::Fields data(const Degeneracy& found) {
    const Rows& constraints = found.constraints;
    const Law& law = found.law;
    Data::Fields fields{{"dependent_constraints_where", data(constraints.locus)},
                        {"unsolvable_law_where", data(law.locus)},
                        {"constraints_are_dependent", name(constraints.where)},
                        {"law_is_unsolvable", name(law.where)},
                        {"ground_of_law", name(law.ground)}};
    if (!law.positive_until.cases.empty())
        fields.emplace_back("law_is_solvable_until", data(law.positive_until));
    if (constraints.where == Where::open)
        fields.emplace_back("constraints_independent_at", points(constraints.regular));
    if (law.where == Where::open) fields.emplace_back("law_solvable_at", points(law.regular));
    return fields;
}

}  // namespace

Fact degeneracy(const Setting& s, const Budget& budget) {
    const Degeneracy found = degeneracy_of(s, budget);
    if (!found.outside.empty()) return undecided(found.verdict, found.outside);
    const Fact::Sentence constraints = said_of(found.constraints), law = said_of_law(found);
    const bool is_open = found.verdict == DegeneracyVerdict::undecided;
    return {.verdict = found.verdict,
            .reason = !is_open ? "" : (found.constraints.where == Where::open ? constraints : law).text,
            .statement = {constraints, law},
            .proof = by_points(found.error_bound, "factored determinants"),
            .results = data(found)};
}

}  // namespace anholon
