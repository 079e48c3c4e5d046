#include "study/affine_map.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/deadline.hpp"
#include "integrate/least_squares.hpp"
#include "study/random_numbers.hpp"

namespace anholon {

namespace {

constexpr double small_enough = 1e-11;
constexpr std::size_t most_steps = 80;

using Numbers = std::vector<double>;

double largest(std::span<const double> x) {
    double out = 0;
    for (const double one : x)
        if (!(std::abs(one) <= out)) out = std::abs(one);
    return out;
}

// The equations P F(x) − G(P x + c, p) = 0, C(P x + c) = 0 and P R = 1 in the unknowns P, c, p and R, which keeps P from losing rank.
class Problem {
  public:
    explicit Problem(const FlowPair& pair)
        : pair_(pair), n_(pair.states.front().size()), k_(pair.size), dy_(k_), y_(k_), C_(pair.kept_size) {
        for (const Numbers& F : pair.rates) scale_ = std::max(scale_, largest(F));
        held_.assign(unknowns(), false);
    }

    std::size_t maps() const { return k_ * n_ + k_ + pair_.wanted.size(); }  // P, c and p
    std::size_t unknowns() const { return maps() + n_ * k_; }
    std::size_t rows() const { return pair_.states.size() * (k_ + pair_.kept_size) + k_ * k_; }
    std::size_t c_begins() const { return k_ * n_; }
    std::size_t p_begins() const { return k_ * n_ + k_; }

    void hold(std::size_t place, bool held) { held_[place] = held; }

    // False where G has no value.
    bool residuals(const Numbers& u, Numbers& r) {
        r.assign(rows(), 0);
        const std::span<const double> P(u.data(), k_ * n_), c(u.data() + c_begins(), k_);
        Numbers p = pair_.parameters;
        for (std::size_t i = 0; i < pair_.wanted.size(); ++i) p[pair_.wanted[i]] = u[p_begins() + i];
        std::size_t row = 0;
        for (std::size_t s = 0; s < pair_.states.size(); ++s) {
            for (std::size_t i = 0; i < k_; ++i)
                y_[i] = c[i] + std::inner_product(pair_.states[s].begin(), pair_.states[s].end(),
                                                  P.begin() + static_cast<long>(i * n_), 0.0);
            if (!pair_.G(y_, p, dy_)) return false;
            for (std::size_t i = 0; i < k_; ++i)
                r[row++] = std::inner_product(pair_.rates[s].begin(), pair_.rates[s].end(),
                                              P.begin() + static_cast<long>(i * n_), 0.0) -
                           dy_[i];
            if (pair_.kept_size == 0) continue;
            pair_.kept(y_, p, C_);
            for (const double one : C_) r[row++] = one;
        }
        for (std::size_t i = 0; i < k_; ++i)
            for (std::size_t j = 0; j < k_; ++j, ++row) {
                r[row] = i == j ? -1 : 0;
                for (std::size_t l = 0; l < n_; ++l) r[row] += P[i * n_ + l] * u[maps() + l * k_ + j];
            }
        return std::isfinite(largest(r));
    }

    // Moves the unknowns that are not held until the equations hold.
    bool solve(Numbers& u) {
        Numbers r, next;
        if (!residuals(u, r)) return false;
        double damping = 1e-2, size = norm(r);
        for (std::size_t step = 0; step < most_steps; ++step) {
            Deadline::check();
            if (largest(r) < small_enough * std::max(1.0, scale_)) return true;
            const auto moving = movable();
            if (moving.empty()) return false;
            const Numbers J = slopes(u, r, moving);
            if (J.empty()) return false;
            bool is_better = false;
            for (int tries = 0; tries < 12 && !is_better; ++tries) {
                Numbers u_next = u;
                const Numbers move = damped(J, r, moving.size(), damping);
                for (std::size_t i = 0; i < moving.size(); ++i) u_next[moving[i]] -= move[i];
                if (residuals(u_next, next) && norm(next) < size) {
                    is_better = true;
                    u = std::move(u_next);
                    r = next;
                    size = norm(r);
                    damping = std::max(damping / 8, 1e-15);
                } else {
                    damping = std::max(damping, 1e-12) * 6;
                }
            }
            if (!is_better) break;
        }
        return largest(r) < small_enough * std::max(1.0, scale_);
    }

    // To the last digits: steps without damping, as long as they help.
    void polish(Numbers& u) {
        Numbers r, next;
        for (int step = 0; step < 6 && residuals(u, r); ++step) {
            const auto moving = movable();
            const Numbers J = moving.empty() ? Numbers{} : slopes(u, r, moving);
            if (J.empty()) return;
            const Numbers move = least_squares(J, r.size(), moving.size(), r);
            Numbers u_next = u;
            for (std::size_t i = 0; i < moving.size(); ++i) u_next[moving[i]] -= move[i];
            if (!residuals(u_next, next) || norm(next) >= norm(r)) return;
            u = std::move(u_next);
        }
    }

  private:
    static double norm(const Numbers& r) {
        return std::sqrt(std::inner_product(r.begin(), r.end(), r.begin(), 0.0));
    }
    std::vector<std::size_t> movable() const {
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < held_.size(); ++i)
            if (!held_[i]) out.push_back(i);
        return out;
    }
    // Central differences; nothing where a value does not exist.
    Numbers slopes(const Numbers& u, const Numbers& r, const std::vector<std::size_t>& moving) {
        Numbers J(r.size() * moving.size()), up, down;
        for (std::size_t j = 0; j < moving.size(); ++j) {
            const double h = 1e-5 * std::max(1.0, std::abs(u[moving[j]]));
            Numbers shifted = u;
            shifted[moving[j]] = u[moving[j]] + h;
            if (!residuals(shifted, up)) return {};
            shifted[moving[j]] = u[moving[j]] - h;
            if (!residuals(shifted, down)) return {};
            for (std::size_t i = 0; i < r.size(); ++i) J[i * moving.size() + j] = (up[i] - down[i]) / (2 * h);
        }
        return J;
    }
    // The move that makes |J move − r|² + damping |move|² least.
    static Numbers damped(const Numbers& J, const Numbers& r, std::size_t columns, double damping) {
        Numbers A = J, b = r;
        A.resize(J.size() + columns * columns, 0.0);
        b.resize(r.size() + columns, 0.0);
        for (std::size_t j = 0; j < columns; ++j) A[J.size() + j * columns + j] = std::sqrt(damping);
        return least_squares(A, b.size(), columns, b);
    }

    const FlowPair& pair_;
    std::size_t n_, k_;
    double scale_ = 0;
    Numbers dy_, y_, C_;
    std::vector<bool> held_;
};

// R of P R = 1, as far as a first guess needs it: Pᵀ.
void guess_inverse(Numbers& u, std::size_t maps, std::size_t k, std::size_t n) {
    for (std::size_t i = 0; i < k; ++i)
        for (std::size_t l = 0; l < n; ++l) u[maps + l * k + i] = u[i * n + l];
}

// Of a family of solutions a simple one: unknowns are held at simple values one after another, as long as a solution is left.
void simplify(Problem& problem, Numbers& u, const FlowPair& pair) {
    const auto try_value = [&](std::size_t place, double value) {
        if (std::abs(u[place] - value) < 1e-9) {
            u[place] = value;
            problem.hold(place, true);
            return true;
        }
        Numbers next = u;
        next[place] = value;
        problem.hold(place, true);
        if (problem.solve(next) && largest(next) < 1e3) {
            u = std::move(next);
            return true;
        }
        problem.hold(place, false);
        return false;
    };
    std::vector<bool> is_settled(problem.maps(), false);
    for (std::size_t i = 0; i < pair.wanted.size(); ++i)
        is_settled[problem.p_begins() + i] =
            try_value(problem.p_begins() + i, pair.parameters[pair.wanted[i]]);
    std::vector<std::size_t> order(problem.p_begins());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {},
                             [&](std::size_t i) { return i >= problem.c_begins() ? -1.0 : std::abs(u[i]); });
    for (const double value : {0.0, 1.0, -1.0})
        for (const std::size_t place : order)
            if (!is_settled[place]) is_settled[place] = try_value(place, value);
    problem.polish(u);
}

}  // namespace

std::optional<AffineMap> affine_map(const FlowPair& pair, std::size_t starts) {
    const std::size_t n = pair.states.front().size(), k = pair.size;
    if (k > n) return std::nullopt;
    RandomNumbers random(17);
    for (std::size_t start = 0; start <= starts; ++start) {
        Problem problem(pair);
        Numbers u(problem.unknowns(), 0.0);
        for (std::size_t i = 0; i < k; ++i)
            for (std::size_t l = 0; l < n; ++l)
                u[i * n + l] = start == 0 ? (i == l ? 1 : 0) : 2 * random.uniform() - 1;
        for (std::size_t i = 0; i < pair.wanted.size(); ++i)
            u[problem.p_begins() + i] = pair.parameters[pair.wanted[i]];
        guess_inverse(u, problem.maps(), k, n);
        if (!problem.solve(u) || largest(u) > 1e3) continue;
        simplify(problem, u, pair);
        AffineMap out;
        out.P.assign(u.begin(), u.begin() + static_cast<long>(k * n));
        out.c.assign(u.begin() + static_cast<long>(problem.c_begins()),
                     u.begin() + static_cast<long>(problem.p_begins()));
        out.parameters.assign(u.begin() + static_cast<long>(problem.p_begins()),
                              u.begin() + static_cast<long>(problem.maps()));
        Numbers r;
        problem.residuals(u, r);
        out.residual = largest(r);
        return out;
    }
    return std::nullopt;
}

std::optional<std::pair<long, long>> fraction(double x, double most) {
    constexpr double tolerance = 1e-11;
    long p0 = 0, q0 = 1, p1 = 1, q1 = 0;
    double rest = x;
    for (int k = 0; k < 40; ++k) {
        const double whole = std::floor(rest);
        if (std::abs(whole) > most) return std::nullopt;
        const long a = static_cast<long>(whole), p = a * p1 + p0, q = a * q1 + q0;
        if (static_cast<double>(std::max(1L, std::abs(p))) * static_cast<double>(q) > most)
            return std::nullopt;
        if (std::abs(x - static_cast<double>(p) / static_cast<double>(q)) <=
            tolerance * std::max(1e-3, std::abs(x)))
            return std::pair(p, q);
        p0 = p1, q0 = q1, p1 = p, q1 = q;
        if (rest == whole) return std::nullopt;
        rest = 1 / (rest - whole);
    }
    return std::nullopt;
}

}  // namespace anholon
