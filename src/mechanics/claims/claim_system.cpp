#include "mechanics/claims/claim_system.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "expr/derivative.hpp"
#include "expr/enclosure.hpp"
#include "mechanics/claims/recipe.hpp"
#include "mechanics/forms/registry.hpp"
#include "model/state/initial_state.hpp"

namespace anholon {

namespace {

using proof::Id;

// The shortest fraction within a thousandth of a number: the last of its continued fraction that is needed.
Rational near(double x) {
    if (!std::isfinite(x) || std::abs(x) > 1e12 || std::abs(x) < 1e-12) return 0;
    long p = 1, q = 0, p_before = 0, q_before = 1;
    double rest = std::abs(x);
    do {
        const long digit = static_cast<long>(std::floor(rest));
        p_before = std::exchange(p, digit * p + p_before);
        q_before = std::exchange(q, digit * q + q_before);
        rest = 1 / (rest - std::floor(rest));
    } while (std::abs(static_cast<double>(p) / static_cast<double>(q) - std::abs(x)) > 1e-3 * std::abs(x));
    return Rational(x < 0 ? -p : p, q);
}

// Rational values near the initial state, of all variables and parameters; 0 where it is unknown.
Point near_start(const System& system) {
    Point out;
    for (const Parameter& x : system.parameters) out.emplace_back(x.symbol, x.value);
    std::map<NodeId, double> start;
    try {
        if (const auto initial = initial_state(system).state)
            for (const auto* list : {&initial->q, &initial->v})
                for (const InitialVariable& x : *list) start[x.symbol.id()] = x.value;
    } catch (const std::exception&) {  // any other state will do
    }
    out.emplace_back(system.t, 0);
    for (const auto& symbols : {system.q(), system.velocities()})
        for (const Expr& x : symbols) out.emplace_back(x, near(start[x.id()]));
    return out;
}

Rational value_at(const Point& point, const Expr& x) {
    return std::ranges::find(point, x, &Point::value_type::first)->second;
}

// The sum of the squares of the velocity constraints, times N/2.
Expr half_N_squares(const Setting& s) {
    Expr sum = s.c.zero();
    for (const Constraint& k : s.system.constraints)
        if (k.kind != Constraint::Kind::geometric) sum += pow(k.residual, 2);
    return s.system.motion.stiffness / 2 * sum;
}

proof::Law law_named(Axiom axiom) {
    switch (axiom) {
        case Axiom::nonholonomic: return proof::Law::nonholonomic;
        case Axiom::vakonomic: return proof::Law::vakonomic;
        case Axiom::servo_force: return proof::Law::servo_force;
        case Axiom::servo_momentum: return proof::Law::servo_momentum;
        default: return proof::Law::free;
    }
}

// The parts of a system that is being made.
class Builder {
  public:
    Builder(proof::Subject& subject, proof::Translation& translate, const Setting& s,
            const ClaimSystemOptions& options)
        : subject_(subject), translate_(translate), s_(s), options_(options), start_(near_start(s.system)) {}

    proof::System run();

  private:
    bool are_fixed() const { return options_.parameters == ClaimSystemOptions::Values::as_declared; }
    bool depends_on_time(const proof::System& system) const;
    void add_domain(proof::System& system, const Recipe& made) const;
    void add_sample(proof::System& system, const Recipe& made) const;

    proof::Subject& subject_;
    proof::Translation& translate_;
    const Setting& s_;
    const ClaimSystemOptions& options_;
    const Point start_;
};

proof::System Builder::run() {
    const System& model = s_.system;
    proof::Program& p = subject_.program;
    proof::Translation& translate = translate_;
    const bool is_own_law = options_.law == ClaimSystemOptions::Law::as_stated;
    const Axiom axiom = is_own_law ? model.motion.axiom : Axiom::nonholonomic;
    const std::string& prefix = options_.prefix;
    const bool has_friction = is_own_law && !model.frictions.empty();

    proof::System out;
    out.name = model.name;
    out.text = options_.text;
    out.law = law_named(axiom);
    std::vector<std::size_t> enforced;
    const bool keeps_velocities =
        axiom != Axiom::viscous && axiom != Axiom::added_mass && axiom != Axiom::free;
    for (std::size_t k = 0; k < model.constraints.size(); ++k)
        if (keeps_velocities || model.constraints[k].kind == Constraint::Kind::geometric)
            enforced.push_back(k);

    // Names: q' is the velocity of q, and the multiplier of a constraint that reacts is called after it.
    const std::vector<Expr> lambda = s_.multipliers();
    const bool carries = axiom == Axiom::vakonomic || axiom == Axiom::servo_momentum;
    for (const std::size_t k : enforced) {
        const Id reaction = p.variable("lambda_" + prefix + model.constraints[k].name);
        const bool is_position = model.constraints[k].kind == Constraint::Kind::geometric;
        if (!carries) {
            translate.say(lambda[k], reaction);
        } else if (!is_position) {
            out.multipliers.push_back(translate(lambda[k]));
        } else if (axiom == Axiom::vakonomic) {
            translate.say(dot(lambda[k]), reaction);  // its multiplier itself does not act
        } else {
            translate.say(lambda[k], reaction);
        }
    }
    out.time = translate(s_.t);
    for (const Parameter& x : model.parameters)
        if (are_fixed())
            translate.say(x.symbol, translate(x.exact));
        else
            out.parameters.push_back(translate(x.symbol));
    out.coordinates = translate(s_.q);
    out.velocities = translate(s_.v);

    Expr L = s_.L;
    std::vector<Expr> Q(s_.Q.begin(), s_.Q.end());
    if (axiom == Axiom::added_mass) L += half_N_squares(s_);
    if (axiom == Axiom::viscous)
        for (std::size_t i = 0; i < s_.n(); ++i) Q[i] -= derivative(half_N_squares(s_), s_.v[i]);
    out.lagrangian = translate(L);
    out.forces = translate(Q);

    Recipe made = recipe(s_, enforced, start_, are_fixed(), p, translate);
    std::size_t velocity_constraint = 0;
    for (std::size_t i = 0; i < enforced.size(); ++i) {
        const Constraint& k = model.constraints[enforced[i]];
        proof::System::Constraint c{
            prefix + k.name, k.kind == Constraint::Kind::geometric, made.constraints[i], {}, {}};
        if (!c.is_position) {
            if (axiom == Axiom::servo_force)
                c.direction = translate(model.motion.directions.at(velocity_constraint));
            if (axiom == Axiom::servo_momentum)
                c.momentum = translate(model.motion.momenta.at(velocity_constraint));
            ++velocity_constraint;
        }
        out.constraints.push_back(std::move(c));
    }
    out.levels = made.levels;
    for (const proof::System::Level& level : made.levels) out.parameters.push_back(level.level);
    made.steps[0].names.insert(made.steps[0].names.end(), out.multipliers.begin(), out.multipliers.end());
    out.draw = made.steps;

    if (s_.on_algebra()) {
        out.is_on_algebra = true;
        out.kinematics = translate(s_.q_dot);
        for (std::size_t m = 0; m < s_.n(); ++m)
            for (std::size_t r = 0; r < s_.n(); ++r)
                for (std::size_t k = 0; k < s_.n(); ++k)
                    if (const Expr& c = model.algebra->c(m, r, k); c != s_.c.zero())
                        out.brackets.push_back({m, r, k, translate(c)});
    }
    for (const ControllerState& state : model.states)
        out.moved.emplace_back(translate(state.symbol), translate(state.rate));
    if (has_friction) {
        const Equations e = law_of_motion(model).derive(s_);
        out.given.emplace();
        out.given->W = translate(e.W.entries());
        out.given->r = translate(e.r);
    }
    add_domain(out, made);
    if (options_.time == ClaimSystemOptions::Time::if_it_occurs && !depends_on_time(out)) {
        std::erase(out.draw[0].names, *out.time);
        out.time.reset();
    }
    add_sample(out, made);
    return out;
}

bool Builder::depends_on_time(const proof::System& system) const {
    std::vector<Id> roots{system.lagrangian};
    for (const auto* list : {&system.forces, &system.kinematics})
        roots.insert(roots.end(), list->begin(), list->end());
    for (const auto& c : system.constraints) {
        roots.push_back(c.value);
        roots.insert(roots.end(), c.direction.begin(), c.direction.end());
        if (c.momentum) roots.push_back(*c.momentum);
    }
    for (const auto& c : system.brackets) roots.push_back(c.value);
    for (const auto& c : system.domain) roots.push_back(c.node);
    for (const auto& [variable, rate] : system.moved) roots.push_back(rate);
    if (system.given)
        for (const auto* list : {&system.given->W, &system.given->r})
            roots.insert(roots.end(), list->begin(), list->end());
    return std::ranges::binary_search(subject_.program.below(roots), *system.time);
}

// Signs that the model declares, and conditions under which its functions have values.
void Builder::add_domain(proof::System& system, const Recipe& made) const {
    proof::Program& p = subject_.program;
    for (std::size_t k = 0; k < s_.system.parameters.size() && !are_fixed(); ++k) {
        const auto& range = s_.system.parameters[k].range;
        if (!range) continue;
        if (range->first.sign() > 0)
            system.domain.push_back({proof::Condition::Kind::positive, system.parameters[k]});
        else if (range->second.sign() < 0)
            system.domain.push_back({proof::Condition::Kind::negative, system.parameters[k]});
    }
    // Σ x² on a sphere is R² > 0.
    for (const Recipe::OnSphere& point : made.on_spheres) {
        const Id radius = translate_(point.radius), square = p.power(radius, 2);
        if (std::ranges::find(system.hints, square) != system.hints.end()) continue;
        system.hints.push_back(square);
        if (!point.radius.is_number()) system.domain.push_back({proof::Condition::Kind::nonzero, radius});
    }
    std::vector<Id> roots{system.lagrangian};
    roots.insert(roots.end(), system.forces.begin(), system.forces.end());
    for (const auto& c : system.constraints) roots.push_back(c.value);
    for (const auto& [variable, rate] : system.moved) roots.push_back(rate);
    const auto depends_on_state = [&](Id node) {
        return std::ranges::any_of(p.below(std::array{node}), [&](Id id) {
            return p[id].op == proof::Op::variable &&
                   std::ranges::find(system.parameters, id) == system.parameters.end();
        });
    };
    const auto add = [&](proof::Condition::Kind kind, Id node) {
        if (!p.is_number(node) &&
            std::ranges::none_of(system.domain, [&](const proof::Condition& c) { return c.node == node; }))
            system.domain.push_back({kind, node, depends_on_state(node)});
    };
    // A choice may leave out what has no value.
    const std::vector<Id> below = p.below(roots);
    if (std::ranges::any_of(below, [&](Id id) { return p[id].op == proof::Op::choose; })) return;
    for (const Id id : below) {
        const auto a = p.arguments(id);
        if (p[id].op == proof::Op::divide) add(proof::Condition::Kind::nonzero, a[1]);
        if (p[id].op == proof::Op::power && p[id].n < 0) add(proof::Condition::Kind::nonzero, a[0]);
        if (p[id].op == proof::Op::log) add(proof::Condition::Kind::positive, a[0]);
    }
}

// Near the initial state: the free variables of the recipe there.
void Builder::add_sample(proof::System& system, const Recipe& made) const {
    const proof::Program& p = subject_.program;
    const auto at_start = [&](const Expr& x) { return value_at(start_, x); };
    for (std::size_t k = 0; k < s_.system.parameters.size() && !are_fixed(); ++k)
        system.sample[p.name_at(system.parameters[k])] = s_.system.parameters[k].value;
    for (const auto& [symbols, names] :
         {std::pair(&s_.q, &system.coordinates), std::pair(&s_.v, &system.velocities)})
        for (std::size_t i = 0; i < symbols->size(); ++i)
            system.sample[p.name_at((*names)[i])] = at_start((*symbols)[i]);
    for (const Recipe::OnSphere& point : made.on_spheres) {
        const double R = enclosure(point.radius, start_).midpoint(),
                     below = R + at_start(point.pole).to_double();
        system.sample[p.name_at(point.a)] =
            below > 1e-3 * R ? near(at_start(point.x).to_double() / below) : Rational(3);
    }
    proof::Sample free;
    for (const Id x : system.free_names()) free[p.name_at(x)] = system.sample[p.name_at(x)];
    system.sample = std::move(free);
}

}  // namespace

std::size_t add_system(proof::Subject& subject, proof::Translation& translate, const Setting& s,
                       const ClaimSystemOptions& options) {
    translate.prefix(options.prefix);
    subject.systems.push_back(Builder(subject, translate, s, options).run());
    return subject.systems.size() - 1;
}

}  // namespace anholon
