#include "study/path.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "base/words.hpp"
#include "code/tiered.hpp"
#include "expr/introduce.hpp"
#include "expr/print.hpp"
#include "mechanics/forms/registry.hpp"
#include "model/model.hpp"
#include "motion/method_choice.hpp"

namespace anholon {

namespace {

constexpr double most_rows = 1e6;

// The coordinate whose rate is the free velocity η_k.
std::optional<std::size_t> coordinate_of(const Setting& s, std::size_t k) {
    for (std::size_t i = 0; i < s.q.size(); ++i)
        if (s.frame().definition(k) == dot(s.q[i])) return i;
    return std::nullopt;
}

// dq/dπ_1, dt/dπ_1, dy/dπ_1; h is the last parameter.
RateEquations path_equations(const Setting& s, const WhittakerReduction& K, const RateEquations& in_time) {
    RateEquations e;
    e.name = in_time.name;
    e.title = "Whittaker";
    e.t = introduced(s.c, "pi_1", SymbolKind::variable, "independent variable of a path");
    e.state = s.q;
    e.rates = K.q_rates;
    e.state.push_back(introduced(s.c, "time", SymbolKind::variable, "time along a path"));
    e.rates.push_back(K.dt);
    e.state.insert(e.state.end(), K.y.begin(), K.y.end());
    e.rates.insert(e.rates.end(), K.y_rates.begin(), K.y_rates.end());
    e.parameters = in_time.parameters;
    e.parameter_values = in_time.parameter_values;
    e.parameters.push_back(K.h);
    e.parameter_values.emplace_back(0);
    return e;
}

// q and y as functions of the state of the flow.
std::vector<Expr> compared(const Flow& flow, const Setting& s, const WhittakerReduction& K) {
    std::vector<Expr> list;
    for (const auto* part : {&s.q, &K.momenta_in_velocities})
        for (const Expr& e : *part) list.push_back(flow.written(e));
    return list;
}

class Tracing {
  public:
    Tracing(const Flow& flow, const PathOptions& options)
        : flow_(flow), options_(options), s_(flow.system()), p_(flow.parameters()) {
        if (const Reason why = no_path(s_)) throw NoPath(*why);
    }

    TracedPath run() {
        set_out();
        const WhittakerReduction K = whittaker_reduction(s_, options_.velocity, eta1_ > 0 ? 1 : -1);
        StateFunctions in_time(flow_.equations(), compared(flow_, s_, K));
        std::vector<double> values(in_time.size()), energy(1);
        in_time(0, flow_.start(), p_, {}, values);
        StateFunctions(flow_.equations(), {{flow_.written(K.energy)}})(0, flow_.start(), p_, {}, energy);
        out_.energy = energy[0];
        for (const Expr& y : K.y) out_.columns.push_back(text(y));
        follow(path_equations(s_, K, flow_.equations()), values);
        compare(in_time);
        return std::move(out_);
    }

  private:
    void set_out() {
        const Expr velocity = s_.frame().eta(options_.velocity);
        out_.velocity = text(velocity);
        std::vector<double> value(1);
        StateFunctions(flow_.equations(), {{flow_.written(s_.frame().definition(options_.velocity))}})(
            0, flow_.start(), p_, {}, value);
        eta1_ = value[0];
        if (!(std::fabs(eta1_) > 0))
            throw NoPath(out_.velocity + " is 0 at the start, so its quasi-coordinate does not move");
        if (const auto i = coordinate_of(s_, options_.velocity)) {
            out_.coordinate = text(s_.q[*i]);
            StateFunctions(flow_.equations(), {{s_.q[*i]}})(0, flow_.start(), p_, {}, value);
            from_ = value[0];
        }
        out_.columns = {"pi_" + out_.velocity, "t"};
        for (const Expr& q : s_.q) out_.columns.push_back(text(q));
    }

    void follow(RateEquations equations, const std::vector<double>& start) {
        if (options_.every > 0 && std::fabs(options_.until - from_) / options_.every > most_rows)
            throw NoPath("that would be more than " + decimal(most_rows, 7) + " rows");
        const Method& method = options_.run.method
                                   ? *options_.run.method
                                   : *cheapest_method(equations, options_.run.tolerance).method;
        out_.method = method.name;
        out_.tolerance = std::max(options_.run.tolerance, method.least_tolerance);
        // x is q, t, y; start is q, y
        std::vector<double> x(start.begin(), start.end()), p = p_;
        x.insert(x.begin() + static_cast<long>(s_.q.size()), 0.0);
        p.push_back(out_.energy);
        StateFunctions rate_of_time(equations, {{equations.rates[s_.q.size()]}});
        const auto integrator = method.make(Problem{std::move(equations), {}}, out_.tolerance, tiered);
        integrator->start(from_, x, p);
        add_row(from_, x);
        const double direction = options_.until < from_ ? -1 : 1;
        std::size_t row = 1;
        while (integrator->time() != options_.until) {
            const Step step = integrator->step(options_.until);
            if (step.outcome != Step::Outcome::advanced) {
                out_.ended = why_ended(step, *integrator, rate_of_time, p);
                break;
            }
            ++out_.steps;
            const double at = integrator->time();
            for (; options_.every > 0; ++row) {
                const double next = from_ + direction * options_.every * static_cast<double>(row);
                if (direction * (at - next) < 0 || next == options_.until) break;
                integrator->at(next, x);
                add_row(next, x);
            }
            if (options_.every == 0 || at == options_.until) {
                std::ranges::copy(integrator->state(), x.begin());
                add_row(at, x);
            }
            if (static_cast<double>(out_.rows.size()) > most_rows) {
                out_.ended = "at " + out_.columns[0] + " = " + decimal(at, 10) + ", after a million rows";
                break;
            }
            if (!options_.goes_on(at)) {
                out_.ended = "at " + out_.columns[0] + " = " + decimal(at, 10) + ", interrupted";
                break;
            }
        }
    }

    // dt/dπ_1 = 1/η_1
    std::string why_ended(const Step& step, const Integrator& integrator, StateFunctions& rate_of_time,
                          const std::vector<double>& p) const {
        constexpr double small = 0.01;  // beside η_1 at the start
        const std::string place = "near " + out_.columns[0] + " = " + decimal(integrator.time(), 10);
        std::vector<double> rate(1);
        rate_of_time(integrator.time(), integrator.state(), p, {}, rate);
        if (!(std::fabs(rate[0] * eta1_) * small > 1)) return place + ": " + step.reason;
        return place + ", where " + out_.velocity +
               " tends to 0: its quasi-coordinate turns back there and is no independent variable (" +
               step.reason + ")";
    }

    // π_1, t, q, y from π_1 and q, t, y
    void add_row(double at, std::span<const double> x) {
        std::vector<double> row{at, x[s_.q.size()]};
        for (std::size_t k = 0; k < x.size(); ++k)
            if (k != s_.q.size()) row.push_back(x[k]);
        out_.rows.push_back(std::move(row));
    }

    void compare(StateFunctions& in_time) {
        FlowRun run(flow_, flow_.equations(), {},
                    {.tolerance = out_.tolerance, .method = options_.run.method});
        run.start(0, flow_.start(), p_);
        std::vector<double> values(in_time.size());
        for (const std::vector<double>& row : out_.rows) {
            while (run.time() != row[1])
                if (!run.step(row[1])) {
                    out_.compared_until = run.time();
                    return;
                }
            in_time(run.time(), run.state(), p_, {}, values);
            for (std::size_t k = 0; k < values.size(); ++k)
                out_.difference = std::max(
                    out_.difference, std::fabs(row[k + 2] - values[k]) / std::max(1.0, std::fabs(values[k])));
        }
    }

    const Flow& flow_;
    const PathOptions& options_;
    const Setting s_;
    const std::vector<double> p_;
    double eta1_ = 0, from_ = 0;
    TracedPath out_;
};

}  // namespace

Reason no_path(const Setting& s) {
    if (s.system.motion.axiom != Axiom::nonholonomic && !s.is_unconstrained())
        return "Whittaker's equations are of the nonholonomic law of motion, and this model has another (" +
               std::string(name(s.system.motion.axiom)) + ")";
    return find_form("whittaker")->inapplicable(s);
}

std::size_t path_velocity(const Setting& s, const std::string& name) {
    if (const Reason why = no_path(s)) throw NoPath(*why);
    std::vector<std::string> known;
    for (const std::size_t k : s.frame().free_indices()) {
        const auto i = coordinate_of(s, k);
        for (const Expr& e : {s.frame().eta(k), i ? s.q[*i] : s.frame().eta(k)}) {
            if (text(e) == name) return k;
            if (known.empty() || known.back() != text(e)) known.push_back(text(e));
        }
    }
    throw NoPath("'" + name + "' is no free velocity, and no coordinate whose rate is one; those are " +
                 joined(known));
}

TracedPath path(const Flow& flow, const PathOptions& options) { return Tracing(flow, options).run(); }

}  // namespace anholon
