#include "base/text.hpp"
#include "model/body.hpp"
#include "model/body_errors.hpp"

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
    body.omega = axes.omega;
    body.Omega = axes.Omega;
}

void place_by_angles(Elaboration& model, Body& body) {
    const auto& angles = body.written.angles;
    use_axes(body, Attitude::of_space(model.context()));
    for (std::size_t i = 0; i < angles.size(); ++i) {
        const Expr angle =
            body_coordinate(model, body.written, angles[i].angle,
                            std::string(ascii_name(model.source.text(angles[i].angle))), Dimension{}, "");
        const auto axis = static_cast<std::size_t>(model.source.text(angles[i].axis)[0] - 'x');
        turn(body, along(model.context(), axis), angle, dot(angle), i + 1 == angles.size());
    }
}

Vector3 rates(const Vector3& x) { return {dot(x[0]), dot(x[1]), dot(x[2])}; }

}  // namespace

void place_by_quaternion(Elaboration& model, Body& body) {
    std::array<Expr, 4> q;
    for (std::size_t i = 0; i < 4; ++i)
        q[i] = body_coordinate(model, body.written, body.written.name, body.name("q" + std::to_string(i)),
                               Dimension{}, i == 0 ? "unit quaternion" : "");
    model.attitudes.push_back({q, body.written.name});
    use_axes(body, Attitude::of_quaternion(q));
    Expr length = -model.context().one();
    for (const Expr& component : q) length += pow(component, Rational(2));
    add_body_constraint(model, body, "unit", length, Constraint::Kind::geometric);
}

void turn(Body& body, const Vector3& axis, const Expr& angle, const Expr& rate, bool may_stay) {
    const bool stays = may_stay && body.inertia.is_of_revolution_about(axis) &&
                       (!body.surface || body.surface->is_of_revolution_about(axis));
    const Attitude turned = body.axes.turned(axis, angle, rate);
    body.Omega = turned.Omega;
    body.omega = stays ? body.axes.omega + rate * axis : turned.omega;
    if (!stays) body.axes = turned;
}

void place_by_pose(Elaboration& model, Body& body) {
    const BodyStatement& written = body.written;
    Context& c = model.context();
    const auto position = [&](std::size_t i) {
        return body_coordinate(model, written, written.name, body.name(std::string(1, "xyz"[i])), metres(),
                               i == 0 ? "mass centre" : "");
    };
    if (written.planar) {
        if (!written.angles.empty()) model.report(planar_angles(written.angles[0].angle, *written.planar));
        const Expr phi = body_coordinate(model, written, written.name, body.name("phi"), Dimension{}, "");
        use_axes(body, Attitude::of_space(c).turned(along(c, 2), phi, dot(phi)));
        body.position = {position(0), position(1), c.zero()};
        body.velocity = {dot(body.position[0]), dot(body.position[1]), c.zero()};
        return;
    }
    if (written.angles.empty())
        place_by_quaternion(model, body);
    else
        place_by_angles(model, body);
    if (!written.fixed_point) {
        body.position = {position(0), position(1), position(2)};
        body.velocity = rates(body.position);
        return;
    }
    // The fixed point is at p from the mass centre, which moves with −ω×p.
    const auto p = components(model, *written.fixed_point, "the place of a fixed point", metres());
    const Vector3 r = p ? -*p : along(c, 2);
    body.position = body.axes.in_space(r);
    body.velocity = body.axes.in_space(cross(body.omega, r));
}

}  // namespace anholon
