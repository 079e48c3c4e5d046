#include <algorithm>

#include "base/text.hpp"
#include "model/picture/sketch.hpp"

// A body is drawn by the surface that touches, else by its shape, else as a homogeneous ellipsoid of the same mass and the same moments
// of inertia.
namespace anholon {

namespace {

using namespace syntax;
using Kind = PictureItem::Kind;
using Role = PictureItem::Role;

class BodySketch {
  public:
    BodySketch(Sketch& sketch, DrawnBody& body, const std::vector<DrawnContact>& contacts,
               const std::vector<SupportSurface>& carried)
        : sketch_(sketch),
          c_(sketch.c()),
          body_(body),
          contacts_(contacts),
          carried_(carried),
          role_(body.joints > 0 && is_wheel() ? Role::wheel : Role::body) {}

    void draw() {
        if (body_.surface) return surface(*body_.surface);
        solid();
    }

  private:
    bool is_wheel() const {
        return body_.surface && (body_.surface->kind->name == "rim" || body_.surface->kind->name == "torus");
    }
    Vector3 origin() const { return {c_.zero(), c_.zero(), c_.zero()}; }
    Vector3 along(std::size_t k) const {
        Vector3 e = origin();
        e[k] = c_.one();
        return e;
    }
    Axes own_axes() const { return {along(0), along(1), along(2)}; }

    // Of the first item, which is the body itself, and of others that belong to it.
    std::string name(const std::string& local = "") {
        return local.empty() ? body_.name : body_.name + "_" + local;
    }

    void item(PictureItem item) {
        item.part = body_.name;
        item.role = role_;
        const std::string added = sketch_.add(std::move(item));
        if (body_.item.empty()) body_.item = added;
    }
    // Something of the body at r, in axes of the body.
    void put(Kind kind, const Vector3& r, const Axes& axes, std::vector<Expr> sizes,
             const std::string& local = "") {
        item({.kind = kind,
              .name = name(local),
              .part = {},
              .place = body_.point(r),
              .axes = body_.in_space(axes),
              .sizes = std::move(sizes)});
    }
    void put(const Vector3& r, const Axes& axes, DrawnSurface surface) {
        item({.kind = Kind::surface,
              .name = name(),
              .part = {},
              .place = body_.point(r),
              .axes = body_.in_space(axes),
              .surface = std::move(surface)});
    }

    // --- by its surface

    void surface(const Surface& s) {
        const std::string_view kind = s.kind->name;
        const Axes axes = axes_about(c_, s.axis);
        if (kind == "sphere") return sphere(s);
        if (kind == "ellipsoid") return put(Kind::ellipsoid, s.centre, own_axes(), s.sizes);
        if (kind == "rim") return rim(s, axes);
        if (kind == "torus") {
            put(Kind::ring, s.centre, axes, s.sizes);
            return spokes(s.centre, axes, s.sizes[0]);
        }
        if (kind == "point") {
            solid();
            return tip(s.centre);
        }
        if (kind == "cylinder") return put(Kind::cylinder, s.centre, axes, {s.sizes[0], cylinder_length(s)});
        if (kind == "cone") {
            const Expr h = s.sizes.size() == 2 ? s.sizes[1] : depth(s);
            return put(Kind::cone, s.centre, axes, {h * tan(s.sizes[0]), h});
        }
        if (kind == "base") {
            const Expr r = s.sizes.empty() ? radius() : s.sizes[0];
            put(Kind::disc, s.centre, axes, {r, c_.zero()});
            return above_base(s, axes, r);
        }
        if (kind == "blade") return blade(s);
        if (kind == "paraboloid") return paraboloid(s, axes);
        by_functions(s, axes);
    }

    // Cut by the plane of a support that is fixed to it: of a hemisphere the flat side shows. Cut open where it carries a body inside.
    void sphere(const Surface& s) {
        const Expr& R = s.sizes[0];
        const Formal f = formal_parameters(c_);
        const auto plane = std::ranges::find(carried_, SupportSurface::Kind::plane, &SupportSurface::kind);
        const DrawnSurface whole{
            f.u,
            f.v,
            {R * sin(f.u) * cos(f.v), R * sin(f.u) * sin(f.v), -R * cos(f.u)},
            {std::pair{c_.zero(), c_.pi()}, std::pair{c_.zero(), Rational(3, 2) * c_.pi()}}};
        if (plane == carried_.end() && body_.has_inside) return put(s.centre, own_axes(), whole);
        if (plane == carried_.end()) return put(Kind::ball, s.centre, own_axes(), s.sizes);
        // Of its points, at the angle u from the inward normal n, those with −R cos u ≤ d are below the plane at d.
        const Vector3 n = plane->side * plane->axes[2];
        const Expr d = dot(plane->place - s.centre, n);
        DrawnSurface cut = whole;
        cut.ranges = {std::pair{c_.zero(), acos(max(-c_.one(), min(c_.one(), -d / R)))}, whole_turn()};
        put(s.centre, axes_about(c_, n), std::move(cut));
    }

    std::pair<Expr, Expr> whole_turn() { return {c_.zero(), Rational(2) * c_.pi()}; }

    void rim(const Surface& s, const Axes& axes) {
        const Expr& r = s.sizes[0];
        const bool is_disc = body_.written->shape && shape_name() == "disc";
        if (is_disc) return put(Kind::disc, s.centre, axes, {r, r / Rational(20)});
        put(Kind::ring, s.centre, axes, {r * Rational(29, 30), r / Rational(30)});
        spokes(s.centre, axes, r);
    }

    void spokes(const Vector3& centre, const Axes& axes, const Expr& r) {
        for (std::size_t k = 0; k < 3; ++k) {
            const Expr angle = Rational(static_cast<long>(k), 3) * c_.pi();
            const Vector3 e = cos(angle) * axes[0] + sin(angle) * axes[1];
            item({.kind = Kind::rod,
                  .name = name("spoke" + std::to_string(k + 1)),
                  .part = {},
                  .place = body_.point(centre - r * e),
                  .end = body_.point(centre + r * e),
                  .sizes = {r / Rational(60)}});
        }
    }

    void tip(const Vector3& r) {
        if (is_nothing(r)) return;
        item({.kind = Kind::rod,
              .name = name("tip"),
              .part = {},
              .place = body_.placement->position,
              .end = body_.point(r),
              .sizes = {c_.zero()}});
    }

    Expr cylinder_length(const Surface& s) {
        if (s.sizes.size() == 2) return s.sizes[1];
        if (body_.written->shape && shape_name() == "cylinder") return shape_sizes()[1];
        return Rational(2) * radius();
    }

    // From the apex or the vertex, which is at the surface's centre, so that the mass centre is inside.
    Expr depth(const Surface& s) {
        return is_nothing(s.centre) ? Rational(2) * radius() : Rational(3, 2) * length(s.centre);
    }

    // A cylinder with the mass centre in its middle, unless a shape is stated.
    void above_base(const Surface& s, const Axes& axes, const Expr& r) {
        const Expr height = -dot(s.centre, s.axis);
        if (body_.written->shape || height == c_.zero()) return solid("solid");
        put(Kind::cylinder, s.centre + height * s.axis, axes,
            {r * Rational(19, 20), Rational(2) * abs(height)}, "solid");
    }

    // The edge lies along the axis; the body is on the side of its mass centre.
    void blade(const Surface& s) {
        const Expr l = Rational(2) * radius();
        const Vector3 off = s.centre - dot(s.centre, s.axis) * s.axis;
        const Vector3 up = is_nothing(off) ? axes_about(c_, s.axis)[1] : (-Rational(1) / length(off)) * off;
        put(Kind::blade, s.centre, {s.axis, cross(up, s.axis), up}, {l});
        solid("solid");
    }

    // 2z = x²/a + y²/b; u² = 2z. As high as the mass centre asks, and as far as it touches.
    void paraboloid(const Surface& s, const Axes& axes) {
        const Formal f = formal_parameters(c_);
        const Expr &a = s.sizes[0], &b = s.sizes.back();
        Expr end = sqrt(Rational(2) * depth(s));
        for (const DrawnContact& contact : contacts_) {
            const Vector3 r = components_in(axes, body_.seen(contact.place) - s.centre);
            end = max(end, sqrt(square(r[0]) / a + square(r[1]) / b));
        }
        put(s.centre, axes,
            {f.u,
             f.v,
             {sqrt(a) * f.u * cos(f.v), sqrt(b) * f.u * sin(f.v), square(f.u) / Rational(2)},
             {std::pair{c_.zero(), end}, whole_turn()}});
    }

    // As far as it touches, where it has no ends.
    void by_functions(const Surface& s, const Axes& axes) {
        const Formal f = formal_parameters(c_);
        DrawnSurface out{f.u, f.v, {}, {}};
        const auto range = [&](auto&& value) {
            const auto touched = reached(contacts_, value);
            return touched.first ? touched : std::pair{-radius(), radius()};
        };
        const auto component = [&](std::size_t k) {
            return [&, k](const DrawnContact& contact) {
                return components_in(axes, body_.seen(contact.place) - s.centre)[k];
            };
        };
        const auto coordinate = [&](const char* letter) {
            return [&, letter](const DrawnContact& at) { return at.coordinate(sketch_.model(), letter); };
        };
        if (s.kind->name == "graph") {
            out.point = {f.u, f.v, s.functions[0]};
            out.ranges = {range(component(0)), range(component(1))};
        } else if (s.kind->name == "revolution") {
            out.point = {s.functions[0] * cos(f.v), s.functions[0] * sin(f.v), f.u};
            if (s.sizes.size() == 2)
                out.ranges[0] = {s.sizes[0], s.sizes[1]};
            else
                out.ranges[0] = range(component(2));
            out.ranges[1] = whole_turn();
        } else {
            out.point = {s.functions[0], s.functions[1], s.functions[2]};
            out.ranges = {range(coordinate("contact_u")), range(coordinate("contact_v"))};
        }
        put(s.centre, axes, std::move(out));
    }

    // --- by its shape or its inertia

    std::string_view shape_name() { return sketch_.model().source.text(body_.written->shape->name); }
    std::vector<Expr> shape_sizes() {
        std::vector<Expr> sizes;
        for (const Expression& e : body_.written->shape->sizes.entries)
            sizes.push_back(quantity(sketch_.model(), e, "a length", metres()));
        return sizes;
    }
    Axes shape_axes() {
        const auto& axis = body_.written->shape->axis;
        if (!axis) return own_axes();
        return axes_about(c_, *unit_vector(sketch_.model(), *axis, "an axis"));
    }

    void solid(const std::string& local = "") {
        if (!body_.written->shape) return of_inertia(local);
        const std::string_view shape = shape_name();
        const std::vector<Expr> s = shape_sizes();
        const Axes axes = shape_axes();
        const auto put_shape = [&](Kind kind, std::vector<Expr> sizes) {
            put(kind, origin(), axes, std::move(sizes), local);
        };
        if (shape == "ball") return put_shape(Kind::ball, s);
        if (shape == "disc") return put_shape(Kind::disc, {s[0], s[0] / Rational(20)});
        if (shape == "hoop") {
            put_shape(Kind::ring, {s[0] * Rational(29, 30), s[0] / Rational(30)});
            return spokes(origin(), axes, s[0]);
        }
        if (shape == "rod") return put_shape(Kind::cylinder, {s[0] / Rational(50), s[0]});
        if (shape == "cylinder") return put_shape(Kind::cylinder, s);
        if (shape == "ellipsoid") return put_shape(Kind::ellipsoid, s);
        put_shape(Kind::box, s);
    }

    // Σ m x² = ½ (I2 + I3 − I1) along axis 1; of an ellipsoid it is m a²/5. Bodies that joints hold together are drawn smaller, so that
    // the rods between the joints show, and so is one that stands on a ball, which it would hide.
    void of_inertia(const std::string& local) {
        const Vector3& I = body_.inertia.diagonal;
        const Expr half = (I[0] + I[1] + I[2]) / Rational(2);
        const bool is_held = body_.joints > 1 || body_.carries || body_.stands_on;
        const Rational part = is_held ? Rational(3, 10) : Rational(1);
        const Expr scale = part * sqrt(Rational(5) / body_.mass);
        Vector3 second;
        for (std::size_t k = 0; k < 3; ++k)
            second[k] = abs(half - I[k]) + half / Rational(500);  // a thin body can still be seen
        if (is_nothing(body_.inertia.products)) {
            return put(Kind::ellipsoid, origin(), own_axes(),
                       {scale * sqrt(second[0]), scale * sqrt(second[1]), scale * sqrt(second[2])}, local);
        }
        // The ellipsoid is L times a sphere, for any L with L Lᵀ = Σ m r rᵀ, whose entries off the diagonal are −I12, …
        const Vector3 p = -body_.inertia.products;
        const Expr l11 = sqrt(second[0]), l21 = p[0] / l11, l31 = p[1] / l11,
                   l22 = sqrt(abs(second[1] - square(l21))), l32 = (p[2] - l31 * l21) / l22,
                   l33 = sqrt(abs(second[2] - square(l31) - square(l32)));
        const Formal f = formal_parameters(c_);
        const Expr x = sin(f.u) * cos(f.v), y = sin(f.u) * sin(f.v), z = cos(f.u);
        item({.kind = Kind::surface,
              .name = name(local),
              .part = {},
              .place = body_.placement->position,
              .axes = body_.in_space(own_axes()),
              .surface = DrawnSurface{
                  f.u,
                  f.v,
                  {scale * l11 * x, scale * (l21 * x + l22 * y), scale * (l31 * x + l32 * y + l33 * z)},
                  {std::pair{c_.zero(), c_.pi()}, whole_turn()}}});
    }

    // Of a ball with the same sum of moments.
    Expr radius() {
        const Vector3& I = body_.inertia.diagonal;
        return sqrt(Rational(5, 6) * (I[0] + I[1] + I[2]) / body_.mass);
    }

    Sketch& sketch_;
    Context& c_;
    DrawnBody& body_;
    const std::vector<DrawnContact>& contacts_;
    const std::vector<SupportSurface>& carried_;
    Role role_;
};

}  // namespace

void draw_body(Sketch& sketch, DrawnBody& body, const std::vector<DrawnContact>& contacts,
               const std::vector<SupportSurface>& carried) {
    BodySketch(sketch, body, contacts, carried).draw();
}

}  // namespace anholon
