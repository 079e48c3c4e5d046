#include "model/statements/picture_values.hpp"

#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "model/language/body_errors.hpp"
#include "model/language/errors.hpp"
#include "model/language/picture_errors.hpp"

namespace anholon {

using namespace syntax;

PictureValues::PictureValues(Elaboration& model) : model_(model) {
    const System& system = model.system;
    for (const Expr& q : system.q()) variables_.insert(q.id());
    for (const Expr& v : system.velocities()) variables_.insert(v.id());
    for (const Expr& lambda : system.multipliers) variables_.insert(lambda.id());
    for (const QuasiVelocity& eta : system.quasi) variables_.insert(eta.symbol.id());
}

bool PictureValues::is_plain_number(const Expression& e) const {
    for (auto i = static_cast<std::uint32_t>(e.first); i <= static_cast<std::uint32_t>(e.root); ++i) {
        const TreeNode& node = model_.tree.expressions[NodeIndex{i}];
        if (node.kind == NodeKind::quantity) return false;
        if (node.kind == NodeKind::name && model_.source.text(node.name) != "pi") return false;
    }
    return true;
}

// The meaning of an expression; empty if it holds what a picture does not know, such as an acceleration.
Expr PictureValues::known(const Expression& e, std::optional<Dimension>& dimension) {
    const Expr out = model_.read(e, model_.outer, &dimension);
    if (!out) return {};
    for (const Expr& symbol : symbols_of(out))
        if (symbol.symbol().kind == SymbolKind::variable && !variables_.contains(symbol.id())) {
            model_.report(picture_variable(e.span, symbol));
            return {};
        }
    return out;
}

Expr PictureValues::value(const Expression& e, std::string_view what, const Dimension& dimension) {
    std::optional<Dimension> given;
    const Expr out = known(e, given);
    if (out && given && *given != dimension && !(given->is_one() && is_plain_number(e)))
        model_.report(unit_misfit(e.span, what, *given, dimension));
    return out;
}

Expr PictureValues::size(const Expression& e, std::string_view what, const Dimension& dimension) {
    const Expr out = model_.constant_expression(e, what);
    if (!out || !value(e, what, dimension)) return {};
    const auto number = model_.constant(e, what);
    if (!number) return {};
    if (number->value.sign() > 0) return out;
    model_.report(not_positive(e.span, what));
    return {};
}

template <class Read>
std::optional<Vector3> PictureValues::components(const Tuple& tuple, std::string_view what, Read&& read) {
    const std::size_t n = tuple.entries.size();
    if (n != 2 && n != 3) {
        model_.report(picture_vector_length(tuple.span, what, n));
        return std::nullopt;
    }
    if (n == 3) is_plane_ = false;
    const Expr zero = model_.context().zero();
    Vector3 out{zero, zero, zero};
    bool is_good = true;
    for (std::size_t i = 0; i < n; ++i) {
        out[i] = read(tuple.entries[i]);
        is_good = is_good && out[i];
    }
    return is_good ? std::optional(out) : std::nullopt;
}

std::optional<Vector3> PictureValues::lengths(const Tuple& tuple, std::string_view what) {
    return components(tuple, what, [&](const Expression& e) { return value(e, what, metres()); });
}

std::optional<Vector3> PictureValues::vector(const Tuple& tuple, std::string_view what,
                                             std::optional<Dimension>& dimension) {
    const Expression* first = nullptr;
    return components(tuple, what, [&](const Expression& e) {
        std::optional<Dimension> given;
        const Expr out = known(e, given);
        if (given && !dimension) {
            dimension = given;
            first = &e;
        } else if (given && *given != *dimension) {
            model_.report(
                unit_mismatch(Mismatch::components, tuple.span, *dimension, *given, first->span, e.span));
        }
        return out;
    });
}

std::optional<Vector3> PictureValues::direction(const Tuple& tuple) {
    std::optional<Dimension> dimension;
    const auto n = vector(tuple, "a direction", dimension);
    if (!n) return std::nullopt;
    const Expr square_of_length = dot(*n, *n);
    if (vanishes(square_of_length)) {
        model_.report(direction_zero(tuple.span));
        return std::nullopt;
    }
    if (vanishes(square_of_length - Rational(1))) return n;
    return (Rational(1) / sqrt(square_of_length)) * *n;
}

std::optional<Vector3> PictureValues::angular_velocity(const Tuple& tuple) {
    constexpr const char* what = "an angular velocity";
    if (tuple.entries.size() != 3) {
        model_.report(tuple_length(tuple.span, what, tuple.entries.size(), 3));
        return std::nullopt;
    }
    return components(tuple, what,
                      [&](const Expression& e) { return value(e, what, Dimension{} / seconds()); });
}

std::optional<std::array<Expr, 4>> PictureValues::quaternion(const Tuple& tuple) {
    is_plane_ = false;
    if (tuple.entries.size() != 4) {
        model_.report(tuple_length(tuple.span, "an attitude", tuple.entries.size(), 4));
        return std::nullopt;
    }
    std::array<Expr, 4> q;
    for (std::size_t k = 0; k < 4; ++k) {
        q[k] = value(tuple.entries[k], "a component of an attitude", Dimension{});
        if (!q[k]) return std::nullopt;
    }
    return q;
}

}  // namespace anholon
