#include "expr/operations.hpp"

#include <bit>

#include "expr/walk.hpp"

namespace anholon {

namespace {

// Multiplications in b^n by squaring.
std::size_t multiplications_in_power(const Rational& n) {
    if (const auto k = n.to_long()) {
        const auto u = static_cast<unsigned long>(*k);
        return static_cast<std::size_t>(std::bit_width(u) - 1 + std::popcount(u) - 1);
    }
    return 2 * n.bits();
}

void count_sum(const Node& node, Operations& ops) {
    std::size_t summands = node.args[0] == Context::zero_id ? 0 : 1;
    for (std::size_t k = 1; k < node.count; k += 2, ++summands)
        if (node.args[k] != Context::one_id && node.args[k] != Context::minus_one_id) ++ops.multiplications;
    ops.additions += summands - 1;
}

// Numerator and denominator are products of their own, divided once.
void count_product(const Context& c, const Node& node, Operations& ops) {
    std::size_t above = 0, below = 0;
    for (std::size_t k = 0; k < node.count; k += 2) {
        const Rational& e = c.number_at(node.args[k + 1]);
        ++(e.sign() > 0 ? above : below);
        const Rational n = abs(e.numerator());
        if (!e.is_integer()) ++ops.roots;
        if (!n.is_one()) ops.multiplications += multiplications_in_power(n);
    }
    if (above > 1) ops.multiplications += above - 1;
    if (below > 1) ops.multiplications += below - 1;
    if (below > 0) ++ops.divisions;
}

}  // namespace

Operations operations(std::span<const Expr> e) {
    Operations ops;
    if (e.empty()) return ops;
    const Context& c = e[0].context();
    const Walk walk(c, e);
    for (const NodeId id : walk.nodes()) {
        const Node node = c.node(id);
        switch (node.kind) {
            case Kind::number:
            case Kind::symbol: break;
            case Kind::sum: count_sum(node, ops); break;
            case Kind::product: count_product(c, node, ops); break;
            case Kind::multiple:
                if (node.args[0] != Context::minus_one_id) ++ops.multiplications;
                break;
            case Kind::function: ++ops.functions; break;
        }
    }
    return ops;
}

Operations operations(Expr e) { return operations(std::span(&e, 1)); }

}  // namespace anholon
