#include "motion/quick_start.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "expr/derivative.hpp"
#include "expr/walk.hpp"
#include "model/state/parameter_values.hpp"
#include "model/state/state_variable.hpp"

namespace anholon {

namespace {

constexpr double epsilon = 0x1p-53;
// Differences below this multiple of the rounding error may be zero.
constexpr double roundings = 16;
// How firmly what has a default is held, against what has not.
constexpr double ease_of_default = 1e-4;

using Values = MovableEquations::Values;

bool depends(const std::vector<Expr>& symbols, const Expr& x) {
    return std::ranges::find(symbols, x) != symbols.end();
}

double largest(const Numbers& list) {
    double out = 0;
    for (const double x : list) out = std::max(out, std::abs(x));
    return out;
}

// One that would be moved by the square root of the rounding of what is given: initial_state() looks closer.
bool is_rounded(const Values& now, const Numbers& x, const Numbers& ease) {
    for (std::size_t i = 0; i < now.r.size(); ++i) {
        double all = 0, movable = 0, terms = 0;
        for (std::size_t k = 0; k < x.size(); ++k) {
            all = std::max(all, std::abs(now.J[i][k]));
            terms += std::abs(now.J[i][k] * x[k]);
            if (ease[k] > 0) movable = std::max(movable, std::abs(now.J[i][k]));
        }
        if (std::abs(now.r[i]) > now.rounding[i] && std::abs(now.r[i]) <= 1e-7 * terms &&
            movable <= 1e-11 * all)
            return true;
    }
    return false;
}

// Goes on to where rounding ends it. False where rounding leaves more open than initial_state() would.
bool refine(const Numbers& ease, const Numbers& start, Numbers& x, const auto& at) {
    const bool is_start = x == start;
    for (int round = 0; round < 3; ++round) {
        const auto now = at(x);
        if (!now) return false;
        const Numbers delta = least_movement(now->J, now->r, ease);
        const double size = std::max(largest(x), largest(start));
        if (largest(delta) <= 1e-14 * size) break;
        if (is_start) return largest(delta) <= 1e-13 * size;
        for (std::size_t k = 0; k < x.size(); ++k) x[k] -= delta[k];
    }
    const auto now = at(x);
    if (!now || !now->hold()) return false;
    double open = 0;
    for (std::size_t i = 0; i < now->r.size(); ++i) {
        Numbers one(now->r.size(), 0.0);
        one[i] = now->rounding[i] * 2 / roundings;
        open += largest(least_movement(now->J, one, ease));
    }
    return open <= 3e-13 * std::max(1.0, largest(x));
}

}  // namespace

struct QuickStart::Attempt {
    InitialState state;
    Numbers at;  // t, p, q, v
};

Numbers QuickStart::Functions::operator()(const Numbers& at) const {
    Numbers values(count);
    if (count > 0) (*evaluator)(at.data(), values.data());
    return values;
}

QuickStart::Functions QuickStart::functions(const std::vector<Expr>& list) const {
    if (list.empty()) return {};
    return {list.size(), std::shared_ptr<const Evaluator>(interpreted(program(list, inputs_)))};
}

QuickStart::QuickStart(const System& system, const Experiment* experiment)
    : system_(system), experiment_(experiment) {
    const std::vector<Expr> q = system.q(), v = system.velocities();
    inputs_.push_back(system.t);
    for (const Parameter& p : system.parameters) inputs_.push_back(p.symbol);
    inputs_.insert(inputs_.end(), q.begin(), q.end());
    inputs_.insert(inputs_.end(), v.begin(), v.end());
    std::vector<Expr> places = q;
    places.insert(places.end(), v.begin(), v.end());
    for (const Expr& x : places)
        has_default_.push_back(
            std::ranges::any_of(system.defaults, [&](const InitialValue& i) { return i.symbol == x; }));
    for (const QuasiVelocity& eta : system.quasi) places.push_back(eta.symbol);
    places.insert(places.end(), system.multipliers.begin(), system.multipliers.end());
    for (const ControllerState& s : system.states) places.push_back(s.symbol);
    const auto blank = [&](std::size_t first, std::size_t count) {
        std::vector<InitialVariable> list;
        for (std::size_t k = first; k < first + count; ++k)
            list.push_back({places[k], name_of(places[k], system)});
        return list;
    };
    const std::size_t n = q.size(), m = v.size(), l = system.quasi.size();
    blank_.q = blank(0, n);
    blank_.v = blank(n, m);
    blank_.eta = blank(n + m, l);
    blank_.lambda = blank(n + m + l, system.multipliers.size());
    blank_.states = blank(n + m + l + system.multipliers.size(), system.states.size());

    std::vector<Expr> values;
    const auto state = [&](const std::vector<InitialValue>& list, bool is_given) {
        for (const InitialValue& i : list) {
            const auto at = std::ranges::find(places, i.symbol);
            is_possible_ = is_possible_ && at != places.end();  // no abbreviation
            stated_.push_back({static_cast<std::size_t>(at - places.begin()), is_given});
            values.push_back(i.value);
        }
    };
    state(system.defaults, false);
    state(system.guesses, false);
    if (experiment) state(experiment->guesses, false);
    state(system.init, true);
    if (experiment) state(experiment->init, true);
    if (!is_possible_) return;
    stated_values_ = functions(values);
    const std::size_t first = 1 + system.parameters.size();
    add_clusters(coordinates_, demands_on_coordinates(system), {.first = first}, q, {});
    add_clusters(velocities_, demands_on_velocities(system), {.of_velocities = true, .first = first + n}, v,
                 system.quasi);
    std::vector<Expr> positive, quasi;
    for (const Constraint& c : system.constraints)
        if (c.positive) positive.push_back(c.positive);
    positive_ = functions(positive);
    for (const QuasiVelocity& eta : system.quasi) {
        quasi.push_back(eta.definition);
        for (const Expr& x : v) quasi.push_back(derivative(eta.definition, x));
    }
    quasi_ = functions(quasi);
}

void QuickStart::add_clusters(std::vector<Cluster>& list, const std::vector<StateDemand>& demands,
                              const Cluster& blank, std::span<const Expr> variables,
                              std::span<const QuasiVelocity> wishes) const {
    struct Row {
        Expr residual;
        bool needs_gradient;
        std::optional<std::size_t> wish;
        std::vector<bool> depends;
    };
    std::vector<Row> rows;
    for (const StateDemand& d : demands) rows.push_back({d.residual, d.needs_gradient, {}, {}});
    for (std::size_t s = 0; s < wishes.size(); ++s) rows.push_back({wishes[s].definition, false, s, {}});
    std::vector<std::size_t> leader(variables.size());
    std::iota(leader.begin(), leader.end(), 0u);
    const auto find = [&](std::size_t k) {
        while (leader[k] != k) k = leader[k];
        return k;
    };
    for (Row& row : rows) {
        const std::vector<Expr> symbols = symbols_of(row.residual);
        std::optional<std::size_t> one;
        for (std::size_t k = 0; k < variables.size(); ++k) {
            row.depends.push_back(depends(symbols, variables[k]));
            if (!row.depends[k]) continue;
            leader[find(k)] = find(one.value_or(k));
            one = k;
        }
    }
    std::vector<bool> is_placed(rows.size(), false);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (is_placed[i]) continue;
        Cluster cluster = blank;
        const auto root = [&](const Row& row) -> std::optional<std::size_t> {
            const auto at = std::ranges::find(row.depends, true);
            if (at == row.depends.end()) return std::nullopt;
            return find(static_cast<std::size_t>(at - row.depends.begin()));
        };
        const auto own = root(rows[i]);
        for (std::size_t k = 0; k < variables.size(); ++k)
            if (own && find(k) == *own) cluster.variables.push_back(k);
        std::vector<Expr> f, x, all;
        for (const std::size_t k : cluster.variables) x.push_back(variables[k]);
        for (std::size_t j = i; j < rows.size(); ++j) {
            if (is_placed[j] || (j != i && (!own || root(rows[j]) != own))) continue;
            is_placed[j] = true;
            f.push_back(rows[j].residual);
            cluster.needs_gradient.push_back(rows[j].needs_gradient);
            if (rows[j].wish) cluster.wishes.push_back(*rows[j].wish);
        }
        cluster.demands = f.size();
        all = f;
        for (const Expr& e : f)
            for (const Expr& one : x) {
                all.push_back(derivative(e, one));
                const std::vector<Expr> symbols = symbols_of(all.back());
                cluster.is_linear = cluster.is_linear && std::ranges::none_of(x, [&](const Expr& other) {
                                        return depends(symbols, other);
                                    });
            }
        for (const Expr& e : f)
            for (const Expr& input : inputs_) all.push_back(derivative(e, input));
        cluster.all = functions(all);
        list.push_back(std::move(cluster));
    }
}

// The numbers that satisfy the demands of one cluster, on the way of initial_state() in its plain part: what holds stays; else what is
// not given moves, then what has a default, by the method of Gauss and Newton with whole steps.
class QuickStart::Solution {
  public:
    Solution(const QuickStart& all, const Cluster& cluster, Attempt& attempt)
        : all_(all), cluster_(cluster), attempt_(attempt) {
        InitialState& state = attempt.state;
        for (const std::size_t k : cluster.variables) {
            InitialVariable& x = (cluster.of_velocities ? state.v : state.q)[k];
            const bool has_default = all.has_default_[k + (cluster.of_velocities ? state.q.size() : 0)];
            add(x, x.given ? given : has_default ? by_default : free);
        }
        for (const std::size_t s : cluster.wishes) {
            InitialVariable& eta = state.eta[s];
            add(eta, eta.given ? given : by_default);
        }
        x_ = start_;
    }

    // Nothing is written where the way is not plain.
    bool is_found() {
        if (!is_reached()) return false;
        if (!refine(ease(by_default), start_, x_, [this](const Numbers& x) { return at(x); })) return false;
        if (!has_slopes()) return false;
        drop_rounding();
        return is_written();
    }

  private:
    enum Hold { free, by_default, given };

    void add(InitialVariable& x, Hold hold) {
        moved_.push_back(&x);
        holds_.push_back(hold);
        start_.push_back(x.value);
    }

    // How readily each moves, if what is held no more than `most` may.
    Numbers ease(Hold most) const {
        Numbers out;
        for (const Hold hold : holds_)
            out.push_back(hold > most ? 0 : hold == by_default ? ease_of_default : 1);
        return out;
    }

    std::optional<Values> at(const Numbers& x) const {
        const std::size_t n = cluster_.variables.size(), m = cluster_.demands, w = cluster_.wishes.size();
        const std::size_t inputs = all_.inputs_.size();
        for (std::size_t k = 0; k < n; ++k) attempt_.at[cluster_.first + cluster_.variables[k]] = x[k];
        const Numbers values = cluster_.all(attempt_.at);
        if (!std::ranges::all_of(values, [](double one) { return std::isfinite(one); })) return std::nullopt;
        Values out{Numbers(m), std::vector<Numbers>(m, Numbers(n + w)), Numbers(m)};
        for (std::size_t i = 0; i < m; ++i) {
            out.r[i] = values[i];
            double terms = 0;
            for (std::size_t k = 0; k < n; ++k) out.J[i][k] = values[m + i * n + k];
            for (std::size_t k = 0; k < inputs; ++k)
                terms += std::abs(values[m + m * n + i * inputs + k] * attempt_.at[k]);
            if (i >= m - w) {
                const std::size_t target = n + i - (m - w);
                out.r[i] -= x[target];
                out.J[i][target] = -1;
                terms += std::abs(x[target]);
            }
            out.rounding[i] = roundings * epsilon * terms;
        }
        return out;
    }

    bool is_reached() {
        const auto now = at(x_);
        if (!now) return false;
        if (now->hold()) return true;
        const bool has_free = std::ranges::find(holds_, free) != holds_.end();
        if (has_free && is_solved(free)) return true;
        const bool is_clear = !has_free || (cluster_.is_linear && reached_ > 1e-6);
        return is_clear && is_solved(by_default);
    }

    // Moves what is held no more than this.
    bool is_solved(Hold most) {
        const Numbers ease = this->ease(most);
        Numbers trial = start_;
        auto here = at(trial);
        if (!here || is_rounded(*here, trial, ease)) {
            reached_ = 0;
            return false;
        }
        const double worst = here->worst();
        for (int round = 0; round < 30; ++round) {
            if (here->hold()) {
                x_ = trial;
                return true;
            }
            Numbers r = here->r;
            for (std::size_t i = 0; i < r.size(); ++i)
                if (std::abs(r[i]) <= here->rounding[i]) r[i] = 0;
            const Numbers delta = least_movement(here->J, r, ease);
            for (std::size_t k = 0; k < trial.size(); ++k) trial[k] -= delta[k];
            const auto there = at(trial);
            if (there) reached_ = std::min(reached_, there->worst() / worst);
            if (!there || !(there->worst() < 0.25 * here->worst())) return false;
            here = there;
        }
        return false;
    }

    // Nowhere near a place where a constraint has no slope.
    bool has_slopes() const {
        const auto now = at(x_);
        if (!now) return false;
        const double size = std::max(largest(x_), largest(start_));
        Numbers near = x_;
        for (std::size_t k = 0; k < x_.size(); ++k) {
            const double own = std::max(std::abs(x_[k]), std::abs(start_[k]));
            near[k] += 1e-3 * (own > 0 ? own : size > 0 ? size : 1) * (k % 2 == 0 ? 0.7 : -0.6);
        }
        const auto nearby = at(near);
        for (std::size_t i = 0; i < cluster_.demands; ++i) {
            if (!cluster_.needs_gradient[i]) continue;
            const double slope = largest(now->J[i]);
            if (!(slope > 0) || !nearby || slope < 1e-5 * largest(nearby->J[i])) return false;
        }
        return true;
    }

    // Changes of the size of rounding are undone, or set to 0.
    void drop_rounding() {
        const double size = largest(x_);
        for (const bool to_start : {true, false}) {
            Numbers clean = x_;
            for (std::size_t k = 0; k < x_.size(); ++k) {
                const double origin = to_start ? start_[k] : 0;
                if (std::abs(x_[k] - origin) <= 1e-13 * size) clean[k] = origin;
            }
            if (clean == x_) continue;
            if (const auto there = at(clean); there && there->hold()) x_ = clean;
        }
    }

    bool is_written() {
        const auto end = at(x_);
        if (!end) return false;
        attempt_.state.residual = std::max(attempt_.state.residual, largest(end->r));
        for (std::size_t k = 0; k < moved_.size(); ++k) {
            if (k < cluster_.variables.size()) moved_[k]->value = x_[k] + 0.0;
            moved_[k]->scale = largest(x_);
        }
        return true;
    }

    const QuickStart& all_;
    const Cluster& cluster_;
    Attempt& attempt_;
    std::vector<InitialVariable*> moved_;  // the variables, then the targets
    std::vector<Hold> holds_;
    Numbers start_, x_;
    double reached_ = 1;  // the part of the largest residual that was left, at the least
};

bool QuickStart::solve(const Cluster& cluster, Attempt& attempt) const {
    return Solution(*this, cluster, attempt).is_found();
}

bool QuickStart::read_off(Attempt& attempt) const {
    const Numbers values = quasi_(attempt.at);
    const std::size_t m = attempt.state.v.size();
    for (std::size_t s = 0; s < attempt.state.eta.size(); ++s) {
        InitialVariable& eta = attempt.state.eta[s];
        const double* const row = values.data() + s * (m + 1);
        if (!std::isfinite(row[0])) return false;
        double terms = 0;
        for (std::size_t k = 0; k < m; ++k) terms += std::abs(attempt.state.v[k].value * row[1 + k]);
        const double rounding = roundings * epsilon * std::max(terms, eta.scale);
        const double wanted = eta.given.value_or(0);
        eta.value = std::abs(row[0] - wanted) <= rounding ? wanted : row[0];
        eta.scale = std::max(eta.scale, terms);
    }
    return true;
}

std::optional<InitialState> QuickStart::operator()(const InitialStateOptions& options) const {
    if (!is_possible_ || options.standing || options.experiment != experiment_) return std::nullopt;
    Attempt attempt{blank_, {0}};
    InitialState& state = attempt.state;
    for (const auto& [symbol, value] : parameter_point(system_, options))
        attempt.at.push_back(value.to_double());
    const std::size_t first = attempt.at.size(), n = state.q.size(), m = state.v.size(), l = state.eta.size();
    attempt.at.resize(first + n + m, 0.0);

    const auto variable = [&](std::size_t place) -> InitialVariable& {
        if (place < n) return state.q[place];
        if (place < n + m) return state.v[place - n];
        if (place < n + m + l) return state.eta[place - n - m];
        if (place < n + m + l + state.lambda.size()) return state.lambda[place - n - m - l];
        return state.states[place - n - m - l - state.lambda.size()];
    };
    const Numbers stated = stated_values_(attempt.at);
    for (std::size_t k = 0; k < stated.size(); ++k) {
        if (!std::isfinite(stated[k])) return std::nullopt;
        InitialVariable& x = variable(stated_[k].place);
        x.value = stated[k];
        if (stated_[k].is_given) x.given = stated[k];
    }
    for (const auto& [symbol, value] : options.values) {
        bool is_known = false;
        for (auto* list : {&state.q, &state.v, &state.eta, &state.lambda, &state.states})
            for (InitialVariable& x : *list)
                if (!is_known && x.symbol == symbol) {
                    x.given = x.value = value.to_double();
                    is_known = true;
                }
        if (!is_known) return std::nullopt;
    }

    const auto place_values = [&](const std::vector<InitialVariable>& list, std::size_t from) {
        for (std::size_t k = 0; k < list.size(); ++k) attempt.at[from + k] = list[k].value;
    };
    place_values(state.q, first);
    for (const Cluster& cluster : coordinates_)
        if (!solve(cluster, attempt)) return std::nullopt;
    place_values(state.q, first);
    for (const double value : positive_(attempt.at))
        if (!(value > 1 - 1e-7)) return std::nullopt;
    place_values(state.v, first + n);
    for (const Cluster& cluster : velocities_)
        if (!solve(cluster, attempt)) return std::nullopt;
    place_values(state.v, first + n);
    if (!read_off(attempt) || (options.is_strict && state.is_changed())) return std::nullopt;
    return state;
}

}  // namespace anholon
