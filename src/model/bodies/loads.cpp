#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "model/bodies/body.hpp"
#include "model/language/body_errors.hpp"
#include "model/language/errors.hpp"

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
}

}  // namespace anholon
