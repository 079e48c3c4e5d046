#include "structure/degeneracy.hpp"

#include <algorithm>
#include <optional>

#include "expr/walk.hpp"
#include "mechanics/forms/registry.hpp"
#include "structure/common_zeros.hpp"
#include "structure/range.hpp"
#include "structure/sentence.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxUnknowns = 8;  // beyond which determinants are not expanded
constexpr std::size_t kMaxLength = 400;  // of a condition, in characters

// T = Σ c ℓ²/2 with c > 0, as far as it is written so: the rows ∂ℓ/∂q̇. Nothing if some part of it is not.
class Squares {
  public:
    explicit Squares(const Setting& s) : s_(s) {}
    bool add(Expr e, Expr coefficient) {
        const Node node = s_.c.node(e.id());
        if (is_free_of_velocities(e)) return true;  // no part of the inertia
        if (node.kind == Kind::multiple)
            return add({s_.c, node.args[1]}, coefficient * Expr(s_.c, node.args[0]));
        if (node.kind == Kind::sum) {
            for (std::size_t k = 1; k < node.count; k += 2)
                if (!add({s_.c, node.args[k + 1]}, coefficient * Expr(s_.c, node.args[k]))) return false;
            return true;
        }
        if (node.kind != Kind::product) return false;
        Expr moving;
        Rational exponent;
        for (std::size_t k = 0; k < node.count; k += 2) {
            const Expr base(s_.c, node.args[k]);
            if (is_free_of_velocities(base)) {
                coefficient *= pow(base, s_.c.number_at(node.args[k + 1]));
            } else if (moving) {
                return false;
            } else {
                moving = base;
                exponent = s_.c.number_at(node.args[k + 1]);
            }
        }
        if (exponent == Rational(1)) return add(moving, coefficient);
        return exponent == Rational(2) && sign_of(s_.system, coefficient) > 0 && add_square_of(moving);
    }
    std::vector<std::vector<Expr>> rows;

  private:
    bool is_free_of_velocities(Expr e) const {
        const Walk walk(e);
        return std::ranges::none_of(s_.v, [&](const Expr& v) { return walk.contains(v.id()); });
    }
    bool add_square_of(Expr l) {
        rows.push_back(gradient(l, s_.v));
        return std::ranges::all_of(rows.back(), [&](const Expr& a) { return is_free_of_velocities(a); });
    }
    const Setting& s_;
};

// Where ℓ and the constraint forms together leave a velocity free, and so without inertia; nothing if T is no sum of squares.
std::optional<Locus> without_inertia(const Setting& s, const ConstraintRows& constraints,
                                     const Budget& budget) {
    Squares squares(s);
    if (!squares.add(s.T, s.c.one()) || squares.rows.empty()) return std::nullopt;
    Matrix all(s.c, squares.rows.size() + constraints.a.rows(), s.n());
    for (std::size_t i = 0; i < all.rows(); ++i)
        for (std::size_t j = 0; j < s.n(); ++j)
            all(i, j) =
                i < squares.rows.size() ? squares.rows[i][j] : constraints.a(i - squares.rows.size(), j);
    if (rank(all).rank != s.n()) return std::nullopt;
    const Locus locus = rank_loss(s, all, s.n(), budget);
    return locus.decided ? std::optional(locus) : std::nullopt;
}

// Conditions det M = 0 on parameters alone that M, positive definite for their stated values, must cross to be so no longer:
// between, no eigenvalue passes through 0. Nothing if coordinates take part.
std::optional<std::vector<Expr>> positive_definite_unless(const Setting& s, const Matrix& M) {
    Substitution values;
    for (const Parameter& p : s.system.parameters) values.emplace_back(p.symbol, s.c.number(p.value));
    for (const Expr& q : s.q) values.emplace_back(q, s.c.zero());
    Matrix leading;
    for (std::size_t k = 1; k <= M.rows(); ++k) {
        leading = Matrix(s.c, k, k);
        for (std::size_t i = 0; i < k; ++i)
            for (std::size_t j = 0; j < k; ++j) leading(i, j) = M(i, j);
        const Expr minor = simplified(substitute(determinant(leading), values));
        if (!minor.is_number() || minor.number().sign() <= 0) return std::nullopt;  // Sylvester
    }
    std::vector<Expr> conditions = vanishing_factors(s, determinant(leading));
    for (const Expr& symbol : symbols_of(s.c, conditions))
        if (symbol.symbol().kind != SymbolKind::constant) return std::nullopt;
    return conditions;
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
    return {lost.is_attained() ? Part::Outcome::somewhere : Part::Outcome::open,
            "the constraint forms are dependent where " + described(lost)};
}

// The nonholonomic law is solvable wherever the constraint forms are independent and no velocity that they allow is without
// inertia.
std::optional<Part> of_ideal_law(const Setting& s, const Budget& budget) {
    using enum Part::Outcome;
    if (!s.on_algebra())
        if (const auto locus = without_inertia(s, constraint_rows(s.system), budget)) {
            if (locus->cases.empty())
                return Part{
                    nowhere,
                    in_words("the energy is a sum of squares that no allowed velocity escapes: the law is "
                             "solvable wherever the forms are independent")};
            return Part{locus->is_attained() ? somewhere : open,
                        "a velocity that the constraints allow has no inertia where " + described(*locus)};
        }
    const auto conditions = positive_definite_unless(s, hessian(s.L, s.v));
    if (!conditions) return std::nullopt;
    const auto solvable = in_words(": the law is solvable wherever the forms are independent");
    if (conditions->empty()) return Part{nowhere, "the inertia is positive definite" + solvable};
    return Part{nowhere, "the inertia is positive definite for the stated parameters, and stays so until " +
                             described(zeros_of_any(s, *conditions)) + solvable};
}

// det W = 0
Part of_law(const Setting& s, const Budget& budget) {
    using enum Part::Outcome;
    if (s.system.motion.axiom == Axiom::nonholonomic)
        if (auto part = of_ideal_law(s, budget)) return std::move(*part);
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
    if (std::ranges::any_of(factors, [](const Expr& f) { return text(f).size() > kMaxLength; }))
        return {open, in_words("where the law is solvable is not decided: the condition is too long")};
    const Locus locus = zeros_of_any(s, factors);
    return {locus.is_attained() ? somewhere : open,
            "the law of motion cannot be solved for the accelerations where " + described(locus)};
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
            .proof = "factored determinants"};
}

}  // namespace anholon
