#include "facts/variational_answers.hpp"
#include "structure/evidence/sentence.hpp"
#include "structure/multiplier/chetaev_bracket.hpp"
#include "structure/multiplier/hojman.hpp"

namespace anholon {

namespace {

constexpr std::size_t kLines = 12;  // of brackets

Fact::Sentence said_of_field(const HojmanStructure& found) {
    if (found.scales_velocities)
        return in_words(
            "Y multiplies all velocities by a factor: the motion goes through the same places at another "
            "speed");
    Sentence said;
    said << "Y has the components ";
    return said.field(found.motion.x, found.Y);
}

void add_brackets(std::vector<Fact::Sentence>& said, const HojmanStructure& found) {
    std::size_t more = 0, shown = 0;
    for (std::size_t i = 0; i < found.motion.x.size(); ++i)
        for (std::size_t j = i + 1; j < found.motion.x.size(); ++j) {
            const Expr& value = found.J(i, j);
            if (vanishes(value)) continue;
            if (shown++ >= kLines) {
                ++more;
                continue;
            }
            const Expr &a = found.motion.x[i], &b = found.motion.x[j];
            said.push_back(Sentence().equation("{" + text(a) + ", " + text(b) + "}",
                                               "\\{" + latex(a) + ", " + latex(b) + "\\}", value));
        }
    if (more > 0) said.push_back(Sentence() << more << " more brackets do not vanish");
}

Sentence said_of_leaves(const HojmanStructure& found) {
    Sentence said;
    const std::size_t wanted = found.casimirs_wanted(), known = found.casimirs.size();
    if (wanted == 0) return said << "it is nondegenerate where X and Y are independent";
    said << "its leaves have dimension 2 of " << found.motion.x.size()
         << ": each is swept by one motion and its images under the flow of Y; " << known << " of " << wanted
         << (wanted == 1 ? " Casimir function is known" : " Casimir functions are known");
    if (known == wanted) return said << ": the leaves are parts of their common levels";
    if (known > 0)
        said << ": a leaf lies in a surface of dimension " << 2 + wanted - known
             << ", their common level, and";
    return said << (known > 0 ? "" : ": a leaf")
                << " need not be closed: its closure contains those of the motions in it";
}

std::vector<Fact::Sentence> statement(const HojmanStructure& found) {
    Sentence first;
    first << "Hojman: with the field X of the motion, a field Y with [Y, X] in the span of both and an "
             "integral H, ";
    first.formula("X∧Y/Y(H)", "X \\wedge Y / Y(H)");
    first << " is a Poisson structure of rank 2, and the motion is Hamilton's with H";
    std::vector<Fact::Sentence> said{first, said_of_field(found)};
    said.push_back(
        (Sentence() << (found.H_is_energy ? "H is the energy, " : "H is the integral ") << found.H << "; ")
            .equation("Y(H)", "Y(H)", found.rate));
    add_brackets(said, found);
    said.push_back(said_of_leaves(found));
    for (const Expr& C : found.casimirs) said.push_back(Sentence() << "a Casimir function: " << C);
    said.push_back(in_words(
        "its rank drops to 0 where X is parallel to Y, as in equilibria; it has a pole where Y(H) vanishes"));
    return said;
}

// The bracket of Chetaev's equations, whatever was found otherwise.
void add_chetaev(Fact& fact, const ChetaevBracket& bracket) {
    if (bracket.is_poisson == Answer::unknown) return;
    const bool holds = bracket.is_poisson == Answer::yes;
    Sentence said;
    said << "the bracket of Chetaev's equations in ";
    for (std::size_t k = 0; k < bracket.x.size(); ++k) said << (k == 0 ? "" : ", ") << bracket.x[k];
    if (holds) {
        said << " satisfies Jacobi's identity: these are Hamilton's equations in other variables";
    } else {
        said << " does not satisfy Jacobi's identity, for ";
        for (std::size_t k = 0; k < 3; ++k)
            said << (k == 0 ? "" : k == 1 ? ", " : " and ") << bracket.failing[k];
    }
    fact.statement.push_back(said);
    fact.proof = by_points(fact.proof.error_bound + bracket.error_bound, "Jacobi's identity");
    fact.results.emplace_back("chetaev_bracket_is_poisson", holds);
}

Data::Fields data(const HojmanStructure& found) {
    Data::List brackets;
    for (std::size_t i = 0; i < found.motion.x.size(); ++i)
        for (std::size_t j = i + 1; j < found.motion.x.size(); ++j)
            if (!vanishes(found.J(i, j)))
                brackets.push_back(
                    Data::Fields{{"of", list_of(std::vector{found.motion.x[i], found.motion.x[j]})},
                                 {"value", found.J(i, j)}});
    return {{"variables", list_of(found.motion.x)},
            {"field", list_of(found.motion.X)},
            {"symmetry", list_of(found.Y)},
            {"scales_velocities", found.scales_velocities},
            {"hamiltonian", found.H},
            {"hamiltonian_is_energy", found.H_is_energy},
            {"divisor", found.rate},
            {"brackets", brackets},
            {"rank", std::size_t{2}},
            {"casimirs", list_of(found.casimirs)},
            {"casimirs_wanted", found.casimirs_wanted()}};
}

}  // namespace

Fact poisson(const Setting& s, const Budget& budget) {
    const HojmanStructure found = hojman_structure(s, budget);
    if (found.verdict == PoissonVerdict::undecided) return undecided(found.verdict, found.reason);
    if (found.verdict == PoissonVerdict::does_not_apply)
        return {.verdict = found.verdict,
                .statement = {in_words("Hojman's construction is not tried: " + found.reason)},
                .proof = {FactProof::Kind::definition},
                .results = {{"why_not", found.reason}}};
    Fact fact{.verdict = found.verdict};
    if (found.verdict == PoissonVerdict::none_found) {
        fact.statement = {
            Sentence() << "Hojman's construction was tried with the scaling of the velocities, the affine "
                          "symmetries and "
                       << found.integrals << (found.integrals == 1 ? " known integral" : " known integrals")
                       << ": no symmetry among these fields changes one of these"};
        fact.proof = {FactProof::Kind::exact};
    } else {
        fact.statement = statement(found);
        fact.proof = by_points(found.error_bound, "Jacobi's identity");
        fact.results = data(found);
    }
    add_chetaev(fact, chetaev_bracket(s, budget));
    return fact;
}

}  // namespace anholon
