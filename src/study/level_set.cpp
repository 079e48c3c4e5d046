#include "study/level_set.hpp"

#include <algorithm>
#include <cmath>

#include "base/finite.hpp"
#include "integrate/determinant.hpp"
#include "integrate/least_squares.hpp"
#include "integrate/singular_values.hpp"

namespace anholon {

namespace {

constexpr int most_halvings = 25;

double norm(std::span<const double> v) {
    double sum = 0;
    for (const double x : v) sum += x * x;
    return std::sqrt(sum);
}

// dF in scaled variables, row by row; with the scales of the functions if there are any.
Coordinates scaled_slopes(const LevelSet& set, std::span<const double> variables,
                          std::span<const double> functions, std::span<const double> x) {
    Coordinates J(set.k * set.n);
    set.slopes(x.data(), J.data());
    for (std::size_t a = 0; a < set.k; ++a)
        for (std::size_t i = 0; i < set.n; ++i)
            J[a * set.n + i] *= variables[i] / (functions.empty() ? 1 : functions[a]);
    return J;
}

// Rounding of a function whose slopes these are: what the next doubles of the variables change.
bool holds(const LevelSet& set, std::span<const double> x, std::span<const double> F,
           std::span<const double> J, std::span<const double> variables) {
    for (std::size_t a = 0; a < set.k; ++a) {
        double size = 0;
        for (std::size_t i = 0; i < set.n; ++i)
            size += std::fabs(J[a * set.n + i]) * (1 + std::fabs(x[i]) / variables[i]);
        if (!(std::fabs(F[a]) <= 1e-11 * size)) return false;
    }
    return true;
}

}  // namespace

double LevelSet::apart(std::size_t i, double x, double y) const {
    return is_circle(i) ? std::remainder(x - y, periods[i]) : x - y;
}

std::optional<Coordinates> point_near(const LevelSet& set, std::span<const double> variable_scales,
                                      Coordinates x, int most_steps) {
    Coordinates F(set.k), next(set.n), J;
    set.values(x.data(), F.data());
    if (!are_finite(F)) return std::nullopt;
    for (int step = 0; step < most_steps; ++step) {
        J = scaled_slopes(set, variable_scales, {}, x);
        if (!are_finite(J)) return std::nullopt;
        // Each function by its own slope, so that none outweighs the others.
        Coordinates weights(set.k), right(set.k);
        for (std::size_t a = 0; a < set.k; ++a) {
            weights[a] = norm(std::span(J).subspan(a * set.n, set.n));
            if (!(weights[a] > 0)) weights[a] = 1;
            right[a] = F[a] / weights[a];
        }
        if (holds(set, x, F, J, variable_scales)) return x;
        Coordinates W = J;
        for (std::size_t a = 0; a < set.k; ++a)
            for (std::size_t i = 0; i < set.n; ++i) W[a * set.n + i] /= weights[a];
        const Coordinates move = least_squares(W, set.k, set.n, right, {1e-12});
        const double before = norm(right);
        double part = 1;
        bool falls = false;
        for (int halving = 0; halving < most_halvings && !falls; ++halving, part /= 2) {
            for (std::size_t i = 0; i < set.n; ++i) next[i] = x[i] - part * move[i] * variable_scales[i];
            set.values(next.data(), F.data());
            for (std::size_t a = 0; a < set.k; ++a) right[a] = F[a] / weights[a];
            falls = are_finite(F) && norm(right) < before;
        }
        if (!falls) {
            set.values(x.data(), F.data());
            break;
        }
        x = next;
    }
    J = scaled_slopes(set, variable_scales, {}, x);
    if (are_finite(J) && holds(set, x, F, J, variable_scales)) return x;
    return std::nullopt;
}

std::optional<Coordinates> corrected(const LevelSet& set, std::span<const double> variable_scales,
                                     Coordinates x) {
    const std::size_t k = set.k, n = set.n;
    Coordinates F(k), G(k * k);
    for (int step = 0; step < 8; ++step) {
        set.values(x.data(), F.data());
        const Coordinates J = scaled_slopes(set, variable_scales, {}, x);
        if (!are_finite(F) || !are_finite(J)) return std::nullopt;
        if (holds(set, x, F, J, variable_scales)) return x;
        for (std::size_t a = 0; a < k; ++a)
            for (std::size_t b = 0; b < k; ++b) {
                G[a * k + b] = 0;
                for (std::size_t i = 0; i < n; ++i) G[a * k + b] += J[a * n + i] * J[b * n + i];
            }
        // G is positive definite where dF has rank k: no pivots are needed.
        for (std::size_t c = 0; c < k; ++c) {
            if (!(G[c * k + c] > 0)) return std::nullopt;
            for (std::size_t a = c + 1; a < k; ++a) {
                const double part = G[a * k + c] / G[c * k + c];
                for (std::size_t b = c; b < k; ++b) G[a * k + b] -= part * G[c * k + b];
                F[a] -= part * F[c];
            }
        }
        for (std::size_t c = k; c-- > 0;) {
            for (std::size_t b = c + 1; b < k; ++b) F[c] -= G[c * k + b] * F[b];
            F[c] /= G[c * k + c];
        }
        for (std::size_t i = 0; i < n; ++i) {
            double move = 0;
            for (std::size_t a = 0; a < k; ++a) move += J[a * n + i] * F[a];
            x[i] -= move * variable_scales[i];
        }
    }
    return std::nullopt;
}

double smallest_slope(const LevelSet& set, const LevelSetScales& scales, std::span<const double> x) {
    if (set.k == 0) return 1;
    const Coordinates J = scaled_slopes(set, scales.variables, scales.functions, x);
    if (!are_finite(J)) return 0;
    return singular_values(J, set.k, set.n).back();
}

double aligned(const LevelSet& set, std::span<const double> slopes, std::span<const double> other_slopes,
               std::span<const double> variable_scales) {
    const std::size_t k = set.k, n = set.n;
    const auto volume = [&](std::span<const double> a, std::span<const double> b) {
        Coordinates G(k * k);
        for (std::size_t r = 0; r < k; ++r)
            for (std::size_t s = 0; s < k; ++s)
                for (std::size_t i = 0; i < n; ++i)
                    G[r * k + s] += a[r * n + i] * b[s * n + i] * variable_scales[i] * variable_scales[i];
        return determinant(G, k);
    };
    const double size = volume(slopes, slopes) * volume(other_slopes, other_slopes);
    return size > 0 ? volume(slopes, other_slopes) / std::sqrt(size) : 0;
}

namespace {

// F = 0, λ dF = 0, |λ|² = 1 in scaled variables (x, λ).
class SingularEquations {
  public:
    SingularEquations(const LevelSet& set, const LevelSetScales& scales) : set_(set), scales_(scales) {}

    std::size_t unknowns() const { return set_.n + set_.k; }
    std::size_t count() const { return set_.k + set_.n + 1; }

    Coordinates residuals(std::span<const double> z) const {
        const Coordinates x = place(z);
        Coordinates out(count());
        set_.values(x.data(), out.data());
        for (std::size_t a = 0; a < set_.k; ++a) out[a] /= scales_.functions[a];
        const Coordinates J = scaled_slopes(set_, scales_.variables, scales_.functions, x);
        double length = -1;
        for (std::size_t a = 0; a < set_.k; ++a) {
            const double lambda = z[set_.n + a];
            length += lambda * lambda;
            for (std::size_t i = 0; i < set_.n; ++i) out[set_.k + i] += lambda * J[a * set_.n + i];
        }
        out.back() = length;
        return out;
    }

    // By differences: they say where to go, the residuals alone whether it is there.
    Coordinates slopes(const Coordinates& z) const {
        constexpr double step = 1e-5;
        Coordinates out(count() * unknowns());
        for (std::size_t j = 0; j < unknowns(); ++j) {
            Coordinates up = z, down = z;
            up[j] += step;
            down[j] -= step;
            const Coordinates high = residuals(up), low = residuals(down);
            for (std::size_t r = 0; r < count(); ++r)
                out[r * unknowns() + j] = (high[r] - low[r]) / (2 * step);
        }
        return out;
    }

    Coordinates place(std::span<const double> z) const {
        Coordinates x(set_.n);
        for (std::size_t i = 0; i < set_.n; ++i) x[i] = z[i] * scales_.variables[i];
        return x;
    }

  private:
    const LevelSet& set_;
    const LevelSetScales& scales_;
};

}  // namespace

std::optional<Coordinates> singular_point_near(const LevelSet& set, const LevelSetScales& scales,
                                               Coordinates x) {
    if (set.k == 0) return std::nullopt;
    const SingularEquations equations(set, scales);
    Coordinates z(equations.unknowns());
    for (std::size_t i = 0; i < set.n; ++i) z[i] = x[i] / scales.variables[i];
    // λ: the direction in which the rows of dF nearly cancel, that is the left singular vector of the smallest singular value.
    const Coordinates J = scaled_slopes(set, scales.variables, scales.functions, x);
    if (!are_finite(J)) return std::nullopt;
    Coordinates transposed(set.n * set.k);
    for (std::size_t a = 0; a < set.k; ++a)
        for (std::size_t i = 0; i < set.n; ++i) transposed[i * set.k + a] = J[a * set.n + i];
    const double smallest = singular_values(J, set.k, set.n).back(),
                 largest = singular_values(J, set.k, set.n)[0];
    const auto left =
        kernel(transposed, set.n, set.k, {largest > 0 ? 1.001 * smallest / largest + 1e-15 : 1.0});
    if (left.empty()) return std::nullopt;
    std::copy(left.back().begin(), left.back().end(), z.begin() + static_cast<long>(set.n));
    Coordinates r = equations.residuals(z);
    if (!are_finite(r)) return std::nullopt;
    for (int step = 0; step < 60 && norm(r) > 1e-12; ++step) {
        const Coordinates slopes = equations.slopes(z);
        if (!are_finite(slopes)) return std::nullopt;
        const Coordinates move = least_squares(slopes, equations.count(), equations.unknowns(), r, {1e-9});
        bool falls = false;
        Coordinates next(z.size());
        for (double part = 1; part > 1e-6 && !falls; part /= 2) {
            for (std::size_t j = 0; j < z.size(); ++j) next[j] = z[j] - part * move[j];
            const Coordinates there = equations.residuals(next);
            falls = are_finite(there) && norm(there) < norm(r);
            if (falls) r = there;
        }
        if (!falls) break;
        z = next;
    }
    return norm(r) < 1e-9 ? std::optional(equations.place(z)) : std::nullopt;
}

}  // namespace anholon
