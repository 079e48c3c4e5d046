#include "expr/complexity.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

namespace anholon {

namespace {

// Degrees of numerator and denominator in the random values an expression is evaluated at, from above. sin and
// cos count 2: a function of degree d on the circle has at most 2d zeros there. The denominator is a product of powers of divisors, the
// numerators of nodes that are divided by: terms over the same divisors have a common denominator.
struct Degree {
    double above = 0;
    std::vector<std::pair<NodeId, double>> divisors = {};  // and their exponents; in ascending order
};

using Divisors = std::vector<std::pair<NodeId, double>>;

// Of each divisor the exponent that `choose` makes of the two that the lists have.
Divisors merged(const Divisors& a, const Divisors& b, auto&& choose) {
    Divisors out;
    for (auto i = a.begin(), j = b.begin(); i != a.end() || j != b.end();) {
        if (j == b.end() || (i != a.end() && i->first < j->first)) {
            out.emplace_back(i->first, choose(i->second, 0.0));
            ++i;
        } else if (i == a.end() || j->first < i->first) {
            out.emplace_back(j->first, choose(0.0, j->second));
            ++j;
        } else {
            out.emplace_back(i->first, choose(i->second, j->second));
            ++i, ++j;
        }
    }
    return out;
}

// u, if this is u².
std::optional<NodeId> square_root(const Context& c, NodeId id) {
    const Node node = c.node(id);
    const bool is_square =
        node.kind == Kind::product && node.count == 2 && c.number_at(node.args[1]) == Rational(2);
    return is_square ? std::optional(node.args[0]) : std::nullopt;
}

}  // namespace

Complexity complexity(const Context& c, const Walk& walk, std::span<const Expr> roots) {
    std::vector<Degree> degrees(walk.size());
    const auto degree_of = [&](const Divisors& divisors) {
        double sum = 0;
        for (const auto& [node, exponent] : divisors) sum += exponent * degrees[walk.place(node)].above;
        return sum;
    };
    constexpr auto larger = [](double a, double b) { return std::max(a, b); };
    constexpr auto total = [](double a, double b) { return a + b; };
    std::vector<bool> holds_sign(walk.size(), false);
    Complexity result;
    std::set<std::pair<NodeId, Rational>> seen_roots;
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const Node node = c.node(walk[i]);
        const auto of = [&](NodeId id) -> const Degree& { return degrees[walk.place(id)]; };
        double above = 0;
        Divisors below;
        for (const NodeId a : node.arguments()) holds_sign[i] = holds_sign[i] || holds_sign[walk.place(a)];
        switch (node.kind) {
            case Kind::number: break;
            case Kind::symbol: above = 1; break;
            case Kind::multiple:
                above = of(node.args[1]).above;
                below = of(node.args[1]).divisors;
                break;
            case Kind::sum:
                // The largest of Nᵢ D/Dᵢ, above the common denominator D.
                above = node.args[0] == Context::zero_id ? -HUGE_VAL : 0;
                for (std::size_t k = 1; k < node.count; k += 2) {
                    const Degree& t = of(node.args[k + 1]);
                    below = merged(below, t.divisors, larger);
                    above = std::max(above, t.above - degree_of(t.divisors));
                }
                above += degree_of(below);
                break;
            case Kind::product:
                for (std::size_t k = 0; k < node.count; k += 2) {
                    const Degree& b = of(node.args[k]);
                    const Rational& e = c.number_at(node.args[k + 1]);
                    const double n = e.to_double();
                    // bⁿ = Nⁿ/Dⁿ and b⁻ⁿ = Dⁿ/Nⁿ, where N has the name of b
                    Divisors divisors{{node.args[k], -n}};
                    if (n > 0) divisors = b.divisors;
                    if (n > 0)
                        for (auto& divisor : divisors) divisor.second *= n;
                    above += n > 0 ? n * b.above : -n * degree_of(b.divisors);
                    below = merged(below, divisors, total);
                    if (e.is_integer()) continue;
                    const Rational order = e.denominator();
                    if (c.node(node.args[k]).kind != Kind::number &&
                        seen_roots.emplace(node.args[k], order).second) {
                        result.root_factor *= order.to_double();
                        // A symbol's root is a symbol of its own, without branches.
                        if (!(order / 2).is_integer() || c.node(node.args[k]).kind == Kind::symbol) continue;
                        if (const auto u = square_root(c, node.args[k])) {
                            result.signs.insert(*u);
                            holds_sign[i] = true;
                        } else {
                            (holds_sign[walk.place(node.args[k])] ? result.nested : result.even_roots)
                                .insert(node.args[k]);
                        }
                    }
                }
                break;
            case Kind::function:
                above = node.function == Function::exp || node.function == Function::sin ||
                                node.function == Function::cos
                            ? 2
                            : 1;
                if (node.function == Function::abs || node.function == Function::sign ||
                    node.function == Function::choose) {
                    const NodeId value = node.args[node.count == 3 ? 1 : 0];
                    above = of(value).above;
                    below = of(value).divisors;
                    if (node.count == 3) {
                        above = std::max(above - degree_of(below),
                                         of(node.args[2]).above - degree_of(of(node.args[2]).divisors));
                        below = merged(below, of(node.args[2]).divisors, larger);
                        above += degree_of(below);
                    }
                    result.signs.insert(node.args[0]);
                    holds_sign[i] = true;
                    result.root_factor *= 2;
                }
                break;
        }
        degrees[i] = {above, std::move(below)};
    }
    for (const Expr& e : roots) {
        const Degree& d = degrees[walk.place(e.id())];
        result.degree =
            std::max(result.degree, roots.size() == 1 ? d.above : d.above + degree_of(d.divisors));
    }
    return result;
}

}  // namespace anholon
