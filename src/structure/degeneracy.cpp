#include "structure/degeneracy.hpp"

#include <algorithm>

#include "mechanics/forms/registry.hpp"
#include "structure/common_zeros.hpp"
#include "structure/wording.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxUnknowns = 12;
constexpr std::size_t kMaxLength = 400;  // of a condition, in characters

// Sylvester: all leading minors are positive, whatever the coordinates.
bool is_positive_definite(const Setting& s, const Matrix& M) {
    for (std::size_t k = 1; k <= M.rows(); ++k) {
        Matrix leading(s.c, k, k);
        for (std::size_t i = 0; i < k; ++i)
            for (std::size_t j = 0; j < k; ++j) leading(i, j) = M(i, j);
        if (!vanishing_factors(s, determinant(leading)).empty()) return false;
    }
    Substitution values;
    for (const Parameter& p : s.system.parameters) values.emplace_back(p.symbol, s.c.number(p.value));
    for (const Expr& q : s.q) values.emplace_back(q, s.c.zero());
    for (std::size_t k = 0; k < M.rows(); ++k) {
        const Expr diagonal = simplified(substitute(M(k, k), values));
        if (!diagonal.is_number() || diagonal.number().sign() <= 0) return false;
    }
    return true;
}

struct Part {
    enum class Outcome { nowhere, somewhere, everywhere, open } outcome;
    Fact::Sentence sentence;
};

Part of_forms(const Setting& s, const Budget& budget) {
    const ConstraintRows rows = constraint_rows(s.system);
    if (rows.empty()) return {Part::Outcome::nowhere, in_words("there are no constraint forms")};
    const Locus lost = rank_loss(s, rows.a, rows.a.rows(), budget);
    if (!lost.decided)
        return {Part::Outcome::open, in_words("where the constraint forms are dependent is not decided")};
    if (lost.cases.empty())
        return {Part::Outcome::nowhere, in_words("the constraint forms are independent everywhere")};
    return {Part::Outcome::somewhere, "the constraint forms are dependent where " + described(lost)};
}

// det W = 0. With M positive definite the nonholonomic law is solvable wherever the constraint forms are independent.
Part of_law(const Setting& s, const Budget& budget) {
    using enum Part::Outcome;
    const bool ideal = s.system.motion.axiom == Axiom::nonholonomic;
    if (ideal && is_positive_definite(s, hessian(s.L, s.v)))
        return {
            nowhere,
            in_words(
                "the inertia is positive definite: the law is solvable wherever the forms are independent")};
    const Equations e = law_of_motion(s.system).derive(s);
    budget.check();
    if (e.unknowns.size() > kMaxUnknowns)
        return {open, in_words("where the law is solvable is not decided: too many unknowns")};
    const Expr det = determinant(e.W);
    if (is_zero_modulo_primes(det).answer == Answer::yes)
        return {everywhere, in_words("the law can be solved nowhere: its determinant vanishes identically")};
    const std::vector<Expr> factors = vanishing_factors(s, det);
    budget.check();
    if (factors.empty()) return {nowhere, in_words("the law is solvable everywhere")};
    Locus locus;
    for (const Expr& f : factors) {
        if (text(f).size() > kMaxLength)
            return {open, in_words("where the law is solvable is not decided: the condition is too long")};
        locus.cases.push_back({f});
    }
    return {somewhere, "the law of motion cannot be solved for the accelerations where " + described(locus)};
}

}  // namespace

Fact degeneracy(const Setting& s, const Budget& budget) {
    using enum Part::Outcome;
    if (s.has_nonlinear_constraints()) return not_decided("constraints are nonlinear");
    const Part forms = of_forms(s, budget);
    const Part law = of_law(s, budget);
    const auto any = [&](Part::Outcome outcome) {
        return forms.outcome == outcome || law.outcome == outcome;
    };
    return {.verdict = any(everywhere)  ? "everywhere"
                       : any(somewhere) ? "somewhere"
                       : any(open)      ? "not decided"
                                        : "nowhere",
            .statement = {forms.sentence, law.sentence},
            .proof = "factored determinants, normal form"};
}

}  // namespace anholon
