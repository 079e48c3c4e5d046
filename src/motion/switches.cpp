#include "motion/switches.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "expr/build.hpp"
#include "expr/derivative.hpp"
#include "expr/expand.hpp"
#include "expr/print.hpp"
#include "expr/rebuild.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "integrate/rate_function.hpp"
#include "motion/coulomb.hpp"

namespace anholon {

namespace {

// A value that is so small a part of its terms, or of what it has been, may be rounding.
constexpr double rounding = 1e-13;
// A term of a series that is so small a part of the largest one is not what decides where it goes.
constexpr double least_part = 1e-11;
// Switches accumulate if the intervals between this many of them shrink geometrically towards a time within this relative distance.
constexpr std::size_t some = 4;
constexpr double shrinking = 0.9, instant = 1e-9;
constexpr std::size_t most_at_once = 5;

bool is_switching(const Node& node) {
    return node.kind == Kind::function &&
           (node.function == Function::abs || node.function == Function::sign ||
            node.function == Function::choose);
}

// A factor (c u²)^n of what stands under a root.
struct Square {
    Expr root;
    Rational power = 1, factor = 1;
};

// e as a product of squares: of powers as they are written, or of a sum that is the square of its slope along one of its symbols. Empty if
// it is none, or longer than what authors write.
std::vector<Square> squares_of(Expr e) {
    constexpr std::size_t most_nodes = 100;
    Context& c = e.context();
    const Node node = c.node(e.id());
    std::vector<Square> out;
    if (node.kind == Kind::product) {
        for (std::size_t k = 0; k < node.count; k += 2) {
            const Rational half = c.number_at(node.args[k + 1]) / Rational(2);
            if (!half.is_integer()) return {};
            out.push_back({Expr(c, node.args[k]), half});
        }
        return out;
    }
    const bool is_sum = c.node(split_coefficient(c, e.id()).second).kind == Kind::sum;
    if (!is_sum || Walk(e).size() > most_nodes) return {};
    for (const Expr& x : symbols_of(e)) {
        const Expr slope = derivative(e, x), curvature = derivative(slope, x);
        if (!curvature.is_number() || curvature.number().sign() <= 0) continue;
        const Rational factor = Rational(1) / (Rational(2) * curvature.number());
        if (vanishes(e - factor * pow(slope, 2))) return {{slope, 1, factor}};
    }
    return {};
}

// Whether a product has a factor such as √(u²), which is |u|.
bool has_root_of_square(Context& c, const Node& node) {
    if (node.kind != Kind::product) return false;
    for (std::size_t k = 0; k < node.count; k += 2)
        if (!c.number_at(node.args[k + 1]).is_integer() && !squares_of(Expr(c, node.args[k])).empty())
            return true;
    return false;
}

// Expressions that decide the motion of a system, and those that are only evaluated along it.
void visit_law(auto& s, auto&& f) {
    for (auto* e : {&s.T, &s.V, &s.L, &s.dissipation, &s.V_of_weights, &s.motion.stiffness}) f(*e);
    for (auto& e : s.Q) f(e);
    for (auto& state : s.states) f(state.rate);
    for (auto& k : s.constraints) f(k.residual);
    for (auto& eta : s.quasi) f(eta.definition);
    for (auto& friction : s.frictions) {
        f(friction.coefficient);
        for (auto& row : friction.rows) f(row.slip);
    }
    for (auto& direction : s.motion.directions)
        for (auto& e : direction) f(e);
    for (auto& e : s.motion.momenta) f(e);
    if (!s.finished) return;
    for (auto& e : s.finished->W.entries()) f(e);
    for (auto& e : s.finished->r) f(e);
}

void visit_rest(auto& s, auto&& f) {
    for (auto& guard : s.guards)
        for (auto* e : {&guard.value, &guard.scale}) f(*e);
    for (auto& e : s.expectations)
        for (auto* side : {&e.left, &e.right}) f(*side);
    for (auto& reaction : s.reactions) f(reaction.value);
    for (auto& output : s.outputs) f(output.value);
}

void visit_bodies(const System& s, auto&& f) {
    for (const RigidBody& body : s.bodies)
        for (const Vector3* v : {&body.velocity, &body.omega, &body.turning, &body.weight})
            for (const Expr& e : *v) f(e);
    for (const auto* list : {&s.base.definitions, &s.base.rates})
        for (const auto& [from, to] : *list) f(to);
    for (const auto& [symbol, value, rate] : s.base.named) f(value);
    for (const BaseVelocities::Contact& contact : s.base.contacts)
        for (const auto& [form, in_constraints] : contact.forms) f(form);
}

// Replaces what switches by what it is on one side of each switch.
class Holding {
  public:
    explicit Holding(Context& context) : c_(context) {}

    enum class Unknown { added, left };  // what becomes of a switch that is not known yet

    void run(const std::vector<Expr*>& places, Unknown unknown) {
        std::vector<Expr> roots;
        for (const Expr* e : places)
            if (*e) roots.push_back(*e);
        if (roots.empty()) return;
        adds_ = unknown == Unknown::added;
        const std::vector<Expr> held = run(roots);
        std::size_t k = 0;
        for (Expr* e : places)
            if (*e) *e = held[k++];
    }

    std::vector<Switch> switches;
    std::vector<Expr> stated;  // u as it was written

  private:
    std::vector<Expr> run(std::span<const Expr> roots) {
        const Walk walk(c_, roots);
        std::vector<NodeId> values(walk.size());
        std::vector<bool> moves(walk.size(), false);
        const auto value = [&](NodeId id) { return values[walk.place(id)]; };
        for (std::size_t i = 0; i < walk.size(); ++i) {
            const Node node = c_.node(walk[i]);
            if (node.kind == Kind::symbol) {
                const SymbolKind kind = c_.symbol_at(walk[i]).kind;
                moves[i] = kind == SymbolKind::variable || kind == SymbolKind::time;
            }
            for (const NodeId a : node.arguments()) moves[i] = moves[i] || moves[walk.place(a)];
            const bool switches = is_switching(node) && moves[walk.place(node.args[0])];
            const NodeId plain = rebuild(c_, walk[i], value);
            values[i] = switches ? held(node, Expr(c_, node.args[0]), value, plain)
                        : node.kind == Kind::product && moves[i] ? without_roots_of_squares(plain)
                                                                 : plain;
        }
        std::vector<Expr> result;
        for (const Expr& e : roots) result.emplace_back(c_, value(e.id()));
        return result;
    }

    bool still_moves(Expr u) const {
        return std::ranges::any_of(symbols_of(u), [](const Expr& s) {
            return s.symbol().kind == SymbolKind::variable || s.symbol().kind == SymbolKind::time;
        });
    }

    NodeId held(const Node& node, Expr as_stated, const auto& value, NodeId plain) {
        const Expr u(c_, value(node.args[0]));
        if (!still_moves(u)) return plain;
        const auto [factor, core] = split_coefficient(c_, u.id());
        const Expr side = side_of(Expr(c_, core), as_stated);
        if (!side) return plain;
        const Expr s = Rational(factor.sign()) * side;
        switch (node.function) {
            case Function::abs: return (s * u).id();
            case Function::sign: return s.id();
            default: return choose(s, Expr(c_, value(node.args[1])), Expr(c_, value(node.args[2]))).id();
        }
    }

    NodeId without_roots_of_squares(NodeId id) {
        const auto [factor, core] = split_coefficient(c_, id);
        const Node node = c_.node(core);
        if (!has_root_of_square(c_, node)) return id;
        ProductBuilder builder(c_);
        builder.scale(factor);
        for (std::size_t k = 0; k < node.count; k += 2) {
            const Rational exponent = c_.number_at(node.args[k + 1]);
            const std::vector<Square> squares =
                exponent.is_integer() ? std::vector<Square>() : squares_of(Expr(c_, node.args[k]));
            if (squares.empty() || !take_sides(squares)) {
                builder.multiply(node.args[k], exponent);
                continue;
            }
            for (const Square& one : squares) {
                builder.multiply(size_of(one).id(), Rational(2) * exponent * one.power);
                builder.multiply(c_.number(one.factor).id(), exponent);
            }
        }
        return builder.finish();
    }

    bool take_sides(const std::vector<Square>& squares) {
        return std::ranges::all_of(squares,
                                   [&](const Square& one) { return static_cast<bool>(size_of(one)); });
    }

    // |u|; u itself where only its square counts or where it does not move.
    Expr size_of(const Square& one) {
        if (!still_moves(one.root) || (one.power / Rational(2)).is_integer()) return one.root;
        const auto [factor, core] = split_coefficient(c_, one.root.id());
        const Expr side = side_of(Expr(c_, core), one.root);
        return side ? Rational(factor.sign()) * side * one.root : Expr();
    }

    Expr side_of(Expr core, Expr as_stated) {
        const auto known = std::ranges::find(switches, core, &Switch::function);
        if (known != switches.end()) return known->side;
        if (!adds_) return {};
        switches.push_back({fresh_side(), core});
        stated.push_back(as_stated);
        return switches.back().side;
    }

    // No model has such a name.
    Expr fresh_side() { return c_.constant("side_of_switch_" + std::to_string(switches.size() + 1) + "_"); }

    Context& c_;
    bool adds_ = true;
};

bool has_switch(Context& c, std::span<const Expr> roots) {
    if (roots.empty()) return false;
    const Walk walk(c, roots);
    return std::ranges::any_of(walk.nodes(), [&](NodeId id) {
        return is_switching(c.node(id)) || has_root_of_square(c, c.node(id));
    });
}

int sign_of(double x) { return (x > 0) - (x < 0); }

}  // namespace

Switches::Switches(std::shared_ptr<const System> stated, const std::vector<Expr*>& moved,
                   const std::vector<Expr*>& evaluated)
    : held_(std::move(stated)) {
    if (!held_->frictions.empty()) held_ = std::make_shared<const System>(with_friction_modes(*held_));
    const System& system = *held_;
    Context& c = system.c();
    std::vector<Expr> roots, of_bodies;
    const auto into = [](std::vector<Expr>& list) {
        return [&list](const Expr& e) {
            if (e) list.push_back(e);
        };
    };
    for (const Expr* e : moved) into(roots)(*e);
    visit_law(system, into(roots));
    visit_bodies(system, into(of_bodies));
    if (!has_switch(c, roots) && !has_switch(c, of_bodies)) return;
    System copy = system;
    std::vector<Expr*> law = moved, rest = evaluated;
    visit_law(copy, [&](Expr& e) { law.push_back(&e); });
    visit_rest(copy, [&](Expr& e) { rest.push_back(&e); });
    Holding holding(c);
    holding.run(law, Holding::Unknown::added);
    if (holding.switches.empty()) return;
    holding.run(rest, Holding::Unknown::left);
    if (has_switch(c, of_bodies)) {  // the general forms know how to go on from T and V
        copy.bodies.clear();
        copy.base = {};
        copy.V_of_weights = {};
    }
    switches_ = holding.switches;
    for (const Expr& u : holding.stated) words_.push_back(text_in_brief(u));
    for (const Switch& s : switches_)
        copy.parameters.push_back({s.side, 1, c.one(), c.one(), std::nullopt, "", "", {}});
    copy.switches = switches_;
    for (const Switch& s : switches_)
        is_of_time_.push_back(std::ranges::none_of(symbols_of(s.function), [](const Expr& symbol) {
            return symbol.symbol().kind == SymbolKind::variable;
        }));
    held_ = std::make_shared<const System>(std::move(copy));
}

void Switches::watch(const Formulation& formulation, std::vector<Event>& events) const {
    for (const Switch& s : switches_) events.push_back({s.side * formulation.lowered(s.function), -1, true});
}

// --- what a motion does at a place

namespace {

Problem switching_problem(const Formulation& f, const System& system) {
    Problem p{f.equations()};
    for (const Switch& s : system.switches) p.events.push_back({f.lowered(s.function)});
    return p;
}

std::vector<Expr> switching_lagrangian(const Formulation& f, const System& system) {
    const Walk walk(system.L);
    const bool switches =
        std::ranges::any_of(system.switches, [&](const Switch& s) { return walk.contains(s.side.id()); });
    if (!switches) return {};
    return f.lowered(std::vector{system.L, system.T});
}

double sum_of_sizes(std::span<const double> values) {
    double sum = 0;
    for (const double value : values) sum += std::fabs(value);
    return std::isfinite(sum) ? sum : 0;
}

}  // namespace

SwitchingFunctions::SwitchingFunctions(const Formulation& f, const System& system)
    : taylor_(std::make_shared<const Taylor>(switching_problem(f, system))),
      rates_(f.equations()),
      L_(f.equations(), switching_lagrangian(f, system)) {
    for (const Switch& s : system.switches) {
        const Expr u = f.lowered(s.function);
        std::vector<Expr> terms;
        for (const Term& term : terms_of(u)) terms.push_back(term.coefficient * term.expr);
        terms_of_each_.emplace_back(f.equations(), terms);
        std::vector<Expr> slope{derivative(u, f.equations().t)};
        for (const Expr& x : f.equations().state) slope.push_back(derivative(u, x));
        slopes_.emplace_back(f.equations(), slope);
    }
}

std::optional<Taylor::EventSeries> SwitchingFunctions::series(double t, std::span<const double> x,
                                                              std::span<const double> p) {
    if (auto series = taylor_->series_of_events(t, x, p)) return series;
    std::vector<double> dx(x.size());
    rates_.set_parameters(p);
    if (!rates_.rates(t, x, dx)) return std::nullopt;
    Taylor::EventSeries short_one{{}, std::numeric_limits<double>::infinity()};
    for (std::size_t k = 0; k < slopes_.size(); ++k) {
        const std::vector<double> slopes = values(slopes_[k], t, x, p);
        short_one.coefficients.push_back(
            {value(t, x, p, k), std::inner_product(dx.begin(), dx.end(), slopes.begin() + 1, slopes[0])});
    }
    return short_one;
}

// Where they need accelerations that the equations do not give, none is a number.
std::vector<double> SwitchingFunctions::values(StateFunctions& functions, double t, std::span<const double> x,
                                               std::span<const double> p) {
    std::vector<double> z(rates_.unknowns()), out(functions.size(), std::numeric_limits<double>::quiet_NaN());
    rates_.set_parameters(p);
    if (functions.need_unknowns() && !rates_.solve(t, x, z)) return out;
    functions(t, x, p, z, out);
    return out;
}

double SwitchingFunctions::value(double t, std::span<const double> x, std::span<const double> p,
                                 std::size_t k) {
    const std::vector<double> terms = values(terms_of_each_[k], t, x, p);
    return std::accumulate(terms.begin(), terms.end(), 0.0);
}

double SwitchingFunctions::size(double t, std::span<const double> x, std::span<const double> p,
                                std::size_t k) {
    return sum_of_sizes(values(terms_of_each_[k], t, x, p));
}

double SwitchingFunctions::rate_size(double t, std::span<const double> x, std::span<const double> p,
                                     std::size_t k) {
    std::vector<double> dx(x.size());
    rates_.set_parameters(p);
    if (!rates_.rates(t, x, dx)) return 0;
    std::vector<double> slopes = values(slopes_[k], t, x, p);
    for (std::size_t i = 0; i < dx.size(); ++i) slopes[1 + i] *= dx[i];
    return sum_of_sizes(slopes);
}

std::optional<std::array<double, 2>> SwitchingFunctions::lagrangian(double t, std::span<const double> x,
                                                                    std::span<const double> p) {
    if (L_.size() == 0 || L_.need_unknowns()) return std::nullopt;
    std::array<double, 2> values;
    L_(t, x, p, {}, values);
    return values;
}

std::optional<Taylor::EventSeries> Sides::look(const Place& place, std::span<const double> p) {
    auto series = place.functions.series(place.t, place.x, p);
    if (series) series->step = std::copysign(std::min(series->step, std::fabs(place.left)), place.left);
    return series;
}

// To which side u goes from its zero: by its rate, or else by the first term of its series that counts against the size that rates have
// here on any side: on one of them nothing but rounding may be left.
Sides::Leaving Sides::leaving(const Place& place, const Trial& trial, std::size_t k, double rate_size) {
    const auto& [p, series] = trial;
    const std::vector<double>& c = series.coefficients[k];
    const double h = series.step, direction = place.left < 0 ? -1 : 1;
    const auto towards = [](double value) { return value > 0 ? Leaving::growing : Leaving::falling; };
    if (!std::isfinite(c[1])) return Leaving::nowhere;
    if (std::fabs(c[1]) > rounding * rate_size) return towards(c[1] * direction);
    const double least_size =
        rounding * std::max(rate_size * std::fabs(h), place.functions.size(place.t, place.x, p, k));
    double power = h, size = 0;
    std::vector<double> terms(c.size());
    for (std::size_t i = 2; i < c.size(); ++i) {
        terms[i] = c[i] * (power *= h);
        if (std::isfinite(terms[i])) size = std::max(size, std::fabs(terms[i]));
    }
    for (const double term : terms)
        if (std::fabs(term) > std::max(least_part * size, least_size)) return towards(term);
    return Leaving::staying;
}

std::string Sides::names(const std::vector<std::size_t>& which) const {
    std::string list;
    for (const std::size_t k : which) list += (list.empty() ? "" : ", ") + switches_->words(k) + " = 0";
    return list;
}

// All sides on which the open switches may be, and zero, with the motion there.
std::vector<Sides::Trial> Sides::trials(const Place& place, const std::vector<std::size_t>& open,
                                        std::vector<double> p) const {
    std::vector<Trial> out;
    std::size_t combinations = 1;
    for (std::size_t k = 0; k < open.size(); ++k) combinations *= 3;
    for (std::size_t way = 0; way < combinations; ++way) {
        std::size_t rest = way;
        for (const std::size_t k : open) {
            sides(p)[k] = rest % 3 == 2 ? 0 : rest % 3 == 0 ? 1 : -1;
            rest /= 3;
        }
        if (const auto series = look(place, p)) out.push_back({p, *series});
    }
    return out;
}

// Sets the sides of the open switches so that each goes to the side on which it is taken to be, or stays at zero where it is taken
// to vanish. One way to do so is the motion.
std::optional<std::string> Sides::decide(const Place& place, const std::vector<std::size_t>& open,
                                         std::vector<double>& p) const {
    if (open.empty()) return std::nullopt;
    if (open.size() > most_at_once)
        return std::to_string(open.size()) + " switches meet here: " + names(open);
    std::vector<Trial> ways = trials(place, open, p);
    std::vector<double> rate_sizes(switches_->size(), 0.0);
    for (const Trial& trial : ways)
        for (const std::size_t k : open)
            rate_sizes[k] = std::max(rate_sizes[k], place.functions.rate_size(place.t, place.x, trial.p, k));
    std::erase_if(ways, [&](Trial& trial) {
        return !std::ranges::all_of(open, [&](std::size_t k) {
            return static_cast<int>(leaving(place, trial, k, rate_sizes[k])) ==
                   static_cast<int>(sides(trial.p)[k]);
        });
    });
    if (ways.size() == 1) {
        p = ways[0].p;
        return std::nullopt;
    }
    if (ways.empty())
        return "both sides of " + names(open) +
               " lead back to it, and the law as written does not determine the motion there";
    return "the motion can leave " + names(open) +
           " in more than one way, and the law as written does not determine which";
}

std::optional<std::string> Sides::start(const Place& place, std::vector<double>& p) {
    if (switches_->is_empty()) return std::nullopt;
    std::vector<std::size_t> open;
    // u may depend on accelerations, and these on the sides.
    for (std::size_t round = 0; round <= switches_->size() + 1; ++round) {
        bool has_changed = false;
        open.clear();
        for (std::size_t k = 0; k < switches_->size(); ++k) {
            const double u = place.functions.value(place.t, place.x, p, k);
            if (std::fabs(u) <= rounding * place.functions.size(place.t, place.x, p, k)) {
                open.push_back(k);
                continue;
            }
            if (!std::isfinite(u)) continue;  // of a branch that is not taken
            has_changed = has_changed || sides(p)[k] != sign_of(u);
            sides(p)[k] = sign_of(u);
        }
        if (!has_changed) break;
    }
    return decide(place, open, p);
}

std::optional<std::string> Sides::cross(const Place& place, std::span<const std::size_t> reached,
                                        std::vector<double>& p) {
    std::vector<std::size_t> open(reached.begin(), reached.end());
    for (std::size_t k = 0; k < switches_->size(); ++k)
        if (sides(p)[k] == 0 && std::ranges::find(open, k) == open.end()) open.push_back(k);
    for (const std::size_t k : reached)
        if (const auto words = jump(place, k, p)) return words;
    if (accumulates(place.t))
        return "the switches at " + names(open) +
               " follow each other ever faster, infinitely many before a finite time";
    return decide(place, open, p);
}

bool Sides::accumulates(double t) {
    times_.push_back(t);
    if (times_.size() > 2 * some + 1) times_.erase(times_.begin());
    if (times_.size() <= 2 * some) return false;
    const double before = std::fabs(times_[some] - times_[0]), last = std::fabs(t - times_[some]);
    if (!(last < shrinking * before)) return false;
    const double ratio = last / before;
    return last / (1 - ratio) <= instant * std::fabs(t);
}

// A Lagrangian that jumps where the system gets would need an impulse, which the equations on either side do not hold.
std::optional<std::string> Sides::jump(const Place& place, std::size_t k, std::span<const double> p) const {
    if (switches_->is_of_time(k)) return std::nullopt;
    std::vector<double> trial(p.begin(), p.end());
    sides(trial)[k] = -1;
    const auto below = place.functions.lagrangian(place.t, place.x, trial);
    sides(trial)[k] = 1;
    const auto above = place.functions.lagrangian(place.t, place.x, trial);
    if (!below || !above) return std::nullopt;
    const auto& [L1, T1] = *below;
    const auto& [L2, T2] = *above;
    const double size = std::fabs(L1) + std::fabs(L2) + std::fabs(T1) + std::fabs(T2);
    if (!(std::fabs(L2 - L1) > 1e-7 * size)) return std::nullopt;
    return "the Lagrangian jumps at " + switches_->words(k) +
           " = 0, but the law as written contains no corresponding impulse";
}

}  // namespace anholon
