#include "study/section.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/deadline.hpp"
#include "base/finite.hpp"
#include "base/text.hpp"
#include "code/tiered.hpp"
#include "expr/derivative.hpp"

namespace anholon {

namespace {

// The integrals, then their gradients, row after row.
std::vector<Expr> integrals_of(const Flow& flow) {
    std::vector<Expr> list;
    for (const Flow::Integral& integral : flow.integrals()) list.push_back(integral.function);
    for (const Flow::Integral& integral : flow.integrals()) {
        const std::vector<Expr> row = gradient(integral.function, flow.equations().state);
        list.insert(list.end(), row.begin(), row.end());
    }
    return list;
}

// Follows orbits one after the other.
class Follower {
  public:
    Follower(const Flow& flow, const SectionOptions& options)
        : options_(options),
          p_(flow.parameters()),
          n_(flow.size()),
          run_(flow, flow.equations(), events(options), options.run),
          columns_(flow.equations(), options.columns, tiered),
          integrals_(flow.equations(), integrals_of(flow), tiered),
          x_(n_) {}

    Follower another() const { return {options_, p_, n_, run_.another(), columns_, integrals_}; }

    // What has been found when a stop comes stays.
    void follow(const SectionStart& start, SectionOrbit& orbit, std::size_t number) {
        number_ = number;
        orbit.start = start;
        p_ = start.p;
        run_.start(0, start.x, p_);
        const std::vector<double> first = integrals_at(0, start.x);
        while (orbit.points.size() < options_.count && run_.time() != options_.until) {
            if (!run_.step(limit(orbit))) {
                orbit.ended = run_.why();
                break;
            }
            take_points(orbit);
            if (!orbit.ended.empty()) break;
            orbit.until = run_.time();
            orbit.steps = run_.steps();
            orbit.ended = "interrupted";
            Deadline::check();
            orbit.ended.clear();
        }
        orbit.drift = drift(start.x, first, integrals_at(run_.time(), run_.state().first(n_)));
    }

    std::span<const double> state() { return run_.state().first(n_); }  // at the end of the last orbit

  private:
    Follower(const SectionOptions& options, std::vector<double> p, std::size_t n, FlowRun run,
             StateFunctions columns, StateFunctions integrals)
        : options_(options),
          p_(std::move(p)),
          n_(n),
          run_(std::move(run)),
          columns_(std::move(columns)),
          integrals_(std::move(integrals)),
          x_(n) {}

    static std::vector<Event> events(const SectionOptions& options) {
        if (options.every > 0) return {};
        return {{options.function, options.until < 0 ? -options.direction : options.direction}};
    }

    // The first is the first multiple behind the transient.
    double time_of(std::size_t point) const {
        const double before = std::floor(options_.transient / options_.every);
        return std::copysign((before + static_cast<double>(point)) * options_.every, options_.until);
    }

    double limit(const SectionOrbit& orbit) const {
        if (!(options_.every > 0)) return options_.until;
        const double next = time_of(orbit.points.size() + 1);
        return std::fabs(next) < std::fabs(options_.until) ? next : options_.until;
    }

    void take_points(SectionOrbit& orbit) {
        if (options_.every > 0) {
            if (run_.time() == time_of(orbit.points.size() + 1)) take(orbit, run_.time(), run_.state());
            return;
        }
        for (const Crossing& crossing : run_.last_step().crossings) {
            if (orbit.points.size() == options_.count) return;
            if (std::fabs(crossing.t) < options_.transient) continue;
            if (options_.direction != 0 && crossing.direction * direction_of_time() != options_.direction)
                continue;
            run_.at(crossing.t, x_);
            take(orbit, crossing.t, x_);
        }
    }

    int direction_of_time() const { return options_.until < 0 ? -1 : 1; }

    void take(SectionOrbit& orbit, double t, std::span<const double> x) {
        SectionPoint point{t, std::vector<double>(options_.columns.size())};
        columns_(t, x.first(n_), p_, {}, point.columns);
        if (!are_finite(point.columns)) {
            orbit.ended = "a column has no finite value at t = " + decimal(t, 10);
            return;
        }
        if (options_.found) options_.found(number_, point);
        orbit.points.push_back(std::move(point));
    }

    std::vector<double> integrals_at(double t, std::span<const double> x) {
        std::vector<double> values(integrals_.size());
        if (!values.empty()) integrals_(t, x, p_, {}, values);
        return values;
    }

    // |F − F(0)| against the largest of |F(0)| and |∂F/∂x_i x_i| at both ends: an energy may begin with 0.
    double drift(std::span<const double> start, const std::vector<double>& before,
                 const std::vector<double>& after) {
        const std::size_t count = before.size() / (n_ + 1);
        double worst = 0;
        for (std::size_t k = 0; k < count; ++k) {
            double scale = std::max(std::fabs(before[k]), 1e-300);
            for (std::size_t i = 0; i < n_; ++i) {
                const std::size_t slope = count + k * n_ + i;
                scale = std::max(
                    {scale, std::fabs(before[slope] * start[i]), std::fabs(after[slope] * run_.state()[i])});
            }
            worst = std::max(worst, std::fabs(after[k] - before[k]) / scale);
        }
        return worst;
    }

    const SectionOptions& options_;
    std::vector<double> p_;
    std::size_t n_;
    std::size_t number_ = 0;  // of the orbit
    FlowRun run_;
    StateFunctions columns_, integrals_;
    std::vector<double> x_;
};

}  // namespace

std::vector<SectionOrbit> section(const Flow& flow, const std::vector<SectionStart>& starts,
                                  const SectionOptions& options) {
    std::vector<SectionOrbit> orbits(starts.size());
    const Follower first(flow, options);  // what it has compiled, the others share
    const auto worker = [&] {
        auto follower = std::make_shared<Follower>(first.another());
        return [&, follower](std::size_t k) { follower->follow(starts[k], orbits[k], k); };
    };
    side_by_side(starts.size(), worker, options.side_by_side);
    return orbits;
}

std::vector<SectionOrbit> inherited_section(const Flow& flow, const std::vector<LevelDemand>& demands,
                                            const std::vector<std::vector<double>>& parameters,
                                            const SectionOptions& options) {
    std::vector<SectionOrbit> orbits(parameters.size());
    const auto worker = [&] {
        auto follower = std::make_shared<Follower>(flow, options);
        auto levels = std::make_shared<LevelPoints>(flow, demands);
        auto x = std::make_shared<std::vector<double>>(flow.start());
        return [&, follower, levels, x](std::size_t k) {
            const auto start = levels->near(*x, parameters[k]);
            orbits[k].start = {*x, parameters[k]};
            if (start)
                follower->follow({*start, parameters[k]}, orbits[k], k);
            else
                orbits[k].ended = "there is no state to go on from: " + levels->missed();
            if (orbits[k].ended.empty())
                x->assign(follower->state().begin(), follower->state().end());
            else
                *x = flow.start();
        };
    };
    SideBySideOptions in_order = options.side_by_side;
    in_order.threads = 1;
    side_by_side(parameters.size(), worker, in_order);
    return orbits;
}

std::optional<std::size_t> period(const std::vector<SectionPoint>& points, const std::vector<double>& apart) {
    const auto is_period = [&](std::size_t q) {
        for (std::size_t k = 0; k + q < points.size(); ++k)
            for (std::size_t i = 0; i < apart.size(); ++i)
                if (std::fabs(points[k + q].columns[i] - points[k].columns[i]) > apart[i]) return false;
        return true;
    };
    for (std::size_t q = 1; 2 * q <= points.size(); ++q)
        if (is_period(q)) return q;
    return std::nullopt;
}

std::vector<std::optional<std::size_t>> periods(const std::vector<SectionOrbit>& orbits, double tolerance) {
    std::vector<double> low, high;
    for (const SectionOrbit& orbit : orbits)
        for (const SectionPoint& point : orbit.points) {
            if (low.empty()) low = high = point.columns;
            for (std::size_t i = 0; i < low.size(); ++i) {
                low[i] = std::min(low[i], point.columns[i]);
                high[i] = std::max(high[i], point.columns[i]);
            }
        }
    std::vector<double> apart;
    // A column without extent is a rounding error wide.
    for (std::size_t i = 0; i < low.size(); ++i)
        apart.push_back(tolerance *
                        std::max(high[i] - low[i], 1e-6 * std::max(std::fabs(low[i]), std::fabs(high[i]))));
    std::vector<std::optional<std::size_t>> out;
    for (const SectionOrbit& orbit : orbits) out.push_back(period(orbit.points, apart));
    return out;
}

}  // namespace anholon
