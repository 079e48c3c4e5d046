#pragma once

#include "expr/build.hpp"
#include "expr/context.hpp"

namespace anholon {

// The same operation on new arguments, in canonical form; the old node if no argument is new.
NodeId rebuild(Context& c, NodeId id, auto&& argument) {
    const Node node = c.node(id);
    bool changed = false;
    for (const NodeId a : node.arguments()) changed = changed || argument(a) != a;
    if (!changed) return id;
    switch (node.kind) {
        case Kind::number:
        case Kind::symbol: return id;
        case Kind::multiple: return multiple(c, c.number_at(node.args[0]), argument(node.args[1]));
        case Kind::sum: {
            SumBuilder builder(c);
            builder.add(1, node.args[0]);
            for (std::size_t k = 1; k < node.count; k += 2)
                builder.add(c.number_at(node.args[k]), argument(node.args[k + 1]));
            return builder.finish();
        }
        case Kind::product: {
            ProductBuilder builder(c);
            for (std::size_t k = 0; k < node.count; k += 2)
                builder.multiply(argument(node.args[k]), c.number_at(node.args[k + 1]));
            return builder.finish();
        }
        case Kind::function: {
            const Expr u(c, argument(node.args[0]));
            if (node.function == Function::atan2) return atan2(u, Expr(c, argument(node.args[1]))).id();
            if (node.function == Function::choose)
                return choose(u, Expr(c, argument(node.args[1])), Expr(c, argument(node.args[2]))).id();
            return apply(node.function, u).id();
        }
    }
    return id;
}

}  // namespace anholon
