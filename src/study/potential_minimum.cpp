#include "study/potential_minimum.hpp"

#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/introduce.hpp"
#include "expr/linear.hpp"
#include "expr/normal_form.hpp"
#include "expr/simplify.hpp"
#include "expr/zero.hpp"
#include "study/standstill/stability.hpp"

namespace anholon {

namespace {

using Outcome = PotentialMinimum::Outcome;

Matrix part_without(const Matrix& K, std::size_t left_out) {
    Matrix out(K.context(), K.rows() - 1, K.rows() - 1);
    for (std::size_t i = 0, a = 0; i < K.rows(); ++i) {
        if (i == left_out) continue;
        for (std::size_t j = 0, b = 0; j < K.rows(); ++j)
            if (j != left_out) out(a, b++) = K(i, j);
        ++a;
    }
    return out;
}

class Finder {
  public:
    Finder(const System& system, const ExactStandstill& at, const Substitution& numbers)
        : system_(system), at_(at), numbers_(numbers), q_(system.q()), c_(system.c()) {}

    PotentialMinimum run() {
        PotentialMinimum out = of_potential();
        if (out.outcome == Outcome::outside || out.outcome == Outcome::degenerate) return out;
        // T is positive definite at the values; where else is a condition as well.
        try {
            for (StabilityCondition& c : conditions_of_positive(inertia_, system_, at_, out.signs)) {
                c.name.replace(c.name.find("V''"), 3, "T");
                out.conditions.push_back(std::move(c));
            }
        } catch (const TooLarge&) {
            return outside("the conditions that T be positive definite are too long");
        }
        return out;
    }

  private:
    PotentialMinimum of_potential() {
        if (!conserves_energy(system_, numbers_))
            return outside("the energy T + V is not known to be conserved");
        Substitution at_rest;
        for (const Expr& v : system_.velocities()) at_rest.emplace_back(v, c_.zero());
        V_ = -substitute(system_.L, at_rest);
        if (!is_kinetic_energy_positive(at_rest))
            return outside("T is not positive definite at the values here");
        if (!add_multipliers()) return outside("reactions of constraints on velocities take part");
        K_ = simplified(transpose(T_) * here(hessian(V_, q_)) * T_);
        const RankResult rank = anholon::rank(K_);
        if (!rank.rank) return outside(rank.reason);
        if (*rank.rank < K_.rows()) return of_degenerate(*rank.rank);
        PotentialMinimum out{.outcome = Outcome::definite};
        out.conditions = conditions_of_positive(K_, system_, at_, out.signs);
        return out;
    }

    static PotentialMinimum outside(const std::string& reason) { return {.reason = reason}; }

    Matrix here(Matrix M) const {
        const std::vector<Expr> values = at_.at(std::span<const Expr>(M.entries()));
        for (std::size_t k = 0; k < values.size(); ++k) M.entries()[k] = with_known_roots(system_, values[k]);
        return M;
    }

    // On the velocities that the constraints allow, by the minors at the values of the letters.
    bool is_kinetic_energy_positive(const Substitution& at_rest) {
        const std::vector<Expr> v = system_.velocities();
        std::vector<Expr> rows;
        for (const Constraint& k : system_.constraints)
            rows.push_back(k.kind == Constraint::Kind::geometric ? time_derivative(k.residual) : k.residual);
        Matrix basis = Matrix::identity(c_, v.size());
        if (!rows.empty()) {
            const KernelResult allowed = anholon::kernel(here(jacobian(rows, v)));
            if (!allowed.decided || allowed.basis.empty()) return false;
            basis = Matrix(c_, v.size(), allowed.basis.size());
            for (std::size_t j = 0; j < allowed.basis.size(); ++j)
                for (std::size_t i = 0; i < v.size(); ++i) basis(i, j) = allowed.basis[j][i];
        }
        Matrix H = hessian(system_.L, v);
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

    // V − λ_a F_a with ∂V = λ_a ∂F_a at the equilibrium, and the displacements T that F = 0 allows.
    bool add_multipliers() {
        std::vector<Expr> F;
        for (const Constraint& k : system_.constraints)
            if (k.kind == Constraint::Kind::geometric) F.push_back(k.residual);
        const std::vector<Expr> slopes = at_.at(gradient(V_, q_));
        T_ = Matrix::identity(c_, q_.size());
        if (F.empty()) return std::ranges::all_of(slopes, vanishes);
        geometric_ = F.size();
        const Matrix D = here(jacobian(F, q_));
        const Solution lambda = solve(transpose(D), slopes);
        const KernelResult kernel = anholon::kernel(D);
        if (lambda.outcome != Solution::Outcome::unique || !kernel.decided || kernel.basis.empty())
            return false;
        for (std::size_t a = 0; a < F.size(); ++a) V_ -= lambda.x[a] * F[a];
        T_ = Matrix(c_, q_.size(), kernel.basis.size());
        for (std::size_t j = 0; j < kernel.basis.size(); ++j)
            for (std::size_t i = 0; i < q_.size(); ++i) T_(i, j) = kernel.basis[j][i];
        return true;
    }

    static PotentialMinimum degenerate(const std::string& reason) {
        return {.outcome = Outcome::degenerate, .reason = reason};
    }

    // q = q* + τ e + y(τ), ∂V/∂y = 0: V along that curve, term by term (Lyapunov and Schmidt).
    PotentialMinimum of_degenerate(std::size_t rank) const {
        constexpr long last = 6;
        if (K_.rows() - rank > 1 || geometric_ > 0)
            return degenerate(geometric_ > 0
                                  ? "terms of higher order are looked at without geometric constraints only"
                                  : "V'' vanishes along more than one direction");
        const KernelResult kernel = anholon::kernel(K_);
        if (!kernel.decided || kernel.basis.size() != 1) return degenerate(kernel.reason);
        const std::vector<Expr>& e = kernel.basis[0];
        const std::size_t n = q_.size(), left_out = kernel.free[0];
        PotentialMinimum out;
        if (n > 1)
            out.conditions = conditions_of_positive(part_without(K_, left_out), system_, at_, out.signs);
        if (std::ranges::any_of(out.conditions, &StabilityCondition::is_never))
            return degenerate("V'' is negative along another direction");
        const Expr tau = introduced(c_, "tau", SymbolKind::variable, "distance along a direction");
        std::vector<Expr> curve;
        for (std::size_t i = 0; i < n; ++i) curve.push_back(at_.at(q_[i]) + tau * e[i]);
        const std::vector<Expr> slopes = gradient(V_, q_);
        for (long k = 2; k <= last / 2; ++k) {
            const std::vector<Expr> y = correction(slopes, curve, tau, k, left_out);
            for (std::size_t i = 0; i < n; ++i) curve[i] += y[i] * pow(tau, Rational(k));
        }
        Expr V = on_curve(V_, curve);
        for (long k = 1; k <= last; ++k) {
            V = derivative(V, tau) / Rational(k);
            const Expr term = simplified(substitute(V, {{tau, c_.zero()}}));
            if (vanishes(term)) continue;
            return judged(std::move(out), static_cast<std::size_t>(k), term);
        }
        return degenerate("no term up to order 6 decides");
    }

    Expr on_curve(const Expr& e, const std::vector<Expr>& curve) const {
        Substitution on;
        for (const auto& [symbol, value] : at_.place)
            if (std::ranges::find(q_, symbol) == q_.end()) on.emplace_back(symbol, value);
        for (std::size_t i = 0; i < q_.size(); ++i) on.emplace_back(q_[i], curve[i]);
        return substitute(e, on);
    }

    // The term y_k τ^k that takes ∂V/∂y to the next order.
    std::vector<Expr> correction(const std::vector<Expr>& slopes, const std::vector<Expr>& curve,
                                 const Expr& tau, long k, std::size_t left_out) const {
        std::vector<Expr> rest, y(q_.size(), c_.zero());
        for (std::size_t i = 0; i < q_.size(); ++i) {
            if (i == left_out) continue;
            Expr slope = on_curve(slopes[i], curve);
            for (long m = 1; m <= k; ++m) slope = derivative(slope, tau) / Rational(m);
            rest.push_back(-simplified(substitute(slope, {{tau, c_.zero()}})));
        }
        if (rest.empty()) return y;
        const Solution solved = solve(part_without(K_, left_out), rest);
        for (std::size_t i = 0, a = 0; i < q_.size(); ++i)
            if (i != left_out) y[i] = simplified(solved.x[a++]);
        return y;
    }

    PotentialMinimum judged(PotentialMinimum out, std::size_t order, const Expr& term) const {
        out.order = order;
        out.term = term;
        const bool is_odd = order % 2 != 0;
        const Matrix one{{is_odd ? c_.one() : term}}, minus{{is_odd ? c_.one() : -term}};
        KnownSigns signs = out.signs;
        const bool is_positive = !is_odd && conditions_of_positive(one, system_, at_, signs).empty();
        if (is_positive) {
            out.signs = signs;
            out.outcome = Outcome::minimum;
            return out;
        }
        signs = out.signs;
        const bool decreases = is_odd || conditions_of_positive(minus, system_, at_, signs).empty();
        const bool is_holonomic = std::ranges::all_of(
            system_.constraints, [](const Constraint& k) { return k.kind == Constraint::Kind::geometric; });
        if (!decreases) return degenerate("the sign of the first term is not the same for all values");
        if (!is_holonomic)
            return degenerate("V has no minimum, which decides only without constraints on velocities");
        out.signs = signs;
        out.outcome = Outcome::no_minimum;
        return out;
    }

    const System& system_;
    const ExactStandstill& at_;
    const Substitution& numbers_;
    std::vector<Expr> q_;
    Context& c_;
    Expr V_;
    Matrix T_, K_, inertia_;
    std::size_t geometric_ = 0;
};

}  // namespace

PotentialMinimum potential_minimum(const System& system, const ExactStandstill& at,
                                   const Substitution& numbers) {
    return Finder(system, at, numbers).run();
}

}  // namespace anholon
