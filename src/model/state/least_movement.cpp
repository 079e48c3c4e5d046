#include "model/state/least_movement.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/text.hpp"
#include "expr/derivative.hpp"

namespace anholon {

Rational rational(double x) { return Rational::parse(decimal(x, 17)).value_or(Rational(0)); }

namespace {

constexpr long precision = 80;
constexpr double epsilon = 0x1p-53;

double largest(const Numbers& x) {
    double out = 0;
    for (const double one : x) out = std::max(out, std::abs(one));
    return out;
}

Numbers moved(const Numbers& x, double factor, const Numbers& delta) {
    Numbers out = x;
    for (std::size_t k = 0; k < x.size(); ++k) out[k] -= factor * delta[k];
    return out;
}

// Residuals of the size of rounding would only move what holds already.
Numbers beyond_rounding(const MovableEquations::Values& values) {
    Numbers r = values.r;
    for (std::size_t i = 0; i < r.size(); ++i)
        if (std::abs(r[i]) <= values.rounding[i]) r[i] = 0;
    return r;
}

// Is J δ = r in every row that does not hold?
bool accounts_for(const MovableEquations::Values& values, const Numbers& delta) {
    for (std::size_t i = 0; i < values.r.size(); ++i) {
        double rest = values.r[i];
        for (std::size_t k = 0; k < delta.size(); ++k) rest -= values.J[i][k] * delta[k];
        if (std::abs(values.r[i]) > values.rounding[i] && std::abs(rest) > 1e-6 * std::abs(values.r[i]))
            return false;
    }
    return true;
}

}  // namespace

// With the eases E and δ = E y, (J E) y = r by the shortest y: its rows are made orthogonal one by one, the longest first (Gram and
// Schmidt), which leaves out rows that depend on others. (J E)(J E)ᵀ would square the eases, and take for dependent what is held firmly.
// Rows are scaled first, since they may have different dimensions.
Numbers least_movement(const std::vector<Numbers>& J, const Numbers& r, const Numbers& ease) {
    constexpr double dependent = 1e-10;
    struct Row {
        Numbers a;
        double b = 0;
        double along(const Row& q) const { return std::inner_product(a.begin(), a.end(), q.a.begin(), 0.0); }
        void take_out(const Row& q) {
            const double f = along(q);
            for (std::size_t k = 0; k < a.size(); ++k) a[k] -= f * q.a[k];
            b -= f * q.b;
        }
    };
    const std::size_t n = ease.size();
    std::vector<Row> rows, basis;
    for (std::size_t i = 0; i < J.size(); ++i) {
        Row row{Numbers(n), r[i]};
        for (std::size_t k = 0; k < n; ++k) row.a[k] = J[i][k] * ease[k];
        const double scale = largest(row.a);
        if (!(scale > 0)) continue;
        for (double& one : row.a) one /= scale;
        row.b /= scale;
        rows.push_back(std::move(row));
    }
    while (!rows.empty()) {
        const auto longest =
            std::ranges::max_element(rows, {}, [](const Row& row) { return row.along(row); });
        Row next = std::move(*longest);
        rows.erase(longest);
        for (const Row& q : basis) next.take_out(q);  // what rounding has left of them
        const double length = std::sqrt(next.along(next));
        if (!(length > dependent)) break;
        for (double& one : next.a) one /= length;
        next.b /= length;
        for (Row& row : rows) row.take_out(next);
        basis.push_back(std::move(next));
    }
    Numbers delta(n, 0.0);
    for (const Row& q : basis)
        for (std::size_t k = 0; k < n; ++k) delta[k] += ease[k] * q.a[k] * q.b;
    return delta;
}

bool MovableEquations::Values::hold() const { return worst() == 0; }

double MovableEquations::Values::worst() const {
    double out = 0;
    for (std::size_t i = 0; i < r.size(); ++i)
        if (std::abs(r[i]) > rounding[i]) out = std::max(out, std::abs(r[i]));
    return out;
}

MovableEquations::MovableEquations(std::vector<Expr> f, std::vector<Expr> x, std::vector<std::size_t> targets,
                                   Point fixed)
    : f_(std::move(f)), x_(std::move(x)), all_(f_), targets_(std::move(targets)), fixed_(std::move(fixed)) {
    if (f_.empty() || x_.empty()) return;
    const Matrix J = jacobian(f_, x_);
    all_.insert(all_.end(), J.entries().begin(), J.entries().end());
}

std::optional<MovableEquations::Values> MovableEquations::at(const Numbers& x) const {
    Point at = fixed_;
    if (!std::ranges::all_of(x, [](double one) { return std::isfinite(one); })) return std::nullopt;
    for (std::size_t k = 0; k < x_.size(); ++k) at.emplace_back(x_[k], rational(x[k]));
    const std::vector<Ball> values = enclosures(all_, at, precision);
    for (const Ball& b : values)
        if (!b.is_finite() || !std::isfinite(b.midpoint())) return std::nullopt;
    Values out{Numbers(count()), std::vector<Numbers>(count(), Numbers(x.size())), Numbers(count())};
    for (std::size_t i = 0; i < count(); ++i) {
        out.r[i] = values[i].midpoint();
        for (std::size_t k = 0; k < x_.size(); ++k)
            out.J[i][k] = values[count() + i * x_.size() + k].midpoint();
    }
    for (std::size_t w = 0; w < targets_.size(); ++w) {
        out.r[targets_[w]] -= x[x_.size() + w];
        out.J[targets_[w]][x_.size() + w] = -1;
    }
    for (std::size_t i = 0; i < count(); ++i) {
        double terms = 0;
        for (std::size_t k = 0; k < x.size(); ++k) terms += std::abs(out.J[i][k] * x[k]);
        out.rounding[i] = 4 * epsilon * terms + 2 * values[i].radius();
    }
    return out;
}

// Residuals are compared with the rounding of x alone, so that f → 0 as x → ∞ is no solution. Where steps shrink by a constant
// factor ρ the root has the multiplicity 1/(1 − ρ), and a step that many times as long arrives.
bool MovableEquations::solve(Numbers& x, const Numbers& ease) const {
    if (f_.empty()) return true;
    auto now = at(x);
    if (!now) return false;
    double farthest = largest(x), last_step = 0;
    for (int iteration = 0; iteration < 200; ++iteration) {
        if (now->hold()) return true;
        const Numbers delta = least_movement(now->J, beyond_rounding(*now), ease);
        const double step = largest(delta);
        if (step <= 1e-20 * farthest && accounts_for(*now, delta)) return true;
        const double rate = last_step > 0 ? step / last_step : 0;
        last_step = step;
        if (rate > 0.3 && rate < 0.95) {
            const Numbers multiple = moved(x, std::round(1 / (1 - rate)), delta);
            if (const auto there = at(multiple); there && there->hold()) {
                x = multiple;
                return true;
            }
        }
        bool better = false;
        for (double part = 1; part > 1e-6 && !better; part /= 4) {
            const Numbers next = moved(x, part, delta);
            const auto there = at(next);
            if (!there || there->worst() >= now->worst()) continue;
            better = true;
            x = next;
            now = there;
            farthest = std::max(farthest, largest(x));
        }
        if (!better) break;
    }
    return now->hold();
}

std::optional<std::size_t> MovableEquations::degenerate(const Numbers& x, const Numbers& nearby) const {
    const auto here = at(x), there = at(nearby);
    if (!here) return std::nullopt;
    for (std::size_t i = 0; i < count(); ++i) {
        const double slope = largest(here->J[i]);
        if (slope == 0 || (there && slope < 1e-8 * largest(there->J[i]))) return i;
    }
    return std::nullopt;
}

}  // namespace anholon
