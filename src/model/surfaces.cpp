#include <algorithm>

#include "model/body.hpp"
#include "model/errors.hpp"

namespace anholon {

namespace {

using namespace syntax;

// Of the point r of the body, from the mass centre: (α·r, β·r), and (ω×r) along the same axes.
Support support(const Attitude& at, const Expr& height, const Vector3& r) {
    const Vector3 velocity = cross(at.omega, r);
    return {height, {dot(at.alpha, r), dot(at.beta, r)}, {dot(at.alpha, velocity), dot(at.beta, velocity)}};
}

// The point of contact is −Rγ from the centre: (ω×γ)·α = ω·(γ×α) = Ω_y, and likewise along y.
Support sphere(const Attitude& at, const Vector3& centre, const std::vector<Expr>& sizes) {
    const Expr R = sizes[0];
    Support out = support(at, R, centre);
    out.motion[0] -= R * at.Omega[1];
    out.motion[1] += R * at.Omega[0];
    return out;
}

// The support function ε = √(a²γ1² + b²γ2² + c²γ3²) is the height of the centre; the point of contact is −(a²γ1, b²γ2, c²γ3)/ε from it.
Support ellipsoid(const Attitude& at, const Vector3& centre, const std::vector<Expr>& half_axes) {
    Vector3 stretched;
    for (std::size_t i = 0; i < 3; ++i) stretched[i] = pow(half_axes[i], Rational(2)) * at.gamma[i];
    const Expr height = sqrt(dot(stretched, at.gamma));
    Vector3 r;
    for (std::size_t i = 0; i < 3; ++i) r[i] = centre[i] - stretched[i] / height;
    return support(at, height, r);
}

// A circle about axis 3: an ellipsoid without height.
Support rim(const Attitude& at, const Vector3& centre, const std::vector<Expr>& sizes) {
    return ellipsoid(at, centre, {sizes[0], sizes[0], sizes[0].context().zero()});
}

struct Surface {
    std::string_view name;
    std::string_view shape_that_has_it;  // a homogeneous solid that ends there
    std::size_t sizes;
    Support (*support)(const Attitude& at, const Vector3& centre, const std::vector<Expr>& sizes);
};

constexpr Surface surfaces[] = {
    {"sphere", "ball", 1, sphere},
    {"ellipsoid", "ellipsoid", 3, ellipsoid},
    {"rim", "disc", 1, rim},
    {"rim", "hoop", 1, rim},
};

const Surface* surface_of_shape(const Elaboration& model, const BodyStatement& written) {
    if (!written.shape) return nullptr;
    const auto found =
        std::ranges::find(surfaces, model.source.text(written.shape->name), &Surface::shape_that_has_it);
    return found == std::end(surfaces) ? nullptr : found;
}

const Surface* named_surface(Elaboration& model, const BodyStatement::Solid& written) {
    const std::string_view name = model.source.text(written.name);
    const auto found = std::ranges::find(surfaces, name, &Surface::name);
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

std::optional<Support> read_support(Elaboration& model, const Body& body, const Vector3& centre) {
    const BodyStatement& written = body.written;
    const Surface* surface =
        written.surface ? named_surface(model, *written.surface) : surface_of_shape(model, written);
    // The sizes of a shape have been read for the inertia.
    if (!surface || (!written.surface && model.diagnostics.failed())) return std::nullopt;
    std::vector<Expr> sizes;
    for (const Expression& e : (written.surface ? *written.surface : *written.shape).sizes.entries) {
        sizes.push_back(positive_quantity(model, e, "a length", metres()));
        if (!sizes.back()) return std::nullopt;
    }
    return surface->support(body.attitude, centre, sizes);
}

}  // namespace anholon
