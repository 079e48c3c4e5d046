#include "structure/groups/lie_algebra.hpp"

#include <cstdio>

#include "facts/answers.hpp"
#include "structure/evidence/sentence.hpp"

namespace anholon {

namespace {

using Statement = std::vector<Fact::Sentence>;

std::string_view equations_of(GroupSystem::Law law) {
    switch (law) {
        case GroupSystem::Law::free: return "the Euler-Poincare equations";
        case GroupSystem::Law::suslov: return "the Euler-Poincare-Suslov equations";
        case GroupSystem::Law::first_kind: return "a servo-constraint of the first kind";
        case GroupSystem::Law::vakonomic: return "vakonomic equations";
        case GroupSystem::Law::second_kind: return "a servo-constraint of the second kind";
    }
    return "";
}

Sentence said_of_realisability(const LieAlgebraSystem& found) {
    Sentence said;
    if (!found.vanishes_identically && found.realisability.is_number())
        return said << "the constraint can be enforced";
    said << (found.vanishes_identically ? "the constraint cannot be enforced: "
                                        : "the constraint can be enforced if and only if ");
    return said.as_it_stands(found.realisability) << (found.vanishes_identically ? " = 0" : " is not zero");
}

void say_casimirs(Statement& statement, const LieAlgebraSystem& found) {
    Sentence said = briefly();
    said << "Casimir functions, polynomials up to degree " << std::to_string(found.casimirs.degree) << ": ";
    const std::vector<Expr>& functions = found.casimirs.functions;
    if (functions.empty()) said << "none";
    for (std::size_t i = 0; i < functions.size(); ++i) said << (i == 0 ? "" : "; ") << functions[i];
    statement.push_back(said);
    for (const Expr& integral : found.casimir_integrals)
        statement.push_back(briefly() << "first integral, a Casimir function of "
                                      << (found.is_second_kind() ? "m + lambda b: " : "m: ") << integral);
}

Sentence said_of_cubic(const PlaneQuadratic& plane) {
    if (plane.every_line) return Sentence() << "every line through the origin is invariant";
    Sentence said = briefly();
    said << "invariant lines are the roots of " << plane.cubic;
    if (!plane.real_lines) return said;
    said << ": for the parameters of the model " << static_cast<std::size_t>(*plane.real_lines)
         << " real, counted with multiplicity, " << static_cast<std::size_t>(plane.distinct_lines)
         << " distinct";
    return said << (plane.vanishes_off_origin ? ""
                                              : "; odd and at most 3, since v vanishes only at the origin");
}

void say_plane(Statement& said, std::span<const Expr> x, const PlaneQuadratic& plane) {
    for (const Expr& line : plane.equilibria)
        said.push_back(briefly() << "a line of equilibria: " << line << " = 0"
                                 << (plane.for_these_parameters ? ", for the parameters of the model" : ""));
    if (!plane.linear.empty())
        said.push_back(briefly() << "the time tau with dtau = (" << plane.equilibria[0]
                                 << ") dt makes the system linear: d" << x[0] << "/dtau = " << plane.linear[0]
                                 << ", d" << x[1] << "/dtau = " << plane.linear[1]);
    said.push_back(said_of_cubic(plane));
}

std::string direction(const EnclosedLine& line) {
    std::string out;
    for (const double component : line.direction) {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.6g", component + 0.0);
        out += (out.empty() ? "(" : ", ") + std::string(digits);
    }
    return out + ")";
}

// "w1 = w2, w3 = 0, for any w2"
void add_family(Sentence& said, const SolvedFamily& family) {
    for (std::size_t k = 0; k < family.solved.size(); ++k)
        said << (k == 0 ? "" : ", ") << family.solved[k].first << " = " << family.solved[k].second;
    said << (family.solved.empty() ? "any " : ", for any ");
    for (std::size_t k = 0; k < family.free.size(); ++k) said << (k == 0 ? "" : ", ") << family.free[k];
}

void say_equilibria(Statement& statement, const LieAlgebraSystem& found) {
    const ReducedEquilibria& equilibria = *found.equilibria;
    for (const SolvedFamily& family : equilibria.families) {
        Sentence said = briefly();
        if (!equilibria.are_all)  // each may be a part of a larger one that was not found
            said << "among the equilibria are ";
        else if (family.free.size() == 1)
            said << "a line of equilibria: ";
        else
            said << "equilibria of dimension " << family.free.size() << ": ";
        add_family(said, family);
        statement.push_back(said);
    }
    if (equilibria.are_all) {
        statement.push_back(in_words("these are all, for the parameters of the model"));
        return;
    }
    if (found.lines) {
        statement.push_back(
            in_words("every invariant line consists of equilibria, since the energy is constant"));
        return;
    }
    statement.push_back(
        in_words("there is a line of equilibria, since v is even and tangent to ellipsoids of constant "
                 "energy; not all of "
                 "them could be solved for: " +
                 equilibria.reason));
}

Sentence said_of_lines(const LieAlgebraSystem& found) {
    if (!found.lines && found.equilibria && !found.equilibria->families.empty())
        return Sentence()
               << "invariant lines were not enclosed: they are not finitely many simple ones, or lie "
                  "too close to each other";
    if (!found.lines)
        return Sentence()
               << "invariant lines are not decided: they are not finitely many simple ones, or lie "
                  "too close to each other";
    Sentence said;
    said << found.lines->size()
         << " real invariant lines for the parameters of the model, all simple, of at most "
         << (std::size_t{1} << found.x.size()) - 1 << "; enclosed along ";
    for (std::size_t k = 0; k < found.lines->size(); ++k)
        said << (k == 0 ? "" : ", ") << direction((*found.lines)[k]);
    return said;
}

void say_first_kind(Statement& statement, const LieAlgebraSystem& found) {
    Sentence said = briefly();
    said << "the reduced system is homogeneous and quadratic, so -x(-t) is a motion if x(t) is: ";
    for (std::size_t i = 0; i < found.x.size(); ++i)
        said << (i == 0 ? "" : ", ") << dot(found.x[i]) << " = " << found.v[i];
    statement.push_back(said);
    for (const Expr& F : found.integrals) statement.push_back(briefly() << "first integral: " << F);
    if (found.polynomial_integrals.functions.empty())
        statement.push_back(in_words("no linear or quadratic first integral"));
    if (found.energy_is_integral)
        statement.push_back(in_words(
            found.energy_is_definite
                ? "a and b are parallel: the origin is stable, since the energy is an integral"
                : "a and b are parallel: the energy is an integral, but not a positive definite one for the "
                  "parameters of the model"));
    if (found.plane) say_plane(statement, found.x, *found.plane);
    if (found.equilibria) say_equilibria(statement, found);
    if (found.lines_were_enclosed) statement.push_back(said_of_lines(found));
}

void say_body(Statement& said, const LieAlgebraSystem& found) {
    const ServoBody& body = *found.body;
    said.push_back(
        in_words("I w + lambda b = k gamma is constant in space, and gamma' = gamma x w is a closed system"));
    if (body.haar_divergence)
        said.push_back(briefly() << "Haar's measure is not preserved: its divergence is k times "
                                 << body.haar_divergence);
    else
        said.push_back(in_words("Haar's measure is preserved"));
    if (body.vakonomic_energy)
        said.push_back(briefly() << "vakonomic energy, an integral: k^2 times " << body.vakonomic_energy);
    if (body.reduces_to_euler)
        said.push_back(
            in_words("b is along a: a linear change of variables gives Euler's equations with J3 = 0"));
}

bool is_realisable(const LieAlgebraSystem& found) {
    return found.verdict != LieAlgebraVerdict::not_realisable;
}

Statement statement(const LieAlgebraSystem& found) {
    Statement said{Sentence() << equations_of(found.law) << " on " << found.algebra};
    if (found.realisability) said.push_back(said_of_realisability(found));
    if (!is_realisable(found)) return said;
    say_casimirs(said, found);
    if (!found.is_second_kind()) say_first_kind(said, found);
    if (found.rests_with_any_lambda) said.push_back(in_words("rest with any lambda is an equilibrium"));
    if (found.body) say_body(said, found);
    return said;
}

void add_plane(Data::Fields& fields, const PlaneQuadratic& plane) {
    fields.emplace_back("lines_of_equilibria", list_of(plane.equilibria));
    if (!plane.linear.empty()) fields.emplace_back("linear_rates", list_of(plane.linear));
    fields.emplace_back("every_line_is_invariant", plane.every_line);
    if (!plane.every_line) fields.emplace_back("invariant_lines_are_roots_of", plane.cubic);
    if (!plane.real_lines) return;
    fields.emplace_back("real_lines", static_cast<std::size_t>(*plane.real_lines));
    fields.emplace_back("distinct_lines", static_cast<std::size_t>(plane.distinct_lines));
    fields.emplace_back("vanishes_off_origin", plane.vanishes_off_origin);
}

void add_first_kind(Data::Fields& fields, const LieAlgebraSystem& found) {
    fields.emplace_back("free_velocities", list_of(found.x));
    fields.emplace_back("rates", list_of(found.v));
    fields.emplace_back("polynomial_integrals", list_of(found.polynomial_integrals.functions));
    fields.emplace_back("energy_is_integral", found.energy_is_integral);
    if (found.plane) add_plane(fields, *found.plane);
    if (found.equilibria) {
        Data::List families;
        for (const SolvedFamily& family : found.equilibria->families) {
            Data::List solved;
            for (const auto& [variable, value] : family.solved)
                solved.push_back(Data::Fields{{"variable", variable}, {"value", value}});
            families.push_back(Data::Fields{{"solved", solved}, {"free", list_of(family.free)}});
        }
        fields.emplace_back("families_of_equilibria", families);
        fields.emplace_back("these_are_all", found.equilibria->are_all);
    }
    if (!found.lines) return;
    Data::List lines;
    for (const EnclosedLine& line : *found.lines)
        lines.push_back(Data::Fields{{"direction", list_of(line.direction)}, {"radius", line.radius}});
    fields.emplace_back("invariant_lines", lines);
}

void add_second_kind(Data::Fields& fields, const LieAlgebraSystem& found) {
    fields.emplace_back("rests_with_any_lambda", found.rests_with_any_lambda);
    if (!found.body) return;
    fields.emplace_back("preserves_haar_measure", !found.body->haar_divergence);
    if (found.body->haar_divergence) fields.emplace_back("haar_divergence", found.body->haar_divergence);
    if (found.body->vakonomic_energy) fields.emplace_back("vakonomic_energy", found.body->vakonomic_energy);
    fields.emplace_back("reduces_to_euler", found.body->reduces_to_euler);
}

Data::Fields data(const LieAlgebraSystem& found) {
    Data::Fields fields{{"algebra", found.algebra}, {"velocities", list_of(found.omega)}};
    if (is_realisable(found)) fields.emplace_back("casimir_functions", list_of(found.casimirs.functions));
    if (is_realisable(found) && !found.is_second_kind()) add_first_kind(fields, found);
    if (is_realisable(found) && found.is_second_kind()) add_second_kind(fields, found);
    if (!found.casimir_integrals.empty())
        fields.emplace_back("casimir_integrals", list_of(found.casimir_integrals));
    if (found.realisability) fields.emplace_back("realisability", found.realisability);
    return fields;
}

}  // namespace

Fact lie_algebra(const Setting& s, const Budget& budget) {
    const LieAlgebraSystem found = lie_algebra_system(s, budget);
    if (found.verdict == LieAlgebraVerdict::undecided) return undecided(found.verdict, found.reason);
    if (found.verdict == LieAlgebraVerdict::does_not_apply) return inapplicable(found.verdict, found.reason);
    return {.verdict = found.verdict,
            .statement = statement(found),
            .proof = found.proof,
            .results = data(found)};
}

}  // namespace anholon
