#include "model/initial_state.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/enclosure.hpp"
#include "expr/matrix.hpp"
#include "expr/substitute.hpp"
#include "model/body_errors.hpp"
#include "model/errors.hpp"

namespace anholon {

bool InitialVariable::is_changed() const {
    return given && std::abs(value - *given) > 1e-9 * std::max(1.0, std::abs(*given));
}

bool InitialState::is_changed() const {
    for (const auto* list : {&q, &v, &eta, &lambda})
        if (std::any_of(list->begin(), list->end(), [](const auto& x) { return x.is_changed(); }))
            return true;
    return false;
}

namespace {

constexpr long precision = 80;

Rational rational(double x) { return Rational::parse(decimal(x, 17)).value_or(Rational(0)); }

using Numbers = std::vector<double>;

// δ of least norm with Jδ = r, for as many independent rows as there are: δ = Jᵀy, (JJᵀ)y = r by elimination with
// diagonal pivots, which leaves out rows that depend on others.
Numbers least_change(const std::vector<Numbers>& J, const Numbers& r) {
    const std::size_t m = J.size(), n = m == 0 ? 0 : J[0].size();
    std::vector<Numbers> S(m, Numbers(m + 1));
    double largest = 0;
    for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = 0; j < m; ++j)
            for (std::size_t k = 0; k < n; ++k) S[i][j] += J[i][k] * J[j][k];
        S[i][m] = r[i];
        largest = std::max(largest, S[i][i]);
    }
    std::vector<bool> used(m, false);
    std::vector<std::size_t> pivots;
    while (pivots.size() < m) {
        std::size_t p = m;
        for (std::size_t i = 0; i < m; ++i)
            if (!used[i] && (p == m || S[i][i] > S[p][p])) p = i;
        if (S[p][p] <= 1e-13 * largest || S[p][p] <= 0) break;
        used[p] = true;
        pivots.push_back(p);
        for (std::size_t i = 0; i < m; ++i) {
            if (i == p) continue;
            const double f = S[i][p] / S[p][p];
            for (std::size_t j = 0; j <= m; ++j) S[i][j] -= f * S[p][j];
        }
    }
    Numbers delta(n, 0.0);
    for (const std::size_t p : pivots)
        for (std::size_t k = 0; k < n; ++k) delta[k] += J[p][k] * S[p][m] / S[p][p];
    return delta;
}

// Equations f(x) = 0 in some unknowns, the other symbols being fixed.
class Equations {
  public:
    Equations(std::vector<Expr> f, std::vector<Expr> x, Point fixed)
        : f_(std::move(f)), x_(std::move(x)), fixed_(std::move(fixed)) {
        all_ = f_;
        if (f_.empty() || x_.empty()) return;
        const Matrix J = jacobian(f_, x_);
        all_.insert(all_.end(), J.entries().begin(), J.entries().end());
    }

    // By Gauss's and Newton's method from x; true if it arrives.
    bool solve(Numbers& x) const {
        if (f_.empty()) return true;
        Numbers best = x;
        Numbers r;
        std::vector<Numbers> J;
        if (!evaluate(x, r, J)) return false;
        double norm = largest(r);
        for (int iteration = 0; iteration < 100 && norm > 0; ++iteration) {
            const Numbers delta = least_change(J, r);
            bool better = false;
            for (double step = 1; step > 1e-6 && !better; step /= 4) {
                Numbers next = x;
                for (std::size_t i = 0; i < x.size(); ++i) next[i] -= step * delta[i];
                Numbers next_r;
                std::vector<Numbers> next_J;
                if (!evaluate(next, next_r, next_J) || largest(next_r) >= norm) continue;
                better = true;
                x = next;
                r = next_r;
                J = next_J;
                norm = largest(r);
            }
            if (!better) break;
        }
        double scale = 1;
        for (std::size_t i = 0; i < J.size(); ++i)
            for (std::size_t k = 0; k < x.size(); ++k) scale = std::max(scale, std::abs(J[i][k] * x[k]));
        return norm <= 1e-11 * scale;
    }

    Numbers residuals(const Numbers& x) const {
        Numbers r;
        std::vector<Numbers> J;
        if (!evaluate(x, r, J)) r.assign(f_.size(), INFINITY);
        return r;
    }

  private:
    static double largest(const Numbers& r) {
        double out = 0;
        for (const double x : r) out = std::max(out, std::abs(x));
        return out;
    }

    bool evaluate(const Numbers& x, Numbers& r, std::vector<Numbers>& J) const {
        Point at = fixed_;
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (!std::isfinite(x[i])) return false;
            at.emplace_back(x_[i], rational(x[i]));
        }
        const std::vector<Ball> values = enclosures(all_, at, precision);
        for (const Ball& b : values)
            if (!b.is_finite()) return false;
        r.resize(f_.size());
        J.assign(f_.size(), Numbers(x_.size()));
        for (std::size_t i = 0; i < f_.size(); ++i) r[i] = values[i].midpoint();
        for (std::size_t i = 0; i < f_.size(); ++i)
            for (std::size_t k = 0; k < x_.size(); ++k)
                J[i][k] = values[f_.size() + i * x_.size() + k].midpoint();
        return true;
    }

    std::vector<Expr> f_, x_, all_;
    Point fixed_;
};

// Numbers between −1 and 1 that are the same in every run.
class Scatter {
  public:
    double next() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<double>(static_cast<std::int64_t>(state_ >> 11)) / (1ll << 52) - 1.0;
    }

  private:
    std::uint64_t state_ = 1;
};

class Completion {
  public:
    Completion(const System& system, const InitialStateOptions& options)
        : system_(system), symbols_v_(system.velocities()) {
        for (const Parameter& p : system.parameters) point_.emplace_back(p.symbol, p.value);
        if (options.experiment)
            for (const auto& [symbol, value] : options.experiment->parameters) set_parameter(symbol, value);
        for (const auto& [symbol, value] : options.parameters) set_parameter(symbol, value);
        point_.emplace_back(system.t, Rational(0));
        const auto list = [](const auto& symbols) {
            std::vector<InitialVariable> out;
            for (const Expr& s : symbols) out.push_back({s});
            return out;
        };
        std::vector<Expr> eta;
        for (const QuasiVelocity& q : system.quasi) eta.push_back(q.symbol);
        state_.q = list(system.q());
        state_.v = list(symbols_v_);
        state_.eta = list(eta);
        state_.lambda = list(system.multipliers);
        for (const InitialValue& i : system.guesses)
            for (InitialVariable& x : state_.q)
                if (x.symbol == i.symbol) x.value = enclosure(i.value, point_, precision).midpoint();
        for (const InitialValue& i : system.init) give(i);
        if (options.experiment)
            for (const InitialValue& i : options.experiment->init) give(i);
        for (const auto& [symbol, value] : options.values) give(symbol, value.to_double());
    }

    InitialStateResult run() {
        for (InitialVariable& l : state_.lambda) l.value = l.given.value_or(0);
        if (const auto failure = coordinates()) return {std::nullopt, failure};
        for (const InitialVariable& q : state_.q) point_.emplace_back(q.symbol, rational(q.value));
        if (const auto failure = velocities()) return {std::nullopt, failure};
        for (const InitialVariable& v : state_.v) point_.emplace_back(v.symbol, rational(v.value));
        for (std::size_t s = 0; s < state_.eta.size(); ++s)
            state_.eta[s].value = enclosure(system_.quasi[s].definition, point_, precision).midpoint();
        return {std::move(state_), std::nullopt};
    }

  private:
    void set_parameter(const Expr& symbol, const Rational& value) {
        for (auto& [known, old] : point_)
            if (known == symbol) old = value;
    }

    void give(const InitialValue& i) { give(i.symbol, enclosure(i.value, point_, precision).midpoint()); }

    void give(const Expr& symbol, double value) {
        for (auto* list : {&state_.q, &state_.v, &state_.eta, &state_.lambda})
            for (InitialVariable& x : *list)
                if (x.symbol == symbol) x.given = x.value = value;
    }

    bool holds_velocities() const {
        const Axiom a = system_.motion.axiom;
        return a != Axiom::viscous && a != Axiom::added_mass && a != Axiom::free;
    }

    // The equations in the variables of `list` chosen by `moves`, the others of the list being fixed.
    bool solve(const std::vector<Expr>& f, std::vector<InitialVariable>& list, auto&& moves) {
        std::vector<Expr> unknowns;
        Numbers start;
        Point fixed = point_;
        for (const InitialVariable& x : list) {
            if (moves(x)) {
                unknowns.push_back(x.symbol);
                start.push_back(x.value);
            } else {
                fixed.emplace_back(x.symbol, rational(x.value));
            }
        }
        const Equations equations(f, unknowns, fixed);
        Scatter scatter;
        for (int attempt = 0; attempt < 24; ++attempt) {
            Numbers x = start;
            // From a point where the constraints have no slope, such as the centre of a sphere, Newton cannot leave.
            const double size = attempt == 0 ? 0 : std::pow(10.0, (attempt - 1) / 4 % 3 - 1);
            for (double& one : x) one += size * scatter.next();
            if (!equations.solve(x)) continue;
            std::size_t k = 0;
            for (InitialVariable& y : list)
                if (moves(y)) y.value = x[k++];
            for (const double r : equations.residuals(x))
                state_.residual = std::max(state_.residual, std::abs(r));
            return true;
        }
        return false;
    }

    // What is to vanish, and of which constraint.
    struct Demands {
        void add(Expr residual, const std::string& name, Span span, bool of_loop = false) {
            f.push_back(residual);
            of.push_back({name, span, 0, of_loop});
        }
        std::vector<Expr> f;
        std::vector<NoState> of;
    };

    NoState worst(const Demands& demands, const std::vector<InitialVariable>& list) const {
        Point at = point_;
        for (const InitialVariable& x : list) at.emplace_back(x.symbol, rational(x.value));
        NoState out = demands.of[0];
        for (std::size_t i = 0; i < demands.f.size(); ++i) {
            const Ball b = enclosure(demands.f[i], at, precision);
            const double r = b.is_finite() ? std::abs(b.midpoint()) : INFINITY;
            if (r > out.residual)
                out = {demands.of[i].constraint, demands.of[i].span, r, demands.of[i].of_loop};
        }
        return out;
    }

    std::optional<NoState> coordinates() {
        Demands demands;
        for (const Constraint& c : system_.constraints)
            if (c.kind == Constraint::Kind::geometric) demands.add(c.residual, c.name, c.span, c.of_loop);
        for (const RedundantConstraint& c : system_.redundant)
            if (c.residual) demands.add(c.residual, c.name, c.span);
        const std::vector<Expr>& f = demands.f;
        const auto not_given = [](const InitialVariable& x) { return !x.given; };
        const auto any = [](const InitialVariable&) { return true; };
        if (f.empty() || solve(f, state_.q, not_given) || solve(f, state_.q, any)) return std::nullopt;
        return worst(demands, state_.q);
    }

    std::optional<NoState> velocities() {
        Demands demands;
        for (const Constraint& c : system_.constraints) {
            if (c.kind != Constraint::Kind::geometric && !holds_velocities()) continue;
            demands.add(c.kind == Constraint::Kind::geometric ? time_derivative(c.residual) : c.residual,
                        c.name, c.span);
        }
        const std::vector<Expr>& f = demands.f;
        std::vector<Expr> wishes;
        for (std::size_t s = 0; s < state_.eta.size(); ++s)
            if (state_.eta[s].given)
                wishes.push_back(system_.quasi[s].definition - rational(*state_.eta[s].given));
        std::vector<Expr> both = f;
        both.insert(both.end(), wishes.begin(), wishes.end());
        const auto not_given = [](const InitialVariable& x) { return !x.given; };
        const auto any = [](const InitialVariable&) { return true; };
        if (both.empty() || solve(both, state_.v, not_given)) return std::nullopt;
        // What was given cannot all be kept: near to it, then.
        if (!wishes.empty() && !solve(wishes, state_.v, not_given)) solve(wishes, state_.v, any);
        if (f.empty() || solve(f, state_.v, any)) return std::nullopt;
        return worst(demands, state_.v);
    }

    const System& system_;
    std::vector<Expr> symbols_v_;
    Point point_;  // parameters, time, and what has been found so far
    InitialState state_;
};

}  // namespace

InitialStateResult initial_state(const System& system, const InitialStateOptions& options) {
    return Completion(system, options).run();
}

Diagnostic told(const NoState& failure) {
    if (failure.of_loop) return loop_open(failure.span, decimal(failure.residual, 6));
    return state_impossible(failure.span, failure.constraint, decimal(failure.residual, 10));
}

InitialState possible_initial_state(const System& system, const InitialStateOptions& options) {
    InitialStateResult result = initial_state(system, options);
    if (result.failure) throw NoInitialState(told(*result.failure));
    return std::move(*result.state);
}

}  // namespace anholon
