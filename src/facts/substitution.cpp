#include "structure/substitution/substitution.hpp"

#include <algorithm>

#include "facts/answers.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

using Row = SubstitutedEquation;
using Statement = std::vector<Fact::Sentence>;

std::string_view stated_only(bool for_these_parameters) {
    return for_these_parameters ? ", for the stated values of the parameters, not for all" : "";
}

// ------------------------------------------------------------------ equations

std::vector<std::string> names_with(const std::vector<Row>& rows, Answer answer) {
    std::vector<std::string> names;
    for (const Row& row : rows)
        if (row.verdict.answer == answer) names.push_back(row.name);
    return names;
}

Sentence said_of_lacking(const Row& row) {
    Sentence said;
    (said << "the equation of " << row.name << " lacks ").as_it_stands(row.in_letters);
    if (!row.verdict.witness.empty())
        said << ", which is " << row.verdict.value << " at " << described(row.verdict.witness);
    return said;
}

// The verdict on some equations in one sentence, and what the wrong ones lack.
void say_equations(Statement& statement, const std::string& equations, const std::vector<Row>& rows) {
    const auto right = names_with(rows, Answer::yes), wrong = names_with(rows, Answer::no);
    Sentence first;
    first << equations;
    if (right.size() == rows.size()) {
        first << " are right";
    } else if (right.empty()) {
        first << (wrong.empty() ? " are not decided" : " are wrong");
    } else {
        first << (right.size() == 1 ? ": only that of " : ": only those of ") << listed(right)
              << (right.size() == 1 ? " is right" : " are right");
    }
    statement.push_back(first << stated_only(std::ranges::any_of(
                            rows, [](const Row& r) { return r.verdict.for_these_parameters; })));
    for (const Row& row : rows) {
        if (row.verdict.answer == Answer::no) statement.push_back(said_of_lacking(row));
        if (row.verdict.answer == Answer::unknown)
            statement.push_back(Sentence() << "the equation of " << row.name
                                           << " is not decided: " << row.verdict.reason);
    }
}

Data::List data(const std::vector<Row>& rows) {
    Data::List list;
    for (const Row& row : rows) {
        Data::Fields fields{{"of", row.name}, {"is_right", row.verdict.answer == Answer::yes}};
        if (row.verdict.answer == Answer::no) {
            fields.emplace_back("lacks", row.simplified);
            if (!row.verdict.witness.empty()) {
                fields.emplace_back("is", row.verdict.value);
                fields.emplace_back("at", described(row.verdict.witness));
            }
        }
        if (row.verdict.for_these_parameters) fields.emplace_back("for_all_parameters", false);
        if (row.verdict.answer == Answer::unknown) fields.emplace_back("not_decided", row.verdict.reason);
        list.emplace_back(std::move(fields));
    }
    return list;
}

// ------------------------------------------------------------------ choices of eliminated velocities

constexpr std::size_t kNamedChoices = 4;  // of a kind; more are counted

using Choices = std::vector<NamedChoice>;

std::string one_or_many(const Choices& choices) {
    if (choices.size() > kNamedChoices)
        return "for " + std::to_string(choices.size()) + " other choices of the eliminated velocities";
    std::string out;
    for (std::size_t k = 0; k < choices.size(); ++k)
        out += (k == 0                    ? "with "
                : k + 1 == choices.size() ? ", or with "
                                          : ", with ") +
               listed(choices[k].eliminated);
    return out + " eliminated instead";
}

// Results of the other choices of eliminated velocities; the first is that of the equations above.
void say_choices(Statement& statement, const ConstraintSubstitution& found) {
    Choices right, partly, wrong;
    for (std::size_t k = 1; k < found.choices.size(); ++k) {
        const NamedChoice& choice = found.choices[k];
        (choice.is_right ? right : choice.right.empty() ? wrong : partly).push_back(choice);
    }
    for (const auto& [list, said] : {std::pair(right, "all are right"), std::pair(partly, "some are right"),
                                     std::pair(wrong, "none is right")})
        if (!list.empty())
            statement.push_back(
                Sentence() << one_or_many(list) << ", " << said
                           << stated_only(std::ranges::any_of(list, &NamedChoice::for_these_parameters)));
    if (found.choices_not_examined > 0)
        statement.push_back(in_words("further choices of the eliminated velocities were not examined"));
    if (!found.why_no_choices.empty())
        statement.push_back(in_words("other choices of the eliminated velocities were not examined: " +
                                     found.why_no_choices));
}

Data::List data(const Choices& choices) {
    Data::List list;
    for (const NamedChoice& choice : choices)
        list.push_back(Data::Fields{{"eliminated", list_of(choice.eliminated)},
                                    {"is_right", choice.is_right},
                                    {"right_equations", list_of(choice.right)},
                                    {"for_all_parameters", !choice.for_these_parameters}});
    return list;
}

// ------------------------------------------------------------------ combinations of equations

bool is_zero_factor(const Expr& kappa) { return kappa == kappa.context().zero(); }

Fact::Sentence said_of_combination(const CombinedEquations& found, std::size_t place) {
    const RightCombinations::One& one = found.all.found[place];
    std::vector<std::string> of;
    std::vector<Fact::Sentence> factors;
    for (std::size_t k = 0; k < one.kappa.size(); ++k) {
        if (is_zero_factor(one.kappa[k])) continue;
        of.push_back(found.of[k]);
        factors.push_back(formula(found.in_letters[place][k]));
    }
    return in_words("the equations of " + listed(of) + ", multiplied by ") + listed(factors) +
           " and added, give an equation that is right" +
           in_words(std::string(stated_only(one.for_these_parameters)));
}

void say_combinations(Statement& said, const CombinedEquations& found) {
    const RightCombinations& all = found.all;
    if (all.at_most == found.right_alone) {
        said.push_back(Sentence() << "no " << (found.right_alone == 0 ? "" : "other ")
                                  << "combination of these equations is right");
        return;
    }
    for (std::size_t k = 0; k < all.found.size(); ++k)
        if (std::ranges::count_if(all.found[k].kappa, is_zero_factor) + 1 <
            std::ssize(found.of))  // not one of them alone
            said.push_back(said_of_combination(found, k));
    if (all.found.size() < all.at_most)
        said.push_back(Sentence() << "not decided: whether further combinations of these equations, of which "
                                     "there may be "
                                  << all.at_most - all.found.size() << ", are right");
}

Data::List data(const CombinedEquations& found) {
    Data::List list;
    for (const RightCombinations::One& one : found.all.found) list.emplace_back(list_of(one.kappa));
    return list;
}

// ------------------------------------------------------------------ constraints

Sentence said_of(const QuasiHolonomicConstraints::Derivative& derivative) {
    Sentence said = briefly();
    said << "[g_" << derivative.coordinate << "] = ";
    if (derivative.terms.empty()) return said << "0: integrable";
    for (std::size_t k = 0; k < derivative.terms.size(); ++k)
        said << (k == 0 ? "(" : " + (") << derivative.terms[k].first << ") d(" << derivative.terms[k].second
             << ")";
    return said << " on the constraints";
}

Sentence said_of(std::span<const Expr> v, const QuasiHolonomicSet& set) {
    Sentence said = briefly();
    said << "quasi-holonomic: ";
    for (std::size_t i = 0; i < set.g.size(); ++i)
        said << (i == 0 ? "" : ", ") << v[set.y[i]] << " = " << set.g[i];
    if (!set.rest.empty()) said << " in addition to " << listed(set.rest);
    if (!set.as_written) said << ", with multiples of the other constraints added";
    return said << (set.verdict.for_these_parameters ? ", for the stated values of the parameters" : "");
}

void say_quasi_holonomic(Statement& said, std::span<const Expr> v, const QuasiHolonomicConstraints& found) {
    if (found.coordinates.empty())
        said.push_back(
            in_words("no constraint is of Chaplygin's kind y' = g(z, z'), so theorems 1 and 2 of "
                     "Borisov, Kilin and Mamaev do not apply"));
    else if (found.sets.empty())
        said.push_back(in_words("no constraints on " + listed(found.coordinates) +
                                " are quasi-holonomic: N is not in the span of the others' gradients"));
    for (const auto& [set, derivatives] : found.sets) {
        said.push_back(said_of(v, set));
        for (const auto& derivative : derivatives) said.push_back(said_of(derivative));
    }
}

Data::Fields data(std::span<const Expr> v, const QuasiHolonomicConstraints& found) {
    Data::List sets;
    for (const auto& [set, derivatives] : found.sets) {
        Data::List constraints, brackets;
        for (std::size_t i = 0; i < set.g.size(); ++i)
            constraints.push_back(Data::Fields{{"velocity", v[set.y[i]]}, {"value", set.g[i]}});
        for (const auto& [coordinate, terms] : derivatives) {
            Data::List factors;
            for (const auto& [k, name] : terms) factors.push_back(Data::Fields{{"factor", k}, {"of", name}});
            brackets.push_back(Data::Fields{{"of", coordinate}, {"terms", factors}});
        }
        sets.push_back(Data::Fields{{"constraints", constraints},
                                    {"in_addition_to", list_of(set.rest)},
                                    {"as_written", set.as_written},
                                    {"for_all_parameters", !set.verdict.for_these_parameters},
                                    {"derivatives", brackets}});
    }
    return {{"coordinates", list_of(found.coordinates)}, {"sets", sets}};
}

Sentence said_of(const SubstitutableCombinations& found) {
    Sentence said = briefly();
    if (!found.why_not.empty()) return said << "Hadamard's combinations are not decided: " << found.why_not;
    said << "Hadamard: " << found.combinations.size() << " of " << found.constraints
         << " independent combinations of the constraints may be substituted into every Lagrangian";
    for (std::size_t i = 0; i < found.combinations.size(); ++i)
        said << (i == 0 ? ": " : "; ") << found.combinations[i] << " = 0";
    return said;
}

// ------------------------------------------------------------------ Sumbatov

std::string number_in_words(std::size_t number) {
    return number == 3 ? "three" : number == 4 ? "four" : number == 5 ? "five" : std::to_string(number);
}

Sentence said_of(const SumbatovCase& found) {
    using enum SumbatovCase::Outcome;
    const std::string number = number_in_words(found.degrees_of_freedom);
    switch (found.outcome) {
        case undecided:
            return Sentence() << "whether Sumbatov's theorem applies is not decided: " << found.reason;
        case integrable:
            return Sentence() << "Sumbatov: the constraints are integrable, so all equations are Lagrange's";
        case never:
            return Sentence() << "Sumbatov: a body that rolls with " << number
                              << " degrees of freedom never has all " << number
                              << " equations in Lagrange's form";
        case by_F:
            return Sentence()
                   << "Sumbatov: the mass centre moves by X' = u' l(u,w), Y' = u' p(u,w) with l^2 + p^2 = "
                      "F(u), so both equations are Lagrange's";
        case not_by_F:
            return Sentence() << "Sumbatov: the mass centre moves by X' = u' l(u,w), Y' = u' p(u,w), but l^2 "
                                 "+ p^2 depends on w, so the equations are not both Lagrange's";
        case independent: break;
    }
    return briefly() << "Sumbatov: X' and Y' are independent, " << found.determinant
                     << " not being zero, and the constraints are not integrable, so the equations are not "
                        "both Lagrange's";
}

Data::Fields data(const SumbatovCase& found) {
    using enum SumbatovCase::Outcome;
    if (found.outcome == undecided) return {{"not_decided", found.reason}};
    Data::Fields fields{{"all_equations_are_lagranges", found.outcome == integrable || found.outcome == by_F},
                        {"constraints_are_integrable", found.outcome == integrable},
                        {"degrees_of_freedom", found.degrees_of_freedom}};
    if (found.outcome == independent) fields.emplace_back("determinant", found.determinant);
    return fields;
}

// ------------------------------------------------------------------ all

std::string name(ConstraintSubstitution::Topic topic) {
    using enum ConstraintSubstitution::Topic;
    switch (topic) {
        case integrability: return "whether the constraints are integrable";
        case restricted: return "what the restricted equations lack";
        case combinations: return "which combinations of the equations are right";
        case quasi_holonomic: return "which constraints are quasi-holonomic";
        case hadamard: return "Hadamard's combinations";
        case sumbatov: return "Sumbatov's theorem";
        case quadratic_forms: return "quadratic forms of the constraints";
        case multipliers: return "whether the multipliers vanish";
    }
    return "";
}

std::vector<std::string> late_names(const ConstraintSubstitution& found) {
    std::vector<std::string> names;
    for (const auto topic : found.late) names.push_back(name(topic));
    return names;
}

void say_integrability(Statement& said, const ConstraintSubstitution& found) {
    if (found.constraints_are_integrable == Answer::no && found.verdict == SubstitutionVerdict::right)
        said.push_back(in_words("the constraints are nonholonomic nevertheless"));
    if (found.constraints_are_integrable == Answer::yes)
        said.push_back(in_words("the constraints are holonomic"));
}

// Their multipliers are another matter: a ball presses on the sphere that holds it.
bool has_geometric_constraints(const Setting& s) {
    return std::ranges::any_of(s.system.constraints,
                               [](const Constraint& k) { return k.kind == Constraint::Kind::geometric; });
}

Statement statement(const Setting& s, const ConstraintSubstitution& found) {
    Statement said;
    const std::string hamel =
        "Hamel's equations for the restricted Lagrangian in " + listed(names_of(found.velocities));
    if (!found.equations.empty())
        say_equations(said,
                      "Lagrange's equations of " + listed(found.coordinates) + " for L* (" +
                          listed(found.eliminated) + " eliminated)",
                      found.equations);
    say_choices(said, found);
    if (s.on_algebra()) say_equations(said, hamel, found.restricted);
    say_integrability(said, found);
    if (!s.on_algebra() && !found.restricted.empty()) say_equations(said, hamel, found.restricted);
    if (found.combinations) say_combinations(said, *found.combinations);
    if (found.quasi_holonomic) say_quasi_holonomic(said, s.v, *found.quasi_holonomic);
    if (found.hadamard) said.push_back(said_of(*found.hadamard));
    if (found.sumbatov) said.push_back(said_of(*found.sumbatov));
    if (found.quadratic_forms_change_nothing)
        said.push_back(Sentence() << "adding any quadratic form of the constraints, sum a_km f_k f_m, to the "
                                     "Lagrangian changes no equation of motion");
    if (found.multipliers_vanish)
        said.push_back(in_words(
            has_geometric_constraints(s)
                ? "the multipliers of the velocity constraints vanish: Lagrange's equations hold for "
                  "the unrestricted Lagrangian under the geometric constraints alone"
                : "the multipliers vanish: Lagrange's equations hold for the unrestricted "
                  "Lagrangian and all coordinates"));
    if (!found.late.empty())
        said.push_back(in_words("not decided within the time allowed: " + listed(late_names(found))));
    return said;
}

Data::Fields data(const Setting& s, const ConstraintSubstitution& found) {
    Data::Fields fields;
    if (!found.equations.empty()) fields.emplace_back("equations", data(found.equations));
    if (!found.restricted.empty()) fields.emplace_back("restricted_equations", data(found.restricted));
    if (found.combinations && found.combinations->all.at_most != found.combinations->right_alone)
        fields.emplace_back("right_combinations", data(*found.combinations));
    if (found.combinations)
        fields.emplace_back("right_combinations_at_most", found.combinations->all.at_most);
    if (!found.eliminated.empty()) fields.emplace_back("eliminated", list_of(found.eliminated));
    if (!found.choices.empty()) fields.emplace_back("choices", data(found.choices));
    if (found.choices_not_examined > 0)
        fields.emplace_back("choices_not_examined", found.choices_not_examined);
    if (found.constraints_are_integrable != Answer::unknown)
        fields.emplace_back("constraints_are_holonomic", found.constraints_are_integrable == Answer::yes);
    if (found.quasi_holonomic) fields.emplace_back("quasi_holonomic", data(s.v, *found.quasi_holonomic));
    if (found.hadamard && found.hadamard->why_not.empty())
        fields.emplace_back("hadamard",
                            Data::Fields{{"constraints", found.hadamard->constraints},
                                         {"combinations", list_of(found.hadamard->combinations)}});
    if (found.sumbatov) fields.emplace_back("sumbatov", data(*found.sumbatov));
    if (found.quadratic_forms_change_nothing) fields.emplace_back("quadratic_forms_change_nothing", true);
    if (found.multipliers_vanish) fields.emplace_back("multipliers_vanish", true);
    if (!found.late.empty()) fields.emplace_back("not_decided_in_time", list_of(late_names(found)));
    return fields;
}

}  // namespace

Fact substitution(const Setting& s, const Budget& budget) {
    const ConstraintSubstitution found = constraint_substitution(s, budget);
    if (found.is_outside) return undecided(found.verdict, found.reason);
    if (found.verdict == SubstitutionVerdict::unconstrained)
        return {.verdict = found.verdict,
                .statement = {in_words("there are no constraints to substitute into the Lagrangian")},
                .proof = {FactProof::Kind::definition}};
    return {.verdict = found.verdict,
            .reason = found.reason,
            .statement = statement(s, found),
            .proof = found.proof,
            .results = data(s, found)};
}

}  // namespace anholon
