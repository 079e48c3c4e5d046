#include "expr/complexity.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

namespace anholon {

namespace {

// Degrees of numerator and denominator in the random values an expression is evaluated at, from above. sin and
// cos count 2: a function of degree d on the circle has at most 2d zeros there.
struct Degree {
    double above = 0, below = 0;
};

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
    std::vector<bool> holds_sign(walk.size(), false);
    Complexity result;
    std::set<std::pair<NodeId, Rational>> seen_roots;
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const Node node = c.node(walk[i]);
        const auto of = [&](NodeId id) -> const Degree& { return degrees[walk.place(id)]; };
        double above = 0, below = 0;
        for (const NodeId a : node.arguments()) holds_sign[i] = holds_sign[i] || holds_sign[walk.place(a)];
        switch (node.kind) {
            case Kind::number: break;
            case Kind::symbol: above = 1; break;
            case Kind::multiple:
                above = of(node.args[1]).above;
                below = of(node.args[1]).below;
                break;
            case Kind::sum:
                // The largest of Nᵢ Π_{j≠i} Dⱼ, above the common denominator Π Dⱼ.
                above = node.args[0] == Context::zero_id ? -HUGE_VAL : 0;
                for (std::size_t k = 1; k < node.count; k += 2) {
                    const Degree& t = of(node.args[k + 1]);
                    below += t.below;
                    above = std::max(above, t.above - t.below);
                }
                above += below;
                break;
            case Kind::product:
                for (std::size_t k = 0; k < node.count; k += 2) {
                    const Degree& b = of(node.args[k]);
                    const Rational& e = c.number_at(node.args[k + 1]);
                    const double n = e.to_double();
                    above += n > 0 ? n * b.above : -n * b.below;
                    below += n > 0 ? n * b.below : -n * b.above;
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
                if (node.function == Function::abs) {
                    above = of(node.args[0]).above;
                    below = of(node.args[0]).below;
                    result.signs.insert(node.args[0]);
                    holds_sign[i] = true;
                    result.root_factor *= 2;
                }
                break;
        }
        degrees[i] = {above, below};
    }
    for (const Expr& e : roots) {
        const Degree& d = degrees[walk.place(e.id())];
        result.degree = std::max(result.degree, roots.size() == 1 ? d.above : d.above + d.below);
    }
    return result;
}

}  // namespace anholon
