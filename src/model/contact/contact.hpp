#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "expr/substitute.hpp"
#include "model/bodies/body.hpp"

// What a body touches, and how: theory §6.
namespace anholon {

using Axes = std::array<Vector3, 3>;  // orthonormal
// The third along a unit vector.
Axes axes_about(Context& c, const Vector3& third);
// Components given in these axes.
Vector3 composed(const Axes& axes, const Vector3& components);
Vector3 components_in(const Axes& axes, const Vector3& v);
Vector3 substituted(const Vector3& v, const Substitution& replace);

// A surface by parameters, its points and its outward unit normal in some axes.
struct Patch {
    std::vector<Expr> parameters;  // u, v; or the three components of the normal, with `unit`
    std::vector<std::string> names;
    Vector3 point, normal;
    std::array<Vector3, 2> tangents;
    Expr unit;  // vanishes; empty for two parameters
    std::vector<Guard> ends;

    Patch with(const std::vector<Expr>& values) const;
    Patch turned_inside_out() const;
    Patch placed(const Axes& axes, const Vector3& origin) const;
};
// z = f(x, y) with the normal upward, r = f(z) about the third axis, X(u, v) with the normal along X_u × X_v.
Patch graph_patch(const Expr& f, const Expr& x, const Expr& y);
Patch revolution_patch(const Expr& r, const Expr& z, const Expr& angle);
Patch parametric_patch(const Vector3& point, const Expr& u, const Expr& v);
Patch sphere_patch(Context& c, const Expr& radius);
// Two tangents at a unit normal, smooth but where it points down.
std::array<Vector3, 2> sphere_tangents(Context& c, const Vector3& n);

// The formal parameters of surfaces that are given by functions.
struct Formal {
    Expr u, v;
};
Formal formal_parameters(Context& c);
// Functions of the formal parameters, under the names that the user knows them by; nothing after a mistake.
std::optional<std::vector<Expr>> read_functions(Elaboration& model, const syntax::Tuple& written,
                                                const std::vector<std::string>& names, std::string_view what,
                                                std::size_t count);

// What carries a body.
struct SupportSurface {
    enum class Kind { plane, sphere, cylinder, cone, graph, revolution, parametric };
    std::string name;
    Span span;
    Kind kind = Kind::plane;
    Expr size;                   // a radius; the half angle of a cone
    std::optional<Patch> patch;  // in its own axes, with the formal parameters; not of a plane
    Expr side;                   // 1 where bodies are outside, or −1
    Vector3 place;               // of its origin
    Axes axes;                   // the third is that of a surface of revolution, the normal of a plane
    Expr turning;                // its angular velocity about this axis; empty if it does not turn
    Vector3 drift;               // the velocity of its place, where that is a function of time

    std::optional<Span> carrier =
        std::nullopt;  // a body: place and axes are seen from its mass centre, in its axes

    SupportSurface carried_by(const Body& body) const;  // as it is in space
    bool moves_by_law() const;
};
std::vector<SupportSurface> read_supports(Elaboration& model);  // supports.cpp

// The point of a body's surface with the outward unit normal n, in axes of the body and seen from the surface's centre.
struct Reach {
    Expr distance;  // n·point
    Vector3 point;
};
struct SurfaceKind {
    // What a surface is known by: that it is a ball, its points by their normals, its points by parameters; it may touch a plane
    // along a line, be a plane itself, or a knife edge.
    enum class Shows { ball, normals, points, line, plane, edge };
    std::string_view name;
    std::string_view shape_that_has_it;  // a homogeneous solid that ends there
    Shows shows;
    std::size_t least_sizes, most_sizes;
    bool has_axis;
    bool is_of_revolution;
    Reach (*reach)(const Surface& surface, const Vector3& n);
    Patch (*patch)(const Surface& surface, Context& c);  // seen from its centre, its axis along 3
};
std::optional<Reach> reach(const Surface& surface, const Vector3& n);  // surfaces.cpp
// The surface by two parameters, in axes of the body and seen from the mass centre.
std::optional<Patch> body_patch(const Surface& surface, Context& c);

// The sizes of a surface, and the functions that give it; false after a mistake.
bool read_sizes(Elaboration& model, const syntax::BodyStatement::Solid& written, std::string_view kind,
                std::vector<Expr>& sizes, std::vector<Expr>& functions);
// Of a cone: between 0 and π/2; empty after a mistake.
Expr half_angle(Elaboration& model, const syntax::Expression& e);

// A body in contact. Velocities of the body's point are v + A(ω×arm) + Ω×lever.
struct Touch {
    Vector3 arm;     // in axes of the body, from the mass centre
    Vector3 lever;   // the rest of the way to the point, in axes of space
    Vector3 normal;  // a unit vector in space, from the support into the body
    std::array<Vector3, 2> tangents;
    struct Demand {
        std::string name;
        Expr residual;
        Vector3 force;  // of the multiplier 1, on the body at the point of contact; empty where it is none
        Expr in_normal =
            {};  // of a demand without force: its rate's part in the slip along the normal, if any
        Expr positive = {};  // where the surfaces face each other, as Constraint::positive
    };
    std::vector<Demand> demands;  // geometric
    bool is_along_a_line = false;
    std::vector<Guard> guards;     // the ends of the surfaces
    std::vector<Expr> parameters;  // of the points of contact, which are coordinates

    // The last three demands say that the points of the two surfaces are one. Then their velocities along the surfaces are the same:
    // for two tangents τ, τ·(rate of the body's point, seen from the body, less that of the support's, seen from it) vanishes where
    // the body rolls. Only of a contact seen from its body.
    struct Wandering {
        Vector3 tangent;
        Expr apart;
    };
    std::vector<Wandering> wandering;
    std::optional<Vector3> on_support = std::nullopt;  // the point by parameters, in axes of the support
};
// A contact that is looked at once more, by a body whose axes take the place of those of space.
struct SeenFromBody {
    const std::vector<Expr>& parameters;  // of the points of contact, as they are known already
    Vector3 turning;                      // the angular velocity of the body's axes against the support's
    Vector3 own_turning;                  // that of the body in its axes
    // Names for the components of a vector, whose rate is a function of these.
    std::function<Vector3(std::string_view, const Vector3& value,
                          const std::function<Vector3(const Vector3&)>& rate)>
        named;
};
// Nothing after a mistake, such as surfaces that cannot touch at one point.
std::optional<Touch> touch(Elaboration& model, Body& body, const SupportSurface& support,
                           const syntax::ContactStatement& contact, const std::string& suffix,
                           const SeenFromBody* seen = nullptr);  // touch.cpp

// The same constraints as linear forms of base velocities: those of one contact that rolls.                       contact_forms.cpp
BaseVelocities::Contact contact_forms(Elaboration& model, const Body& body, const Body* carrier,
                                      const SupportSurface& written, const syntax::ContactStatement& contact,
                                      const std::string& suffix, const Touch& at);

}  // namespace anholon
