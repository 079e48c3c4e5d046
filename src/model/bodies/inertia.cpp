#include <algorithm>
#include <functional>

#include "expr/zero.hpp"
#include "model/bodies/body.hpp"
#include "model/language/body_errors.hpp"
#include "model/language/errors.hpp"

namespace anholon {

namespace {

using namespace syntax;

// Homogeneous solids with their axis, if they have one, along 3: principal moments over the mass.
struct Shape {
    std::string_view name;
    std::size_t sizes;
    bool has_axis;
    std::function<Vector3(const std::vector<Expr>&)> moments;
};

Vector3 same(const Expr& e) { return {e, e, e}; }

// The sum of the squares of the two other sizes, over a number: half axes of an ellipsoid, edges of a box.
Vector3 of_axes(const std::vector<Expr>& s, const Rational& number) {
    const Expr a = square(s[0]), b = square(s[1]), c = square(s[2]);
    return {(b + c) / number, (a + c) / number, (a + b) / number};
}

const Shape shapes[] = {
    {"ball", 1, false, [](const auto& s) { return same(square(s[0]) * Rational(2, 5)); }},
    {"disc", 1, true,
     [](const auto& s) {
         const Expr across = square(s[0]) / Rational(4);
         return Vector3{across, across, square(s[0]) / Rational(2)};
     }},
    {"hoop", 1, true,
     [](const auto& s) {
         const Expr across = square(s[0]) / Rational(2);
         return Vector3{across, across, square(s[0])};
     }},
    {"rod", 1, true,
     [](const auto& s) {
         const Expr across = square(s[0]) / Rational(12);
         return Vector3{across, across, across.context().zero()};
     }},
    {"cylinder", 2, true,
     [](const auto& s) {
         const Expr across = (Rational(3) * square(s[0]) + square(s[1])) / Rational(12);
         return Vector3{across, across, square(s[0]) / Rational(2)};
     }},
    {"ellipsoid", 3, false, [](const auto& s) { return of_axes(s, Rational(5)); }},
    {"box", 3, false, [](const auto& s) { return of_axes(s, Rational(12)); }},
};

// A across and C along a unit vector:  A 1 + (C − A) n nᵀ.
InertiaTensor about_axis(const Expr& A, const Expr& C, const Vector3& n) {
    InertiaTensor out;
    for (std::size_t i = 0; i < 3; ++i) out.diagonal[i] = A + (C - A) * square(n[i]);
    out.products = (C - A) * Vector3{n[0] * n[1], n[0] * n[2], n[1] * n[2]};
    return out;
}

std::optional<InertiaTensor> of_shape(Elaboration& model, const BodyStatement::Solid& written,
                                      const Expr& mass) {
    const std::string_view name = model.source.text(written.name);
    const auto shape = std::ranges::find(shapes, name, &Shape::name);
    if (shape == std::end(shapes)) {
        std::vector<std::string> known;
        for (const Shape& s : shapes) known.emplace_back(s.name);
        model.report(shape_unknown(written.name, name, known));
        return std::nullopt;
    }
    const auto& entries = written.sizes.entries;
    if (entries.size() != shape->sizes) {
        model.report(tuple_length(written.sizes.span, name, entries.size(), shape->sizes));
        return std::nullopt;
    }
    std::vector<Expr> sizes;
    for (const Expression& e : entries) {
        sizes.push_back(positive_quantity(model, e, "a length", metres()));
        if (!sizes.back()) return std::nullopt;
    }
    InertiaTensor out;
    out.diagonal = mass * shape->moments(sizes);
    out.products.fill(mass.context().zero());
    if (!written.axis) return out;
    if (!shape->has_axis) model.report(surface_without_axis(written.name, name));
    const auto n = unit_vector(model, *written.axis, "an axis");
    if (!n) return std::nullopt;
    return about_axis(out.diagonal[0], out.diagonal[2], *n);
}

// Are the principal minors of the symmetric matrix all at least 0?
bool is_nonnegative(const std::array<Rational, 3>& d, const std::array<Rational, 3>& p) {
    const Rational minors[] = {d[0],
                               d[1],
                               d[2],
                               d[0] * d[1] - p[0] * p[0],
                               d[0] * d[2] - p[1] * p[1],
                               d[1] * d[2] - p[2] * p[2],
                               d[0] * d[1] * d[2] + Rational(2) * p[0] * p[1] * p[2] - d[0] * p[2] * p[2] -
                                   d[1] * p[1] * p[1] - d[2] * p[0] * p[0]};
    return std::ranges::all_of(minors, [](const Rational& minor) { return minor.sign() >= 0; });
}

// I and Σ m r rᵀ = ½ (tr I) 1 − I have no negative direction; the second says that no principal moment exceeds the sum of the others.
void check_moments(Elaboration& model, Span span, const std::array<Rational, 6>& I) {
    const std::array<Rational, 3> products{I[3], I[4], I[5]}, opposite{-I[3], -I[4], -I[5]};
    if (!is_nonnegative({I[0], I[1], I[2]}, products)) return model.report(inertia_not_positive(span));
    const Rational half = (I[0] + I[1] + I[2]) / Rational(2);
    if (!is_nonnegative({half - I[0], half - I[1], half - I[2]}, opposite))
        model.report(inertia_of_no_body(span));
}

// The tensor of a solid that is turned by an angle about a unit vector: R I Rᵀ, whose entries are products of the axes, seen in the
// turned solid.
InertiaTensor turned(const InertiaTensor& I, const Vector3& axis, const Expr& angle) {
    Context& c = angle.context();
    const Attitude seen = Attitude::of_space(c).turned(axis, angle, c.zero());
    const Vector3 &x = seen.alpha, &y = seen.beta, &z = seen.gamma;
    return {{dot(x, I.times(x)), dot(y, I.times(y)), dot(z, I.times(z))},
            {dot(x, I.times(y)), dot(x, I.times(z)), dot(y, I.times(z))}};
}

// Huygens and Steiner: moments about the point p give those at the mass centre,  I − m (p² 1 − p pᵀ).
InertiaTensor at_mass_centre(const InertiaTensor& I, const Expr& mass, const Vector3& p) {
    InertiaTensor out = I;
    for (std::size_t i = 0; i < 3; ++i) out.diagonal[i] -= mass * (dot(p, p) - square(p[i]));
    out.products = I.products + mass * Vector3{p[0] * p[1], p[0] * p[2], p[1] * p[2]};
    return out;
}

std::optional<InertiaTensor> of_moments(Elaboration& model, const BodyStatement::Inertia& inertia,
                                        const Expr& mass) {
    const InertiaStatement& written = inertia.moments;
    const Span span = inertia.span;
    std::vector<const Expression*> entries;
    for (const auto& row : written.rows)
        for (const Expression& e : row) entries.push_back(&e);
    const std::size_t diagonal = written.rows[0].size();
    if (diagonal != 3 || (entries.size() != 3 && entries.size() != 6)) {
        model.report(inertia_length(span, diagonal, entries.size() - diagonal, 3));
        return std::nullopt;
    }
    std::array<Expr, 6> I;
    I.fill(model.context().zero());
    std::array<Rational, 6> values;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        I[i] = quantity(model, *entries[i], "a moment of inertia", kilograms() * pow(metres(), Rational(2)));
        const auto value = I[i] ? model.constant(*entries[i], "a moment of inertia") : std::nullopt;
        if (!value) return std::nullopt;
        values[i] = value->value;
    }
    check_moments(model, span, values);
    InertiaTensor out{{I[0], I[1], I[2]}, {I[3], I[4], I[5]}};
    if (inertia.angle) {
        const Expr angle = quantity(model, *inertia.angle, "an angle", Dimension{});
        const auto axis = unit_vector(model, *inertia.axis, "an axis");
        if (!angle || !axis) return std::nullopt;
        out = turned(out, *axis, angle);
    }
    if (inertia.point) {
        const auto point = components(model, *inertia.point, "the place of a point", metres());
        if (!point) return std::nullopt;
        out = at_mass_centre(out, mass, *point);
    }
    return out;
}

}  // namespace

std::optional<InertiaTensor> read_inertia(Elaboration& model, const BodyStatement& written,
                                          const Expr& mass) {
    if (written.inertia && written.shape) {
        model.report(energy_twice(written.shape->name, "the inertia", written.inertia->span));
        return std::nullopt;
    }
    if (written.inertia) return of_moments(model, *written.inertia, mass);
    if (written.shape) return of_shape(model, *written.shape, mass);
    model.report(inertia_missing(written.name, model.source.text(written.name)));
    return std::nullopt;
}

}  // namespace anholon
