#include "request/quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/deadline.hpp"
#include "code/tiered.hpp"
#include "expr/introduce.hpp"
#include "integrate/taylor/taylor.hpp"
#include "motion/simulation.hpp"
#include "request/simulate.hpp"

namespace anholon::request {

namespace {

using Of = Refusal::Of;
using Goes = SolvedByQuadrature::Goes;

constexpr double kSecondsToFind = 60;
constexpr std::size_t kMostSteps = 4000, kFollowedRows = 64, kMostPlaces = 16384;

// Equations dy/dx = G(x, y) of the reduced system, x in the place of time.
class InX {
  public:
    InX(const LinearEquations& e, const System& system, std::vector<double> parameters)
        : e_(e), c_(*system.context), t_(system.t), p_(std::move(parameters)) {
        for (const Parameter& parameter : system.parameters) parameters_.push_back(parameter.symbol);
    }

    // u and s = ẋ²: du/dx = A u + b, ds/dx = α s + β. Ends at the zeros of s.
    Problem of_motion() const {
        const Expr square = introduced(c_, "square", SymbolKind::variable, "quadrature");
        RateEquations out = equations();
        for (std::size_t k = 0; k < e_.letters.size(); ++k) {
            out.state.push_back(e_.letters[k]);
            out.rates.push_back(in_t(dot(e_.A.row(k), e_.letters) + e_.b[k]));
        }
        out.state.push_back(square);
        out.rates.push_back(in_t(e_.alpha) * square + in_t(e_.beta));
        return {out, {{square, -1, true}}};
    }

    // Ψ and κ with c = Ψ u + κ constant: dΨ/dx = −Ψ A, dκ/dx = −Ψ b.
    Problem of_integrals() const {
        const std::size_t m = e_.letters.size();
        RateEquations out = equations();
        for (std::size_t k = 0; k < m * (m + 1); ++k)
            out.state.push_back(
                introduced(c_, "psi" + std::to_string(k), SymbolKind::variable, "quadrature", k));
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; j <= m; ++j) {
                Expr rate = c_.zero();
                for (std::size_t k = 0; k < m; ++k)
                    rate -= out.state[i * (m + 1) + k] * in_t(j < m ? e_.A(k, j) : e_.b[k]);
                out.rates.push_back(rate);
            }
        return {out, {}};
    }

    const std::vector<double>& parameters() const { return p_; }

  private:
    Expr in_t(const Expr& e) const { return substitute(e, {{e_.x, t_}}); }
    RateEquations equations() const {
        RateEquations out;
        out.name = "reduced";
        out.t = t_;
        out.parameters = parameters_;
        return out;
    }

    const LinearEquations& e_;
    Context& c_;
    Expr t_;
    std::vector<Expr> parameters_;
    std::vector<double> p_;
};

// The first zero of s on one side; where there is none, why.
struct TurningPoint {
    std::optional<double> x;
    std::vector<double> state;
    std::string why;
};
TurningPoint turning_point(Taylor& motion, const InX& in_x, double x, const std::vector<double>& start,
                           double limit) {
    motion.start(x, start, in_x.parameters());
    for (std::size_t k = 0; k < kMostSteps; ++k) {
        // Over a long step the last terms of a series are so large that rounding hides its zeros near the start.
        const double far = 2 * std::fabs(motion.time() - x) + 0.1;
        const Step step = motion.step(limit > x ? std::min(limit, x + far) : std::max(limit, x - far));
        if (step.outcome != Step::Outcome::advanced) return {{}, {}, "the equations are singular there"};
        if (!step.ended_by.empty())
            return {motion.time(), {motion.state().begin(), motion.state().end()}, {}};
        if (motion.time() == limit) return {{}, {}, "it was looked for up to the limit alone"};
    }
    return {{}, {}, "the steps towards a singular point have no end"};
}

// The values of the solution at places in their order, all on one side of the start.
std::vector<std::vector<double>> values_at(Taylor& solution, const InX& in_x, double from,
                                           const std::vector<double>& start,
                                           const std::vector<double>& places) {
    solution.start(from, start, in_x.parameters());
    std::vector<std::vector<double>> out;
    std::vector<double> state(start.size());
    for (const double x : places) {
        for (std::size_t k = 0; solution.time() != x && k < kMostSteps; ++k)
            if (solution.step(x).outcome != Step::Outcome::advanced) return out;
        std::ranges::copy(solution.state(), state.begin());
        out.push_back(state);
    }
    return out;
}

// T = 2 ∫ dx/√s between its zeros: with x = m − h cos φ the integrand is smooth and periodic in φ, and equal weights converge fast, up
// to rounding near the zeros. 0 where they do not converge.
double period_between(Taylor& motion, const InX& in_x, const TurningPoint& lower, double upper) {
    const double middle = (*lower.x + upper) / 2, half = (upper - *lower.x) / 2;
    std::vector<double> start = lower.state;
    start.back() = 0;
    double last = 0, before = 0;  // before: the last difference
    for (std::size_t n = 16; n <= kMostPlaces; n *= 2) {
        std::vector<double> places, sines;
        for (std::size_t k = 0; k < n; ++k) {
            const double phi = (static_cast<double>(k) + 0.5) * std::numbers::pi / static_cast<double>(n);
            places.push_back(middle - half * std::cos(phi));
            sines.push_back(std::sin(phi));
        }
        const auto values = values_at(motion, in_x, *lower.x, start, places);
        if (values.size() != n) return 0;
        double sum = 0;
        for (std::size_t k = 0; k < n; ++k) sum += sines[k] / std::sqrt(values[k].back());
        const double now = 2 * half * sum * std::numbers::pi / static_cast<double>(n);
        const double difference = std::fabs(now - last);
        const bool is_rounding = difference <= 1e-10 * now && difference >= before;  // it falls no further
        if (difference <= 1e-13 * now || is_rounding) return now;
        last = now;
        before = difference;
    }
    return 0;
}

class Solver {
  public:
    Solver(const ByQuadrature& request, const System& system)
        : system_(system), options_(read_simulation(request.start, system)) {}

    SolvedByQuadrature run() {
        find_equations();
        const LinearEquations& e = out_.equations;
        observe();
        Simulation at_start(system_, options_of(0));
        const std::vector<double> row = first_row(at_start);
        in_x_.emplace(e, system_,
                      std::vector<double>(at_start.parameters().begin(), at_start.parameters().end()));
        out_.x = row[1];
        out_.x_dot = row[2] + 0.0;
        u_.assign(row.begin() + 3, row.end());
        for (double& u : u_) u += 0.0;  // −0 is 0
        motion_.emplace(in_x_->of_motion());
        find_turning_points();
        if (out_.motion == Goes::oscillates) {
            out_.period = period_between(*motion_, *in_x_, lower_, *out_.upper);
            if (!(out_.period > 0) || !std::isfinite(out_.period))
                throw Refusal(Of::system, "quadrature-failed", "the quadrature does not converge");
        }
        follow();
        return std::move(out_);
    }

  private:
    void find_equations() {
        const Setting s(system_);
        auto found = linear_equations(s, Budget(kSecondsToFind));
        if (!found)
            throw Refusal(
                Of::system, "no-linear-equations",
                "no variable was found in which the velocities obey linear equations: the system is "
                "not one of a body of revolution on a plane or a ball on a surface of revolution, or "
                "its coordinates hide it");
        if (!found->alpha)
            throw Refusal(
                Of::system, "no-quadrature",
                "the rate of the variable does not follow from the linear integrals by a quadrature");
        out_.equations = std::move(*found);
    }

    // Columns: x, ẋ, u.
    void observe() {
        const LinearEquations& e = out_.equations;
        const auto in_state = [&](const Expr& f) { return substitute(f, e.in_state); };
        const auto add = [&](const std::string& name, const Expr& value) {
            columns_.push_back({.name = name, .value = value});
        };
        const Setting s(system_);
        add("variable", in_state(e.x));
        add("rate", substitute(Dt(in_state(e.x)), s.kinematics(s.v)));
        for (std::size_t k = 0; k < e.obeying.size(); ++k)
            add("linear" + std::to_string(k + 1), in_state(e.obeying[k]));
    }

    SimulationOptions options_of(double until) const {
        SimulationOptions options = options_;
        options.until = until;
        options.every.reset();
        options.columns = columns_;
        options.make = tiered;
        return options;
    }

    static std::vector<double> first_row(Simulation& simulation) {
        std::vector<double> row;
        simulation.run({.row = [&](std::span<const double> values) {
            if (row.empty()) row.assign(values.begin(), values.end());
        }});
        return row;
    }

    // How far a turning point is looked for: an angle, once round; others as far as they go.
    double reach() const {
        const auto coordinate = std::ranges::find(system_.coordinates, out_.equations.x, &Coordinate::symbol);
        const bool is_angle = coordinate != system_.coordinates.end() && coordinate->unit == "rad";
        return is_angle ? 2 * std::numbers::pi : 1e3 * std::max(1.0, std::fabs(out_.x));
    }

    void find_turning_points() {
        std::vector<double> start = u_;
        start.push_back(out_.x_dot * out_.x_dot);
        TurningPoint here{out_.x, start, {}}, upper;
        const double slope = slope_of_square(start);
        const double small = 1e-14 * std::fabs(slope) * std::max(1.0, std::fabs(out_.x));
        const bool stands = start.back() <= small;
        if (stands && std::fabs(slope) <= 1e-12) {
            out_.motion = Goes::steady;
            out_.lower = out_.upper = out_.x;
            return;
        }
        lower_ =
            stands && slope > 0 ? here : turning_point(*motion_, *in_x_, out_.x, start, out_.x - reach());
        upper = stands && slope < 0 ? here : turning_point(*motion_, *in_x_, out_.x, start, out_.x + reach());
        out_.lower = lower_.x;
        out_.upper = upper.x;
        out_.no_lower = lower_.why;
        out_.no_upper = upper.why;
        if (out_.lower && out_.upper) out_.motion = Goes::oscillates;
    }

    double slope_of_square(const std::vector<double>& start) const {
        RateFunction rates(in_x_->of_motion().equations);
        rates.set_parameters(in_x_->parameters());
        std::vector<double> slopes(start.size());
        if (!rates.rates(out_.x, start, slopes))
            throw Refusal(Of::state, "linear-equations-singular",
                          "the linear equations are singular where the motion starts");
        return slopes.back();
    }

    // The integrals along a motion of the whole system, over a period or over the time that was asked for.
    void follow() {
        const double until = out_.motion == Goes::oscillates ? out_.period : options_.until;
        SimulationOptions options = options_of(until);
        options.every = std::fabs(until) / static_cast<double>(kFollowedRows);
        Simulation simulation(system_, options);
        std::vector<std::vector<double>> rows;
        const SimulationResult result = simulation.run(
            {.row = [&](std::span<const double> row) { rows.emplace_back(row.begin(), row.end()); }});
        out_.followed = result.t;
        Deadline::check();
        if (result.end != SimulationResult::End::reached) out_.ended = why_it_ended(result);
        if (out_.motion == Goes::oscillates && result.end == SimulationResult::End::reached)
            out_.missed =
                std::max(std::fabs(result.final[1] - out_.x), std::fabs(result.final[2] - out_.x_dot));
        measure(rows);
    }

    void measure(const std::vector<std::vector<double>>& rows) {
        const std::size_t m = u_.size();
        for (std::size_t i = 0; i < m; ++i)
            out_.integrals.push_back({symbol_text(out_.equations.letters[i].symbol()), u_[i], 0});
        std::vector<double> start(m * (m + 1), 0);
        double scale = 0;  // one for all: a velocity that is 0 has none of its own
        for (const double u : u_) scale = std::max(scale, std::fabs(u));
        for (std::size_t i = 0; i < m; ++i) start[i * (m + 1) + i] = 1;
        Taylor solution(in_x_->of_integrals());
        for (const int side : {-1, 1}) {
            std::vector<const std::vector<double>*> there;
            for (const auto& row : rows)
                if (side * (row[1] - out_.x) > 0) there.push_back(&row);
            std::ranges::sort(there,
                              [&](const auto* a, const auto* b) { return side * ((*a)[1] - (*b)[1]) < 0; });
            std::vector<double> places;
            for (const auto* row : there) places.push_back((*row)[1]);
            const auto values = values_at(solution, *in_x_, out_.x, start, places);
            for (std::size_t k = 0; k < values.size(); ++k)
                for (std::size_t i = 0; i < m; ++i) {
                    double c = values[k][i * (m + 1) + m];
                    scale = std::max(scale, std::fabs(c));
                    for (std::size_t j = 0; j < m; ++j) {
                        const double term = values[k][i * (m + 1) + j] * (*there[k])[3 + j];
                        scale = std::max(scale, std::fabs(term));
                        c += term;
                    }
                    out_.integrals[i].change = std::max(out_.integrals[i].change, std::fabs(c - u_[i]));
                }
        }
        for (std::size_t i = 0; i < m; ++i)
            if (scale > 0) out_.integrals[i].change /= scale;
    }

    const System& system_;
    SimulationOptions options_;
    SolvedByQuadrature out_;
    std::vector<Observable> columns_;
    std::vector<double> u_;
    std::optional<InX> in_x_;
    std::optional<Taylor> motion_;
    TurningPoint lower_;
};

}  // namespace

SolvedByQuadrature answer(const ByQuadrature& request, const System& system) {
    return Solver(request, system).run();
}

}  // namespace anholon::request
