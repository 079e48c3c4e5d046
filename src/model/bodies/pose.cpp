#include "base/text.hpp"
#include "model/bodies/body.hpp"
#include "model/contact/contact.hpp"
#include "model/language/body_errors.hpp"
#include "model/space/quaternion_rates.hpp"

namespace anholon {

namespace {

using namespace syntax;

Vector3 along(Context& c, std::size_t axis) {
    Vector3 e{c.zero(), c.zero(), c.zero()};
    e[axis] = c.one();
    return e;
}

void use_axes(Body& body, const Attitude& axes) {
    body.axes = axes;
    body.omega = body.twist.omega = body.twist.turning = axes.omega;
    body.Omega = axes.Omega;
}

Expr base_velocity(Elaboration& model, const Body& body, const std::string& local, const Expr& definition) {
    const Expr u = base_symbol(model, body, local);
    model.system.base.definitions.emplace_back(u, definition);
    return u;
}

// In Ω where the body does not spin on what it touches.
void use_base_of_quaternion(Elaboration& model, Body& body, const std::array<Expr, 4>& q) {
    const bool in_space = free_velocities(model, body) == FreeVelocities::space_axes;
    const Vector3& definition = in_space ? body.axes.Omega : body.axes.omega;
    Vector3 w;
    for (std::size_t i = 0; i < 3; ++i)
        w[i] = base_velocity(model, body, "w" + std::to_string(i + 1), definition[i]);
    Expr length = model.context().zero();
    for (const Expr& component : q) length += component * dot(component);
    const Expr s = base_velocity(model, body, "unit", Rational(2) * length);
    model.system.base.rates_of_constraints.emplace(body.name("unit"), s);
    const auto rates = quaternion_rates(q, w, in_space ? OmegaAxes::space : OmegaAxes::body, s);
    for (std::size_t i = 0; i < 4; ++i) model.system.base.rates.emplace_back(dot(q[i]), rates[i]);
    body.twist.omega = body.twist.turning = in_space ? body.axes.seen(w) : w;
    if (in_space) body.twist.turning_in_space = w;
}

// Velocities in axes of the body, where something rolls; else those of space serve as well.
void use_base_of_translation(Elaboration& model, Body& body) {
    body.twist.velocity = body.axes.seen(body.velocity);
    if (!rolls_somewhere(model)) return;
    const Vector3 definition = body.twist.velocity;
    for (std::size_t i = 0; i < 3; ++i)
        body.twist.velocity[i] = base_velocity(model, body, "v" + std::to_string(i + 1), definition[i]);
    const Vector3 rates = body.axes.in_space(body.twist.velocity);
    for (std::size_t i = 0; i < 3; ++i) model.system.base.rates.emplace_back(body.velocity[i], rates[i]);
}

// The body may leave its axes behind in its last turn if no joint holds it and its fixed point is on the axis.
void place_by_angles(Elaboration& model, Body& body, const std::optional<Vector3>& fixed_point,
                     bool is_held) {
    const auto& angles = body.written.angles;
    use_axes(body, Attitude::of_space(model.context()));
    for (std::size_t i = 0; i < angles.size(); ++i) {
        const Expr angle = part_coordinate(
            model, part_of(model, body.written),
            {.name = std::string(ascii_name(model.source.text(angles[i].angle))), .span = angles[i].angle});
        const Vector3 axis =
            along(model.context(), static_cast<std::size_t>(model.source.text(angles[i].axis)[0] - 'x'));
        const bool may_stay =
            i + 1 == angles.size() && !is_held && (!fixed_point || is_parallel(*fixed_point, axis));
        turn(body, axis, angle, dot(angle), may_stay);
    }
}

// The mass centre in axes of space: steps before those that turn the body.
void slide_to_position(Context& c, Body& body, std::size_t dimensions) {
    for (std::size_t i = dimensions; i-- > 0;)
        body.mount.steps.insert(body.mount.steps.begin(),
                                {Mount::Step::Kind::slide, along(c, i), body.position[i]});
}

Vector3 rates(const Vector3& x) { return {dot(x[0]), dot(x[1]), dot(x[2])}; }

}  // namespace

Expr base_symbol(Elaboration& model, const Body& body, const std::string& local) {
    std::string name = "base_" + model.text(body.written.name) + "_" + local;
    while (model.outer.find(name) || model.context().find(name)) name += "_";
    return model.context().variable(name);
}

void place_by_quaternion(Elaboration& model, Body& body) {
    std::array<Expr, 4> q;
    for (std::size_t i = 0; i < 4; ++i)
        q[i] = part_coordinate(
            model, part_of(model, body.written),
            {.name = body.name("q" + std::to_string(i)), .description = i == 0 ? "unit quaternion" : ""});
    model.attitudes.push_back({q, body.written.name});
    use_axes(body, Attitude::of_quaternion(q));
    use_base_of_quaternion(model, body, q);
    Expr length = -model.context().one();
    for (const Expr& component : q) length += pow(component, Rational(2));
    add_body_constraint(model, body, "unit", length, Constraint::Kind::geometric);
    body.mount.steps.push_back({Mount::Step::Kind::attitude});
}

Turned turn(Body& body, const Vector3& axis, const Expr& angle, const Expr& rate, bool may_stay) {
    const bool stays = may_stay && body.inertia.is_of_revolution_about(axis) &&
                       (!body.surface || body.surface->is_of_revolution_about(axis));
    const Attitude turned = body.axes.turned(axis, angle, rate);
    body.mount.steps.push_back({Mount::Step::Kind::turn, axis, angle, stays});
    body.Omega = turned.Omega;
    body.omega = stays ? body.axes.omega + rate * axis : turned.omega;
    const Vector3 turning = body.twist.turning;
    body.twist.omega = stays ? turning + rate * axis : turned_back(turning, axis, angle) + rate * axis;
    body.twist.turning_in_space.reset();
    if (stays) {
        body.own_turn = {axis, angle};
        return Turned::body;
    }
    body.twist.turning = body.twist.omega;
    body.axes = turned;
    return Turned::axes;
}

bool rolls_somewhere(const Elaboration& model) {
    return model.first<ContactStatement>([](const ContactStatement& c) {
        return c.kind != ContactStatement::Kind::sliding && c.kind != ContactStatement::Kind::friction;
    });
}

void place_by_pose(Elaboration& model, Body& body, bool is_held) {
    const BodyStatement& written = body.written;
    Context& c = model.context();
    const PartName part = part_of(model, written);
    const Vector3 origin{c.zero(), c.zero(), c.zero()};
    body.mount = {"", origin, origin};
    const auto position = [&](std::size_t i) {
        return part_coordinate(model, part,
                               {body.name(std::string(1, "xyz"[i])), metres(), i == 0 ? "mass centre" : ""});
    };
    if (written.planar) {
        if (!written.angles.empty()) model.report(planar_angles(written.angles[0].angle, *written.planar));
        const Expr phi = part_coordinate(model, part, {.name = body.name("phi")});
        use_axes(body, Attitude::of_space(c).turned(along(c, 2), phi, dot(phi)));
        body.position = {position(0), position(1), c.zero()};
        body.velocity = {dot(body.position[0]), dot(body.position[1]), c.zero()};
        body.twist.velocity = body.axes.seen(body.velocity);
        body.mount.steps = {{Mount::Step::Kind::turn, along(c, 2), phi}};
        slide_to_position(c, body, 2);
        body.holds.push_back({"plane", "", body.position, {along(c, 2)}, {along(c, 0), along(c, 1)}});
        return;
    }
    std::optional<Vector3> fixed_point;
    if (written.fixed_point)
        fixed_point = components(model, *written.fixed_point, "the place of a fixed point", metres())
                          .value_or(along(c, 2));
    if (written.angles.empty())
        place_by_quaternion(model, body);
    else
        place_by_angles(model, body, fixed_point, is_held);
    if (!written.fixed_point) {
        body.position = {position(0), position(1), position(2)};
        body.velocity = rates(body.position);
        slide_to_position(c, body, 3);
        use_base_of_translation(model, body);
        return;
    }
    body.mount.on = *fixed_point;
    body.holds.push_back({"point", "", origin, {along(c, 0), along(c, 1), along(c, 2)}, {}});
    // The fixed point is at p from the mass centre, which moves with −ω×p.
    const Vector3 r = -*fixed_point;
    body.position = body.axes.in_space(r);
    body.velocity = body.axes.in_space(cross(body.omega, r));
    body.twist.velocity = cross(body.twist.omega, r);
}

}  // namespace anholon
