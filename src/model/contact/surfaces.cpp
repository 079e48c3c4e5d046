#include <algorithm>

#include "expr/simplify.hpp"
#include "expr/zero.hpp"
#include "model/contact/contact.hpp"
#include "model/language/body_errors.hpp"
#include "model/language/errors.hpp"

namespace anholon {

namespace {

using namespace syntax;

constexpr SimplifyOptions kShort{.max_terms = 20, .max_nodes = 40};

Reach sphere(const Surface& s, const Vector3& n) { return {s.sizes[0], s.sizes[0] * n}; }

Reach point(const Surface&, const Vector3& n) {
    const Expr zero = n[0].context().zero();
    return {zero, {zero, zero, zero}};
}

// The support function is ε = √(a²n1² + b²n2² + c²n3²), its gradient (a²n1, b²n2, c²n3)/ε the point.
Reach ellipsoid(const Surface& s, const Vector3& n) {
    Vector3 stretched;
    for (std::size_t i = 0; i < 3; ++i) stretched[i] = square(s.sizes[i]) * n[i];
    const Expr distance = sqrt(dot(stretched, n));
    return {distance, (Rational(1) / distance) * stretched};
}

// A circle about the axis k, an ellipsoid without height: ε = R √(1 − (k·n)²). Of a quaternion n has length one on the constraint
// alone; there n² − (k·n)² is the one to differentiate.
Reach rim(const Surface& s, const Vector3& n) {
    const Expr through = dot(s.axis, n);
    const Vector3 across = n - through * s.axis;
    const bool is_unit = vanishes(dot(n, n) - Rational(1));
    const Expr sine = sqrt(is_unit ? simplified(Rational(1) - square(through), kShort) : dot(across, across));
    return {s.sizes[0] * sine, (s.sizes[0] / sine) * across};
}

// Balls of radius r about the points of a circle.
Reach torus(const Surface& s, const Vector3& n) {
    const Reach circle = rim(s, n);
    return {circle.distance + s.sizes[1], circle.point + s.sizes[1] * n};
}

// 2z = x²/a + y²/b with the body above it: the normal at (x, y) is along (x/a, y/b, −1).
Reach paraboloid(const Surface& s, const Vector3& n) {
    const Axes axes = axes_about(n[0].context(), s.axis);
    const Vector3 m = components_in(axes, n);
    const Expr &a = s.sizes[0], &b = s.sizes.back();
    const Expr fall = Rational(-1) / m[2], x = a * m[0] * fall, y = b * m[1] * fall;
    const Expr height = (square(x) / a + square(y) / b) / Rational(2);
    return {-m[2] * height, composed(axes, {x, y, height})};
}

Patch cylinder_patch(const Surface& s, Context& c) {
    const Formal formal = formal_parameters(c);
    return revolution_patch(s.sizes[0], formal.u, formal.v);
}

Patch cone_patch(const Surface& s, Context& c) {
    const Formal formal = formal_parameters(c);
    return revolution_patch(tan(s.sizes[0]) * formal.u, formal.u, formal.v);
}

// The body is above its flat base.
Patch base_patch(const Surface&, Context& c) {
    const Formal formal = formal_parameters(c);
    return graph_patch(c.zero() * formal.u, formal.u, formal.v).turned_inside_out();
}

Patch given_graph(const Surface& s, Context& c) {
    const Formal formal = formal_parameters(c);
    return graph_patch(s.functions[0], formal.u, formal.v).turned_inside_out();
}

Patch given_revolution(const Surface& s, Context& c) {
    const Formal formal = formal_parameters(c);
    return revolution_patch(s.functions[0], formal.u, formal.v);
}

Patch given_parametric(const Surface& s, Context& c) {
    const Formal formal = formal_parameters(c);
    return parametric_patch({s.functions[0], s.functions[1], s.functions[2]}, formal.u, formal.v);
}

}  // namespace

using Shows = SurfaceKind::Shows;

namespace {

constexpr SurfaceKind surfaces[] = {
    {"sphere", "ball", Shows::ball, 1, 1, false, true, sphere, nullptr},
    {"ellipsoid", "ellipsoid", Shows::normals, 3, 3, false, false, ellipsoid, nullptr},
    {"rim", "disc", Shows::normals, 1, 1, true, true, rim, nullptr},
    {"rim", "hoop", Shows::normals, 1, 1, true, true, rim, nullptr},
    {"torus", "", Shows::normals, 2, 2, true, true, torus, nullptr},
    {"paraboloid", "", Shows::normals, 1, 2, true, false, paraboloid, nullptr},
    {"point", "", Shows::ball, 0, 0, false, true, point, nullptr},
    {"base", "", Shows::plane, 0, 1, true, true, nullptr, base_patch},
    {"cylinder", "", Shows::line, 1, 2, true, true, nullptr, cylinder_patch},
    {"cone", "", Shows::line, 1, 2, true, true, nullptr, cone_patch},
    {"blade", "", Shows::edge, 0, 0, true, false, nullptr, nullptr},
    {"graph", "", Shows::points, 1, 1, true, false, nullptr, given_graph},
    {"revolution", "", Shows::points, 1, 3, true, true, nullptr, given_revolution},
    {"parametric", "", Shows::points, 3, 3, false, false, nullptr, given_parametric},
};

const SurfaceKind* surface_of_shape(const Elaboration& model, const BodyStatement& written) {
    if (!written.shape) return nullptr;
    const auto found =
        std::ranges::find(surfaces, model.source.text(written.shape->name), &SurfaceKind::shape_that_has_it);
    return found == std::end(surfaces) ? nullptr : found;
}

const SurfaceKind* named_surface(Elaboration& model, const BodyStatement::Solid& written) {
    const std::string_view name = model.source.text(written.name);
    const auto found = std::ranges::find(surfaces, name, &SurfaceKind::name);
    if (found == std::end(surfaces)) {
        std::vector<std::string> known;
        for (const SurfaceKind& kind : surfaces)
            if (known.empty() || known.back() != kind.name) known.emplace_back(kind.name);
        model.report(surface_unknown(written.name, name, known));
        return nullptr;
    }
    const std::size_t given = written.sizes.entries.size();
    if (given >= found->least_sizes && given <= found->most_sizes) return found;
    model.report(tuple_length(written.sizes.span, name, given,
                              given < found->least_sizes ? found->least_sizes : found->most_sizes));
    return nullptr;
}

}  // namespace

bool has_surface(const Elaboration& model, const BodyStatement& written) {
    return written.surface || surface_of_shape(model, written);
}

bool Surface::is_of_revolution_about(const Vector3& n) const {
    const bool is_round = kind->shows == Shows::ball || (kind->is_of_revolution && is_parallel(axis, n)) ||
                          (kind->reach == paraboloid && sizes.size() == 1 && is_parallel(axis, n));
    return is_round && is_parallel(centre, n);
}

std::optional<Reach> reach(const Surface& surface, const Vector3& n) {
    if (!surface.kind->reach) return std::nullopt;
    return surface.kind->reach(surface, n);
}

std::optional<Patch> body_patch(const Surface& surface, Context& c) {
    if (!surface.kind->patch) return std::nullopt;
    Patch out = surface.kind->patch(surface, c);
    const Expr& u = out.parameters[0];
    const auto end = [&](const Expr& value, const Expr& scale) {
        out.ends.push_back({value, scale, "the point of contact reaches the end of the surface"});
    };
    const std::string_view name = surface.kind->name;
    if (name == "cylinder" && surface.sizes.size() == 2)
        end(square(surface.sizes[1]) / Rational(4) - square(u), square(surface.sizes[1]));
    if (name == "cone") end(u, c.one());
    if (name == "cone" && surface.sizes.size() == 2) end(surface.sizes[1] - u, surface.sizes[1]);
    if (name == "base" && surface.sizes.size() == 1)
        end(square(surface.sizes[0]) - square(u) - square(out.parameters[1]), square(surface.sizes[0]));
    if (name == "revolution") end(surface.functions[0], c.one());
    if (name == "revolution" && surface.sizes.size() == 2) {
        end(u - surface.sizes[0], surface.sizes[1] - surface.sizes[0]);
        end(surface.sizes[1] - u, surface.sizes[1] - surface.sizes[0]);
    }
    return out.placed(axes_about(c, surface.axis), surface.centre);
}

// What follows the functions of a surface of revolution are the ends of its axis.
std::optional<Surface> read_surface(Elaboration& model, const BodyStatement& written) {
    const SurfaceKind* kind =
        written.surface ? named_surface(model, *written.surface) : surface_of_shape(model, written);
    // The sizes of a shape have been read for the inertia.
    if (!kind || (!written.surface && model.diagnostics.failed())) return std::nullopt;
    const BodyStatement::Solid& solid = written.surface ? *written.surface : *written.shape;
    const Expr zero = model.context().zero();
    Surface out{kind, {}, {}, {zero, zero, zero}, {zero, zero, model.context().one()}};
    if (!read_sizes(model, solid, kind->name, out.sizes, out.functions)) return std::nullopt;
    if (solid.axis) {
        if (!kind->has_axis) model.report(surface_without_axis(solid.name, kind->name));
        if (const auto n = unit_vector(model, *solid.axis, "an axis")) out.axis = *n;
    }
    if (written.centre) {
        const auto centre = components(model, *written.centre, "the place of a surface", metres());
        if (!centre) return std::nullopt;
        out.centre = *centre;
    }
    return out;
}

bool read_sizes(Elaboration& model, const BodyStatement::Solid& written, std::string_view kind,
                std::vector<Expr>& sizes, std::vector<Expr>& functions) {
    const std::vector<Expression>& entries = written.sizes.entries;
    std::size_t first = 0;
    if (kind == "graph" || kind == "revolution" || kind == "parametric") {
        const std::vector<std::string> names = kind == "graph"        ? std::vector<std::string>{"x", "y"}
                                               : kind == "revolution" ? std::vector<std::string>{"z"}
                                                                      : std::vector<std::string>{"u", "v"};
        first = kind == "parametric" ? 3 : 1;
        const auto read = read_functions(model, written.sizes, names, "a surface", first);
        if (!read) return false;
        functions = *read;
        if (entries.size() == 2) {
            model.report(tuple_length(written.sizes.span, kind, 2, 3));
            return false;
        }
    }
    for (std::size_t k = first; k < entries.size(); ++k) {
        Expr size;
        if (first > 0)
            size = quantity(model, entries[k], "a length", metres());
        else if (kind == "cone" && k == 0)
            size = half_angle(model, entries[k]);
        else
            size = positive_quantity(model, entries[k], "a length", metres());
        if (!size) return false;
        sizes.push_back(size);
    }
    return true;
}

Expr half_angle(Elaboration& model, const Expression& e) {
    const Expr angle = positive_quantity(model, e, "the half angle of a cone", Dimension{});
    if (!angle) return {};
    const auto value = model.constant(e, "the half angle of a cone");
    if (value && value->value < Rational(157, 100)) return angle;
    model.report(angle_too_large(e.span));
    return {};
}

}  // namespace anholon
