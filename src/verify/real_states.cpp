#include "verify/real_states.hpp"

#include <algorithm>
#include <cmath>

#include "expr/derivative.hpp"
#include "expr/matrix.hpp"
#include "expr/walk.hpp"
#include "integrate/least_squares.hpp"
#include "model/state/initial_state.hpp"

namespace anholon {

namespace {

using Numbers = std::vector<double>;

double largest(const double* x, std::size_t count) {
    double out = 0;
    for (std::size_t k = 0; k < count; ++k)
        if (!(std::abs(x[k]) <= out)) out = std::abs(x[k]);
    return out;
}

// The functions and their slopes.
std::vector<Expr> with_slopes(const std::vector<Expr>& f, const std::vector<Expr>& x) {
    std::vector<Expr> out = f;
    if (f.empty()) return out;
    const Matrix J = jacobian(f, x);
    out.insert(out.end(), J.entries().begin(), J.entries().end());
    return out;
}

}  // namespace

std::vector<Expr> inputs_of_state(const System& system) {
    std::vector<Expr> out{system.t};
    for (const Expr& q : system.q()) out.push_back(q);
    for (const Expr& v : system.velocities()) out.push_back(v);
    for (const Parameter& p : system.parameters) out.push_back(p.symbol);
    for (const ControllerState& s : system.states) out.push_back(s.symbol);
    return out;
}

// An input that is 0 as stated would not be seen to act.
Numbers held_values(const System& system) {
    Numbers out;
    double k = 0;
    for (const Parameter& p : system.parameters)
        out.push_back(p.value.to_double() + (p.is_input ? 0.3 + 0.07 * ++k : 0));
    for (std::size_t s = 0; s < system.states.size(); ++s) out.push_back(0.2 + 0.11 * ++k);
    return out;
}

RealStates::RealStates(const System& system, std::uint64_t seed)
    : system_(system), state_(seed * 2 + 1), n_(system.coordinates.size()) {
    p_ = held_values(system);
    const InitialStateResult initial = initial_state(system);
    if (initial.state)
        for (const InitialVariable& q : initial.state->q) start_.push_back(q.value);
    std::vector<Expr> places, velocities;
    for (const Constraint& c : system.constraints) {
        if (c.kind == Constraint::Kind::geometric) places.push_back(c.residual);
        velocities.push_back(c.kind == Constraint::Kind::geometric ? time_derivative(c.residual)
                                                                   : c.residual);
    }
    for (const RedundantConstraint& c : system.redundant)
        if (c.residual) places.push_back(c.residual);
    std::vector<Expr> guards;
    for (const Guard& g : system.guards) {
        const std::vector<Expr> symbols = symbols_of(g.value);
        const bool has_multipliers = std::ranges::any_of(symbols, [&](const Expr& s) {
            return std::ranges::find(system.multipliers, s) != system.multipliers.end();
        });
        if (!has_multipliers) guards.push_back(g.value);
    }
    geometric_ = places.size();
    on_velocities_ = velocities.size();
    guards_ = guards.size();
    const std::vector<Expr> inputs = inputs_of_state(system);
    places_ = interpreted(program(with_slopes(places, system.q()), inputs));
    velocities_ = interpreted(program(with_slopes(velocities, system.velocities()), inputs));
    guard_values_ = interpreted(program(guards, inputs));
}

// A linear congruential generator: the same numbers on every machine.
double RealStates::random() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 11) / static_cast<double>(1ull << 52) - 1.0;
}

Numbers RealStates::point(const RealState& state) const {
    Numbers out{state.t};
    for (const Numbers* part : {&state.q, &state.v, &p_}) out.insert(out.end(), part->begin(), part->end());
    return out;
}

// Gauss's and Newton's method in `count` of the inputs.
bool RealStates::satisfy(const Evaluator& f, Numbers& point, std::size_t first, std::size_t count,
                         std::size_t rows) const {
    if (rows == 0) return true;
    Numbers values(rows * (count + 1));
    double before = INFINITY;
    for (int iteration = 0; iteration < 60; ++iteration) {
        f(point.data(), values.data());
        const double off = largest(values.data(), rows);
        if (!std::isfinite(off)) return false;
        if (off < 1e-12 && (off == 0 || off >= before / 2)) return true;
        before = off;
        const Numbers step = least_squares(std::span(values).subspan(rows), rows, count,
                                           std::span(values).first(rows), {1e-12});
        const double size = largest(step.data(), count), damping = size > 1 ? 1 / size : 1;
        for (std::size_t k = 0; k < count; ++k) point[first + k] -= damping * step[k];
    }
    return false;
}

bool RealStates::attempt(RealState& state, double size) {
    state.t = 1 + random();
    state.q = start_;
    for (double& q : state.q) q += size * random();
    state.v.assign(n_, 0);
    for (double& v : state.v) v = random();
    Numbers at = point(state);
    if (!satisfy(*places_, at, 1, n_, geometric_) || !satisfy(*velocities_, at, 1 + n_, n_, on_velocities_))
        return false;
    if (guards_ > 0) {
        Numbers guards(guards_);
        guard_values_->operator()(at.data(), guards.data());
        if (!std::ranges::all_of(guards, [](double g) { return g > 1e-6; })) return false;
    }
    std::copy_n(at.begin() + 1, n_, state.q.begin());
    std::copy_n(at.begin() + 1 + static_cast<long>(n_), n_, state.v.begin());
    const auto is_moderate = [](double x) { return std::abs(x) < 1e3; };
    return std::ranges::all_of(state.q, is_moderate) && std::ranges::all_of(state.v, is_moderate);
}

std::optional<RealState> RealStates::draw() {
    if (start_.size() != n_) return std::nullopt;
    for (const double size : {1.0, 0.5, 0.2, 0.05, 0.01})
        for (int k = 0; k < 8; ++k)
            if (RealState state; attempt(state, size)) return state;
    return std::nullopt;
}

}  // namespace anholon
