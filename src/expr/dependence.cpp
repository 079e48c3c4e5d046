#include "expr/dependence.hpp"

#include <algorithm>
#include <array>

#include "expr/derivative.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"

namespace anholon {

bool is_constant_along(const Expr& e, std::span<const Expr> variables) {
    Context& c = e.context();
    const Walk walk(e);
    if (std::ranges::none_of(variables, [&](const Expr& x) { return walk.contains(x.id()); })) return true;
    const auto slope_vanishes = [&](const Expr& f) {
        Expr slope = c.zero();
        for (const Expr& x : variables) slope += derivative(f, x);
        return vanishes(slope);
    };
    // Between its switches e is constant, and no switch is passed.
    return slope_vanishes(e) && std::ranges::all_of(walk.nodes(), [&](NodeId id) {
               const Node node = c.node(id);
               const bool switches = node.kind == Kind::function &&
                                     (node.function == Function::sign || node.function == Function::choose);
               return !switches || slope_vanishes(Expr(c, node.args[0]));
           });
}

bool switches_with(const Expr& e, const Expr& x) {
    Context& c = e.context();
    const Walk walk(e);
    return std::ranges::any_of(walk.nodes(), [&](NodeId id) {
        const Node node = c.node(id);
        const bool switches = node.kind == Kind::function &&
                              (node.function == Function::abs || node.function == Function::sign ||
                               node.function == Function::choose);
        return switches && Walk(Expr(c, node.args[0])).contains(x.id());
    });
}

bool is_constant_in(const Expr& e, const Expr& x) { return is_constant_along(e, std::array{x}); }

}  // namespace anholon
