#include "structure/integrals/commuting_fields.hpp"

#include <algorithm>
#include <numeric>

#include "calculus/antiderivative.hpp"
#include "expr/dependence.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "structure/evidence/state_sampler.hpp"
#include "structure/zeros/range.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMostOrders = 24;  // of the coordinates, in which quadratures are tried

bool is_free_of(const Expr& e, const Expr& x) { return is_constant_in(e, x); }

bool all_vanish(const Matrix& A) { return std::ranges::all_of(A.entries(), vanishes); }

Matrix scaled(Expr f, Matrix A) {
    for (Expr& entry : A.entries()) entry = f * entry;
    return A;
}

Matrix substituted(const Matrix& A, const Substitution& at) {
    Matrix out = A;
    for (Expr& entry : out.entries()) entry = substitute(entry, at);
    return out;
}

// Why the theorem does not apply.
Reason no_group(const Setting& s) {
    if (s.on_algebra()) return "the velocities are those of a Lie algebra, without the group's coordinates";
    if (s.system.motion.axiom != Axiom::nonholonomic || !s.is_unconstrained()) return "there are constraints";
    if (const Reason why = s.no_frame()) return why;
    const AdaptedFrame& X = s.frame();
    const Expr L = s.L_in_frame();
    const auto is_constant = [&](const Expr& e) {
        return is_free_of(e, s.t) &&
               std::ranges::all_of(s.q, [&](const Expr& q) { return is_free_of(e, q); });
    };
    bool is_abelian = true;
    for (const std::size_t r : indices(0, X.l()))
        for (const std::size_t k : indices(r + 1, X.l()))
            for (const Expr& c : X.bracket(r, k)) {
                if (vanishes(c)) continue;
                if (r == 0 || !is_constant(c)) return "the frame is not that of a Lie group";
                is_abelian = false;
            }
    if (is_abelian) return "the fields of the frame commute: its momenta are the integrals";
    for (const std::size_t k : X.all_indices()) {
        if (!vanishes(X.force(k))) return "there are forces without a potential";
        if (!vanishes(X.apply(k, L))) return "the Lagrangian depends on the coordinates";
    }
    if (!vanishes(X.apply(0, L))) return "the Lagrangian depends on time";
    return std::nullopt;
}

// U' = M(x) U, U = 1 at x = x°.
class LinearEquation {
  public:
    LinearEquation(const Setting& s, const Matrix& M, Expr x, Expr start)
        : s_(s), M_(M), n_(M.rows()), x_(x), start_(start) {}

    std::optional<Matrix> solution() const {
        if (all_vanish(M_)) return Matrix::identity(s_.c, n_);
        if (auto U = triangular()) return U;
        return exponential();
    }

  private:
    // ∫ e dx from x° on.
    std::optional<Expr> integral(const Expr& e) const {
        const auto F = antiderivative(simplified(e), x_);
        if (!F) return std::nullopt;
        return simplified(*F - substitute(*F, {{x_, start_}}));
    }

    // Rows in an order in which each depends on those before it: U_i = m_i (e_i + ∫ Σ_j M_ij U_j/m_i dx), m_i = exp ∫ M_ii dx.
    std::optional<Matrix> triangular() const {
        std::vector<std::size_t> order;
        const auto is_done = [&](std::size_t j) { return std::ranges::find(order, j) != order.end(); };
        for (bool is_moving = true; is_moving && order.size() < n_;) {
            is_moving = false;
            for (std::size_t i = 0; i < n_; ++i) {
                if (is_done(i)) continue;
                bool is_ready = true;
                for (std::size_t j = 0; j < n_; ++j)
                    is_ready = is_ready && (j == i || is_done(j) || vanishes(M_(i, j)));
                if (!is_ready) continue;
                order.push_back(i);
                is_moving = true;
            }
        }
        if (order.size() < n_) return std::nullopt;
        Matrix U(s_.c, n_, n_);
        for (const std::size_t i : order) {
            const auto exponent = integral(M_(i, i));
            if (!exponent) return std::nullopt;
            const Expr m = exp(*exponent);
            for (std::size_t k = 0; k < n_; ++k) {
                Expr right = s_.c.zero();
                for (std::size_t j = 0; j < n_; ++j)
                    if (j != i) right += M_(i, j) * U(j, k);
                const auto sum = integral(right / m);
                if (!sum) return std::nullopt;
                U(i, k) = simplified(m * (*sum + (i == k ? s_.c.one() : s_.c.zero())));
            }
        }
        return U;
    }

    // exp K, K = ∫ M dx, where M K = K M and K³ − p K² + q K = 0, p = tr K, q = (p² − tr K²)/2: the eigenvalues are 0 and α ± κ, α = p/2,
    // κ² = α² − q. Then exp K = 1 + c_1 K + c_2 K², with C = cosh κ, Z = sinh κ/κ, or cos and sin where κ² < 0:
    //   c_2 = (1 − e^α C + α e^α Z)/q,   c_1 = e^α Z − 2 α c_2.
    std::optional<Matrix> exponential() const {
        Matrix K(s_.c, n_, n_);
        for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t j = 0; j < n_; ++j) {
                const auto entry = integral(M_(i, j));
                if (!entry) return std::nullopt;
                K(i, j) = *entry;
            }
        if (!all_vanish(M_ * K - K * M_)) return std::nullopt;
        const Matrix K2 = simplified(K * K);
        Expr p = s_.c.zero(), p2 = s_.c.zero();
        for (std::size_t i = 0; i < n_; ++i) {
            p += K(i, i);
            p2 += K2(i, i);
        }
        const Expr alpha = simplified(p / 2), q = simplified((p * p - p2) / 2);
        if (vanishes(q) || !all_vanish(K2 * K - scaled(p, K2) + scaled(q, K))) return std::nullopt;
        // κ is a multiple of an entry of K, best of one that makes it a number: (κ/f)², which a coordinate must not change.
        Expr f, square;
        for (const Expr& entry : std::as_const(K).entries()) {
            if (vanishes(entry)) continue;
            const Expr tried = simplified((alpha * alpha - q) / (entry * entry));
            if (f && !tried.is_number()) continue;
            f = entry;
            square = tried;
            if (tried.is_number()) break;
        }
        if (vanishes(square) || !is_free_of(square, x_)) return std::nullopt;
        const int sign = sign_of(s_.system, square);
        if (sign == 0) return std::nullopt;
        const Expr kappa = simplified(f * sqrt(sign * square));
        const Expr C = sign < 0 ? cos(kappa) : cosh(kappa), Z = (sign < 0 ? sin(kappa) : sinh(kappa)) / kappa;
        const Expr second = (1 - exp(alpha) * C + alpha * exp(alpha) * Z) / q;
        const Expr first = exp(alpha) * Z - 2 * alpha * second;
        return simplified(Matrix::identity(s_.c, n_) + scaled(first, K) + scaled(second, K2));
    }

    const Setting& s_;
    const Matrix& M_;
    std::size_t n_;
    Expr x_, start_;
};

// Y(q) with ∂Y/∂q_i = −N_i Y, (N_i)^k_m = A_si c^k_sm, along the coordinates in their order from a place on.
class Quadratures {
  public:
    Quadratures(const Setting& s, const Budget& budget) : s_(s), X_(s.frame()), budget_(budget) {
        const std::size_t n = X_.n();
        const Matrix& A = X_.frame().A();
        for (std::size_t i = 0; i < n; ++i) {
            Matrix N(s.c, n, n);
            for (const std::size_t k : X_.all_indices())
                for (const std::size_t m : X_.all_indices()) {
                    Expr sum = s.c.zero();
                    for (const std::size_t r : X_.all_indices()) sum += A(r - 1, i) * X_.c(k, r, m);
                    N(k - 1, m - 1) = simplified(-sum);
                }
            N_.push_back(std::move(N));
        }
    }

    std::optional<Matrix> fields() const {
        std::vector<std::size_t> order(s_.q.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::size_t tried = 0;
        do {
            for (const Expr& start : {s_.c.zero(), s_.c.pi() / 2, s_.c.one()}) {
                budget_.check();
                try {
                    if (auto Y = along(order, start)) return Y;
                } catch (const Undefined&) {
                    continue;  // the frame is singular there
                }
            }
        } while (++tried < kMostOrders && std::ranges::next_permutation(order).found);
        return std::nullopt;
    }

  private:
    std::optional<Matrix> along(const std::vector<std::size_t>& order, const Expr& start) const {
        Matrix Y = Matrix::identity(s_.c, X_.n());
        for (std::size_t k = 0; k < order.size(); ++k) {
            Substitution rest;
            for (std::size_t j = k + 1; j < order.size(); ++j) rest.emplace_back(s_.q[order[j]], start);
            const Matrix M = simplified(substituted(N_[order[k]], rest));
            const auto U = LinearEquation(s_, M, s_.q[order[k]], start).solution();
            if (!U) return std::nullopt;
            Y = simplified(*U * Y);
        }
        return solves(Y) ? std::optional(Y) : std::nullopt;
    }

    bool solves(const Matrix& Y) const {
        for (std::size_t i = 0; i < s_.q.size(); ++i) {
            Matrix slope = Y;
            for (Expr& entry : slope.entries()) entry = derivative(entry, s_.q[i]);
            if (!all_vanish(slope - N_[i] * Y)) return false;
        }
        return true;
    }

    const Setting& s_;
    const AdaptedFrame& X_;
    const Budget& budget_;
    std::vector<Matrix> N_;
};

}  // namespace

CommutingFields commuting_fields(const Setting& s, const Budget& budget) {
    CommutingFields found;
    if (const Reason why = no_group(s)) {
        found.why_not = *why;
        return found;
    }
    found.applies = true;
    const AdaptedFrame& X = s.frame();
    found.eta = X.eta();
    std::optional<Matrix> Y;
    try {
        Y = Quadratures(s, budget).fields();
    } catch (const Undefined&) {
        Y = std::nullopt;
    }
    if (!Y) {
        found.why_not = "no elementary quadratures were found";
        return found;
    }
    const std::vector<Expr> y = gradient(s.L_in_frame(), X.eta());
    Substitution in_velocities;
    for (const std::size_t k : X.all_indices()) in_velocities.emplace_back(X.eta(k), X.definition(k));
    for (std::size_t j = 0; j < X.n(); ++j) {
        CommutingFields::Field field;
        for (std::size_t m = 0; m < X.n(); ++m) field.Y.push_back((*Y)(m, j));
        for (std::size_t i = 0; i < s.q.size(); ++i)
            field.components.push_back(simplified(dot(X.frame().B().row(i), field.Y)));
        field.integral = simplified(dot(field.Y, y));
        field.value = substitute(field.integral, in_velocities);
        const auto proof =
            vanish(s, {Dt(field.value)}, StateSampler::At::motion, Parameters::free, budget)[0];
        if (proof.answer != Answer::yes) {
            found.why_not =
                proof.answer == Answer::no ? "a field that was found has no constant momentum" : proof.reason;
            found.fields.clear();
            return found;
        }
        field.error_bound = proof.error_bound;
        found.fields.push_back(std::move(field));
    }
    return found;
}

}  // namespace anholon
