#pragma once

#include <string>
#include <vector>

#include "model/contact/contact.hpp"

// The picture of a model that states bodies or vehicles: what each part looks like, from what is said of it.
namespace anholon {

// The items of a picture, in the making.
class Sketch {
  public:
    explicit Sketch(Elaboration& model) : model_(model) {}

    Elaboration& model() { return model_; }
    Context& c() { return model_.context(); }
    Expr number(const Rational& value) { return value * c().one(); }

    // Adds an item under its name, or under that name and '_' where the name is taken. Returns the name.
    std::string add(PictureItem item);
    void rod(const std::string& name, const std::string& part, PictureItem::Role role, const Vector3& from,
             const Vector3& to);
    void arrow(const std::string& name, const std::string& part, PictureItem::Role role, const Vector3& from,
               const Vector3& vector);
    void dot(const std::string& name, const std::string& part, PictureItem::Role role, const Vector3& place);
    void trace(const std::string& name, const std::string& part, PictureItem::Role role, const Vector3& place,
               const std::string& on);

  private:
    Elaboration& model_;
};

// A body, in its own axes, that is drawn.
struct DrawnBody {
    std::string name;
    const Placement* placement;
    const syntax::BodyStatement* written;
    Expr mass;
    InertiaTensor inertia;
    std::optional<Surface> surface;
    std::size_t joints = 0;  // that hold it, or by which it carries another body
    bool carries = false;
    bool has_inside = false;  // a body that it carries is inside the sphere that it is
    bool stands_on = false;   // what carries it is a sphere, and it is outside
    std::string item = {};    // that traces are drawn on

    // A point or a direction of the body, in space.
    Vector3 point(const Vector3& r) const { return placement->place_of(placement->fixed(r)); }
    Vector3 direction(const Vector3& r) const { return placement->axes.in_space(placement->fixed(r)); }
    Axes in_space(const Axes& axes) const {
        return {direction(axes[0]), direction(axes[1]), direction(axes[2])};
    }
    // The place of a point of space in axes of the body, seen from its mass centre.
    Vector3 seen(const Vector3& place) const {
        return placement->seen_from_body(placement->axes.seen(place - placement->position));
    }
};

// A point at which a body touches a support.
struct DrawnContact {
    Vector3 place;
    std::string body, support;
    std::string prefix, suffix;  // of the names of this contact

    // A parameter of the point of contact, where it is a coordinate; empty if not.
    Expr coordinate(const Elaboration& model, const std::string& local) const;
};

// A range that reaches from the least to the largest of the values that the contacts have.
std::pair<Expr, Expr> reached(const std::vector<DrawnContact>& contacts, auto&& value) {
    std::pair<Expr, Expr> out;
    for (const DrawnContact& contact : contacts) {
        const Expr e = value(contact);
        if (!e) continue;
        out = {out.first ? min(out.first, e) : e, out.second ? max(out.second, e) : e};
    }
    return out;
}

// `carried`: the supports that are fixed to it.
void draw_body(Sketch& sketch, DrawnBody& body, const std::vector<DrawnContact>& contacts,
               const std::vector<SupportSurface>& carried);
// Returns the name of the item on which traces are drawn: empty if the support is at rest.
std::string draw_support(Sketch& sketch, const SupportSurface& support, const DrawnBody* carrier,
                         const std::vector<DrawnContact>& contacts);
void draw_joints_and_loads(Sketch& sketch, const std::vector<DrawnBody>& bodies);
void draw_vehicles(Sketch& sketch);

// The expression is zero whatever its parameters are.
bool is_nothing(const Vector3& v);
// √(x² + y² + z²)
Expr length(const Vector3& v);

}  // namespace anholon
