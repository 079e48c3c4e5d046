#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "model/bodies/body.hpp"
#include "model/language/body_errors.hpp"
#include "model/language/errors.hpp"
#include "model/language/motor_errors.hpp"

namespace anholon {

namespace {

using namespace syntax;

// A point that a load takes hold of, in axes of space.
struct Grip {
    Vector3 place, velocity;
    const Placement* body;
    std::string name;
};

// Nothing after a mistake.
std::optional<Grip> grip(Elaboration& model, const BodyPoint& point) {
    const auto body = model.placements.find(ascii_name(model.source.text(point.body)));
    if (body == model.placements.end()) {
        model.report(joint_body_unknown(point.body, model.text(point.body), body_names(model)));
        return std::nullopt;
    }
    const Expr zero = model.context().zero();
    Vector3 r{zero, zero, zero};
    if (point.point) {
        const auto read = components(model, *point.point, "the place of a point", metres());
        if (!read) return std::nullopt;
        r = body->second.fixed(*read);
    }
    return Grip{body->second.place_of(r), body->second.velocity_of(r), &body->second, body->first};
}

Dimension newtons() { return kilograms() * metres() / pow(seconds(), Rational(2)); }

// V = ½ k (|d| − l)²,  or R = ½ c (|d|˙)².
void spring(Elaboration& model, const SpringStatement& s) {
    const auto a = grip(model, s.first), b = grip(model, s.second);
    if (model.source.text(s.first.body) == model.source.text(s.second.body))
        model.report(spring_on_itself(s.second.body, s.is_damper ? "damper" : "spring",
                                      model.text(s.first.body), s.first.body));
    const Dimension unit = newtons() / metres();
    const Expr k = positive_quantity(model, s.coefficient, s.is_damper ? "a damper" : "a spring",
                                     s.is_damper ? unit * seconds() : unit);
    const Expr length = s.length ? quantity(model, *s.length, "a length", metres()) : model.context().zero();
    if (!a || !b || !k || !length) return;
    const Vector3 d = b->place - a->place;
    const Rational half(1, 2);
    Expr& energy = s.is_damper ? model.system.dissipation : model.system.V;
    Expr more;
    if (s.is_damper)
        more = half * k * pow(dot(d, b->velocity - a->velocity), Rational(2)) / dot(d, d);
    else if (length == model.context().zero())
        more = half * k * dot(d, d);
    else
        more = half * k * pow(sqrt(dot(d, d)) - length, Rational(2));
    energy = energy ? energy + more : more;
    // The force on b is along d; a feels the opposite.
    const Expr zero = model.context().zero();
    Expr pull = k;  // over |d|
    if (s.is_damper)
        pull = k * dot(d, b->velocity - a->velocity) / dot(d, d);
    else if (length != zero)
        pull = k * (Rational(1) - length / sqrt(dot(d, d)));
    const Vector3 none{zero, zero, zero};
    model.system.loads.push_back({b->name, b->place, -(pull * d), none});
    model.system.loads.push_back({a->name, a->place, pull * d, none});
}

// The moments on both bodies.
void add_moments(Elaboration& model, const Grip& on, const Grip& by, const Vector3& moment) {
    const Expr zero = model.context().zero();
    const Vector3 none{zero, zero, zero};
    model.system.loads.push_back({on.name, on.place, none, moment});
    model.system.loads.push_back({by.name, by.place, none, -moment});
}

// Q_i = M·∂(Ω − Ω_by)/∂q̇_i
void act_between(Elaboration& model, const Grip& on, const Grip& by, const Vector3& M) {
    add_moments(model, on, by, M);
    const std::vector<Expr> v = model.system.velocities();
    const Vector3 turning = on.body->Omega - by.body->Omega;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::vector<Expr> slope = gradient(turning[i], v);
        for (std::size_t k = 0; k < v.size(); ++k) model.system.Q[k] += M[i] * slope[k];
    }
}

// The axis of a hinge, in axes of space: the carried body turns about it relative to its carrier.
std::optional<Vector3> axis_of(Elaboration& model, const JointStatement& hinge, const Grip& carrier) {
    const auto n = unit_vector(model, *hinge.axis, "the axis of a joint");
    if (!n) return std::nullopt;
    return carrier.body->axes.in_space(carrier.body->fixed(*n));
}

// The torque e on the body that a hinge carries does the work e φ'.
void act_on_hinge(Elaboration& model, const JointStatement& hinge, const Expr& e) {
    const auto on = grip(model, {hinge.carried.body}), by = grip(model, {hinge.carrier.body});
    if (!on || !by) return;
    const auto n = axis_of(model, hinge, *by);
    if (!n) return;
    // One that closes a loop has no coordinate.
    const Meaning* angle =
        hinge.coordinate ? model.outer.find(model.source.text(*hinge.coordinate)) : nullptr;
    if (!angle || hinge.law) return act_between(model, *on, *by, e * *n);
    add_moments(model, *on, *by, e * *n);
    const std::vector<Expr> v = model.system.velocities();
    for (std::size_t k = 0; k < v.size(); ++k)
        if (v[k] == dot(angle->value)) model.system.Q[k] += e;
}

// A torque, checked; empty after a mistake.
Expr torque_of(Elaboration& model, const Expression& e) {
    std::optional<Dimension> given;
    const Expr out = model.read(e, model.inner, &given);
    if (!out || model.has_acceleration(out, e.span, "a torque")) return {};
    const Dimension wanted = newtons() * metres();
    if (given && *given != wanted && model.units_given)
        model.report(unit_misfit(e.span, "a torque", *given, wanted));
    return out;
}

// The first hinge that joins two bodies, whichever carries.
const JointStatement* hinge_between(const Elaboration& model, Span first, Span second) {
    const auto is = [&](const BodyPoint& place, Span name) {
        return ascii_name(model.source.text(place.body)) == ascii_name(model.source.text(name));
    };
    const Statement* found = model.first<JointStatement>([&](const JointStatement& j) {
        return j.kind == JointStatement::Kind::hinge && ((is(j.carried, first) && is(j.carrier, second)) ||
                                                         (is(j.carried, second) && is(j.carrier, first)));
    });
    return found ? &std::get<JointStatement>(found->what) : nullptr;
}

void torque_on_hinge(Elaboration& model, const InternalTorqueStatement& s) {
    const Expr e = torque_of(model, *s.value);
    const std::string name = ascii_name(model.source.text(*s.hinge));
    const JointStatement* hinge = hinge_called(model, name);
    if (hinge) {
        if (e) act_on_hinge(model, *hinge, e);
        return;
    }
    const Meaning* meaning = model.outer.find(name);
    if (!meaning && !find_body(model, name))
        return model.report(name_unknown(*s.hinge, model.text(*s.hinge), model.outer, model.source));
    std::vector<std::string> hinges;
    model.each<JointStatement>([&](const JointStatement& j, const Statement&) {
        if (j.kind == JointStatement::Kind::hinge && j.coordinate)
            hinges.push_back(model.text(*j.coordinate));
    });
    model.report(torque_on_what(*s.hinge, model.text(*s.hinge), hinges));
}

void internal_torque(Elaboration& model, const InternalTorqueStatement& s) {
    if (s.hinge) return torque_on_hinge(model, s);
    const auto first = grip(model, {s.first}), second = grip(model, {s.second});
    if (first && second && first->body == second->body)
        return model.report(torque_on_itself(s.second, model.text(s.first), s.first));
    if (s.components) {
        if (s.components->entries.size() != 3)
            return model.report(
                tuple_length(s.components->span, "a torque", s.components->entries.size(), 3));
        Vector3 M;
        for (std::size_t i = 0; i < 3; ++i) {
            M[i] = torque_of(model, s.components->entries[i]);
            if (!M[i]) return;
        }
        if (!first || !second) return;
        if (s.is_follower) M = first->body->axes.in_space(first->body->fixed(M));
        return act_between(model, *first, *second, M);
    }
    const Expr e = torque_of(model, *s.value);
    if (!first || !second) return;
    const JointStatement* hinge = hinge_between(model, s.first, s.second);
    if (!hinge)
        return model.report(
            torque_without_hinge(join(s.first, s.second), model.text(s.first), model.text(s.second)));
    const bool is_carried = model.source.text(hinge->carried.body) == model.source.text(s.first);
    if (e) act_on_hinge(model, *hinge, is_carried ? e : -e);
}

// Q_i = F·∂v/∂q̇_i, or M·∂Ω/∂q̇_i.
void load(Elaboration& model, const LoadStatement& s) {
    const auto held = grip(model, s.on);
    if (s.components.entries.size() != 3)
        return model.report(tuple_length(s.components.span, s.is_torque ? "a torque" : "a force",
                                         s.components.entries.size(), 3));
    Vector3 F;
    for (std::size_t i = 0; i < 3; ++i) {
        const Expression& e = s.components.entries[i];
        std::optional<Dimension> given;
        F[i] = model.read(e, model.inner, &given);
        if (!F[i] || model.has_acceleration(F[i], e.span, "a force")) return;
        const Dimension wanted = s.is_torque ? newtons() * metres() : newtons();
        if (given && *given != wanted && model.units_given)
            model.report(unit_misfit(e.span, s.is_torque ? "a torque" : "a force", *given, wanted));
    }
    if (!held) return;
    if (s.is_follower) F = held->body->axes.in_space(held->body->fixed(F));
    const Expr zero = model.context().zero();
    const Vector3 none{zero, zero, zero};
    model.system.loads.push_back({held->name, held->place, s.is_torque ? none : F, s.is_torque ? F : none});
    const std::vector<Expr> v = model.system.velocities();
    const Vector3& velocity = s.is_torque ? held->body->Omega : held->velocity;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::vector<Expr> slope = gradient(velocity[i], v);
        for (std::size_t k = 0; k < v.size(); ++k) model.system.Q[k] += F[i] * slope[k];
    }
}

}  // namespace

void add_springs(Elaboration& model) {
    model.each<SpringStatement>([&](const SpringStatement& s, const Statement&) { spring(model, s); });
}

void add_loads(Elaboration& model) {
    model.each<LoadStatement>([&](const LoadStatement& s, const Statement&) { load(model, s); });
    model.each<InternalTorqueStatement>(
        [&](const InternalTorqueStatement& s, const Statement&) { internal_torque(model, s); });
    for (const Drive& d : model.drives)
        if (const JointStatement* hinge = hinge_called(model, d.angle)) act_on_hinge(model, *hinge, d.torque);
}

}  // namespace anholon
