#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "expr/enclosure.hpp"
#include "expr/substitute.hpp"
#include "model/picture/sketch.hpp"

namespace anholon {

namespace {

using namespace syntax;
using Role = PictureItem::Role;

class Parts {
  public:
    explicit Parts(Elaboration& model) : model_(model), sketch_(model) {}

    void draw() {
        collect_bodies();
        collect_contacts();
        const std::vector<SupportSurface> supports = read_supports(model_);
        for (DrawnBody& body : bodies_)
            attempt([&] {
                draw_body(sketch_, body, contacts_where(&DrawnContact::body, body.name),
                          carried_by(supports, body));
            });
        for (const SupportSurface& support : supports)
            attempt([&] {
                moving_supports_[support.name] = draw_support(
                    sketch_, support, carrier(support), contacts_where(&DrawnContact::support, support.name));
            });
        attempt([&] { draw_joints_and_loads(sketch_, bodies_); });
        for (const DrawnContact& contact : contacts_) draw(contact);
        for (const DrawnBody& body : bodies_) draw_motion(body);
        draw_reactions();
        attempt([&] { draw_vehicles(sketch_); });
    }

  private:
    // What has no value, such as the root of a negative number, cannot be drawn; the model is right nevertheless.
    static void attempt(auto&& draw) {
        try {
            draw();
        } catch (const Undefined&) {
        }
    }

    void collect_bodies() {
        model_.each<BodyStatement>([&](const BodyStatement& written, const Statement&) {
            const std::string name = model_.text(written.name);
            const auto rigid = std::ranges::find(model_.system.bodies, name, &RigidBody::name);
            const auto placement = model_.placements.find(ascii_name(name));
            if (rigid == model_.system.bodies.end() || placement == model_.placements.end()) return;
            bodies_.push_back({name, &placement->second, &written, rigid->mass, rigid->inertia,
                               read_surface(model_, written)});
        });
        model_.each<JointStatement>([&](const JointStatement& joint, const Statement&) {
            for (DrawnBody& body : bodies_) {
                const bool carries = model_.source.text(joint.carrier.body) == body.name;
                body.carries = body.carries || carries;
                if (carries || model_.source.text(joint.carried.body) == body.name) ++body.joints;
            }
            look_inside(joint);
        });
    }

    // Whether the body that a sphere carries stays inside it, by the values of the parameters.
    void look_inside(const JointStatement& joint) {
        const auto named = [&](const BodyPoint& end) {
            return std::ranges::find(bodies_, model_.text(end.body), &DrawnBody::name);
        };
        const auto carrier = named(joint.carrier), carried = named(joint.carried);
        if (carrier == bodies_.end() || carried == bodies_.end() || !carrier->surface ||
            carrier->surface->kind->name != "sphere")
            return;
        const Expr zero = sketch_.c().zero();
        const auto point = [&](const BodyPoint& end) {
            const Vector3 none{zero, zero, zero};
            return end.point ? components(model_, *end.point, "the place of a point", metres()).value_or(none)
                             : none;
        };
        const Vector3 a = point(joint.carrier) - carrier->surface->centre, b = point(joint.carried);
        Substitution values;
        for (const auto& [id, value] : model_.values)
            values.emplace_back(Expr(sketch_.c(), static_cast<NodeId>(id)), value);
        const auto number = [&](const Expr& e) {
            return enclosure(substitute(e, values), {}, 80).midpoint();
        };
        const double reach = std::sqrt(number(dot(a, a))) + std::sqrt(number(dot(b, b)));
        const bool is_inside = reach < number(carrier->surface->sizes[0]);
        carrier->has_inside = carrier->has_inside || is_inside;
        carried->stands_on = carried->stands_on || !is_inside;
    }

    void collect_contacts() {
        for (const Reaction& r : model_.reactions)
            contacts_.push_back({r.place, r.body, r.support, r.prefix, r.suffix});
    }

    std::vector<DrawnContact> contacts_where(std::string DrawnContact::*what, const std::string& name) const {
        std::vector<DrawnContact> out;
        std::ranges::copy_if(contacts_, std::back_inserter(out),
                             [&](const DrawnContact& c) { return ascii_name(c.*what) == ascii_name(name); });
        return out;
    }

    const DrawnBody* find(std::string_view name) const {
        const auto found = std::ranges::find(bodies_, name, &DrawnBody::name);
        return found == bodies_.end() ? nullptr : &*found;
    }
    const DrawnBody* carrier(const SupportSurface& support) const {
        return support.carrier ? find(model_.source.text(*support.carrier)) : nullptr;
    }
    std::vector<SupportSurface> carried_by(const std::vector<SupportSurface>& supports,
                                           const DrawnBody& body) const {
        std::vector<SupportSurface> out;
        std::ranges::copy_if(supports, std::back_inserter(out),
                             [&](const SupportSurface& s) { return carrier(s) == &body; });
        return out;
    }

    // The point, and its paths on both surfaces.
    void draw(const DrawnContact& contact) {
        const std::string name = contact.body + "_contact" + contact.suffix;
        sketch_.dot(name, contact.body, Role::contact, contact.place);
        const std::string support = ascii_name(contact.support);
        sketch_.trace(name + "_on_" + support, contact.body, Role::contact, contact.place,
                      moving_supports_[support]);
        sketch_.trace(name + "_on_" + contact.body, contact.body, Role::contact, contact.place,
                      find(contact.body)->item);
    }

    // Ω and I ω at the mass centre, in axes of space; the path of the mass centre where nothing touches.
    void draw_motion(const DrawnBody& body) {
        const Placement& p = *body.placement;
        sketch_.arrow(body.name + "_velocity", body.name, Role::velocity, p.position, p.Omega);
        sketch_.arrow(body.name + "_momentum", body.name, Role::momentum, p.position,
                      p.axes.in_space(body.inertia.times(p.omega)));
        if (contacts_.empty()) sketch_.trace(body.name + "_path", body.name, Role::other, p.position, "");
    }

    void draw_reactions() {
        for (const Reaction& r : model_.reactions)
            if (const auto force = reaction_force(model_, r))
                sketch_.arrow(r.body + "_reaction" + r.suffix, r.body, Role::reaction, r.place, *force);
    }

    Elaboration& model_;
    Sketch sketch_;
    std::vector<DrawnBody> bodies_;
    std::vector<DrawnContact> contacts_;
    std::map<std::string, std::string> moving_supports_;  // the items that traces are drawn on
};

}  // namespace

void draw_parts(Elaboration& model) {
    if (!model.first<BodyStatement>() && !model.first<FrameStatement>()) return;
    Parts(model).draw();
}

}  // namespace anholon
