#include <algorithm>

#include "base/text.hpp"
#include "model/picture/sketch.hpp"

// Joints as dots with rods to the mass centres of the bodies that they hold together, and what acts between bodies or on them.
namespace anholon {

namespace {

using namespace syntax;
using Kind = PictureItem::Kind;
using Role = PictureItem::Role;

class Connections {
  public:
    Connections(Sketch& sketch, const std::vector<DrawnBody>& bodies)
        : sketch_(sketch), model_(sketch.model()), bodies_(bodies) {}

    void draw() {
        std::size_t joints = 0, springs = 0, dampers = 0, forces = 0;
        model_.each<JointStatement>(
            [&](const JointStatement& joint, const Statement&) { draw(joint, ++joints); });
        for (const DrawnBody& body : bodies_) draw_links(body);
        model_.each<SpringStatement>([&](const SpringStatement& s, const Statement&) {
            draw(s, s.is_damper ? ++dampers : ++springs);
        });
        model_.each<LoadStatement>([&](const LoadStatement& s, const Statement&) {
            if (!s.is_torque) draw(s, ++forces);
        });
        draw_torques();
    }

  private:
    const DrawnBody* find(const BodyPoint& point) const {
        const auto found = std::ranges::find(bodies_, model_.text(point.body), &DrawnBody::name);
        return found == bodies_.end() ? nullptr : &*found;
    }
    // Seen from the mass centre of its body, in axes of the body.
    Vector3 local(const BodyPoint& point) {
        const Expr zero = sketch_.c().zero();
        const Vector3 origin{zero, zero, zero};
        if (!point.point) return origin;
        return components(model_, *point.point, "the place of a point", metres()).value_or(origin);
    }
    Vector3 in_space(const BodyPoint& point) {
        const DrawnBody* body = find(point);
        return body ? body->point(local(point)) : local(point);
    }

    // How far the point of the axis of a hinge that is nearest to the carried mass centre is from the point that is stated. Any point of
    // the axis may be stated: that of a fork where it meets the ground.
    Vector3 along_axis(const JointStatement& joint) {
        const Expr zero = sketch_.c().zero();
        if (joint.kind != JointStatement::Kind::hinge || !joint.axis) return {zero, zero, zero};
        const auto n = unit_vector(model_, *joint.axis, "the axis of a joint");
        if (!n) return {zero, zero, zero};
        return -dot(*n, local(joint.carried)) * *n;
    }

    // The point of a slider moves away from where it is attached: a rod shows its way.
    void draw(const JointStatement& joint, std::size_t number) {
        const std::string name = "joint" + std::to_string(number), part = model_.text(joint.carried.body);
        const Vector3 shift = along_axis(joint);
        const DrawnBody* carried = find(joint.carried);
        const Vector3 place =
            carried ? carried->point(local(joint.carried) + shift) : in_space(joint.carried);
        sketch_.dot(name, part, Role::joint, place);
        if (joint.kind == JointStatement::Kind::slider)
            sketch_.rod(name + "_way", part, Role::joint, in_space(joint.carrier), place);
        for (const BodyPoint* end : {&joint.carried, &joint.carrier}) {
            const DrawnBody* body = find(*end);
            const Vector3 r = local(*end) + shift;
            if (!body || is_nothing(r)) continue;
            std::vector<Vector3>& points = links_[body];
            if (std::ranges::find(points, r) == points.end()) points.push_back(r);
        }
    }

    // From joint to joint, and from each to the mass centre.
    void draw_links(const DrawnBody& body) {
        const auto found = links_.find(&body);
        if (found == links_.end()) return;
        const std::vector<Vector3>& points = found->second;
        for (std::size_t k = 0; k < points.size(); ++k) {
            const std::string name = body.name + "_link" + std::to_string(k + 1);
            sketch_.rod(name, body.name, Role::joint, body.placement->position, body.point(points[k]));
            if (k > 0)
                sketch_.rod(name + "_on", body.name, Role::joint, body.point(points[k - 1]),
                            body.point(points[k]));
        }
    }

    void draw(const SpringStatement& s, std::size_t number) {
        const std::string name = (s.is_damper ? "damper" : "spring") + std::to_string(number);
        const Vector3 from = in_space(s.first), to = in_space(s.second);
        if (s.is_damper) return sketch_.rod(name, name, Role::load, from, to);
        sketch_.add({.kind = Kind::spring,
                     .name = name,
                     .part = name,
                     .role = Role::load,
                     .place = from,
                     .end = to,
                     .sizes = {sketch_.c().zero(), sketch_.c().number(Rational(8))}});
    }

    void draw(const LoadStatement& s, std::size_t number) {
        const DrawnBody* body = find(s.on);
        if (!body || s.components.entries.size() != 3) return;
        Vector3 force;
        for (std::size_t k = 0; k < 3; ++k) {
            force[k] = model_.read(s.components.entries[k], model_.inner);
            if (!force[k]) return;
        }
        if (s.is_follower) force = body->direction(force);
        sketch_.arrow("force" + std::to_string(number), body->name, Role::load, in_space(s.on), force);
    }

    // Those stated on a body, and those between bodies, motors included.
    void draw_torques() {
        std::size_t torques = 0;
        for (const Load& load : model_.system.loads)
            if (!is_nothing(load.moment) &&
                std::ranges::find(bodies_, load.body, &DrawnBody::name) != bodies_.end())
                sketch_.arrow("torque" + std::to_string(++torques), load.body, Role::load, load.place,
                              load.moment);
    }

    Sketch& sketch_;
    Elaboration& model_;
    const std::vector<DrawnBody>& bodies_;
    std::map<const DrawnBody*, std::vector<Vector3>> links_;  // the points of joints, in axes of the body
};

}  // namespace

void draw_joints_and_loads(Sketch& sketch, const std::vector<DrawnBody>& bodies) {
    Connections(sketch, bodies).draw();
}

}  // namespace anholon
