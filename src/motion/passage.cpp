#include "motion/passage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "base/finite.hpp"
#include "integrate/factorization.hpp"
#include "integrate/least_squares.hpp"

namespace anholon {

namespace {

constexpr std::size_t degree = 14;  // of the smooth motion as a polynomial
constexpr double rounding = 0x1p-52;
constexpr double negligible = 1e-7;  // an eigenvalue, against a
constexpr double resonant = 1e-5;    // e/a so close to a whole number
constexpr double stagnant = 1e-10;   // the change of a series by rounding alone
constexpr RankTolerance of_slopes{1e-8};

using Vector = std::vector<double>;

double largest(std::span<const double> v) {
    double most = 0;
    for (const double x : v) most = std::max(most, std::fabs(x));
    return most;
}

class Search {
  public:
    Search(BlowUpChart& chart, std::span<const double> p, std::span<const double> x)
        : chart_(chart), p_(p), in_(x.begin(), x.end()), n_(chart.size()), s_(chart.place_of_s()) {
        chart_.rates().set_parameters(p);
        for (const double value : in_) scale_.push_back(std::max(1.0, std::fabs(value)));
        const std::size_t q = velocities();
        const double speed = largest(std::span(in_).subspan(1 + q, q));
        for (std::size_t i = 1 + q; i < 1 + 2 * q; ++i) scale_[i] = speed > 0 ? speed : 1;
        scale_[s_] = 1;
    }

    std::optional<Passage> run() {
        if (!guess() || !settle() || !classify()) return std::nullopt;
        if (out_.kind == Passage::Kind::degenerate) {
            Vector d(n_);
            for (std::size_t i = 0; i < n_; ++i) d[i] = in_[i] - out_.x0[i];
            out_.offset = relative(d);
            return out_;
        }
        // The point itself depends on the motion that leads there.
        for (int round = 0; round < 40; ++round) {
            if (!expand() || !find_theta()) return std::nullopt;
            const Vector d = difference();
            const Vector along = at_rest_part(d);
            out_.offset = 0;
            for (std::size_t i = 0; i < n_; ++i)
                out_.offset = std::max(out_.offset, std::fabs(d[i] - along[i]) / scale_[i]);
            const double shift = relative(along);
            // A shift that no longer shrinks and is no larger than the offset: the motion passes beside the point.
            const bool is_stalled = !(shift < shift_before_ / 2);
            if (shift < 8 * rounding || (is_stalled && shift <= std::max(1e-13, out_.offset))) return out_;
            if (!(shift < 2 * shift_before_) || shift > 0.3) return std::nullopt;
            shift_before_ = shift;
            for (std::size_t i = 0; i < n_; ++i) out_.x0[i] += along[i];
            if (!settle() || !classify() || out_.kind == Passage::Kind::degenerate) return std::nullopt;
        }
        return std::nullopt;
    }

  private:
    double relative(std::span<const double> d) const {
        double most = 0;
        for (std::size_t i = 0; i < d.size(); ++i) most = std::max(most, std::fabs(d[i]) / scale_[i]);
        return most;
    }

    // Straight on to s = 0.
    bool guess() {
        slopes_.resize(chart_.g_count() * (1 + velocities()));
        chart_.g_slopes(in_, p_, slopes_, out_.a);
        const double dt = -in_[s_] / out_.a;
        if (!std::isfinite(dt)) return false;
        out_.x0 = in_;
        out_.x0[0] += dt;
        for (std::size_t i = 0; i < velocities(); ++i) out_.x0[1 + i] += dt * in_[1 + velocities() + i];
        out_.x0[s_] = 0;
        return are_finite(out_.x0);
    }

    std::size_t velocities() const { return chart_.velocities(); }

    // Onto the equilibria, by the shortest way.
    bool settle() {
        const std::size_t m = chart_.rest_count(), n = n_ - 1;
        Vector values(m), slopes(m * n);
        out_.x0[s_] = 0;
        double before = std::numeric_limits<double>::infinity();
        for (int round = 0; round < 30; ++round) {
            chart_.rest(out_.x0, p_, values, slopes);
            if (!are_finite(values) || !are_finite(slopes)) return false;
            for (std::size_t k = 0; k < m; ++k) {
                double length = 0;
                for (std::size_t j = 0; j < n; ++j) {
                    slopes[k * n + j] *= scale_[j < s_ ? j : j + 1];
                    length += slopes[k * n + j] * slopes[k * n + j];
                }
                if (length == 0) continue;
                length = std::sqrt(length);
                for (std::size_t j = 0; j < n; ++j) slopes[k * n + j] /= length;
                values[k] /= length;
            }
            if (!are_finite(values) || !are_finite(slopes)) return false;
            const Vector d = least_squares(slopes, m, n, values, of_slopes);
            const double step = largest(d);
            if (step > 1) return false;
            for (std::size_t j = 0; j < n; ++j)
                out_.x0[j < s_ ? j : j + 1] -= scale_[j < s_ ? j : j + 1] * d[j];
            if (step < 4 * rounding || (step < 1e-13 && !(step < before / 2))) return true;
            before = step;
        }
        return false;
    }

    bool classify() {
        const std::size_t width = 1 + velocities(), count = chart_.g_count();
        chart_.g_slopes(out_.x0, p_, slopes_, out_.a);
        if (!are_finite(slopes_)) return false;
        out_.codimension = rank(slopes_, count, width, of_slopes);
        J_.resize(n_ * n_);
        if (!chart_.rates().jacobian(0, out_.x0, J_)) return false;
        double trace = 0, size = 0;
        for (std::size_t i = 0; i < n_; ++i) trace += J_[i * n_ + i];
        size = largest(J_);
        out_.kind = Passage::Kind::degenerate;
        out_.e.reset();
        const std::size_t ratios = chart_.ratio_columns().size();
        // The linear part in the ratios and velocities is −a as often as there are ratios, but once e.
        const double e = ratios > 0 ? trace - out_.a + out_.a * (static_cast<double>(ratios) - 1) : 0;
        if (!(std::fabs(out_.a) > negligible * size)) return true;
        eigenvalues_ = {out_.a, -out_.a};
        const bool is_free = std::fabs(e) <= negligible * std::fabs(out_.a);
        if (!is_free && ratios > 0) eigenvalues_.push_back(e);
        if (out_.codimension < 2) {
            out_.kind = Passage::Kind::crossing;
            return true;
        }
        out_.e = is_free ? 0 : e;
        if (is_free)
            out_.kind = is_at_rest_all_along() ? Passage::Kind::crossing : Passage::Kind::degenerate;
        else
            out_.kind = e / out_.a < 0 ? Passage::Kind::saddle : Passage::Kind::node;
        if (out_.kind == Passage::Kind::crossing) out_.e.reset();
        return true;
    }

    // Whether ρ' = 0 is no condition of its own on the set, where the ratios are those of vectors Dg·w.
    bool is_at_rest_all_along() {
        const std::size_t m = chart_.rest_count(), n = n_ - 1, ratios = chart_.ratio_columns().size();
        const std::size_t width = 1 + velocities(), count = chart_.g_count();
        Vector values(m), slopes(m * n), transposed(width * count);
        chart_.rest(out_.x0, p_, values, slopes);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = 0; j < width; ++j) transposed[j * count + i] = slopes_[i * width + j];
        Vector rows;  // what the ratios cannot do, the conditions without ρ' = 0, and then these
        for (const Vector& normal : kernel(transposed, width, count, of_slopes)) {
            rows.insert(rows.end(), n, 0.0);
            std::copy(normal.begin() + 1, normal.end(), rows.end() - static_cast<long>(ratios));
        }
        rows.insert(rows.end(), slopes.begin(), slopes.end());
        const std::size_t all = rows.size() / n;
        return rank(rows, all, n, of_slopes) ==
               rank(std::span(rows).first((all - ratios) * n), all - ratios, n, of_slopes);
    }

    // The smooth motion: Φ(x(θ)) = a θ dx/dθ. The coefficient of θ^k solves (k a − J) x_k = what the lower ones leave. What is left is
    // read off at Chebyshev's points, so that only values of Φ are needed.
    bool expand() {
        Vector first;
        if (!find_direction(first)) return false;
        const double least = 1.05 * std::fabs(in_[s_]);
        double h = std::max(least, out_.h > 0 ? out_.h : 0.25 * largest_reach(first));
        for (;; h = std::max(least, h / 2)) {
            if (is_expanded(first, h)) return true;
            if (h == least) return false;
        }
    }

    // To where some variable has changed by its own size.
    double largest_reach(const Vector& first) const {
        double most = 0;
        for (std::size_t i = 0; i < n_; ++i)
            if (i != s_ && i != 0) most = std::max(most, std::fabs(first[i]) / scale_[i]);
        return most > 0 ? 1 / most : 1;
    }

    // The eigenvector of a, with s = 1.
    bool find_direction(Vector& first) {
        const std::size_t n = n_ - 1;
        const auto full = [&](std::size_t i) { return i < s_ ? i : i + 1; };
        Vector A(n * n), b(n);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j)
                A[i * n + j] = (i == j ? out_.a : 0) - J_[full(i) * n_ + full(j)];
            b[i] = J_[full(i) * n_ + s_];
        }
        Vector found;
        if (!is_solved(A, b, n, is_resonant(1), found)) return false;
        first.assign(n_, 1.0);
        for (std::size_t i = 0; i < n; ++i) first[full(i)] = found[i];
        return are_finite(first);
    }

    // A x = b; where A is singular, the shortest solution if there is one: then smooth motions pass in a family, and it is one of them.
    static bool is_solved(const Vector& A, const Vector& b, std::size_t n, bool is_singular, Vector& x) {
        if (!is_singular) {
            Factorization factors;
            if (!factors.factor(A, n)) return false;
            x = b;
            factors.solve(x);
            return true;
        }
        x = least_squares(A, n, n, b, RankTolerance{10 * resonant});
        double worst = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const double left =
                std::inner_product(x.begin(), x.end(), A.begin() + static_cast<long>(i * n), -b[i]);
            worst = std::max(worst, std::fabs(left));
        }
        return worst <= 1e-10 * std::max(largest(b), 1e-300);
    }

    bool is_expanded(const Vector& first, double h) {
        constexpr std::size_t points = degree + 1;
        std::vector<Vector> c(points, Vector(n_));
        c[0] = out_.x0;
        for (std::size_t i = 0; i < n_; ++i) c[1][i] = h * first[i];
        Vector u(points), powers(points * points);
        for (std::size_t j = 0; j < points; ++j) {
            u[j] = std::cos(std::numbers::pi * (static_cast<double>(j) + 0.5) / points);
            for (std::size_t k = 0; k < points; ++k)
                powers[j * points + k] = std::pow(u[j], static_cast<double>(k));
        }
        Factorization interpolation;
        if (!interpolation.factor(powers, points)) return false;
        std::vector<Factorization> solver(points);
        for (std::size_t k = 2; k < points; ++k)
            if (!is_resonant(k) && !solver[k].factor(shifted(k), n_)) return false;
        Vector x(n_), rates(n_);
        std::vector<Vector> left(n_, Vector(points));
        double before = std::numeric_limits<double>::infinity();
        int stalled = 0;  // rounds without progress
        for (int round = 0; round < 60; ++round) {
            for (std::size_t j = 0; j < points; ++j) {
                evaluate(c, u[j], x);
                if (!chart_.rates().rates(0, x, rates)) return false;
                for (std::size_t i = 0; i < n_; ++i) {
                    double slope = 0;  // u dx/du
                    for (std::size_t k = degree; k >= 1; --k)
                        slope = slope * u[j] + static_cast<double>(k) * c[k][i];
                    left[i][j] = rates[i] - out_.a * u[j] * slope;
                }
            }
            for (Vector& one : left) interpolation.solve(one);
            std::vector<Vector> d(points, Vector(n_));
            double unsolved = 0;  // of a power that another motion has as well: then none of them is smooth
            for (std::size_t k = 2; k < points; ++k) {
                for (std::size_t i = 0; i < n_; ++i) d[k][i] = left[i][k];
                if (!is_resonant(k)) {
                    solver[k].solve(d[k]);
                } else if (const Vector right = d[k]; !is_solved(shifted(k), right, n_, true, d[k])) {
                    unsolved = std::max(unsolved, relative(right));
                }
                if (!are_finite(d[k])) return false;
                for (std::size_t i = 0; i < n_; ++i) c[k][i] += d[k][i];
            }
            // Powers of high degree cancel each other: only values tell the size of a change.
            double change = 0;
            for (const double at : u) {
                evaluate(d, at, x);
                change = std::max(change, relative(x));
            }
            if (change > 1e3) return false;
            // Near a resonance rounding keeps it from vanishing: there the smooth motion is hardly told from its neighbours.
            stalled = change < 0.9 * before ? 0 : stalled + 1;
            if (stalled > 2 && change > stagnant) return false;
            if (change < 16 * rounding || (change < 1e-13 && !(change < before / 2)) || stalled > 2) {
                if (tail(c, u) > 4e-15 || unsolved > 1e-9) return false;
                out_.coefficients = std::move(c);
                out_.h = h;
                return true;
            }
            before = change;
        }
        return false;
    }

    // k a − J
    Vector shifted(std::size_t k) const {
        Vector A(n_ * n_);
        for (std::size_t i = 0; i < n_ * n_; ++i) A[i] = -J_[i];
        for (std::size_t i = 0; i < n_; ++i) A[i * n_ + i] += static_cast<double>(k) * out_.a;
        return A;
    }

    // The last coefficients by Chebyshev's polynomials.
    double tail(const std::vector<Vector>& c, const Vector& u) const {
        const std::size_t points = u.size();
        Vector x(n_), last(n_), before(n_);
        for (std::size_t j = 0; j < points; ++j) {
            evaluate(c, u[j], x);
            const double angle = std::acos(u[j]), share = 2 / static_cast<double>(points);
            for (std::size_t i = 0; i < n_; ++i) {
                last[i] += share * std::cos(static_cast<double>(degree) * angle) * x[i];
                before[i] += share * std::cos(static_cast<double>(degree - 1) * angle) * x[i];
            }
        }
        return std::max(relative(last), relative(before));
    }

    bool is_resonant(std::size_t k) const {
        return std::ranges::any_of(eigenvalues_, [&](double value) {
            return std::fabs(value / out_.a - static_cast<double>(k)) < resonant;
        });
    }

    static void evaluate(const std::vector<Vector>& c, double u, std::span<double> x) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            double value = 0;
            for (std::size_t k = c.size(); k-- > 0;) value = value * u + c[k][i];
            x[i] = value;
        }
    }

    // Where s is that of the motion.
    bool find_theta() {
        Vector x(n_);
        double theta = in_[s_];
        for (int round = 0; round < 30; ++round) {
            out_.at(theta, x);
            double slope = 0;
            for (std::size_t k = degree; k >= 1; --k)
                slope = slope * (theta / out_.h) + static_cast<double>(k) * out_.coefficients[k][s_];
            const double step = (x[s_] - in_[s_]) * out_.h / slope;
            theta -= step;
            if (!(std::fabs(theta) <= out_.h)) return false;
            if (std::fabs(step) <= 4 * rounding * std::fabs(theta)) break;
        }
        out_.theta = theta;
        return theta * in_[s_] > 0;
    }

    Vector difference() const {
        Vector x(n_);
        out_.at(out_.theta, x);
        for (std::size_t i = 0; i < n_; ++i) x[i] = in_[i] - x[i];
        x[s_] = 0;
        return x;
    }

    // Its part along the equilibria: what is left without the other eigenvectors.
    Vector at_rest_part(Vector d) const {
        Vector image(n_);
        for (const double value : eigenvalues_) {
            for (std::size_t i = 0; i < n_; ++i)
                image[i] =
                    std::inner_product(d.begin(), d.end(), J_.begin() + static_cast<long>(i * n_), 0.0);
            for (std::size_t i = 0; i < n_; ++i) d[i] -= image[i] / value;
        }
        return d;
    }

    BlowUpChart& chart_;
    std::span<const double> p_;
    Vector in_, scale_;
    std::size_t n_, s_;
    Passage out_;
    Vector J_, slopes_, eigenvalues_;
    double shift_before_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::string_view name(Passage::Kind kind) {
    switch (kind) {
        case Passage::Kind::crossing: return "crossing";
        case Passage::Kind::saddle: return "saddle";
        case Passage::Kind::node: return "node";
        case Passage::Kind::degenerate: return "degenerate point";
    }
    return "";
}

void Passage::at(double theta, std::span<double> x) const {
    const double u = theta / h;
    for (std::size_t i = 0; i < x.size(); ++i) {
        double value = 0;
        for (std::size_t k = coefficients.size(); k-- > 0;) value = value * u + coefficients[k][i];
        x[i] = value;
    }
}

std::optional<Passage> passage_ahead(BlowUpChart& chart, std::span<const double> p,
                                     std::span<const double> x) {
    return Search(chart, p, x).run();
}

}  // namespace anholon
