#include "study/potential_minimum.hpp"

#include <algorithm>

#include "base/deadline.hpp"
#include "expr/context.hpp"
#include "expr/derivative.hpp"
#include "expr/introduce.hpp"
#include "expr/linear.hpp"
#include "expr/normal_form.hpp"
#include "expr/simplify.hpp"
#include "expr/zero.hpp"
#include "study/analytic_at.hpp"

namespace anholon {

namespace {

using Outcome = PotentialMinimum::Outcome;
using Columns = std::vector<std::vector<Expr>>;

constexpr long last_order = 6;

Matrix matrix_of(Context& c, const Columns& columns, std::size_t rows) {
    Matrix M(c, rows, columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j)
        for (std::size_t i = 0; i < rows; ++i) M(i, j) = columns[j][i];
    return M;
}

Columns chosen(const Columns& columns, const std::vector<std::size_t>& places, bool are_taken) {
    Columns out;
    for (std::size_t j = 0; j < columns.size(); ++j)
        if ((std::ranges::find(places, j) != places.end()) == are_taken) out.push_back(columns[j]);
    return out;
}

Matrix block_of(const Matrix& K, const std::vector<std::size_t>& left_out) {
    std::vector<std::size_t> kept;
    for (std::size_t k = 0; k < K.rows(); ++k)
        if (std::ranges::find(left_out, k) == left_out.end()) kept.push_back(k);
    Matrix out(K.context(), kept.size(), kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i)
        for (std::size_t j = 0; j < kept.size(); ++j) out(i, j) = K(kept[i], kept[j]);
    return out;
}

// Displacements from the equilibrium: those along which V'' vanishes, the others with them, and those that constraints on velocities forbid.
struct Directions {
    Columns flat, others, forbidden;
    Matrix across;  // V'' on the others; empty if there are none
};

// The first term of V along the flat directions, V being critical along the others: U_k(ξ) τ^k, and whether the forbidden displacements, of
// the order τ², enter it.
struct FirstTerm {
    long order = 0;
    Expr form;
    bool holds_forbidden = false;
};

class Finder {
  public:
    Finder(const System& system, const ExactStandstill& at, const Substitution& numbers)
        : system_(system),
          at_(at),
          q_(system.q()),
          v_(system.velocities()),
          c_(system.c()),
          energy_(energy_near_rest(system, at, numbers)) {}

    PotentialMinimum run() {
        try {
            PotentialMinimum out = of_potential();
            if (out.outcome == Outcome::outside || out.outcome == Outcome::degenerate) return out;
            add_conditions(out);
            return out;
        } catch (const TooLarge&) {
            return outside("the conditions are too long");
        } catch (const Undefined&) {
            return outside("V has no series there as it is written");
        }
    }

  private:
    static PotentialMinimum outside(const std::string& reason) { return {.reason = reason}; }
    static PotentialMinimum degenerate(const std::string& reason) {
        return {.outcome = Outcome::degenerate, .reason = reason};
    }

    // T is positive definite at the values, and the energy does not grow there; where else are conditions as well.
    void add_conditions(PotentialMinimum& out) const {
        for (StabilityCondition& c : conditions_of_positive(inertia_, system_, at_, out.signs, "T"))
            out.conditions.push_back(std::move(c));
        const bool needs_damping = out.outcome != Outcome::no_minimum || out.is_damped;
        if (!needs_damping) return;
        out.conditions.insert(out.conditions.end(), energy_.conditions.begin(), energy_.conditions.end());
        out.is_dissipated = !energy_.is_conserved;
    }

    PotentialMinimum of_potential() {
        if (!energy_.never_grows)
            return outside("the energy is not known to be conserved or dissipated: " + energy_.reason);
        Substitution at_rest;
        for (const Expr& v : v_) at_rest.emplace_back(v, c_.zero());
        V_ = -substitute(system_.L, at_rest);
        std::vector<Expr> functions{system_.L};
        for (const Constraint& k : system_.constraints) functions.push_back(k.residual);
        if (!are_analytic_at(functions, at_)) return outside("L or a constraint has no power series there");
        if (!is_kinetic_energy_positive(at_rest))
            return outside("T is not positive definite at the values here");
        if (auto failed = add_multipliers()) return *failed;
        PotentialMinimum out = on_configurations();
        if (out.outcome == Outcome::minimum || is_here(out)) return out;
        PotentialMinimum allowed = on_allowed();
        if (allowed.outcome == Outcome::no_minimum) return allowed;
        return out.outcome == Outcome::degenerate && !allowed.reason.empty() ? allowed : out;
    }

    // A definite V'' whose conditions hold at the values.
    bool is_here(const PotentialMinimum& p) const {
        return p.outcome == Outcome::definite &&
               std::ranges::all_of(p.conditions, [&](const StabilityCondition& c) {
                   return !c.is_never() && at_.value(c.expression(c_)) > 0;
               });
    }

    Matrix here(Matrix M) const {
        const std::vector<Expr> values = at_.at(std::span<const Expr>(M.entries()));
        for (std::size_t k = 0; k < values.size(); ++k) M.entries()[k] = with_known_roots(system_, values[k]);
        return M;
    }

    // On the velocities that the constraints allow, by the minors at the values of the letters.
    bool is_kinetic_energy_positive(const Substitution& at_rest) {
        std::vector<Expr> rows;
        for (const Constraint& k : system_.constraints)
            if (k.kind != Constraint::Kind::nonlinear)
                rows.push_back(k.kind == Constraint::Kind::geometric ? time_derivative(k.residual)
                                                                     : k.residual);
        Matrix basis = Matrix::identity(c_, v_.size());
        if (!rows.empty()) {
            const KernelResult allowed = anholon::kernel(here(jacobian(rows, v_)));
            if (!allowed.decided || allowed.basis.empty()) return false;
            basis = matrix_of(c_, allowed.basis, v_.size());
        }
        Matrix H = hessian(system_.L, v_);
        for (Expr& entry : H.entries()) entry = substitute(entry, at_rest);
        inertia_ = simplified(transpose(basis) * here(H) * basis);
        const Matrix& M = inertia_;
        for (std::size_t size = 1; size <= M.rows(); ++size) {
            Matrix minor(c_, size, size);
            for (std::size_t i = 0; i < size; ++i)
                for (std::size_t j = 0; j < size; ++j) minor(i, j) = M(i, j);
            if (!(at_.value(determinant(minor)) > 0)) return false;
        }
        return true;
    }

    // V − λ_a F_a with ∂V = λ_a ∂F_a at the equilibrium; the displacements that F = 0 allows, and others.
    std::optional<PotentialMinimum> add_multipliers() {
        for (const Constraint& k : system_.constraints)
            if (k.kind == Constraint::Kind::geometric) F_.push_back(k.residual);
        const std::vector<Expr> slopes = at_.at(gradient(V_, q_));
        const Matrix one = Matrix::identity(c_, q_.size());
        for (std::size_t i = 0; i < q_.size(); ++i)
            tangent_.emplace_back(one.row(i).begin(), one.row(i).end());
        if (!F_.empty()) {
            dF_ = here(jacobian(F_, q_));
            const Solution lambda = solve(transpose(dF_), slopes);
            const KernelResult kernel = anholon::kernel(dF_);
            if (lambda.outcome == Solution::Outcome::none) return second_kind();
            if (lambda.outcome != Solution::Outcome::unique || !kernel.decided || kernel.basis.empty())
                return outside("the geometric constraints are dependent there");
            for (std::size_t a = 0; a < F_.size(); ++a) V_ -= lambda.x[a] * F_[a];
            across_F_ = chosen(tangent_, kernel.free, false);
            tangent_ = kernel.basis;
        } else if (!std::ranges::all_of(slopes, vanishes)) {
            return second_kind();
        }
        H_ = here(hessian(V_, q_));
        return std::nullopt;
    }

    static PotentialMinimum second_kind() {
        PotentialMinimum out = outside(
            "reactions of constraints on velocities take part (an equilibrium of the second kind), so that V "
            "has a slope there");
        out.is_second_kind = true;
        return out;
    }

    Matrix restricted(const Columns& basis) const {
        const Matrix B = matrix_of(c_, basis, q_.size());
        return simplified(transpose(B) * H_ * B);
    }

    // V on all configurations that geometric constraints allow.
    PotentialMinimum on_configurations() const {
        const Matrix K = restricted(tangent_);
        const RankResult rank = anholon::rank(K);
        if (!rank.rank) return outside(rank.reason);
        if (*rank.rank == K.rows()) {
            PotentialMinimum out{.outcome = Outcome::definite};
            out.conditions = conditions_of_positive(K, system_, at_, out.signs);
            return out;
        }
        const auto directions = split(tangent_, K);
        if (!directions) return degenerate("it is not decided where V'' vanishes");
        PotentialMinimum out = start(*directions);
        if (is_never(out)) return degenerate("V'' is negative along another direction");
        const auto first = first_term(*directions);
        if (!first) return degenerate("no term up to order " + std::to_string(last_order) + " decides");
        out.order = static_cast<std::size_t>(first->order);
        out.term = first->form;
        if (first->order % 2 != 0 || !make_positive(out, *directions, *first))
            return degenerate("V has no strict minimum that its first term shows");
        out.outcome = Outcome::minimum;
        out.is_damped = energy_.is_dissipated_along_all && is_holonomic();
        return out;
    }

    // V on the displacements that constraints on velocities allow at the equilibrium, to the order that decides: Kozlov's converse.
    PotentialMinimum on_allowed() const {
        std::vector<Expr> rows;
        for (const Constraint& k : system_.constraints) {
            if (k.kind == Constraint::Kind::nonlinear)
                return degenerate("a constraint is not linear in the velocities");
            if (k.kind == Constraint::Kind::linear) rows.push_back(k.residual);
        }
        Columns allowed = tangent_, forbidden;
        if (!rows.empty()) {
            const KernelResult kernel =
                anholon::kernel(here(jacobian(rows, v_)) * matrix_of(c_, tangent_, q_.size()));
            if (!kernel.decided || kernel.basis.empty()) return degenerate(kernel.reason);
            forbidden = chosen(tangent_, kernel.free, false);
            if (forbidden.size() != rows.size()) return degenerate("the constraints are dependent there");
            allowed.clear();
            for (const auto& along : kernel.basis)
                allowed.push_back(simplified_all(matrix_of(c_, tangent_, q_.size()) * along));
        }
        const Matrix K = restricted(allowed);
        const RankResult rank = anholon::rank(K);
        if (!rank.rank || *rank.rank == K.rows()) return degenerate("");  // the linear equations decide
        auto directions = split(allowed, K);
        if (!directions) return degenerate("it is not decided where V'' vanishes");
        directions->forbidden = forbidden;
        PotentialMinimum out = start(*directions);
        out.forbidden = forbidden.size();
        if (is_never(out)) return degenerate("V'' is negative along another direction");
        auto first = first_term(*directions);
        if (!first) return degenerate("no term up to order " + std::to_string(last_order) + " decides");
        if (first->holds_forbidden && bends_little(*directions, rows)) first = first_term(*directions, 3);
        if (!first) return degenerate("no term up to order " + std::to_string(last_order) + " decides");
        if (first->holds_forbidden)
            return degenerate(
                "displacements that the constraints forbid enter V at the order of its first term");
        out.order = static_cast<std::size_t>(first->order);
        if (!make_negative(out, *directions, *first))
            return degenerate("V decreases along none of the directions that were tried");
        return judged(std::move(out));
    }

    // Whether (∂a/∂q e) e' = 0 for all flat e, e': then displacements that the constraints forbid are of the order τ³.
    bool bends_little(const Directions& d, const std::vector<Expr>& rows) const {
        if (!F_.empty()) return false;
        for (const Expr& row : rows) {
            std::vector<Expr> a = gradient(row, v_);
            const Matrix slopes = here(jacobian(a, q_));
            for (const auto& e : d.flat)
                for (const auto& other : d.flat)
                    if (!vanishes(dot(slopes * e, other))) return false;
        }
        return true;
    }

    PotentialMinimum judged(PotentialMinimum out) const {
        out.is_damped = energy_.is_dissipated_along_all && is_holonomic() && out.flat == 1;
        if (!energy_.is_even && !out.is_damped)
            return degenerate(
                energy_.is_conserved
                    ? "V has no minimum, which decides only without gyroscopic terms"
                    : "V has no minimum, which decides only without friction, or where every velocity is "
                      "damped and no constraint on velocities acts");
        out.outcome = Outcome::no_minimum;
        return out;
    }

    bool is_holonomic() const {
        return std::ranges::all_of(system_.constraints,
                                   [](const Constraint& k) { return k.kind == Constraint::Kind::geometric; });
    }

    static std::vector<Expr> simplified_all(std::vector<Expr> list) {
        for (Expr& e : list) e = simplified(e);
        return list;
    }

    std::optional<Directions> split(const Columns& basis, const Matrix& K) const {
        const KernelResult kernel = anholon::kernel(K);
        if (!kernel.decided || kernel.basis.empty()) return std::nullopt;
        Directions out;
        const Matrix B = matrix_of(c_, basis, q_.size());
        for (const auto& along : kernel.basis) out.flat.push_back(simplified_all(B * along));
        out.others = chosen(basis, kernel.free, false);
        if (!out.others.empty()) out.across = block_of(K, kernel.free);
        return out;
    }

    PotentialMinimum start(const Directions& d) const {
        PotentialMinimum out;
        out.flat = d.flat.size();
        if (!d.others.empty()) out.conditions = conditions_of_positive(d.across, system_, at_, out.signs);
        return out;
    }
    static bool is_never(const PotentialMinimum& p) {
        return std::ranges::any_of(p.conditions, &StabilityCondition::is_never);
    }

    // q = q* + τ ξ_a e_a + τ² y_b n_b + Σ τ^k (…), or τ³ y_b, where ∂V/∂(others) = 0 and F = 0, term by term (Lyapunov and Schmidt).
    std::optional<FirstTerm> first_term(const Directions& d, long order_of_forbidden = 2) const {
        const std::size_t n = q_.size(), m = F_.size();
        const Expr tau = introduced(c_, "tau", SymbolKind::variable, "distance along a direction");
        std::vector<Expr> y;
        Columns solved = d.others;
        solved.insert(solved.end(), across_F_.begin(), across_F_.end());
        std::vector<Expr> curve, mu(m, c_.zero()), delta;
        for (std::size_t i = 0; i < n; ++i) curve.push_back(at_.at(q_[i]));
        for (std::size_t a = 0; a < d.flat.size(); ++a)
            for (std::size_t i = 0; i < n; ++i)
                curve[i] += tau * (d.flat.size() > 1 ? xi(a) * d.flat[a][i] : d.flat[a][i]);
        for (std::size_t b = 0; b < d.forbidden.size(); ++b) {
            y.push_back(introduced(c_, "y" + std::to_string(b + 1), SymbolKind::variable,
                                   "displacement that constraints forbid", b));
            for (std::size_t i = 0; i < n; ++i)
                curve[i] += pow(tau, Rational(order_of_forbidden)) * y[b] * d.forbidden[b][i];
        }
        Expr Phi = V_;
        for (std::size_t a = 0; a < m; ++a) {
            delta.push_back(introduced(c_, "mu" + std::to_string(a + 1), SymbolKind::variable,
                                       "multiplier along a curve", a));
            Phi -= delta[a] * F_[a];
        }
        const std::vector<Expr> slopes = gradient(Phi, q_);
        const auto on_curve = [&](const Expr& e) {
            Substitution on;
            for (const auto& [symbol, value] : at_.place)
                if (std::ranges::find(q_, symbol) == q_.end()) on.emplace_back(symbol, value);
            for (std::size_t i = 0; i < n; ++i) on.emplace_back(q_[i], curve[i]);
            for (std::size_t a = 0; a < m; ++a) on.emplace_back(delta[a], mu[a]);
            return substitute(e, on);
        };
        const auto coefficient = [&](Expr e, long k) {
            e = on_curve(e);
            for (long j = 1; j <= k; ++j) e = derivative(e, tau) / Rational(j);
            return simplified(substitute(e, {{tau, c_.zero()}}));
        };
        const Matrix bordered = solved.empty() ? Matrix() : this->bordered(solved);
        for (long k = 1; k <= last_order / 2 && !solved.empty(); ++k) {
            Deadline::check();
            std::vector<Expr> rest;
            std::vector<Expr> at_k;
            for (const Expr& slope : slopes) at_k.push_back(coefficient(slope, k));
            for (const auto& s : solved) rest.push_back(-simplified(dot(s, at_k)));
            for (const Expr& F : F_) rest.push_back(coefficient(F, k));
            const Solution next = solve(bordered, rest);
            if (next.outcome != Solution::Outcome::unique) return std::nullopt;
            const Expr power = pow(tau, Rational(k));
            for (std::size_t j = 0; j < solved.size(); ++j)
                for (std::size_t i = 0; i < n; ++i) curve[i] += simplified(next.x[j]) * solved[j][i] * power;
            for (std::size_t a = 0; a < m; ++a) mu[a] += simplified(next.x[solved.size() + a]) * power;
        }
        Expr U = on_curve(Phi);
        for (long k = 1; k <= last_order; ++k) {
            Deadline::check();
            U = derivative(U, tau) / Rational(k);
            const Expr term = simplified(substitute(U, {{tau, c_.zero()}}));
            if (vanishes(term)) continue;
            const bool holds =
                std::ranges::any_of(y, [&](const Expr& one) { return !vanishes(derivative(term, one)); });
            return FirstTerm{k, term, holds};
        }
        return std::nullopt;
    }

    Expr xi(std::size_t a) const {
        return introduced(c_, "xi" + std::to_string(a + 1), SymbolKind::variable, "direction", a);
    }

    // (SᵀHS, −SᵀF'ᵀ; −F'S, 0)
    Matrix bordered(const Columns& solved) const {
        const std::size_t s = solved.size(), m = F_.size();
        const Matrix S = matrix_of(c_, solved, q_.size()), K = transpose(S) * H_ * S;
        Matrix out(c_, s + m, s + m);
        for (std::size_t i = 0; i < s; ++i)
            for (std::size_t j = 0; j < s; ++j) out(i, j) = K(i, j);
        if (m == 0) return out;
        const Matrix D = dF_ * S;
        for (std::size_t a = 0; a < m; ++a)
            for (std::size_t j = 0; j < s; ++j) out(s + a, j) = out(j, s + a) = -D(a, j);
        return out;
    }

    // Adds the condition that e be positive; false where it is not so at the values.
    bool demand_positive(PotentialMinimum& out, const Expr& e, const std::string& name) const {
        if (!(at_.value(e) > 0)) return false;
        KnownSigns signs = out.signs;
        for (StabilityCondition& c : conditions_of_positive(Matrix{{e}}, system_, at_, signs, "")) {
            if (c.is_never()) return false;
            c.name = name;
            out.conditions.push_back(std::move(c));
        }
        out.signs = std::move(signs);
        return true;
    }

    // Along one direction by its sign. Of several: where all monomials are squares with positive coefficients, all pure powers among them.
    bool make_positive(PotentialMinimum& out, const Directions& d, const FirstTerm& first) const {
        if (d.flat.size() == 1) return demand_positive(out, first.form, "first term");
        std::vector<Expr> all{first.form};
        for (std::size_t a = 0; a < d.flat.size(); ++a) all.push_back(xi(a));
        const NormalForms forms(all);
        std::vector<std::size_t> places;
        for (std::size_t a = 0; a < d.flat.size(); ++a)
            for (std::size_t g = 0; g < forms.ring().generators(); ++g)
                if (forms.generator(g) == xi(a)) places.push_back(g);
        const Expr denominator = forms.expr(forms[0].denominator);
        std::size_t pure = 0;
        for (const auto& [exponents, coefficient] : by_exponents(forms[0].numerator, places)) {
            if (std::ranges::any_of(exponents, [](long e) { return e % 2 != 0; })) return false;
            if (std::ranges::count(exponents, 0L) + 1 == static_cast<long>(exponents.size())) ++pure;
            if (!demand_positive(out, simplified(forms.expr(coefficient) / denominator), "first term"))
                return false;
        }
        return pure == d.flat.size();
    }

    // Of several directions those with components −1, 0 and 1 are tried: one along which it is negative is enough.
    bool make_negative(PotentialMinimum& out, const Directions& d, const FirstTerm& first) const {
        const std::size_t count = d.flat.size();
        if (count > 6) return false;
        std::size_t all = 1;
        for (std::size_t a = 0; a < count; ++a) all *= 3;
        for (std::size_t number = 1; number < all; ++number) {
            Substitution along;
            std::vector<Expr> e(q_.size(), c_.zero());
            bool is_negative = false;
            std::size_t rest = number;
            for (std::size_t a = 0; a < count; ++a, rest /= 3) {
                const Rational factor(rest % 3 == 2 ? -1 : static_cast<long>(rest % 3));
                along.emplace_back(xi(a), c_.number(factor));
                is_negative = is_negative || factor.sign() < 0;
                for (std::size_t i = 0; i < e.size(); ++i) e[i] += d.flat[a][i] * factor;
            }
            if (count == 1 && is_negative) continue;
            const Expr term = count > 1 ? simplified(substitute(first.form, along)) : first.form;
            PotentialMinimum tried = out;
            tried.term = term;
            tried.direction = simplified_all(e);
            if (first.order % 2 != 0) {
                if (vanishes(term)) continue;
                tried.signs.nonzero.push_back(term);
                if (is_nonzero_number(term)) tried.signs.nonzero.pop_back();
            } else if (!demand_positive(tried, -term, "first term")) {
                continue;
            }
            out = std::move(tried);
            return true;
        }
        return false;
    }

    static bool is_nonzero_number(const Expr& e) { return e.is_number(); }

    const System& system_;
    const ExactStandstill& at_;
    std::vector<Expr> q_, v_;
    Context& c_;
    EnergyNearRest energy_;
    Expr V_;
    std::vector<Expr> F_;
    Matrix dF_, H_, inertia_;
    Columns tangent_, across_F_;
};

}  // namespace

PotentialMinimum potential_minimum(const System& system, const ExactStandstill& at,
                                   const Substitution& numbers) {
    return Finder(system, at, numbers).run();
}

}  // namespace anholon
