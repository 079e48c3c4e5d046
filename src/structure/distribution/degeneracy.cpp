#include "structure/distribution/degeneracy.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "expr/walk.hpp"
#include "mechanics/forms/registry.hpp"
#include "mechanics/points/generic_rank.hpp"
#include "structure/distribution/distribution.hpp"
#include "structure/evidence/stated_point.hpp"
#include "structure/zeros/range.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMaxUnknowns = 8;  // beyond which determinants are not expanded
constexpr std::size_t kMaxLength = 400;  // of a condition, in characters

// T = ½ Σ c_ij ℓ_i ℓ_j in forms ℓ that are linear in the velocities, as far as it is written so.
class FormsOfEnergy {
  public:
    explicit FormsOfEnergy(const Setting& s) : s_(s) {}

    // False if some part of T is not of this kind.
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
        std::vector<Expr> moving;  // with repetition
        for (std::size_t k = 0; k < node.count; k += 2) {
            const Expr base(s_.c, node.args[k]);
            const Rational exponent = s_.c.number_at(node.args[k + 1]);
            if (is_free_of_velocities(base))
                coefficient *= pow(base, exponent);
            else if (exponent == Rational(1) || exponent == Rational(2))
                moving.insert(moving.end(), exponent == Rational(2) ? 2 : 1, base);
            else
                return false;
        }
        if (moving.size() == 1) return add(moving[0], coefficient);
        return moving.size() == 2 && add_product(moving[0], moving[1], coefficient);
    }

    std::vector<std::vector<Expr>> rows;  // ∂ℓ/∂q̇

    // Conditions on the parameters alone before one of which holds c is positive definite, as it is for their stated values:
    // block by block of forms that meet in products. Nothing if it is not, or not known to be.
    std::optional<std::vector<Expr>> positive_unless() const;

  private:
    bool is_free_of_velocities(Expr e) const {
        const Walk walk(e);
        return std::ranges::none_of(s_.v, [&](const Expr& v) { return walk.contains(v.id()); });
    }
    bool add_product(Expr a, Expr b, Expr coefficient) {
        const auto i = place_of(a), j = place_of(b);
        if (!i || !j) return false;
        c_[{*i, *j}] += coefficient / (*i == *j ? 1 : 2);
        if (*i != *j) c_[{*j, *i}] += coefficient / 2;
        return true;
    }
    std::optional<std::size_t> place_of(Expr l) {
        if (const auto known = std::ranges::find(forms_, l); known != forms_.end())
            return static_cast<std::size_t>(known - forms_.begin());
        std::vector<Expr> row = gradient(l, s_.v);
        if (!std::ranges::all_of(row, [&](const Expr& a) { return is_free_of_velocities(a); }))
            return std::nullopt;
        for (std::size_t k = 0; k <= forms_.size(); ++k)
            c_.try_emplace({k, forms_.size()}, s_.c.zero()), c_.try_emplace({forms_.size(), k}, s_.c.zero());
        forms_.push_back(l);
        rows.push_back(std::move(row));
        return forms_.size() - 1;
    }

    const Setting& s_;
    std::vector<Expr> forms_;
    std::map<std::pair<std::size_t, std::size_t>, Expr> c_;
};

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

std::optional<std::vector<Expr>> FormsOfEnergy::positive_unless() const {
    std::vector<Expr> conditions;
    std::vector<bool> is_done(forms_.size(), false);
    for (std::size_t first = 0; first < forms_.size(); ++first) {
        if (is_done[first]) continue;
        std::vector<std::size_t> block{first};
        is_done[first] = true;
        for (std::size_t k = 0; k < block.size(); ++k)
            for (std::size_t j = 0; j < forms_.size(); ++j)
                if (!is_done[j] && !vanishes(c_.at({block[k], j}))) {
                    block.push_back(j);
                    is_done[j] = true;
                }
        if (block.size() == 1) {
            if (sign_of(s_.system, c_.at({first, first})) <= 0) return std::nullopt;
            continue;
        }
        Matrix C(s_.c, block.size(), block.size());
        for (std::size_t i = 0; i < block.size(); ++i)
            for (std::size_t j = 0; j < block.size(); ++j) C(i, j) = c_.at({block[i], block[j]});
        const auto more = positive_definite_unless(s_, C);
        if (!more) return std::nullopt;
        conditions.insert(conditions.end(), more->begin(), more->end());
    }
    return conditions;
}

// Where the forms of a positive energy and the constraint forms together leave a velocity free, and so without inertia; nothing if
// the energy is not known to be such.
struct WithoutInertia {
    Locus locus;
    std::vector<Expr> positive_unless;
};
std::optional<WithoutInertia> without_inertia(const Setting& s, const ConstraintRows& constraints,
                                              const Budget& budget) {
    FormsOfEnergy forms(s);
    if (!forms.add(s.T, s.c.one()) || forms.rows.empty()) return std::nullopt;
    const auto conditions = forms.positive_unless();
    if (!conditions) return std::nullopt;
    Matrix all(s.c, forms.rows.size() + constraints.a.rows(), s.n());
    for (std::size_t i = 0; i < all.rows(); ++i)
        for (std::size_t j = 0; j < s.n(); ++j)
            all(i, j) = i < forms.rows.size() ? forms.rows[i][j] : constraints.a(i - forms.rows.size(), j);
    if (rank(all).rank != s.n()) return std::nullopt;
    Locus locus = rank_loss(s, all, s.n(), budget);
    if (!locus.decided) return std::nullopt;
    return WithoutInertia{std::move(locus), *conditions};
}

using Where = Degeneracy::Where;
using Regular = Degeneracy::Regular;

// Whether a square matrix, or the rows of a longer one, are independent at a generic point and at the stated one.
Regular regular_at_points(const Setting& s, const Matrix& A) {
    if (generic_rank(s, A).rank != A.rows()) return Regular::unknown;
    const auto point = stated_point(s);
    if (!point) return Regular::at_a_generic_point;
    try {
        Matrix there = A;
        for (Expr& e : there.entries()) e = substitute(e, *point);
        // det(A Aᵀ) = Σ minors²
        const Expr det = determinant(there.rows() == there.columns() ? there : there * transpose(there));
        const Answer is_singular = is_zero(det).answer;
        if (is_singular == Answer::no) return Regular::at_the_stated_one_too;
        if (is_singular == Answer::yes) return Regular::not_at_the_stated_one;
    } catch (const Undefined&) {
    }
    return Regular::at_a_generic_point;
}

Where where(const Locus& locus) {
    if (locus.cases.empty()) return Where::nowhere;
    return locus.is_attained() ? Where::somewhere : Where::open;
}

Degeneracy::Rows of_forms(const Setting& s, const Budget& budget) {
    const ConstraintRows rows = constraint_rows(s.system);
    if (rows.empty()) return {};
    const Locus lost = rank_loss(s, rows.a, rows.a.rows(), budget);
    if (!lost.decided)
        return {.kind = Degeneracy::Rows::Kind::forms,
                .where = Where::open,
                .regular = regular_at_points(s, rows.a)};
    return {Degeneracy::Rows::Kind::forms, where(lost), lost};
}

Degeneracy::Rows of_gradients(const Setting& s, const Budget& budget) {
    const std::vector<Expr> f = s.velocity_constraints();
    const Matrix gradients = jacobian(f, s.v);
    std::vector<Expr> functions = f;
    if (f.size() == 1) {
        functions.insert(functions.end(), gradients.entries().begin(), gradients.entries().end());
    } else {
        // Cauchy and Binet: det(J Jᵀ) = Σ minors², which vanishes with all of them.
        functions.push_back(determinant(gradients * transpose(gradients)));
    }
    const Locus lost = common_zeros(s, functions, budget);
    if (!lost.decided) return {Degeneracy::Rows::Kind::gradients, Where::open};
    return {Degeneracy::Rows::Kind::gradients, where(lost), lost};
}

// The nonholonomic law is solvable wherever the constraint forms are independent and no velocity that they allow is without
// inertia.
std::optional<Degeneracy::Law> of_ideal_law(const Setting& s, const Budget& budget) {
    using enum Degeneracy::Law::Ground;
    if (!s.on_algebra())
        if (const auto found = without_inertia(s, constraint_rows(s.system), budget)) {
            const Locus unless = zeros_of_any(s, found->positive_unless, budget);
            if (!found->locus.cases.empty())
                return Degeneracy::Law{velocity, where(found->locus), found->locus};
            return Degeneracy::Law{.ground = energy, .locus = found->locus, .positive_until = unless};
        }
    const auto conditions = positive_definite_unless(s, hessian(s.L, s.v));
    if (!conditions) return std::nullopt;
    return Degeneracy::Law{.ground = inertia, .positive_until = zeros_of_any(s, *conditions, budget)};
}

// det W = 0
Degeneracy::Law of_law(const Setting& s, const Budget& budget) {
    using Ground = Degeneracy::Law::Ground;
    if (s.system.motion.axiom == Axiom::nonholonomic)
        if (auto law = of_ideal_law(s, budget)) return std::move(*law);
    if (s.has_nonlinear_constraints()) return {Ground::nonlinear, Where::open};
    const Equations e = law_of_motion(s.system).derive(s);
    budget.check();
    if (e.unknowns.size() > kMaxUnknowns)
        return {
            .ground = Ground::too_many_unknowns, .where = Where::open, .regular = regular_at_points(s, e.W)};
    const Expr det = determinant(e.W);
    if (const ZeroVerdict zero = is_zero_modulo_primes(det); zero.answer == Answer::yes)
        return {Ground::determinant, Where::everywhere, {.error_bound = zero.error_bound}};
    const std::vector<Expr> factors = vanishing_factors(s, det);
    budget.check();
    if (factors.empty()) return {};
    if (std::ranges::any_of(factors, [](const Expr& f) { return text(f).size() > kMaxLength; }))
        return {Ground::too_long, Where::open};
    const Locus locus = zeros_of_any(s, factors, budget);
    return {Ground::determinant, where(locus), locus};
}

}  // namespace

Degeneracy degeneracy_of(const Setting& s, const Budget& budget) {
    const bool is_nonlinear = s.has_nonlinear_constraints();
    if (is_nonlinear && s.system.motion.axiom != Axiom::nonholonomic)
        return {.outside = "constraints are nonlinear, and the law is not that of ideal constraints"};
    Degeneracy found{.constraints = is_nonlinear ? of_gradients(s, budget) : of_forms(s, budget),
                     .law = of_law(s, budget)};
    const auto any = [&](Where where) {
        return found.constraints.where == where || found.law.where == where;
    };
    found.verdict = any(Where::everywhere)  ? DegeneracyVerdict::everywhere
                    : any(Where::somewhere) ? DegeneracyVerdict::somewhere
                    : any(Where::open)      ? DegeneracyVerdict::undecided
                                            : DegeneracyVerdict::nowhere;
    found.error_bound = found.constraints.locus.error_bound + found.law.locus.error_bound;
    return found;
}

}  // namespace anholon
