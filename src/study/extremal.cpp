#include "study/extremal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/deadline.hpp"
#include "base/finite.hpp"
#include "code/tiered.hpp"
#include "expr/introduce.hpp"
#include "integrate/least_squares.hpp"
#include "integrate/singular_values.hpp"
#include "study/monodromy.hpp"
#include "study/random_numbers.hpp"
#include "study/variations.hpp"

namespace anholon {

namespace {

constexpr std::size_t most_rounds = 60;
constexpr int most_halvings = 10;
constexpr double arrived = 1e-9;       // of the end's conditions, relative to their values
constexpr double same = 1e-6;          // of solutions, relative to their size
constexpr double no_direction = 1e-8;  // of singular values, relative to the largest
constexpr double samples = 400;        // of Jacobi fields along an extremal, at least
constexpr double in_a_step = 8;        // of them, at least
constexpr double touches = 1e-5;  // the least of a singular value at its zero, relative to what is beside it
constexpr std::size_t most_steps = 200'000;           // of one motion
constexpr std::size_t most_steps_of_start = 500'000;  // of all motions that one start leads to
constexpr double nowhere = std::numeric_limits<double>::infinity();

// Of what is open at the start: q(0) is kept, and the surface.
std::vector<std::vector<double>> open_directions(const Flow& flow, StateFunctions& surface,
                                                 std::span<const double> x, std::span<const double> p) {
    const std::size_t n = flow.size(), fixed = flow.formulation().coordinates();
    std::vector<double> rows(fixed * n, 0.0), values(surface.size());
    for (std::size_t i = 0; i < fixed; ++i) rows[i * n + i] = 1;
    if (!values.empty()) surface(0, x, p, {}, values);
    const std::size_t functions = values.size() / (n + 1);
    std::size_t count = fixed;
    for (std::size_t k = 0; k < functions; ++k) {
        const std::span<const double> row = std::span(values).subspan(functions + k * n, n);
        const double length = norm(row);
        if (length == 0) continue;
        for (const double entry : row) rows.push_back(entry / length);
        ++count;
    }
    return kernel(rows, count, n);
}

RateEquations with_action(const Flow& flow, std::size_t vectors, const Expr& lagrangian) {
    RateEquations out = with_variations(flow.equations(), vectors);
    out.state.push_back(introduced(lagrangian.context(), "S", SymbolKind::variable, "action of an extremal"));
    out.rates.push_back(lagrangian);
    return out;
}

std::vector<Expr> functions_of(const std::vector<EndCondition>& conditions) {
    std::vector<Expr> list;
    for (const EndCondition& c : conditions) list.push_back(c.function);
    return list;
}

class Shooting {
  public:
    Shooting(const Flow& flow, const ExtremalOptions& options)
        : flow_(flow),
          options_(options),
          n_(flow.size()),
          coordinates_(flow.formulation().coordinates()),
          p_(flow.parameters()),
          surface_(flow.equations(), with_gradients(flow.surface(), flow), tiered),
          end_(flow.equations(), with_gradients(functions_of(options.end), flow), tiered),
          vectors_(open_directions(flow, surface_, flow.start(), p_).size()),
          run_(flow, with_action(flow, vectors_, options.lagrangian), {}, options.run) {
        for (const EndCondition& c : options.end) scale_ = std::max(scale_, std::fabs(c.value));
    }

    ExtremalsFound search() {
        ExtremalsFound found;
        found.method = run_.method();
        found.tolerance = run_.tolerance();
        found.nearest = nowhere;
        RandomNumbers random(options_.seed);
        for (; found.starts < options_.starts; ++found.starts) {
            Deadline::check();
            auto x = found.starts == 0 ? std::optional(flow_.start()) : random_start(random, found.starts);
            if (!x) continue;
            Extremal one;
            if (!solve(*x, one)) {
                found.nearest = std::min(found.nearest, one.residual);
                if (spent_ > most_steps_of_start)
                    found.lost = "a start was given up after " + std::to_string(spent_) + " steps";
                else if (!run_.why().empty())
                    found.lost = run_.why();
                continue;
            }
            ++found.arrived;
            examine(one);
            if (!is_known(found.extremals, one)) found.extremals.push_back(std::move(one));
        }
        std::ranges::stable_sort(found.extremals, {}, &Extremal::action);
        return found;
    }

  private:
    // Velocities of about the distance by the time, and multipliers of about the momenta, both at random.
    std::optional<std::vector<double>> random_start(RandomNumbers& random, std::size_t round) {
        std::vector<double> x = flow_.start();
        double distance = 0;
        for (const EndCondition& c : options_.end)
            if (!c.is_free) distance = std::max(distance, std::fabs(c.value - value_at(x, c)));
        const double speed = std::max(distance, 0.1 * scale_) / options_.time;
        const double size = speed * (1 + static_cast<double>(round % 4));
        for (std::size_t i = coordinates_; i < n_; ++i) x[i] = size * random.normal();
        if (!flow_.project(0, x, p_)) return std::nullopt;
        const std::vector<double> start = flow_.start();
        for (std::size_t i = 0; i < coordinates_; ++i)
            if (std::fabs(x[i] - start[i]) > 1e-9 * scale_) return std::nullopt;
        return x;
    }

    double value_at(std::span<const double> x, const EndCondition& c) {
        const std::size_t k = static_cast<std::size_t>(&c - options_.end.data());
        std::vector<double> values(end_.size());
        end_(0, x, p_, {}, values);
        return values[k];
    }

    void begin(std::span<const double> x, const std::vector<std::vector<double>>& directions) {
        std::vector<double> y(run_.size(), 0.0);
        std::ranges::copy(x, y.begin());
        for (std::size_t k = 0; k < vectors_; ++k)
            std::ranges::copy(directions[k], y.begin() + static_cast<long>((k + 1) * n_));
        run_.start(0, y, p_);
    }

    // To the end, with the tangent vectors V that start along `directions`.
    bool follow(std::span<const double> x, const std::vector<std::vector<double>>& directions) {
        begin(x, directions);
        for (std::size_t steps = 0; run_.time() != options_.time; ++steps, ++spent_) {
            if (steps > most_steps || spent_ > most_steps_of_start || !run_.step(options_.time)) return false;
            Deadline::check();
        }
        return are_finite(run_.state());
    }

    // c − E(x(T)), and ∂E/∂(the start along the directions) by rows.
    double demands(std::vector<double>& right, std::vector<double>& rows) {
        const std::size_t m = options_.end.size();
        std::vector<double> values(end_.size());
        const std::span<const double> y = run_.state();
        end_(options_.time, y.first(n_), p_, {}, values);
        right.assign(m, 0.0);
        rows.assign(m * vectors_, 0.0);
        double worst = 0;
        for (std::size_t e = 0; e < m; ++e) {
            right[e] = options_.end[e].value - values[e];
            worst = std::max(worst, std::isfinite(right[e]) ? std::fabs(right[e]) : nowhere);
            for (std::size_t k = 0; k < vectors_; ++k)
                for (std::size_t i = 0; i < n_; ++i)
                    rows[e * vectors_ + k] += values[m + e * n_ + i] * y[(k + 1) * n_ + i];
        }
        return worst;
    }

    bool solve(std::vector<double> x, Extremal& out) {
        std::vector<double> right, rows;
        auto directions = open_directions(flow_, surface_, x, p_);
        out.residual = nowhere;
        spent_ = 0;
        if (directions.size() != vectors_ || !follow(x, directions)) return false;
        double worst = demands(right, rows);
        for (; out.rounds < most_rounds; ++out.rounds) {
            const std::vector<double> step =
                least_squares(rows, right.size(), vectors_, right, {no_direction});
            bool falls = false;
            double part = 1;
            for (int halving = 0; halving < most_halvings && !falls && spent_ <= most_steps_of_start;
                 ++halving, part /= 2) {
                std::vector<double> next = x;
                for (std::size_t k = 0; k < vectors_; ++k)
                    for (std::size_t i = 0; i < n_; ++i) next[i] += part * step[k] * directions[k][i];
                Deadline::check();
                if (!are_finite(next) || !flow_.project(0, next, p_)) continue;
                auto there = open_directions(flow_, surface_, next, p_);
                if (there.size() != vectors_ || !follow(next, there)) continue;
                std::vector<double> next_right, next_rows;
                const double next_worst = demands(next_right, next_rows);
                if (!(next_worst < worst)) continue;
                falls = true;
                x = std::move(next);
                directions = std::move(there);
                right = std::move(next_right);
                rows = std::move(next_rows);
                worst = next_worst;
            }
            if (!falls) break;
        }
        out.residual = worst;
        if (!(worst <= arrived * scale_)) return false;
        out.start = std::move(x);
        return true;
    }

    // The action, and what the Jacobi fields say: δq of neighbours that start at the same place.
    void examine(Extremal& out) {
        std::vector<double> stacked;
        const std::size_t steps = follow_fields(out.start, stacked);
        const std::span<const double> y = run_.state();
        out.end.assign(y.begin(), y.begin() + static_cast<long>(n_));
        out.action = y.back();
        std::vector<double> right, rows;
        demands(right, rows);
        // Directions that change no place are those of multipliers that are not determined.
        const std::size_t stacked_rows = stacked.size() / std::max<std::size_t>(vectors_, 1);
        out.reach = rank(stacked, stacked_rows, vectors_, {no_direction});
        out.is_of_family = rank(rows, right.size(), vectors_, {1e-6}) < out.reach;
        if (out.reach > 0) find_conjugates(out, steps);
    }

    // Some δq by rows, one column per direction, each of the size 1; returns the number of steps to the end.
    std::size_t follow_fields(std::span<const double> x, std::vector<double>& stacked) {
        std::vector<double> inside(run_.size());
        std::size_t steps = 0;
        double next = 1;
        begin(x, open_directions(flow_, surface_, x, p_));
        for (; run_.time() != options_.time; ++steps) {
            advance(options_.time);
            for (; next < 8 && place_of(next) <= run_.time(); ++next) {
                field_at(place_of(next), inside);
                const double size = norm(field_);
                for (const double entry : field_) stacked.push_back(size > 0 ? entry / size : 0);
            }
        }
        return steps;
    }

    // A little beside the eighths, where symmetric motions have their conjugate points.
    double place_of(double eighth) const { return options_.time * (eighth + 0.02) / 8; }

    void advance(double until) {
        if (!run_.step(until)) throw NoFlow(run_.why());
        Deadline::check();
    }

    void field_at(double t, std::vector<double>& inside) {
        if (t == run_.time())
            std::ranges::copy(run_.state(), inside.begin());
        else
            run_.at(t, inside);
        field_.assign(coordinates_ * vectors_, 0.0);
        for (std::size_t i = 0; i < coordinates_; ++i)
            for (std::size_t k = 0; k < vectors_; ++k) field_[i * vectors_ + k] = inside[(k + 1) * n_ + i];
    }

    double least_stretch(const std::vector<double>& field, std::size_t reach) const {
        const std::vector<double> values = singular_values(field, coordinates_, vectors_);
        return reach == 0 || values.size() < reach ? 0 : values[reach - 1];
    }

    // The least singular value of the Jacobi fields, of those that reach anything.
    struct Sample {
        double t = 0, sigma = 0;
        std::vector<double> state = {};
    };
    // Of a least σ.
    struct Bracket {
        Sample low;
        double high = 0, beside = 0;
    };

    // Where σ touches zero.
    void find_conjugates(Extremal& out, std::size_t steps) {
        Sample before, last;
        const std::vector<Bracket> brackets = least_ones(out, steps, before, last);
        out.end_is_conjugate = last.sigma < touches * before.sigma;
        for (const Bracket& b : brackets) {
            const ConjugatePoint found = refined(out, b.low, b.high);
            if (least_ < touches * b.beside) out.conjugates.push_back(found);
        }
        if (out.end_is_conjugate || last.sigma > before.sigma) return;
        const ConjugatePoint found = refined(out, before, last.t);
        if (least_ < touches * std::max(last.sigma, before.sigma) && found.t < last.t)
            out.conjugates.push_back(found);
    }

    // Looks into every step, since steps are as short as the fields change; leaves the last two samples.
    std::vector<Bracket> least_ones(const Extremal& of, std::size_t steps, Sample& middle, Sample& high) {
        std::vector<Bracket> out;
        Sample low;
        const double T = options_.time;
        const double apart = T / std::max(samples, in_a_step * static_cast<double>(steps));
        begin(of.start, open_directions(flow_, surface_, of.start, p_));
        for (double from = 0; run_.time() != T; from = run_.time()) {
            advance(T);
            const double step = run_.time() - from;
            const double parts = std::max(in_a_step, std::ceil(samples * step / T));
            for (double part = 1; part <= parts; ++part) {
                const double t = part == parts ? run_.time() : from + step * part / parts;
                // σ is as small as rounding at first.
                if (t < apart || (t != T && t > T - apart / 4)) continue;
                low = std::exchange(middle, std::exchange(high, sample_at(of, t)));
                if (low.t > 0 && middle.sigma <= low.sigma && middle.sigma < high.sigma)
                    out.push_back({low, high.t, std::max(low.sigma, high.sigma)});
            }
        }
        return out;
    }

    Sample sample_at(const Extremal& of, double t) {
        Sample out{.t = t, .sigma = 0, .state = std::vector<double>(run_.size())};
        field_at(t, out.state);
        out.sigma = least_stretch(field_, of.reach);
        return out;
    }

    // The least of σ between two times, by golden sections: σ falls and rises along straight lines beside its zero.
    ConjugatePoint refined(const Extremal& of, const Sample& from, double high) {
        double low = from.t;
        const double ratio = (std::sqrt(5.0) - 1) / 2;
        double a = high - ratio * (high - low), b = low + ratio * (high - low);
        double at_a = sigma_at(of, from, a), at_b = sigma_at(of, from, b);
        for (int round = 0; round < 60 && high - low > 1e-13 * options_.time; ++round) {
            if (at_a < at_b) {
                high = b;
                b = a;
                at_b = at_a;
                a = high - ratio * (high - low);
                at_a = sigma_at(of, from, a);
            } else {
                low = a;
                a = b;
                at_a = at_b;
                b = low + ratio * (high - low);
                at_b = sigma_at(of, from, b);
            }
        }
        const double t = (low + high) / 2;
        least_ = sigma_at(of, from, t);
        std::vector<double> values = singular_values(field_, coordinates_, vectors_);
        values.resize(of.reach);
        const auto vanishing = std::ranges::count_if(
            values, [&](double value) { return value <= 100 * least_ + 1e-12 * values[0]; });
        return {t, static_cast<std::size_t>(std::max<long>(vanishing, 1))};
    }

    double sigma_at(const Extremal& of, const Sample& from, double t) {
        run_.start(from.t, from.state, p_);
        while (run_.time() != t) advance(t);
        std::vector<double> inside(run_.size());
        field_at(t, inside);
        return least_stretch(field_, of.reach);
    }

    bool is_known(const std::vector<Extremal>& list, const Extremal& one) const {
        return std::ranges::any_of(list, [&](const Extremal& other) {
            if (std::fabs(other.action - one.action) > same * std::max(std::fabs(one.action), 1e-12))
                return false;
            if (one.is_of_family && other.is_of_family) return true;
            // Multipliers may not be determined: what counts are the coordinates and velocities.
            const std::size_t count = coordinates_ + flow_.formulation().velocities();
            double apart = 0, size = 0;
            for (std::size_t i = 0; i < count; ++i) {
                apart = std::max(apart, std::fabs(other.start[i] - one.start[i]));
                size = std::max(size, std::fabs(one.start[i]));
            }
            return apart <= same * std::max(size, 1e-12);
        });
    }

    Flow flow_;
    const ExtremalOptions& options_;
    std::size_t n_, coordinates_;
    std::vector<double> p_;
    StateFunctions surface_, end_;  // values, then gradients
    std::size_t vectors_;
    FlowRun run_;
    double scale_ = 1;
    std::vector<double> field_;
    double least_ = 0;
    std::size_t spent_ = 0;  // steps of this start
};

}  // namespace

ExtremalsFound extremals(const Flow& flow, const ExtremalOptions& options) {
    return Shooting(flow, options).search();
}

}  // namespace anholon
