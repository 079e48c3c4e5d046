#include <algorithm>

#include "expr/zero.hpp"
#include "model/body.hpp"
#include "model/body_errors.hpp"
#include "model/errors.hpp"

namespace anholon {

namespace {

using namespace syntax;

// Of the point r of the body, from the mass centre: (α·r, β·r), and (ω×r) along the same axes.
Support support_at(const Body& body, const Expr& height, const Vector3& r) {
    const Vector3 place = body.axes.in_space(r), velocity = body.axes.in_space(cross(body.omega, r));
    return {height, {place[0], place[1]}, {velocity[0], velocity[1]}};
}

// The point of contact is −Rγ from the centre: (ω×γ)·α = ω·(γ×α) = Ω_y, and likewise along y.
Support sphere(const Body& body) {
    const Expr R = body.surface->sizes[0];
    Support out = support_at(body, R, body.surface->centre);
    out.motion[0] -= R * body.Omega[1];
    out.motion[1] += R * body.Omega[0];
    return out;
}

// The support function ε = √(a²γ1² + b²γ2² + c²γ3²) is the height of the centre; the point of contact is −(a²γ1, b²γ2, c²γ3)/ε from it.
Support ellipsoid(const Body& body) {
    Vector3 stretched;
    for (std::size_t i = 0; i < 3; ++i)
        stretched[i] = pow(body.surface->sizes[i], Rational(2)) * body.axes.gamma[i];
    const Expr height = sqrt(dot(stretched, body.axes.gamma));
    return support_at(body, height, body.surface->centre - (Rational(1) / height) * stretched);
}

// A circle about the axis n, an ellipsoid without height: ε = R √(1 − (n·γ)²), the point −(R²/ε)(γ − n (n·γ)) from the centre.
Support rim(const Body& body) {
    const auto& [kind, sizes, centre, n] = *body.surface;
    const Vector3 across = body.axes.gamma - dot(n, body.axes.gamma) * n;
    const Expr sine = sqrt(dot(across, across));
    return support_at(body, sizes[0] * sine, centre - (sizes[0] / sine) * across);
}

}  // namespace

struct SurfaceKind {
    std::string_view name;
    std::string_view shape_that_has_it;  // a homogeneous solid that ends there
    std::size_t sizes;
    bool has_axis;
    Support (*support)(const Body& body);
};

namespace {

constexpr SurfaceKind surfaces[] = {
    {"sphere", "ball", 1, false, sphere},
    {"ellipsoid", "ellipsoid", 3, false, ellipsoid},
    {"rim", "disc", 1, true, rim},
    {"rim", "hoop", 1, true, rim},
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
        model.report(surface_unknown(written.name, name, {"sphere", "ellipsoid", "rim"}));
        return nullptr;
    }
    if (written.sizes.entries.size() == found->sizes) return found;
    model.report(tuple_length(written.sizes.span, name, written.sizes.entries.size(), found->sizes));
    return nullptr;
}

}  // namespace

bool has_surface(const Elaboration& model, const BodyStatement& written) {
    return written.surface || surface_of_shape(model, written);
}

bool Surface::is_of_revolution_about(const Vector3& n) const {
    const auto is_along = [&](const Vector3& r) {
        return std::ranges::all_of(cross(r, n), [](const Expr& e) { return vanishes(e); });
    };
    return is_along(centre) && (kind->support == sphere || (kind->support == rim && is_along(axis)));
}

Support support(const Body& body) { return body.surface->kind->support(body); }

std::optional<Surface> read_surface(Elaboration& model, const BodyStatement& written) {
    const SurfaceKind* kind =
        written.surface ? named_surface(model, *written.surface) : surface_of_shape(model, written);
    // The sizes of a shape have been read for the inertia.
    if (!kind || (!written.surface && model.diagnostics.failed())) return std::nullopt;
    const BodyStatement::Solid& solid = written.surface ? *written.surface : *written.shape;
    const Expr zero = model.context().zero();
    Surface out{kind, {}, {zero, zero, zero}, {zero, zero, model.context().one()}};
    for (const Expression& e : solid.sizes.entries) {
        out.sizes.push_back(positive_quantity(model, e, "a length", metres()));
        if (!out.sizes.back()) return std::nullopt;
    }
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

}  // namespace anholon
