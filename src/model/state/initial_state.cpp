#include "model/state/initial_state.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"
#include "model/language/body_errors.hpp"
#include "model/language/errors.hpp"
#include "model/state/least_movement.hpp"
#include "model/state/parameter_values.hpp"
#include "model/state/state_variable.hpp"

namespace anholon {

bool InitialVariable::is_changed() const {
    if (!given) return false;
    const double change = std::abs(value - *given);
    return change > 1e-9 * std::max(std::abs(value), std::abs(*given)) && change > 1e-15 * scale;
}

bool InitialState::is_changed() const {
    return std::ranges::any_of(parts(), [](const auto* list) {
        return std::ranges::any_of(*list, [](const InitialVariable& x) { return x.is_changed(); });
    });
}

namespace {

constexpr long precision = 80;
// The cosine between two normals that are opposite; beside a pole of a surface it may be anything.
constexpr double opposite = 1 - 1e-6;

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

using Demand = StateDemand;

// Who moves before whom: what is not given, then what has a default, then what is given.
enum class Hold { none, by_default, given };

struct Movable {
    Expr symbol;  // empty for the target of a wish
    double value = 0;
    Hold hold = Hold::none;
};

// Demands that share variables, and these variables, targets last.
struct Cluster {
    std::vector<Demand> demands;
    std::vector<std::size_t> variables;
};

std::vector<Cluster> clusters(const std::vector<Demand>& demands, const std::vector<Movable>& variables) {
    std::vector<std::size_t> leader(variables.size());
    std::iota(leader.begin(), leader.end(), 0u);
    const auto find = [&](std::size_t k) {
        while (leader[k] != k) k = leader[k];
        return k;
    };
    std::vector<std::vector<std::size_t>> of(demands.size());
    for (std::size_t i = 0; i < demands.size(); ++i) {
        for (const Expr& symbol : symbols_of(demands[i].residual)) {
            const auto at = std::ranges::find(variables, symbol, &Movable::symbol);
            if (at != variables.end()) of[i].push_back(static_cast<std::size_t>(at - variables.begin()));
        }
        if (demands[i].target) of[i].push_back(*demands[i].target);
        for (const std::size_t k : of[i]) leader[find(k)] = find(of[i].front());
    }
    std::vector<Cluster> out;
    std::vector<std::size_t> place(variables.size(), variables.size());
    for (std::size_t i = 0; i < demands.size(); ++i) {
        const std::size_t root = of[i].empty() ? variables.size() : find(of[i].front());
        if (root == variables.size() || place[root] == variables.size()) {
            if (root < variables.size()) place[root] = out.size();
            out.emplace_back();
        }
        out[root == variables.size() ? out.size() - 1 : place[root]].demands.push_back(demands[i]);
    }
    for (std::size_t k = 0; k < variables.size(); ++k)
        if (place[find(k)] < out.size()) out[place[find(k)]].variables.push_back(k);
    return out;
}

// Moves the variables of a cluster until its demands hold.
class ClusterSolution {
  public:
    ClusterSolution(const Cluster& cluster, std::vector<Movable>& variables, const Point& fixed)
        : cluster_(cluster), variables_(variables), fixed_(fixed) {
        std::vector<Expr> f, x;
        std::vector<std::size_t> targets;
        for (const Demand& d : cluster.demands) f.push_back(d.residual);
        for (const std::size_t k : cluster.variables) {
            start_.push_back(variables[k].value);
            if (variables[k].symbol) {
                x.push_back(variables[k].symbol);
                continue;
            }
            for (std::size_t i = 0; i < f.size(); ++i)
                if (cluster.demands[i].target == k) targets.push_back(i);
        }
        equations_.emplace(f, x, targets, fixed);
    }

    // Why not, if they cannot.
    std::optional<NoState> run() {
        Numbers x = start_;
        const auto now = equations_->at(x);
        if (!(now && now->hold() && is_as_meant(x)) && !solved(now, x)) {
            if (turned_) return NoState{NoState::Why::turned_contact, turned_->name, turned_->span};
            return culprit(nearest_.empty() ? x : nearest_);
        }
        if (const auto i = degenerate(x))
            return NoState{NoState::Why::degenerate, cluster_.demands[*i].name, cluster_.demands[*i].span};
        without_noise(x);
        for (std::size_t i = 0; i < x.size(); ++i) variables_[cluster_.variables[i]].value = x[i] + 0.0;
        if (const auto end = equations_->at(x))
            for (const double r : end->r) residual_ = std::max(residual_, std::abs(r));
        return std::nullopt;
    }

    double residual() const { return residual_; }

  private:
    static constexpr Hold stages[] = {Hold::none, Hold::by_default, Hold::given};

    // What is held more firmly moves 10⁴ times less easily, or not at all.
    Numbers ease(Hold moves) const {
        Numbers out;
        for (const std::size_t k : cluster_.variables) {
            const Hold hold = variables_[k].hold;
            out.push_back(hold > moves ? 0 : std::pow(1e-4, static_cast<int>(hold)));
        }
        return out;
    }

    bool has(Hold hold) const {
        return std::ranges::any_of(cluster_.variables,
                                   [&](std::size_t k) { return variables_[k].hold == hold; });
    }

    bool solved(const std::optional<MovableEquations::Values>& now, Numbers& x) {
        for (const Hold moves : stages) {
            if (!has(moves) || (now && cannot_hold(*now, moves))) continue;
            if (moves < Hold::given && now && is_rounded(*now, ease(moves))) continue;
            if (!from_some_start(x, ease(moves))) continue;
            loosen(x, moves);
            return true;
        }
        return false;
    }

    // Is there a demand that does not hold and has nothing to move?
    bool cannot_hold(const MovableEquations::Values& now, Hold moves) const {
        for (std::size_t i = 0; i < cluster_.demands.size(); ++i) {
            if (std::abs(now.r[i]) <= now.rounding[i]) continue;
            const std::vector<Expr> symbols = symbols_of(cluster_.demands[i].residual);
            const bool has_movable = std::ranges::any_of(cluster_.variables, [&](std::size_t k) {
                return variables_[k].hold <= moves &&
                       (variables_[k].symbol
                            ? std::ranges::find(symbols, variables_[k].symbol) != symbols.end()
                            : cluster_.demands[i].target == k);
            });
            if (!has_movable) return true;
        }
        return false;
    }

    // Once the firmest have moved, those that are held less may be able to stay where they were.
    void loosen(Numbers& x, Hold moved) {
        for (const Hold moves : stages) {
            if (moves >= moved) return;
            Numbers from = start_;
            for (std::size_t i = 0; i < x.size(); ++i)
                if (variables_[cluster_.variables[i]].hold == moved ||
                    variables_[cluster_.variables[i]].hold <= moves)
                    from[i] = x[i];
            if (!equations_->solve(from, ease(moves)) || !is_as_meant(from)) continue;
            x = from;
            return;
        }
    }

    // Do the given values satisfy a demand to the digits that they were written with, so that what may move would only take up
    // their rounding, and by its square root? Then the given values are rounded, and move.
    bool is_rounded(const MovableEquations::Values& now, const Numbers& ease) const {
        for (std::size_t i = 0; i < now.r.size(); ++i) {
            double all = 0, movable = 0, terms = 0;
            for (std::size_t k = 0; k < start_.size(); ++k) {
                all = std::max(all, std::abs(now.J[i][k]));
                terms += std::abs(now.J[i][k] * start_[k]);
                if (ease[k] > 0) movable = std::max(movable, std::abs(now.J[i][k]));
            }
            if (std::abs(now.r[i]) > now.rounding[i] && std::abs(now.r[i]) <= 1e-8 * terms &&
                movable <= 1e-12 * all)
                return true;
        }
        return false;
    }

    // From a point where the constraints have no slope, such as the centre of a sphere, Newton cannot leave. Linear equations need
    // no second attempt.
    bool from_some_start(Numbers& found, const Numbers& ease) {
        Scatter scatter;
        std::optional<Numbers> open;  // of which no enclosure tells whether it is as meant
        for (int attempt = 0; attempt < (has_sides() ? 400 : 24); ++attempt) {
            const auto size = [&] { return attempt == 0 ? 0 : std::pow(10.0, (attempt - 1) / 4 % 3 - 1); };
            // Of the parameters of surfaces some are angles and others short lengths.
            const auto own_size = [&] {
                return attempt < 24 ? size() : std::pow(10.0, 1.5 * scatter.next() - 1);
            };
            Numbers x = start_;
            for (std::size_t k = 0; k < x.size(); ++k)
                if (ease[k] > 0) x[k] += own_size() * scatter.next();
            if (equations_->solve(x, ease)) {
                if (is_as_meant(x)) {
                    found = attempt == 0 ? x : nearer_to_start(x, ease);
                    return true;
                }
                if (is_open_ && !open) open = x;
                continue;
            }
            remember(x);
            if (attempt == 0 && is_linear()) return false;
        }
        if (open) found = *open;
        return open.has_value();
    }

    // What was scattered only to find a point of contact goes back as far as it can.
    Numbers nearer_to_start(Numbers x, const Numbers& ease) {
        const auto distance = [&](const Numbers& from) {
            double sum = 0;
            for (std::size_t k = 0; k < from.size(); ++k)
                sum += (from[k] - start_[k]) * (from[k] - start_[k]);
            return sum;
        };
        if (!has_sides()) return x;
        for (std::size_t k = 0; k < x.size(); ++k) {
            Numbers other = x;
            other[k] = start_[k];
            if (other != x && equations_->solve(other, ease) && is_as_meant(other) &&
                distance(other) < distance(x))
                x = other;
        }
        return x;
    }

    bool has_sides() const {
        return std::ranges::any_of(cluster_.demands, [](const Demand& d) { return bool(d.positive); });
    }

    // Two surfaces have a point and a tangent plane in common also where one of them is inside out, and where the parameters of one have
    // no tangent plane.
    bool is_as_meant(const Numbers& x) {
        if (!has_sides()) return true;
        Point at = fixed_;
        for (std::size_t k = 0; k < x.size(); ++k)
            if (const Movable& one = variables_[cluster_.variables[k]]; one.symbol)
                at.emplace_back(one.symbol, rational(x[k]));
        for (const Demand& d : cluster_.demands) {
            if (!d.positive) continue;
            const double cosine = enclosure(d.positive, at, precision).midpoint();
            if (cosine > opposite) continue;
            is_open_ = std::isnan(cosine);
            turned_ = &d;
            return false;
        }
        return true;
    }

    // The point at which the demands come nearest to holding.
    void remember(const Numbers& x) {
        const auto here = equations_->at(x);
        if (!here || !(here->worst() < least_)) return;
        least_ = here->worst();
        nearest_ = x;
    }

    bool is_linear() const {
        const auto here = equations_->at(start_), there = equations_->at(elsewhere());
        if (!here || !there) return false;
        for (std::size_t i = 0; i < here->J.size(); ++i)
            for (std::size_t k = 0; k < here->J[i].size(); ++k)
                if (std::abs(here->J[i][k] - there->J[i][k]) > 1e-12 * std::abs(here->J[i][k])) return false;
        return true;
    }

    Numbers elsewhere() const {
        Numbers out = start_;
        Scatter scatter;
        for (double& one : out) one += scatter.next();
        return out;
    }

    std::optional<std::size_t> degenerate(const Numbers& x) const {
        Scatter scatter;
        double size = 0;
        for (std::size_t k = 0; k < x.size(); ++k)
            size = std::max({size, std::abs(x[k]), std::abs(start_[k])});
        Numbers near = x;
        for (std::size_t k = 0; k < x.size(); ++k) {
            const double own = std::max(std::abs(x[k]), std::abs(start_[k]));
            near[k] += 1e-3 * (own > 0 ? own : size > 0 ? size : 1) * scatter.next();
        }
        const auto i = equations_->degenerate(x, near);
        return i && cluster_.demands[*i].needs_gradient ? i : std::nullopt;
    }

    // What is the size of rounding goes back to where it came from, or to 0, if the equations hold there.
    void without_noise(Numbers& x) const {
        double size = 0;
        for (const double one : x) size = std::max(size, std::abs(one));
        for (const bool to_start : {true, false}) {
            Numbers clean = x;
            for (std::size_t k = 0; k < x.size(); ++k) {
                const double origin = to_start ? start_[k] : 0;
                if (std::abs(x[k] - origin) <= 1e-13 * size) clean[k] = origin;
            }
            if (clean == x) continue;
            if (const auto there = equations_->at(clean); there && there->hold()) x = clean;
        }
    }

    // A demand that cannot hold by itself, or else the one that is farthest from holding with the others.
    NoState culprit(const Numbers& x) const {
        const auto now = equations_->at(x);
        NoState worst{NoState::Why::together, cluster_.demands[0].name, cluster_.demands[0].span};
        for (std::size_t i = 0; i < cluster_.demands.size(); ++i) {
            const Demand& d = cluster_.demands[i];
            const double r = now ? std::abs(now->r[i]) : INFINITY;
            if (r > worst.residual)
                worst = {d.is_of_loop ? NoState::Why::open_loop : NoState::Why::together, d.name, d.span, r};
            if (cluster_.demands.size() == 1) continue;
            std::vector<Movable> free = variables_;
            for (Movable& one : free) one.hold = Hold::none;
            Cluster alone{{d}, {}};
            for (const std::size_t k : cluster_.variables)
                if (free[k].symbol || d.target == k) alone.variables.push_back(k);
            ClusterSolution solution(alone, free, fixed_);
            if (const auto failure = solution.run()) return *failure;
        }
        if (cluster_.demands.size() == 1 && worst.why == NoState::Why::together)
            worst.why = NoState::Why::no_solution;
        return worst;
    }

    const Cluster& cluster_;
    std::vector<Movable>& variables_;
    const Point& fixed_;
    Numbers start_;
    std::optional<MovableEquations> equations_;
    double residual_ = 0, least_ = INFINITY;
    Numbers nearest_;
    const Demand* turned_ = nullptr;  // one that holds from the wrong side
    bool is_open_ = false;            // it could not be told
};

class Completion {
  public:
    Completion(const System& system, const InitialStateOptions& options)
        : system_(system), options_(options), point_(parameter_point(system, options)) {
        point_.emplace_back(system.t, options.standing ? rational(options.standing->t) : Rational(0));
        std::vector<Expr> eta, states;
        for (const QuasiVelocity& q : system.quasi) eta.push_back(q.symbol);
        for (const ControllerState& s : system.states) states.push_back(s.symbol);
        state_.q = list(system.q());
        state_.v = list(system.velocities());
        state_.eta = list(eta);
        state_.lambda = list(system.multipliers);
        state_.states = list(states);
        if (options.standing)
            stand(*options.standing);
        else
            begin();
        for (const auto& [symbol, value] : options.values) give(symbol, value.to_double());
    }

    InitialStateResult run() {
        if (const auto failure = coordinates()) return {std::nullopt, failure};
        for (const InitialVariable& q : state_.q) point_.emplace_back(q.symbol, rational(q.value));
        if (const auto failure = turned_loop()) return {std::nullopt, failure};
        if (const auto failure = velocities()) return {std::nullopt, failure};
        for (const InitialVariable& v : state_.v) point_.emplace_back(v.symbol, rational(v.value));
        for (std::size_t s = 0; s < state_.eta.size(); ++s)
            read_off(state_.eta[s], system_.quasi[s].definition);
        for (InitialVariable& x : state_.abbreviations) read_off(x, x.symbol);
        if (options_.is_strict)
            if (const auto failure = moved_value()) return {std::nullopt, failure};
        return {std::move(state_), std::nullopt};
    }

  private:
    // As the text has it.
    void begin() {
        for (const InitialValue& i : system_.defaults) start(i);
        for (const InitialValue& i : system_.guesses) start(i);
        if (options_.experiment)
            for (const InitialValue& i : options_.experiment->guesses) start(i);
        for (const InitialValue& i : system_.init) give(i);
        if (options_.experiment)
            for (const InitialValue& i : options_.experiment->init) give(i);
    }

    void stand(const StateAt& now) {
        Point at = point_;
        for (const auto& [symbol, value] : now.values) {
            at.emplace_back(symbol, rational(value));
            for (auto* list : {&state_.q, &state_.v, &state_.lambda, &state_.states})
                for (InitialVariable& x : *list)
                    if (x.symbol == symbol) x.value = value;
        }
        for (std::size_t s = 0; s < state_.eta.size(); ++s)
            state_.eta[s].value = enclosure(system_.quasi[s].definition, at, precision).midpoint();
    }

    std::vector<InitialVariable> list(const std::vector<Expr>& symbols) const {
        std::vector<InitialVariable> out;
        for (const Expr& s : symbols) out.push_back({s, name_of(s, system_)});
        return out;
    }

    void start(const InitialValue& i) {
        for (auto* list : {&state_.q, &state_.v, &state_.states})
            for (InitialVariable& x : *list)
                if (x.symbol == i.symbol) x.value = enclosure(i.value, point_, precision).midpoint();
    }

    void give(const InitialValue& i) { give(i.symbol, enclosure(i.value, point_, precision).midpoint()); }

    void give(const Expr& symbol, double value) {
        for (auto* list :
             {&state_.q, &state_.v, &state_.eta, &state_.lambda, &state_.states, &state_.abbreviations})
            for (InitialVariable& x : *list)
                if (x.symbol == symbol) {
                    x.given = x.value = value;
                    return;
                }
        state_.abbreviations.push_back({symbol, name_of(symbol, system_), value, value});
    }

    // The value of a function of the state; rounding is no change, nor anything else than 0.
    void read_off(InitialVariable& x, const Expr& definition) const {
        const double value = enclosure(definition, point_, precision).midpoint();
        double terms = 0;
        for (const InitialVariable& v : state_.v)
            terms +=
                std::abs(v.value * enclosure(derivative(definition, v.symbol), point_, precision).midpoint());
        const double rounding = 8 * 0x1p-53 * std::max(terms, x.scale);
        x.value = std::abs(value - x.given.value_or(0)) <= rounding ? x.given.value_or(0) : value;
        x.scale = std::max(x.scale, terms);
    }

    bool has_default(const Expr& symbol) const {
        return !options_.standing && std::ranges::any_of(system_.defaults, [&](const InitialValue& i) {
            return i.symbol == symbol;
        });
    }

    // Solves the demands for the variables of a list. A wish f(x) = w is one more demand, whose variable w is given, or 0 by default.
    std::optional<NoState> solve(std::vector<Demand> demands, std::vector<InitialVariable>& list,
                                 const std::vector<std::pair<InitialVariable*, Expr>>& wishes) {
        std::vector<Movable> variables;
        for (const InitialVariable& x : list)
            variables.push_back({x.symbol, x.value,
                                 x.given                 ? Hold::given
                                 : has_default(x.symbol) ? Hold::by_default
                                                         : Hold::none});
        for (const auto& [wish, definition] : wishes) {
            demands.push_back(
                {definition, wish->name, place_of(wish->symbol), false, false, variables.size()});
            variables.push_back({{}, wish->value, wish->given ? Hold::given : Hold::by_default});
        }
        for (const Cluster& cluster : clusters(demands, variables)) {
            ClusterSolution solution(cluster, variables, point_);
            if (const auto failure = solution.run()) return failure;
            state_.residual = std::max(state_.residual, solution.residual());
            double scale = 0;
            for (const std::size_t k : cluster.variables)
                scale = std::max(scale, std::abs(variables[k].value));
            for (const std::size_t k : cluster.variables)
                (k < list.size() ? list[k] : *wishes[k - list.size()].first).scale = scale;
        }
        for (std::size_t k = 0; k < list.size(); ++k) list[k].value = variables[k].value;
        return std::nullopt;
    }

    bool depends_on_velocities(const Expr& e) const {
        const std::vector<Expr> symbols = symbols_of(e);
        return std::ranges::any_of(state_.v, [&](const InitialVariable& v) {
            return std::ranges::find(symbols, v.symbol) != symbols.end();
        });
    }

    std::optional<NoState> coordinates() {
        std::vector<std::pair<InitialVariable*, Expr>> wishes;
        for (InitialVariable& x : state_.abbreviations)
            if (!depends_on_velocities(x.symbol)) wishes.emplace_back(&x, x.symbol);
        return solve(demands_on_coordinates(system_), state_.q, wishes);
    }

    std::optional<NoState> turned_loop() const {
        for (const Constraint& c : system_.constraints)
            if (c.of_loop && c.positive && !(enclosure(c.positive, point_, precision).midpoint() > 0.5))
                return NoState{NoState::Why::turned_loop, c.name, c.span};
        return std::nullopt;
    }

    std::optional<NoState> velocities() {
        std::vector<std::pair<InitialVariable*, Expr>> wishes;
        for (std::size_t s = 0; s < state_.eta.size(); ++s)
            wishes.emplace_back(&state_.eta[s], system_.quasi[s].definition);
        for (InitialVariable& x : state_.abbreviations)
            if (depends_on_velocities(x.symbol)) wishes.emplace_back(&x, x.symbol);
        return solve(demands_on_velocities(system_), state_.v, wishes);
    }

    // Where the text gives the value: an experiment before the model; nowhere if a request gives it.
    Span place_of(const Expr& symbol) const {
        for (const auto& [asked, value] : options_.values)
            if (asked == symbol) return {};
        if (options_.experiment)
            for (const InitialValue& i : options_.experiment->init)
                if (i.symbol == symbol) return i.span;
        for (const InitialValue& i : system_.init)
            if (i.symbol == symbol) return i.span;
        return {};
    }

    std::optional<NoState> moved_value() const {
        for (const auto* list : state_.parts())
            for (const InitialVariable& x : *list)
                if (x.is_changed())
                    return NoState{
                        NoState::Why::moves_given, x.name, place_of(x.symbol), 0, *x.given, x.value};
        return std::nullopt;
    }

    const System& system_;
    const InitialStateOptions& options_;
    Point point_;  // parameters, time, and what has been found so far
    InitialState state_;
};

}  // namespace

namespace {

bool is_of_velocities(const System& system, const RedundantConstraint& c) {
    const Walk walk(c.residual);
    return std::ranges::any_of(system.velocities(), [&](const Expr& v) { return walk.contains(v.id()); });
}

}  // namespace

std::vector<StateDemand> demands_on_coordinates(const System& system) {
    std::vector<StateDemand> demands;
    for (const Constraint& c : system.constraints)
        if (c.kind == Constraint::Kind::geometric)
            demands.push_back(
                {c.residual, c.name, c.span, true, c.of_loop, {}, c.of_loop ? Expr() : c.positive});
    for (const RedundantConstraint& c : system.redundant)
        if (c.residual && !is_of_velocities(system, c)) demands.push_back({c.residual, c.name, c.span});
    for (const Expr& F : system.relations) demands.push_back({F, text(F), {}, true});
    return demands;
}

std::vector<StateDemand> demands_on_velocities(const System& system) {
    const Axiom a = system.motion.axiom;
    const bool holds_velocities = a != Axiom::viscous && a != Axiom::added_mass && a != Axiom::free;
    std::vector<StateDemand> demands;
    for (const Constraint& c : system.constraints) {
        const bool is_geometric = c.kind == Constraint::Kind::geometric;
        if (!is_geometric && !holds_velocities) continue;
        demands.push_back({is_geometric ? time_derivative(c.residual) : c.residual, c.name, c.span});
    }
    for (const RedundantConstraint& c : system.redundant)
        if (c.residual && is_of_velocities(system, c) && holds_velocities)
            demands.push_back({c.residual, c.name, c.span});
    return demands;
}

InitialStateResult initial_state(const System& system, const InitialStateOptions& options) {
    return Completion(system, options).run();
}

Diagnostic told(const NoState& failure) {
    switch (failure.why) {
        case NoState::Why::no_solution:
            return constraint_unsatisfiable(failure.span, failure.constraint, failure.residual);
        case NoState::Why::together:
            return state_impossible(failure.span, failure.constraint, failure.residual);
        case NoState::Why::open_loop: return loop_open(failure.span, decimal(failure.residual, 6));
        case NoState::Why::turned_loop: return loop_turned(failure.span);
        case NoState::Why::turned_contact: return contact_turned(failure.span);
        case NoState::Why::degenerate: return constraint_degenerate(failure.span, failure.constraint);
        case NoState::Why::moves_given:
            return state_inconsistent(failure.span, failure.constraint, decimal(failure.given, 10),
                                      decimal(failure.value, 10));
    }
    return {};
}

InitialState possible_initial_state(const System& system, const InitialStateOptions& options) {
    InitialStateResult result = initial_state(system, options);
    if (result.failure) throw NoInitialState(told(*result.failure));
    return std::move(*result.state);
}

}  // namespace anholon
