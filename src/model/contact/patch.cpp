#include "expr/derivative.hpp"
#include "expr/zero.hpp"
#include "model/contact/contact.hpp"
#include "model/language/body_errors.hpp"
#include "model/language/errors.hpp"

// Surfaces by parameters, and the axes they are placed in.
namespace anholon {

// Turned from the third axis by the shortest way, which none is for the opposite direction.
Axes axes_about(Context& c, const Vector3& n) {
    const Expr zero = c.zero(), one = c.one();
    const Vector3 first{one, zero, zero}, second{zero, one, zero}, third{zero, zero, one};
    const auto is = [&](const Vector3& e) { return vanishes(dot(n, e) - one); };
    if (is(third)) return {first, second, third};
    if (is(first)) return {second, third, first};
    if (is(second)) return {third, first, second};
    if (is(-third)) return {first, -second, -third};
    const Expr fall = Rational(1) / (one + n[2]);
    return {first - (n[0] * fall) * (n + third), second - (n[1] * fall) * (n + third), n};
}

Vector3 composed(const Axes& axes, const Vector3& v) {
    return v[0] * axes[0] + v[1] * axes[1] + v[2] * axes[2];
}

Vector3 components_in(const Axes& axes, const Vector3& v) {
    return {dot(axes[0], v), dot(axes[1], v), dot(axes[2], v)};
}

Vector3 substituted(const Vector3& v, const Substitution& replace) {
    const std::vector<Expr> out = substitute(v, replace);
    return {out[0], out[1], out[2]};
}

Patch Patch::with(const std::vector<Expr>& values) const {
    Substitution replace;
    for (std::size_t k = 0; k < values.size(); ++k) replace.emplace_back(parameters[k], values[k]);
    Patch out = *this;
    out.parameters = values;
    out.point = substituted(point, replace);
    out.normal = substituted(normal, replace);
    for (Vector3& t : out.tangents) t = substituted(t, replace);
    if (unit) out.unit = substitute(unit, replace);
    for (Guard& end : out.ends) end.value = substitute(end.value, replace);
    return out;
}

Patch Patch::placed(const Axes& axes, const Vector3& origin) const {
    Patch out = *this;
    out.point = origin + composed(axes, point);
    out.normal = composed(axes, normal);
    for (Vector3& t : out.tangents) t = composed(axes, t);
    return out;
}

Patch Patch::turned_inside_out() const {
    Patch out = *this;
    out.normal = -normal;
    return out;
}

namespace {

Vector3 derivative_of(const Vector3& v, const Expr& x) {
    return {derivative(v[0], x), derivative(v[1], x), derivative(v[2], x)};
}

// From the tangents and some normal, with the square of its length.
Patch patch_of(const Vector3& point, const Vector3& normal, const Expr& squared, const Expr& u,
               const Expr& v) {
    const Vector3 along_u = derivative_of(point, u), along_v = derivative_of(point, v);
    return {{u, v}, {"u", "v"}, point, (Rational(1) / sqrt(squared)) * normal, {along_u, along_v}, {}, {}};
}

}  // namespace

Patch graph_patch(const Expr& f, const Expr& x, const Expr& y) {
    const Vector3 normal{-derivative(f, x), -derivative(f, y), x.context().one()};
    return patch_of({x, y, f}, normal, dot(normal, normal), x, y);
}

Patch revolution_patch(const Expr& r, const Expr& z, const Expr& angle) {
    const Expr slope = derivative(r, z);
    Patch out = patch_of({r * cos(angle), r * sin(angle), z}, {cos(angle), sin(angle), -slope},
                         Rational(1) + square(slope), z, angle);
    out.tangents[1] = {-sin(angle), cos(angle), angle.context().zero()};  // a direction: r is left out
    return out;
}

Patch parametric_patch(const Vector3& point, const Expr& u, const Expr& v) {
    const Vector3 normal = cross(derivative_of(point, u), derivative_of(point, v));
    return patch_of(point, normal, dot(normal, normal), u, v);
}

// By its normal. The tangents are those that the turning of (0, 0, 1) into the normal makes of the first two axes, times 1 + n3.
Patch sphere_patch(Context& c, const Expr& radius) {
    const Vector3 n{c.constant("formal_n1"), c.constant("formal_n2"), c.constant("formal_n3")};
    return {{n[0], n[1], n[2]},    {"n1", "n2", "n3"},  radius * n, n,
            sphere_tangents(c, n), dot(n, n) - c.one(), {}};
}

std::array<Vector3, 2> sphere_tangents(Context& c, const Vector3& n) {
    const Expr fall = c.one() + n[2];
    const Vector3 up{n[0], n[1], n[2] + c.one()};
    return {Vector3{fall, c.zero(), c.zero()} - n[0] * up, Vector3{c.zero(), fall, c.zero()} - n[1] * up};
}

Formal formal_parameters(Context& c) { return {c.constant("formal_u"), c.constant("formal_v")}; }

namespace {

// A letter that is a variable of another kind of surface, and unknown here: u in graph(u^2 + v^2).
std::optional<Span> other_variable(const Elaboration& model, const syntax::Expression& e,
                                   const Scope& scope) {
    for (auto i = static_cast<std::uint32_t>(e.first); i <= static_cast<std::uint32_t>(e.root); ++i) {
        const syntax::TreeNode& node = model.tree.expressions[syntax::NodeIndex{i}];
        if (node.kind != syntax::NodeKind::name) continue;
        const std::string_view name = model.source.text(node.name);
        for (const std::string_view letter : {"x", "y", "z", "u", "v", "r"})
            if (name == letter && !scope.find(name)) return node.name;
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::vector<Expr>> read_functions(Elaboration& model, const syntax::Tuple& written,
                                                const std::vector<std::string>& names, std::string_view what,
                                                std::size_t count) {
    const Formal formal = formal_parameters(model.context());
    Scope scope;
    const Dimensions before = model.dimensions;
    for (std::size_t k = 0; k < names.size(); ++k) {
        scope.add(names[k], {k == 0 ? formal.u : formal.v, "parameter of a surface"});
        model.dimensions[names[k]].reset();
        if (names[k] != "u" && names[k] != "v") model.dimensions[names[k]] = metres();
    }
    for (const std::string& name : model.inner.names()) {
        const Meaning& meaning = *model.inner.find(name);
        if (meaning.noun == "parameter" || meaning.noun == "number") scope.add(name, meaning);
    }
    std::vector<Expr> out;
    for (std::size_t k = 0; k < count; ++k) {
        std::optional<Dimension> given;
        if (const auto other = other_variable(model, written.entries[k], scope)) {
            model.report(surface_variable(*other, model.text(*other), names));
            continue;
        }
        const Expr value = model.read(written.entries[k], scope, &given);
        if (given && *given != metres())
            model.report(unit_misfit(written.entries[k].span, what, *given, metres()));
        if (value) out.push_back(value);
    }
    model.dimensions = before;
    if (out.size() != count) return std::nullopt;
    return out;
}

}  // namespace anholon
