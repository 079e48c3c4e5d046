#include "expr/dependence.hpp"

#include <algorithm>
#include <array>

#include "expr/derivative.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"

namespace anholon {

namespace {

// The arguments whose zeros, poles or corners take a function from one branch to another. A logarithm has one real branch.
std::vector<NodeId> arguments_of_branches(Context& c, const Node& node) {
    if (node.kind == Kind::product) {
        std::vector<NodeId> bases;
        for (std::uint32_t k = 0; k < node.count; k += 2)
            if (!c.number_at(node.args[k + 1]).is_integer()) bases.push_back(node.args[k]);
        return bases;
    }
    if (node.kind != Kind::function) return {};
    switch (node.function) {
        case Function::choose: return {node.args[0]};
        case Function::abs:
        case Function::sign:
        case Function::asin:
        case Function::acos:
        case Function::atan:
        case Function::atan2: return {node.arguments().begin(), node.arguments().end()};
        default: return {};
    }
}

}  // namespace

bool is_constant_along(const Expr& e, std::span<const Expr> variables) {
    Context& c = e.context();
    const Walk walk(e);
    if (std::ranges::none_of(variables, [&](const Expr& x) { return walk.contains(x.id()); })) return true;
    const auto slope_vanishes = [&](const Expr& f) {
        Expr slope = c.zero();
        for (const Expr& x : variables) slope += derivative(f, x);
        return vanishes(slope);
    };
    // An analytic function of one value is constant if its slope vanishes. One with branches is constant on each of them, and stays on
    // one if the arguments that choose it are constant.
    return slope_vanishes(e) && std::ranges::all_of(walk.nodes(), [&](NodeId id) {
               return std::ranges::all_of(arguments_of_branches(c, c.node(id)),
                                          [&](NodeId argument) { return slope_vanishes(Expr(c, argument)); });
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

std::vector<Expr> jump_arguments(std::span<const Expr> functions) {
    std::vector<Expr> out;
    if (functions.empty()) return out;
    Context& c = functions[0].context();
    const Walk walk(c, functions);
    for (const NodeId id : walk.nodes()) {
        const Node node = c.node(id);
        if (node.kind != Kind::function ||
            (node.function != Function::sign && node.function != Function::choose))
            continue;
        if (const Expr u(c, node.args[0]); !u.is_number() && std::ranges::find(out, u) == out.end())
            out.push_back(u);
    }
    return out;
}

bool branches_with(const Expr& e, const Expr& x) {
    Context& c = e.context();
    const Walk walk(e);
    return std::ranges::any_of(walk.nodes(), [&](NodeId id) {
        return std::ranges::any_of(arguments_of_branches(c, c.node(id)),
                                   [&](NodeId argument) { return Walk(Expr(c, argument)).contains(x.id()); });
    });
}

bool is_constant_in(const Expr& e, const Expr& x) { return is_constant_along(e, std::array{x}); }

}  // namespace anholon
