#include "newton_euler/expression.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <vector>

#include "base/text.hpp"
#include "model/language/unit.hpp"

namespace anholon::newton_euler {

namespace {

using namespace syntax;

// (1 + b x²)^p at x + h, as a series in h.
std::array<double, 4> power_of_quadratic(double x, double b, double p) {
    const std::array<double, 4> f{1 + b * x * x, 2 * b * x, b, 0};
    std::array<double, 4> out{std::pow(f[0], p), 0, 0, 0};
    for (std::size_t k = 1; k < 4; ++k) {
        for (std::size_t j = 1; j <= k; ++j)
            out[k] += (p * static_cast<double>(j) - static_cast<double>(k - j)) * f[j] * out[k - j];
        out[k] /= static_cast<double>(k) * f[0];
    }
    return out;
}

// A function with this value whose derivative is sign (1 + b x²)^p.
Derivatives antiderivative(double value, double x, double b, double p, double sign) {
    const auto f = power_of_quadratic(x, b, p);
    return {value, sign * f[0], sign * f[1], sign * 2 * f[2], sign * 6 * f[3]};
}

template <class Number>
Number arc_tangent(const Number& a) {
    const double x = a.value();
    return composed(antiderivative(std::atan(x), x, 1, -1, 1), a);
}

template <class Number>
Number with_value(Number a, double value) {
    return a + Number(value - a.value());
}

template <class Number>
Number arc_tangent(const Number& y, const Number& x) {
    const double value = std::atan2(y.value(), x.value());
    if (std::abs(x.value()) > std::abs(y.value())) return with_value(arc_tangent(y / x), value);
    return with_value(-arc_tangent(x / y), value);
}

template <class Number>
Number call(const std::string& name, const std::vector<Number>& arguments) {
    const Number& a = arguments[0];
    const double x = a.value();
    if (name == "sin") return sine(a);
    if (name == "cos") return cosine(a);
    if (name == "tan") return sine(a) / cosine(a);
    if (name == "asin") return composed(antiderivative(std::asin(x), x, -1, -0.5, 1), a);
    if (name == "acos") return composed(antiderivative(std::acos(x), x, -1, -0.5, -1), a);
    if (name == "atan") return arc_tangent(a);
    if (name == "atan2") return arc_tangent(a, arguments[1]);
    if (name == "sqrt") return root(a);
    if (name == "abs") return x < 0 ? -a : a;
    if (name == "sign") return Number(x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0);
    if (name == "step") return Number(x > 0 ? 1.0 : x < 0 ? 0.0 : 0.5);
    if (name == "min") return x < arguments[1].value() ? a : arguments[1];
    if (name == "max") return x > arguments[1].value() ? a : arguments[1];
    if (name == "clamp")
        return x > arguments[2].value() ? arguments[2] : x < arguments[1].value() ? arguments[1] : a;
    if (name == "if") return x > 0 ? arguments[1] : arguments[2];
    const double e = std::exp(x), s = std::sinh(x), c = std::cosh(x);
    if (name == "exp") return composed({e, e, e, e, e}, a);
    if (name == "sinh") return composed({s, c, s, c, s}, a);
    if (name == "cosh") return composed({c, s, c, s, c}, a);
    if (name == "tanh") return composed({s, c, s, c, s}, a) / composed({c, s, c, s, c}, a);
    if (name == "log" || name == "ln")
        return composed({std::log(x), 1 / x, -1 / (x * x), 2 / (x * x * x), -6 / (x * x * x * x)}, a);
    throw NotSupported("the function '" + name + "'");
}

}  // namespace

std::string Reader::name(Span span) const { return ascii_name(source_.text(span)); }

double Reader::in_si_units(Span unit) const {
    Diagnostics none;  // the elaboration has read it before
    const auto read = read_unit(unit, source_, none);
    if (!read) throw NotSupported("the unit '" + std::string(source_.text(unit)) + "'");
    return read->factor.to_double() * std::pow(std::numbers::pi / 180, static_cast<double>(read->degrees));
}

template <class Number>
Number Reader::value(const Expression& e, const NamesOf<Number>& names) const {
    const auto first = static_cast<std::uint32_t>(e.first), last = static_cast<std::uint32_t>(e.root);
    std::vector<Number> values(last - first + 1);
    const auto at = [&](NodeIndex i) -> const Number& {
        return values[static_cast<std::uint32_t>(i) - first];
    };
    const auto left = [&](const TreeNode& node) { return at(node.left).value(); };
    const auto right = [&](const TreeNode& node) { return at(node.right).value(); };
    const auto meaning = [&](const TreeNode& node) -> Number {
        switch (node.kind) {
            case NodeKind::number:
                return Number(std::strtod(std::string(source_.text(node.span)).c_str(), nullptr));
            case NodeKind::quantity: return at(node.left) * Number(in_si_units(node.name));
            case NodeKind::name: {
                const auto found = names.find(name(node.name));
                if (found == names.end()) throw NotSupported("the name '" + name(node.name) + "'");
                Number out = found->second;
                for (std::uint32_t k = 0; k < node.primes; ++k) out = rate(out);
                return out;
            }
            case NodeKind::plus: return at(node.left);
            case NodeKind::negate: return -at(node.left);
            case NodeKind::add: return at(node.left) + at(node.right);
            case NodeKind::subtract: return at(node.left) - at(node.right);
            case NodeKind::multiply: return at(node.left) * at(node.right);
            case NodeKind::divide: return at(node.left) / at(node.right);
            case NodeKind::power: return power(at(node.left), at(node.right));
            // Conditions are 1 where they hold.
            case NodeKind::less: return Number(left(node) < right(node) ? 1.0 : 0.0);
            case NodeKind::less_equal: return Number(left(node) <= right(node) ? 1.0 : 0.0);
            case NodeKind::greater: return Number(left(node) > right(node) ? 1.0 : 0.0);
            case NodeKind::greater_equal: return Number(left(node) >= right(node) ? 1.0 : 0.0);
            case NodeKind::both: return Number(left(node) > 0 && right(node) > 0 ? 1.0 : 0.0);
            case NodeKind::either: return Number(left(node) > 0 || right(node) > 0 ? 1.0 : 0.0);
            case NodeKind::opposite: return Number(left(node) > 0 ? 0.0 : 1.0);
            case NodeKind::call: {
                std::vector<Number> arguments;
                for (const NodeIndex i : tree_.expressions.arguments_of(node)) arguments.push_back(at(i));
                return call(name(node.name), arguments);
            }
            case NodeKind::bad: break;
        }
        return Number(0.0);
    };
    for (std::uint32_t i = first; i <= last; ++i)
        values[i - first] = meaning(tree_.expressions[NodeIndex{i}]);
    return values.back();
}

template Jet Reader::value(const Expression&, const NamesOf<Jet>&) const;
template Sloped Reader::value(const Expression&, const NamesOf<Sloped>&) const;

Vector Reader::vector(const Tuple& tuple, const Names& names) const {
    Vector out;
    for (std::size_t i = 0; i < tuple.entries.size() && i < 3; ++i) out[i] = value(tuple.entries[i], names);
    return out;
}

Vector Reader::vector(const std::optional<Tuple>& tuple, const Names& names) const {
    return tuple ? vector(*tuple, names) : Vector{};
}

Jet Reader::value_or_zero(const std::optional<Expression>& e, const Names& names) const {
    return e ? value(*e, names) : Jet(0.0);
}

}  // namespace anholon::newton_euler
