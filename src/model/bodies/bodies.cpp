#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "expr/zero.hpp"
#include "model/contact/contact.hpp"
#include "model/language/body_errors.hpp"
#include "model/language/errors.hpp"

namespace anholon {

namespace {

using namespace syntax;

Dimension per_second(const Dimension& d) { return d / seconds(); }

// A name that the lowered body takes; false if the model has given it to something else.
void quasi_velocity(Elaboration& model, const Body& body, std::string_view local, Expr definition,
                    const Dimension& dimension) {
    const std::string name = body.name(local);
    if (!may_take(model, part_of(model, body.written), name)) return;
    const Expr symbol = model.context().variable(name);
    model.inner.add(name, {definition, "quasi-velocity", body.written.name});
    model.outer.add(name, {symbol, "quasi-velocity", body.written.name});
    model.dimensions[name] = dimension;
    model.system.quasi.push_back({symbol, definition, body.written.name});
}

using Bodies = std::map<const BodyStatement*, Body>;

// Whether the program knows which velocities stay free: no body has a joint, angles, a planar pose or contacts of which it does
// not know it, and the model has no coordinates, constraints or quasi-velocities of its own.
bool are_free_velocities_known(const Elaboration& model, const Bodies& bodies) {
    const bool is_of_bodies_alone = !model.first<JointStatement>() && !model.first<CoordStatement>() &&
                                    !model.first<ConstraintStatement>() && !model.first<QuasiStatement>() &&
                                    !model.first<FrameStatement>();
    return is_of_bodies_alone && std::ranges::all_of(bodies, [&](const auto& one) {
               const auto& [written, body] = one;
               return written->angles.empty() && !written->planar &&
                      free_velocities(model, body) != FreeVelocities::unknown;
           });
}

// Quasi-velocities that stay free under the body's contacts where all of them are known; else the same names are abbreviations.
void declare_velocities(Elaboration& model, const Body& body, bool are_known) {
    const auto velocity = [&](std::string_view local, Expr value, const Dimension& dimension, bool is_free) {
        if (are_known && is_free)
            quasi_velocity(model, body, local, value, dimension);
        else
            part_abbreviation(model, part_of(model, body.written), body.name(local), value, dimension);
    };
    const FreeVelocities free = free_velocities(model, body);
    const bool has_body_axes = free == FreeVelocities::all || free == FreeVelocities::body_axes ||
                               free == FreeVelocities::in_the_plane;
    const Dimension turn = per_second(Dimension{});
    const Vector3 omega = body.seen_from_named_axes(body.omega),
                  gamma = body.seen_from_named_axes(body.axes.gamma);
    for (const std::size_t i : {0, 1, 2})
        velocity("w" + std::to_string(i + 1), omega[i], turn, has_body_axes);
    for (const std::size_t i : {0, 1, 2})
        velocity(std::string("w") + "xyz"[i], body.Omega[i], turn,
                 free == FreeVelocities::space_axes && i < 2);
    for (const std::size_t i : {0, 1, 2})
        velocity("gamma" + std::to_string(i + 1), gamma[i], Dimension{}, false);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string name(1, "xyz"[i]);
        if (!model.outer.find(body.name(name))) velocity(name, body.position[i], metres(), false);
    }
    if (body.written.fixed_point || free == FreeVelocities::body_axes || free == FreeVelocities::space_axes)
        return;
    const std::size_t count = free == FreeVelocities::all ? 3 : free == FreeVelocities::in_the_plane ? 2 : 0;
    for (std::size_t i = 0; i < 3; ++i)
        velocity(std::string("v") + "xyz"[i], body.velocity[i], per_second(metres()), i < count);
}

// g n of the gravity statement; nothing if there is none, or after a mistake in it.
std::optional<Vector3> gravity(Elaboration& model) {
    const Statement* statement = model.first<GravityStatement>();
    model.each<GravityStatement>([&](const auto&, const Statement& s) {
        if (&s != statement) model.report(gravity_twice(s.keyword, statement->keyword));
    });
    if (!statement) return std::nullopt;
    const auto& written = std::get<GravityStatement>(statement->what);
    const Expr g = quantity(model, written.strength, "gravity", per_second(per_second(metres())));
    const auto n = unit_vector(model, written.direction, "a direction");
    if (!g || !n) return std::nullopt;
    return g * *n;
}

void add(Expr& sum, const Expr& term) { sum = sum ? sum + term : term; }

// T = ½ m v² + ½ ω·Iω;  V = −m g·X.
void add_energy(Elaboration& model, const Body& body, bool is_carried, const std::optional<Vector3>& g) {
    System& system = model.system;
    const Vector3 v = is_carried ? body.twist.velocity : body.velocity;
    const Expr T = body.mass * dot(v, v) / Rational(2) + body.inertia.energy(body.omega);
    add(system.T, system.base.in_coordinates(T));
    const Expr zero = model.context().zero();
    Vector3 weight{zero, zero, zero};
    if (g) {
        weight = body.mass * body.axes.seen(*g);
        const Expr V = -body.mass * dot(*g, body.position);
        add(system.V, V);
        add(system.V_of_weights, V);
    }
    system.bodies.push_back({model.text(body.written.name), body.mass, body.inertia, body.twist.velocity,
                             body.twist.omega, body.twist.turning, weight, body.attached, body.position,
                             body.axes, body.holds, body.mount});
}

// What a body is by itself. After a mistake it goes on with ones, so that its names are known.
Body read_body(Elaboration& model, const BodyStatement& written, const std::string& prefix) {
    Expr mass = written.mass ? positive_quantity(model, *written.mass, "a mass", kilograms()) : Expr();
    if (!written.mass) model.report(mass_missing(written.name, model.source.text(written.name)));
    if (!mass) mass = model.context().one();
    const Vector3 ones{mass, mass, mass};
    Body body{{}, written, prefix, mass, {ones, ones}, {}, {}};
    if (const auto inertia = read_inertia(model, written, mass)) body.inertia = *inertia;
    body.surface = read_surface(model, written);
    return body;
}

// Statements that speak of bodies where there are none.
void check_bodies_stated(Elaboration& model) {
    for (const Statement& s : model.tree.statements)
        if (std::holds_alternative<GravityStatement>(s.what) ||
            std::holds_alternative<GroundStatement>(s.what) ||
            std::holds_alternative<SupportStatement>(s.what) ||
            std::holds_alternative<ContactStatement>(s.what) ||
            std::holds_alternative<JointStatement>(s.what) ||
            std::holds_alternative<SpringStatement>(s.what) ||
            std::holds_alternative<LoadStatement>(s.what) ||
            std::holds_alternative<InternalTorqueStatement>(s.what))
            model.report(body_missing(s.keyword, model.source.text(s.keyword)));
}

// A quaternion and a place for a body without a joint.
std::size_t most_coordinates(const Joints& joints) {
    using Kind = JointStatement::Kind;
    std::size_t count = 7 * joints.order.size();
    for (const auto& [body, joint] : joints.placing)
        count -= joint->kind == Kind::ball ? 3 : joint->kind == Kind::weld ? 7 : 6;
    return count;
}

}  // namespace

Expr quantity(Elaboration& model, const Expression& e, std::string_view what, const Dimension& dimension) {
    const Expr value = model.constant_expression(e, what);
    std::optional<Dimension> given;
    if (!value || !model.read(e, model.inner, &given)) return {};
    if (given && *given != dimension) model.report(unit_misfit(e.span, what, *given, dimension));
    return value;
}

Expr positive_quantity(Elaboration& model, const Expression& e, std::string_view what,
                       const Dimension& dimension) {
    const Expr out = quantity(model, e, what, dimension);
    const auto value = out ? model.constant(e, what) : std::nullopt;
    if (!value) return {};
    if (value->value.sign() > 0) return out;
    model.report(not_positive(e.span, what));
    return {};
}

std::optional<Vector3> components(Elaboration& model, const Tuple& tuple, std::string_view what,
                                  const Dimension& dimension) {
    if (tuple.entries.size() != 3) {
        model.report(tuple_length(tuple.span, what, tuple.entries.size(), 3));
        return std::nullopt;
    }
    Vector3 out;
    for (std::size_t i = 0; i < 3; ++i) {
        out[i] = quantity(model, tuple.entries[i], what, dimension);
        if (!out[i]) return std::nullopt;
    }
    return out;
}

std::optional<Vector3> unit_vector(Elaboration& model, const Tuple& tuple, std::string_view what) {
    const auto n = components(model, tuple, what, Dimension{});
    if (!n) return std::nullopt;
    const bool is_zero = std::ranges::all_of(tuple.entries, [&](const Expression& e) {
        const auto value = model.constant(e, what);
        return value && value->value.is_zero();
    });
    if (is_zero) {
        model.report(direction_zero(tuple.span));
        return std::nullopt;
    }
    const Expr square = dot(*n, *n);
    if (vanishes(square - Rational(1))) return n;
    return (Rational(1) / sqrt(square)) * *n;
}

PartName part_of(const Elaboration& model, const BodyStatement& body) {
    return {model.source.text(body.name), body.name};
}

void add_body_constraint(Elaboration& model, const Body& body, std::string_view local, Expr residual,
                         Constraint::Kind kind) {
    model.system.constraints.push_back({body.name(local), residual, kind, body.written.name});
}

void lower_bodies(Elaboration& model) {
    const Statement* first = model.first<BodyStatement>();
    if (!first) return check_bodies_stated(model);
    check_contacts(model);
    const auto g = model.system.gravity = gravity(model);
    const std::vector<SupportSurface> supports = read_supports(model);
    std::map<std::string, Span> names;
    bool has_doubles = false;
    model.each<BodyStatement>([&](const BodyStatement& body, const Statement&) {
        const std::string name = ascii_name(model.source.text(body.name));
        const auto [old, is_new] = names.try_emplace(name, body.name);
        if (!is_new) model.report(body_name_duplicate(body.name, name, old->second));
        has_doubles = has_doubles || !is_new;
    });
    if (has_doubles) return;
    const Joints joints = read_joints(model);
    if (most_coordinates(joints) + model.system.coordinates.size() > max_coordinates)
        return model.report(coordinates_too_many(first->span, max_coordinates));
    Bodies bodies;
    const auto carrier = [&](const JointStatement& joint) -> const Body* {
        const auto found = bodies.find(find_body(model, model.source.text(joint.carrier.body)));
        const bool is_placed = found != bodies.end() && found->second.position[0];  // not so in a cycle
        return is_placed ? &found->second : nullptr;
    };
    const auto support_of = [&](const ContactStatement& contact) -> const SupportSurface* {
        const auto found = std::ranges::find(
            supports, std::string(ascii_name(model.source.text(contact.support))), &SupportSurface::name);
        return found == supports.end() ? nullptr : &*found;
    };
    for (const BodyStatement* written : joints.order) {
        const bool is_one = joints.order.size() == 1;
        const std::string prefix = is_one ? "" : ascii_name(model.source.text(written->name)) + "_";
        bodies.emplace(written, read_body(model, *written, prefix));
    }
    const bool are_known = are_free_velocities_known(model, bodies);
    for (const BodyStatement* written : joints.order) {
        Body& body = bodies.at(written);
        const auto joint = joints.placing.find(written);
        if (joint == joints.placing.end())
            place_by_pose(model, body, joints.holds(model, *written));
        else
            place_by_joint(model, body, carrier(*joint->second), *joint->second,
                           joints.holds(model, *written));
        declare_velocities(model, body, are_known);
        add_energy(model, body, joint != joints.placing.end(), g);
        const auto contacts = contacts_of(model, *written);
        for (const ContactStatement* contact : contacts) {
            const SupportSurface* support = support_of(*contact);
            if (support && !support->carrier) add_contact(model, body, *contact, *support, nullptr);
        }
        if (contacts.empty() && written->surface)
            model.report(surface_unused(written->surface->name, model.source.text(written->name)));
    }
    // A support on a body is there once the body is.
    for (const BodyStatement* written : joints.order)
        for (const ContactStatement* contact : contacts_of(model, *written)) {
            const SupportSurface* support = support_of(*contact);
            if (!support || !support->carrier) continue;
            const BodyStatement* carrying = find_body(model, model.source.text(*support->carrier));
            if (carrying != written)
                add_contact(model, bodies.at(written), *contact, *support, &bodies.at(carrying));
        }
    for (const auto& [written, body] : bodies)
        model.placements.emplace(ascii_name(model.source.text(written->name)), body);
    model.placements.emplace(space, Placement::of_space(model.context()));
    add_springs(model);
    for (const JointStatement* joint : joints.closing) {
        const BodyStatement* closed = find_body(model, model.source.text(joint->carried.body));
        close_loop(model, bodies.at(closed), carrier(*joint), *joint);
    }
    if (!model.units_given || model.energy_dimension) return;
    model.energy_dimension = kilograms() * pow(metres() / seconds(), Rational(2));
    model.energy_span = first->span;
}

}  // namespace anholon
