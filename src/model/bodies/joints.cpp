#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "expr/enclosure.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "model/bodies/body.hpp"
#include "model/language/body_errors.hpp"

namespace anholon {

namespace {

using namespace syntax;

bool is_in_space(const Elaboration& model, const BodyPoint& place) {
    return model.source.text(place.body) == space;
}

// The point of a joint, seen from the mass centre of the body, or from the origin of space.
Vector3 point_of(Elaboration& model, const BodyPoint& place) {
    const Expr zero = model.context().zero();
    const Vector3 origin{zero, zero, zero};
    if (!place.point) return origin;
    return components(model, *place.point, "the place of a joint", metres()).value_or(origin);
}

// What carries: a body, or space at rest.
struct Carrier : Placement {
    Twist twist;
};

Carrier carrier_of(Elaboration& model, const Body* body) {
    if (body) return {*body, body->twist};
    const Placement space = Placement::of_space(model.context());
    return {space, {space.velocity, space.omega, space.omega}};
}

// The angle or the way of a joint: a coordinate, or a given function of time.
struct Freedom {
    Expr value, rate;
};

Freedom freedom(Elaboration& model, const Body& body, const JointStatement& joint) {
    const bool turns = joint.kind == JointStatement::Kind::hinge;
    const Dimension dimension = turns ? Dimension{} : metres();
    if (!joint.coordinate) {
        model.report(joint_coordinate_missing(joint.kind_span, model.text(joint.kind_span)));
        return {model.context().zero(), model.context().zero()};
    }
    const std::string name = ascii_name(model.source.text(*joint.coordinate));
    const PartName part = part_of(model, body.written);
    if (!joint.law) {
        const Expr value =
            part_coordinate(model, part, {.name = name, .dimension = dimension, .span = *joint.coordinate});
        return {value, dot(value)};
    }
    Expr law = model.read(*joint.law, model.inner);
    if (!law) law = model.context().zero();
    for (const Expr& symbol : symbols_of(law))
        if (symbol.symbol().kind == SymbolKind::variable) {
            model.report(law_not_of_time(joint.law->span, symbol.symbol().name));
            law = model.context().zero();
            break;
        }
    part_abbreviation(model, part, name, law, dimension);
    return {law, derivative(law, model.system.t)};
}

// Two vectors across a unit vector.
std::array<Vector3, 2> across(Context& c, const Vector3& n) {
    for (std::size_t k = 0; k < 3; ++k) {
        Vector3 e{c.zero(), c.zero(), c.zero()};
        e[k] = c.one();
        if (vanishes(n[k])) return {e, cross(n, e)};
    }
    const Vector3 e = cross(n, {c.one(), c.zero(), c.zero()});
    return {e, cross(n, e)};
}

// The force and the moment that a joint passes on: all but along its freedom.
Hold hold_of(const Elaboration& model, const Body* carried_by, const JointStatement& joint,
             const Carrier& carrier, const Vector3& point, const Vector3& n) {
    using Kind = JointStatement::Kind;
    Context& c = *model.system.context;
    const Attitude space = Attitude::of_space(c);
    const std::vector<Vector3> all{space.alpha, space.beta, space.gamma};
    std::vector<Vector3> across_axis;
    for (const Vector3& e : across(c, n)) across_axis.push_back(carrier.axes.in_space(e));
    const bool is_driven = joint.law.has_value();
    Hold out{"", carried_by ? model.text(carried_by->written.name) : "", point, all, all};
    if (joint.kind == Kind::hinge && !is_driven) out.moments = across_axis;
    if (joint.kind == Kind::slider && !is_driven) out.forces = across_axis;
    if (joint.kind == Kind::ball) out.moments.clear();
    return out;
}

}  // namespace

const BodyStatement* find_body(const Elaboration& model, std::string_view name) {
    const Statement* found =
        model.first<BodyStatement>([&](const BodyStatement& b) { return model.source.text(b.name) == name; });
    return found ? &std::get<BodyStatement>(found->what) : nullptr;
}

std::vector<std::string> body_names(const Elaboration& model) {
    std::vector<std::string> out;
    for (const Statement& s : model.tree.statements)
        if (const auto* body = std::get_if<BodyStatement>(&s.what)) out.push_back(model.text(body->name));
    return out;
}

bool Joints::holds(const Elaboration& model, const BodyStatement& body) const {
    const std::string_view name = model.source.text(body.name);
    const auto is_held = [&](const JointStatement* joint) {
        return model.source.text(joint->carrier.body) == name;
    };
    return std::ranges::any_of(closing,
                               [&](const JointStatement* joint) {
                                   return is_held(joint) || model.source.text(joint->carried.body) == name;
                               }) ||
           std::ranges::any_of(placing, [&](const auto& one) { return is_held(one.second); });
}

Joints read_joints(Elaboration& model) {
    Joints out;
    std::map<const BodyStatement*, const BodyStatement*> carrier;
    model.each<JointStatement>([&](const JointStatement& joint, const Statement&) {
        const BodyStatement* carried = find_body(model, model.source.text(joint.carried.body));
        const BodyStatement* carries = find_body(model, model.source.text(joint.carrier.body));
        const auto unknown = [&](const BodyPoint& place) {
            model.report(joint_body_unknown(place.body, model.text(place.body), body_names(model)));
        };
        if (!carried) return unknown(joint.carried);
        if (!carries && !is_in_space(model, joint.carrier)) return unknown(joint.carrier);
        if (carried == carries)
            return model.report(joint_on_itself(joint.carrier.body, model.text(carried->name)));
        if (carried->planar || carried->fixed_point || !carried->angles.empty())
            return model.report(
                joint_of_posed_body(joint.carried.body, model.text(carried->name), carried->name));
        const bool is_first = out.placing.try_emplace(carried, &joint).second;
        if (is_first)
            carrier[carried] = carries;
        else
            out.closing.push_back(&joint);
    });
    // Each body after the one that carries it; a chain that comes back to itself has no first.
    std::set<const BodyStatement*> placed;
    model.each<BodyStatement>([&](const BodyStatement& body, const Statement&) {
        std::vector<const BodyStatement*> chain;
        for (const BodyStatement* b = &body; b && !placed.contains(b); b = carrier[b]) {
            if (std::ranges::find(chain, b) != chain.end()) {
                model.report(joint_cycle(out.placing[b]->carried.body, model.text(b->name)));
                out.placing.erase(b);
                break;
            }
            chain.push_back(b);
        }
        for (auto b = chain.rbegin(); b != chain.rend(); ++b)
            if (placed.insert(*b).second) out.order.push_back(*b);
    });
    return out;
}

// With a and b the points of the joint, seen from the mass centres, and s n the way of a slider:  X = X_carrier + a + s n − b,
// and the velocities likewise, the way by its rate and by the turning of the carrier.
void place_by_joint(Elaboration& model, Body& body, const Body* carried_by, const JointStatement& joint,
                    bool carries) {
    using Kind = JointStatement::Kind;
    const Carrier carrier = carrier_of(model, carried_by);
    const Vector3 b = point_of(model, joint.carried);
    Vector3 a = point_of(model, joint.carrier);
    const Expr zero = model.context().zero(), one = model.context().one();
    Vector3 n{zero, zero, one};
    if (joint.axis) n = unit_vector(model, *joint.axis, "the axis of a joint").value_or(n);
    body.axes = carrier.axes;
    body.omega = carrier.omega;
    body.Omega = carrier.axes.in_space(carrier.omega);
    body.twist = carrier.twist;
    body.mount = {carried_by ? model.text(carried_by->written.name) : "", a, b};
    Vector3 sliding{zero, zero, zero};
    // A vector in axes of the carrier, seen from those of the body.
    std::function<Vector3(const Vector3&)> seen = [](const Vector3& r) { return r; };
    switch (joint.kind) {
        case Kind::hinge: {
            const Freedom f = freedom(model, body, joint);
            if (turn(body, n, f.value, f.rate, is_parallel(b, n) && !carries) == Turned::axes)
                seen = [n, angle = f.value](const Vector3& r) { return turned_back(r, n, angle); };
            else if (carried_by)
                body.attached = {model.text(carried_by->written.name), a - b, n};
            break;
        }
        case Kind::slider: {
            const Freedom f = freedom(model, body, joint);
            body.mount.steps.push_back({Mount::Step::Kind::slide, n, f.value});
            a = a + f.value * n;
            sliding = f.rate * n;
            break;
        }
        case Kind::ball: {
            place_by_quaternion(model, body);
            seen = [&](const Vector3& r) { return body.axes.seen(carrier.axes.in_space(r)); };
            break;
        }
        case Kind::weld:
            if (carried_by) body.attached = {model.text(carried_by->written.name), a - b};
            break;
    }
    body.holds.push_back(hold_of(model, carried_by, joint, carrier, carrier.place_of(a), n));
    body.position = carrier.place_of(a) - body.axes.in_space(b);
    body.velocity =
        carrier.velocity_of(a) + carrier.axes.in_space(sliding) - body.axes.in_space(cross(body.omega, b));
    body.twist.velocity = seen(carrier.twist.of_point(a) + sliding) - cross(body.twist.omega, b);
}

namespace {

// The value of a demand that no coordinate takes part in; nothing if there is one.
std::optional<std::string> never_changes(Elaboration& model, const Expr& residual) {
    for (const Expr& symbol : symbols_of(residual))
        if (symbol.symbol().kind == SymbolKind::variable || symbol.symbol().kind == SymbolKind::time)
            return std::nullopt;
    Substitution replace;
    for (const auto& [id, value] : model.values)
        replace.emplace_back(Expr(model.context(), static_cast<NodeId>(id)), value);
    return decimal(std::abs(enclosure(substitute(residual, replace), {}, 80).midpoint()), 6);
}

}  // namespace

// What a joint demands of bodies that have their places already: the points agree, except along the axis of a slider; of a hinge
// the axes of turning agree, of a slider and a weld all axes. What holds by itself, as in a plane linkage, is not said.
void close_loop(Elaboration& model, const Body& body, const Body* carried_by, const JointStatement& joint) {
    using Kind = JointStatement::Kind;
    if (joint.coordinate)
        model.report(joint_coordinate_unused(*joint.coordinate, model.text(*joint.coordinate)));
    Context& c = model.context();
    const Carrier carrier = carrier_of(model, carried_by);
    const Vector3 apart =
        body.place_of(point_of(model, joint.carried)) - carrier.place_of(point_of(model, joint.carrier));
    Vector3 n{c.zero(), c.zero(), c.one()};
    if (joint.axis) n = unit_vector(model, *joint.axis, "the axis of a joint").value_or(n);
    const auto demand = [&](const std::string& what, const Expr& residual, const Expr& positive = {}) {
        if (vanishes(residual)) return;
        if (const auto off = never_changes(model, residual))
            return model.report(loop_cannot_close(joint.carried.body, model.text(body.written.name), *off));
        model.system.constraints.push_back({model.text(body.written.name) + "_" + what, residual,
                                            Constraint::Kind::geometric, joint.carried.body});
        model.system.constraints.back().of_loop = true;
        model.system.constraints.back().positive = positive;
    };
    const auto [e, f] = across(c, n);
    if (joint.kind == Kind::slider) {
        demand("across1", dot(carrier.axes.in_space(e), apart));
        demand("across2", dot(carrier.axes.in_space(f), apart));
    } else {
        for (std::size_t i = 0; i < 3; ++i) demand(std::string("at_") + "xyz"[i], apart[i]);
    }
    if (joint.kind == Kind::hinge) {
        const Vector3 axis = body.axes.in_space(n);
        demand("axis1", dot(carrier.axes.in_space(e), axis));
        demand("axis2", dot(carrier.axes.in_space(f), axis));
    } else if (joint.kind != Kind::ball) {
        const auto column = [](const Attitude& axes, std::size_t k) {
            return Vector3{axes.alpha[k], axes.beta[k], axes.gamma[k]};
        };
        // These hold as well where the axes are turned by 120°, or two of them by 180°.
        for (std::size_t k = 0; k < 3; ++k)
            demand("axis" + std::to_string(k + 1),
                   dot(column(carrier.axes, k), column(body.axes, (k + 1) % 3)),
                   dot(column(carrier.axes, k), column(body.axes, k)));
    }
}

}  // namespace anholon
