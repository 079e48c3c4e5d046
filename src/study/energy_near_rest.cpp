#include "study/energy_near_rest.hpp"

#include <algorithm>
#include <cmath>

#include "expr/derivative.hpp"
#include "expr/introduce.hpp"
#include "expr/linear.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"

namespace anholon {

namespace {

class Finder {
  public:
    Finder(const System& system, const ExactStandstill& at, const Substitution& numbers)
        : system_(system), at_(at), numbers_(numbers), c_(system.c()), v_(system.velocities()) {}

    EnergyNearRest run() {
        if (const std::string why = outside(); !why.empty()) return {.reason = why};
        EnergyNearRest out;
        Substitution reversed;
        for (const Expr& v : v_) reversed.emplace_back(v, -v);
        const bool is_free = std::ranges::all_of(system_.Q, [&](const Expr& Q) { return is_zero(Q); });
        out.is_even = is_free && is_zero(system_.L - substitute(system_.L, reversed));
        out.is_conserved = out.never_grows = is_free;
        if (!is_free) judge_power(out);
        return out;
    }

  private:
    bool is_zero(const Expr& e) const { return vanishes(substitute(e, numbers_)); }

    std::string outside() const {
        if (system_.algebra || system_.motion.axiom != Axiom::nonholonomic)
            return "it is stated for ideal constraints in coordinates";
        if (!system_.states.empty()) return "a controller acts";
        if (!system_.frictions.empty()) return "dry friction acts";
        if (!is_zero(derivative(system_.L, system_.t))) return "L depends on time";
        for (const Constraint& k : system_.constraints) {
            if (!is_zero(derivative(k.residual, system_.t))) return "a constraint depends on time";
            if (k.kind != Constraint::Kind::geometric && !is_homogeneous(k))
                return "a constraint is not homogeneous in the velocities: its reaction may do work";
        }
        return "";
    }

    // v ∂f/∂v = d f: the reaction λ ∂f/∂v does no work.
    bool is_homogeneous(const Constraint& k) const {
        const Expr along = dot(gradient(k.residual, v_), v_);
        for (const long degree : {1L, 2L, 3L, 4L})
            if (is_zero(along - k.residual * Rational(degree))) return true;
        return false;
    }

    // v = P(q) u on the velocities that linear constraints allow.
    bool choose_free_velocities() {
        std::vector<Expr> rows;
        for (const Constraint& k : system_.constraints)
            if (k.kind != Constraint::Kind::nonlinear)
                rows.push_back(k.kind == Constraint::Kind::geometric ? time_derivative(k.residual)
                                                                     : k.residual);
        const std::size_t n = v_.size();
        std::vector<std::vector<Expr>> basis;
        if (rows.empty()) {
            const Matrix one = Matrix::identity(c_, n);
            for (std::size_t j = 0; j < n; ++j) basis.emplace_back(one.row(j).begin(), one.row(j).end());
        } else {
            // Solved for those velocities for which it can be done at the equilibrium.
            const Matrix A = jacobian(rows, v_);
            Matrix here = A;
            for (Expr& a : here.entries()) a = with_known_roots(system_, at_.at(a));
            const KernelResult allowed = kernel(here);
            if (!allowed.decided || allowed.basis.size() + rows.size() != n) return false;
            std::vector<std::size_t> tied;
            for (std::size_t i = 0; i < n; ++i)
                if (std::ranges::find(allowed.free, i) == allowed.free.end()) tied.push_back(i);
            Matrix left(c_, rows.size(), rows.size()), right(c_, rows.size(), allowed.free.size());
            for (std::size_t a = 0; a < rows.size(); ++a) {
                for (std::size_t j = 0; j < tied.size(); ++j) left(a, j) = A(a, tied[j]);
                for (std::size_t j = 0; j < allowed.free.size(); ++j) right(a, j) = -A(a, allowed.free[j]);
            }
            if (allowed.free.empty()) return false;
            const InverseResult solved = inverse_times(left, right);
            if (solved.outcome != InverseResult::Outcome::regular) return false;
            for (std::size_t j = 0; j < allowed.free.size(); ++j) {
                basis.emplace_back(n, c_.zero());
                basis[j][allowed.free[j]] = c_.one();
                for (std::size_t i = 0; i < tied.size(); ++i) basis[j][tied[i]] = solved.inverse(i, j);
            }
        }
        std::vector<Expr> v(v_.size(), c_.zero());
        for (std::size_t j = 0; j < basis.size(); ++j) {
            u_.push_back(
                introduced(c_, "u" + std::to_string(j + 1), SymbolKind::variable, "free velocities", j));
            for (std::size_t i = 0; i < v.size(); ++i) v[i] += basis[j][i] * u_[j];
        }
        for (std::size_t i = 0; i < v.size(); ++i) allowed_.emplace_back(v_[i], v[i]);
        return !u_.empty();
    }

    void judge_power(EnergyNearRest& out) {
        out.reason = "the power of the forces is not known to be negative";
        if (Walk(c_, system_.Q).contains(system_.t.id())) {
            out.reason = "a force depends on time";
            return;
        }
        try {
            if (!choose_free_velocities()) return;
        } catch (const NotExact&) {
            return;
        }
        const Expr power = substitute(substitute(dot(system_.Q, v_), allowed_), numbers_);
        if (vanishes(power)) {
            out.is_conserved = out.never_grows = true;
            out.reason.clear();
            return;
        }
        Matrix D = hessian(power, u_);
        Expr quadratic = c_.zero();
        Substitution at_rest;
        for (const Expr& u : u_) at_rest.emplace_back(u, c_.zero());
        for (Expr& d : D.entries()) d = substitute(d, at_rest) / Rational(-2);
        for (std::size_t i = 0; i < u_.size(); ++i)
            for (std::size_t j = 0; j < u_.size(); ++j) quadratic += D(i, j) * u_[i] * u_[j];
        if (!vanishes(power + quadratic)) {
            out.reason = "the power of the forces is no quadratic form of the velocities";
            return;
        }
        const auto rank = anholon::rank(D).rank;
        if (!rank) return;
        try {
            judge_block(out, D, *rank);
        } catch (const std::runtime_error&) {
            // It has no value there as it is written, or its minors are too long.
        }
    }

    // Pivots on the diagonal, by the numbers at the equilibrium.
    void judge_block(EnergyNearRest& out, const Matrix& D, std::size_t rank) {
        const std::size_t n = u_.size();
        Matrix here = D;
        for (Expr& d : here.entries()) d = with_known_roots(system_, at_.at(d));
        std::vector<double> M;
        for (const Expr& d : here.entries()) M.push_back(at_.value(d));
        std::vector<std::size_t> chosen;
        while (chosen.size() < rank) {
            std::size_t best = n;
            for (std::size_t i = 0; i < n; ++i)
                if (std::ranges::find(chosen, i) == chosen.end() && M[i * n + i] > 1e-12 &&
                    (best == n || M[i * n + i] > M[best * n + best]))
                    best = i;
            if (best == n) return;
            chosen.push_back(best);
            const std::vector<double> row(M.begin() + static_cast<long>(best * n),
                                          M.begin() + static_cast<long>((best + 1) * n));
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j)
                    if (std::ranges::find(chosen, i) == chosen.end())
                        M[i * n + j] -= row[i] * row[j] / row[best];
        }
        std::ranges::sort(chosen);
        Matrix block(c_, rank, rank);
        for (std::size_t i = 0; i < rank; ++i)
            for (std::size_t j = 0; j < rank; ++j) block(i, j) = here(chosen[i], chosen[j]);
        out.conditions = conditions_of_positive(block, system_, at_, out.signs, "the dissipation");
        out.never_grows = true;
        out.is_dissipated_along_all = rank == n;
        out.reason.clear();
    }

    const System& system_;
    const ExactStandstill& at_;
    const Substitution& numbers_;
    Context& c_;
    std::vector<Expr> v_, u_;
    Substitution allowed_;
};

}  // namespace

EnergyNearRest energy_near_rest(const System& system, const ExactStandstill& at,
                                const Substitution& numbers) {
    return Finder(system, at, numbers).run();
}

}  // namespace anholon
