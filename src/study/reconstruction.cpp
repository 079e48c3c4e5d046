#include "study/reconstruction.hpp"

#include <algorithm>
#include <cmath>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "integrate/least_squares.hpp"

namespace anholon {

namespace {

constexpr int most_rounds = 50;
constexpr double met = 1e-12;

// By name: the core may have been derived from another reading of the same model.
std::size_t place_of(const std::vector<Expr>& list, const Expr& x) {
    const std::string name = symbol_text(x.symbol());
    const auto is_it = [&](const Expr& y) { return symbol_text(y.symbol()) == name; };
    return static_cast<std::size_t>(std::ranges::find_if(list, is_it) - list.begin());
}

// The coordinates that are left out, so that the variables of the core have their values: Newton's method, each step the shortest.
void settle_rest(const Flow& along, const CoreCoordinates& coordinates, std::vector<double>& x) {
    const std::vector<Expr>& state = along.equations().state;
    std::vector<Expr> functions;
    std::vector<std::size_t> unknown;
    for (const Expr& q : coordinates.rest) unknown.push_back(place_of(state, q));
    for (const auto& [symbol, value] : coordinates.places)
        if (value != symbol) functions.push_back(value - symbol);
    for (const std::array<Expr, 4>& q : coordinates.attitudes) {
        Expr square = q[0].context().number(Rational(-1));
        for (const Expr& part : q) square += part * part;
        functions.push_back(square);
    }
    if (functions.empty()) return;
    const std::size_t m = functions.size(), n = unknown.size();
    std::vector<Expr> all = functions;
    for (const Expr& f : functions)
        for (const Expr& q : coordinates.rest) all.push_back(derivative(f, q));
    StateFunctions with_slopes(along.equations(), all);
    std::vector<double> values(all.size());
    double left = INFINITY;
    for (int round = 0; round < most_rounds; ++round) {
        with_slopes(0, x, along.parameters(), {}, values);
        left = 0;
        for (std::size_t k = 0; k < m; ++k) left = std::max(left, std::fabs(values[k]));
        if (!(left > met)) return;
        const std::vector<double> step =
            least_squares(std::span(values).subspan(m), m, n, std::span(values).first(m));
        for (std::size_t k = 0; k < n; ++k) x[unknown[k]] -= step[k];
    }
    throw NoOrbit("no coordinates of the full system were found for this motion: " + decimal(left, 3) +
                  " remains");
}

// q(T) q(0)*.
Reconstruction::Turn turn_of(const std::array<double, 4>& from, const std::array<double, 4>& to) {
    const auto& [a0, a1, a2, a3] = to;
    const double b0 = from[0], b1 = -from[1], b2 = -from[2], b3 = -from[3];
    const double g0 = a0 * b0 - a1 * b1 - a2 * b2 - a3 * b3;
    std::array<double, 3> g{a0 * b1 + a1 * b0 + a2 * b3 - a3 * b2, a0 * b2 - a1 * b3 + a2 * b0 + a3 * b1,
                            a0 * b3 + a1 * b2 - a2 * b1 + a3 * b0};
    if (g0 < 0)
        for (double& part : g) part = -part;
    const double sine = std::hypot(g[0], g[1], g[2]);
    Reconstruction::Turn out;
    out.angle = 2 * std::atan2(sine, std::fabs(g0));
    for (std::size_t k = 0; k < 3; ++k) out.axis[k] = sine > 1e-9 ? g[k] / sine : 0;
    return out;
}

}  // namespace

Reconstruction reconstruction(const Flow& along, const CoreCoordinates& coordinates, const Flow& core,
                              const PeriodicOrbit& orbit, const FlowRunOptions& options) {
    const std::vector<Expr>& state = along.equations().state;
    std::vector<double> x = along.start();
    for (std::size_t k = 0; k < core.size(); ++k) {
        const std::size_t place = place_of(state, core.equations().state[k]);
        if (place == state.size()) throw NoOrbit("the core has other variables");
        x[place] = orbit.start[k];
    }
    for (const Expr& q : coordinates.rest)
        if (place_of(state, q) == state.size()) throw NoOrbit("the core has other variables");
    settle_rest(along, coordinates, x);
    FlowRun run(along, along.equations(), {}, options);
    run.start(0, x, along.parameters());
    while (run.time() != orbit.period) {
        if (!run.step(orbit.period)) throw NoOrbit("the motion of the full system ends: " + run.why());
        Deadline::check();
    }
    Reconstruction out;
    const auto value = [&](std::span<const double> at, const Expr& q) { return at[place_of(state, q)]; };
    for (const std::array<Expr, 4>& q : coordinates.attitudes) {
        std::array<double, 4> from, to;
        for (std::size_t k = 0; k < 4; ++k) {
            from[k] = value(x, q[k]);
            to[k] = value(run.state(), q[k]);
        }
        Reconstruction::Turn turn = turn_of(from, to);
        turn.name = symbol_text(q[0].symbol());
        out.turns.push_back(std::move(turn));
    }
    for (const Expr& q : coordinates.rest) {
        const bool is_of_attitude = std::ranges::any_of(coordinates.attitudes, [&](const auto& list) {
            return std::ranges::find(list, q) != list.end();
        });
        if (!is_of_attitude)
            out.changes.push_back(
                {symbol_text(q.symbol()), value(x, q), value(run.state(), q) - value(x, q)});
    }
    return out;
}

}  // namespace anholon
