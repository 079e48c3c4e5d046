#include <algorithm>
#include <functional>

#include "model/body.hpp"
#include "model/errors.hpp"

namespace anholon {

namespace {

using namespace syntax;

Expr square(const Expr& e) { return pow(e, Rational(2)); }

// Homogeneous solids with their axis, if they have one, along 3: principal moments over the mass.
struct Shape {
    std::string_view name;
    std::size_t sizes;
    std::function<Vector3(const std::vector<Expr>&)> moments;
};

Vector3 same(const Expr& e) { return {e, e, e}; }

// The sum of the squares of the two other sizes, over a number: half axes of an ellipsoid, edges of a box.
Vector3 of_axes(const std::vector<Expr>& s, const Rational& number) {
    const Expr a = square(s[0]), b = square(s[1]), c = square(s[2]);
    return {(b + c) / number, (a + c) / number, (a + b) / number};
}

const Shape shapes[] = {
    {"ball", 1, [](const auto& s) { return same(square(s[0]) * Rational(2, 5)); }},
    {"disc", 1,
     [](const auto& s) {
         const Expr across = square(s[0]) / Rational(4);
         return Vector3{across, across, square(s[0]) / Rational(2)};
     }},
    {"hoop", 1,
     [](const auto& s) {
         const Expr across = square(s[0]) / Rational(2);
         return Vector3{across, across, square(s[0])};
     }},
    {"rod", 1,
     [](const auto& s) {
         const Expr across = square(s[0]) / Rational(12);
         return Vector3{across, across, across.context().zero()};
     }},
    {"cylinder", 2,
     [](const auto& s) {
         const Expr across = (Rational(3) * square(s[0]) + square(s[1])) / Rational(12);
         return Vector3{across, across, square(s[0]) / Rational(2)};
     }},
    {"ellipsoid", 3, [](const auto& s) { return of_axes(s, Rational(5)); }},
    {"box", 3, [](const auto& s) { return of_axes(s, Rational(12)); }},
};

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
    out.diagonal = shape->moments(sizes);
    for (Expr& moment : out.diagonal) moment *= mass;
    out.products.fill(mass.context().zero());
    return out;
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

std::optional<InertiaTensor> of_moments(Elaboration& model, const InertiaStatement& written, Span span) {
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
    return InertiaTensor{{I[0], I[1], I[2]}, {I[3], I[4], I[5]}};
}

}  // namespace

Expr InertiaTensor::energy(const Vector3& w) const {
    const Vector3 pairs{w[0] * w[1], w[0] * w[2], w[1] * w[2]};
    const Vector3 squares{square(w[0]), square(w[1]), square(w[2])};
    return dot(diagonal, squares) / Rational(2) + dot(products, pairs);
}

std::optional<InertiaTensor> read_inertia(Elaboration& model, const BodyStatement& written,
                                          const Expr& mass) {
    if (written.inertia && written.shape) {
        model.report(energy_twice(written.shape->name, "the inertia", written.inertia_span));
        return std::nullopt;
    }
    if (written.inertia) return of_moments(model, *written.inertia, written.inertia_span);
    if (written.shape) return of_shape(model, *written.shape, mass);
    model.report(inertia_missing(written.name, model.source.text(written.name)));
    return std::nullopt;
}

}  // namespace anholon
