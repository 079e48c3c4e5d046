#include "study/orbit.hpp"

#include <algorithm>
#include <cmath>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "code/tiered.hpp"
#include "integrate/least_squares.hpp"
#include "study/monodromy.hpp"

namespace anholon {

namespace {

constexpr std::size_t most_rounds = 60;
constexpr int most_halvings = 12;
constexpr double closed = 1e-10;    // |x(T) − x(0)| of an orbit, relative to the state
constexpr double on_circle = 1e-6;  // multipliers that are nearer to |μ| = 1 are not told from it
constexpr double at_rest = 1e-7;    // |ẋ| T of an equilibrium, relative to the state
constexpr double beside = 1e-3;     // states beside a motion
constexpr double alike = 1e-9;      // f(t + T, x) − f(t, x) of a drive of period T, relative to f
constexpr std::size_t most_parts = 12;

class Search {
  public:
    Search(const Flow& flow, std::span<const double> p, const OrbitOptions& options)
        : flow_(flow),
          n_(flow.size()),
          p_(p.begin(), p.end()),
          options_(options),
          monodromy_(flow, options.run),
          run_(monodromy_.run()),
          levels_(flow.equations(), with_gradients(levels(options), flow), tiered) {}

    PeriodicOrbit run(std::vector<double> x) {
        if (n_ == 0)
            throw NoOrbit("no variable of the motion is free: time alone decides it, if anything moves");
        double period = options_.period;
        if (!follow(x, period)) throw NoOrbit("the motion does not reach the guessed period: " + run_.why());
        if (!flow_.is_autonomous() && !is_period_of_drive(x, period))
            throw NoOrbit("the equations depend on t, and they do not repeat after the time " +
                          decimal(period, 10) + ": only a period of theirs can be one of a motion");
        double before = size(x);
        PeriodicOrbit out;
        for (; out.rounds < most_rounds; ++out.rounds) {
            const std::vector<double> step = newton_step(x);
            // No period grows or shrinks by more than half of it at once.
            double part = std::min(1.0, 0.5 * period / std::max(std::fabs(step[n_]), 1e-300));
            bool falls = false;
            std::vector<double> next(n_);
            double next_period = period;
            for (int halving = 0; halving < most_halvings && !falls; ++halving, part /= 2) {
                for (std::size_t i = 0; i < n_; ++i) next[i] = x[i] + part * step[i];
                next_period = period + part * step[n_];
                Deadline::check();
                if (!(next_period * period > 0) || !flow_.project(0, next, p_)) continue;
                falls = follow(next, next_period) && size(next) < before;
            }
            if (!falls) break;
            x = next;
            period = next_period;
            before = size(x);
        }
        follow(x, period);
        out.residual = gap(x);
        if (!(out.residual <= closed)) refuse(period, out.residual);
        if (flow_.is_autonomous() && !(norm(f_at(x)) * period > at_rest * scale_of(x)))
            throw NoOrbit("the motion that was found is an equilibrium, which returns after any time");
        if (const std::size_t parts = parts_of(x, period); parts > 1) {
            period /= static_cast<double>(parts);
            follow(x, period);
            out.residual = gap(x);
            out.notes.push_back("a motion of " + std::to_string(parts) + " such periods was found first");
        }
        out.start = x;
        out.period = period;
        find_multipliers(x, out);
        return out;
    }

  private:
    static std::vector<Expr> levels(const OrbitOptions& options) {
        std::vector<Expr> list;
        for (const LevelDemand& demand : options.levels) list.push_back(demand.function);
        return list;
    }
    [[noreturn]] static void refuse(double period, double residual) {
        throw NoOrbit("Newton's method finds no periodic motion near the start: the nearest one, of period " +
                      decimal(period, 6) + ", misses its start by " + decimal(residual, 3));
    }
    std::vector<double> f_at(const std::vector<double>& x) { return monodromy_.rates_at(0, x, p_); }

    // x(T) and M = ∂x(T)/∂x(0).
    bool follow(const std::vector<double>& x, double period) {
        const bool arrives = monodromy_.follow(x, period, p_);
        if (arrives) end_ = monodromy_.end();
        return arrives;
    }

    // Whether f(t + T, x) = f(t, x) along the motion from x and beside it: at rest the motion itself may not show the drive.
    bool is_period_of_drive(const std::vector<double>& x, double period) {
        std::vector<double> y(run_.size(), 0.0);
        std::ranges::copy(x, y.begin());
        run_.start(0, y, p_);
        double worst = 0, largest = 0;
        const auto compare = [&](std::span<const double> at) {
            const std::vector<double> f = monodromy_.rates_at(run_.time(), at, p_),
                                      later = monodromy_.rates_at(run_.time() + period, at, p_);
            for (std::size_t i = 0; i < n_; ++i) {
                worst = std::max(worst, std::fabs(later[i] - f[i]));
                largest = std::max(largest, std::fabs(f[i]));
            }
        };
        for (;;) {
            std::vector<double> now(run_.state().begin(), run_.state().begin() + static_cast<long>(n_));
            compare(now);
            for (double& value : now) {
                const double there = value;
                value += beside * std::max(1.0, std::fabs(there));
                compare(now);
                value = there;
            }
            if (run_.time() == period) return worst <= alike * largest;
            if (!run_.step(period)) return false;
            Deadline::check();
        }
    }

    // How often the motion returns within the time: 1 if that is its period.
    std::size_t parts_of(const std::vector<double>& x, double period) {
        std::vector<double> y(run_.size(), 0.0);
        std::ranges::copy(x, y.begin());
        run_.start(0, y, p_);
        for (std::size_t parts = most_parts; parts > 1; --parts) {
            const double time = period / static_cast<double>(parts);
            while (run_.time() != time) {
                if (!run_.step(time)) return 1;
                Deadline::check();
            }
            end_.assign(run_.state().begin(), run_.state().begin() + static_cast<long>(n_));
            if (gap(x) <= 10 * closed && (flow_.is_autonomous() || is_period_of_drive(x, time))) return parts;
        }
        return 1;
    }

    double scale_of(const std::vector<double>& x) const {
        double largest = 1e-300;
        for (const double value : x) largest = std::max(largest, std::fabs(value));
        return largest;
    }

    double gap(const std::vector<double>& x) const {
        double worst = 0;
        for (std::size_t i = 0; i < n_; ++i) worst = std::max(worst, std::fabs(end_[i] - x[i]));
        return worst / scale_of(x);
    }

    // The levels that are missed count as well.
    double size(const std::vector<double>& x) {
        double worst = gap(x);
        std::vector<double> values(levels_.size());
        if (!values.empty()) levels_(0, x, p_, {}, values);
        for (std::size_t k = 0; k < options_.levels.size(); ++k)
            worst = std::max(worst, std::fabs(values[k] - options_.levels[k].value) /
                                        std::max(std::fabs(options_.levels[k].value), 1e-3));
        return worst;
    }

    // (M − 1) δx + f(x(T)) δT = x − x(T),  f(x)·δx = 0,  dR δx = 0,  dF δx = c − F on the levels.
    // Of a driven system T is given and the phase is known: δT = 0, and δx is free along f.
    std::vector<double> newton_step(const std::vector<double>& x) {
        std::vector<double> rows, right;
        const std::vector<double> f_end = f_at(end_), &M = monodromy_.matrix();
        for (std::size_t i = 0; i < n_; ++i) {
            for (std::size_t k = 0; k < n_; ++k) rows.push_back(M[i * n_ + k] - (i == k ? 1 : 0));
            rows.push_back(flow_.is_autonomous() ? f_end[i] : 0);
            right.push_back(x[i] - end_[i]);
        }
        const auto add = [&](std::span<const double> row, double value) {
            const double length = norm(row);
            if (length == 0) return;
            for (const double entry : row) rows.push_back(entry / length);
            rows.push_back(0);
            right.push_back(value / length);
        };
        if (flow_.is_autonomous()) add(f_at(x), 0);
        const Monodromy::Values R = monodromy_.surface_at(x, p_);
        for (std::size_t k = 0; k < R.values.size(); ++k)
            add(std::span(R.gradients).subspan(k * n_, n_), -R.values[k]);
        std::vector<double> values(levels_.size());
        if (!values.empty()) levels_(0, x, p_, {}, values);
        for (std::size_t k = 0; k < options_.levels.size(); ++k)
            add(std::span(values).subspan(options_.levels.size() + k * n_, n_),
                options_.levels[k].value - values[k]);
        return least_squares(rows, right.size(), n_ + 1, right, {1e-9});
    }

    void find_multipliers(const std::vector<double>& x, PeriodicOrbit& out) {
        Monodromy::Multipliers found = monodromy_.multipliers(x, p_);
        out.multipliers = std::move(found.values);
        out.explained = std::move(found.explained);
        out.notes.insert(out.notes.end(), found.notes.begin(), found.notes.end());
        out.dimension = found.dimension;
        out.stability = stability_of(out.multipliers);
    }

    Flow flow_;
    std::size_t n_;
    std::vector<double> p_;
    const OrbitOptions& options_;
    Monodromy monodromy_;
    FlowRun& run_;
    StateFunctions levels_;  // values, then gradients
    std::vector<double> end_;
};

}  // namespace

PeriodicOrbit::Stability stability_of(const std::vector<std::complex<double>>& multipliers) {
    using enum PeriodicOrbit::Stability;
    double largest = multipliers.empty() ? 1 : 0;
    for (const auto& mu : multipliers) largest = std::max(largest, std::abs(mu));
    return largest > 1 + on_circle ? unstable : largest < 1 - on_circle ? stable : neutral;
}

PeriodicOrbit periodic_orbit(const Flow& flow, std::vector<double> start, std::span<const double> p,
                             const OrbitOptions& options) {
    return Search(flow, p, options).run(std::move(start));
}

}  // namespace anholon
