#include "expr/divide_through.hpp"

#include "expr/rebuild.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

bool has_factor(const Context& c, NodeId term, NodeId base) {
    if (term == base) return true;
    const Node node = c.node(term);
    if (node.kind != Kind::product) return false;
    for (std::size_t k = 0; k < node.count; k += 2)
        if (node.args[k] == base && c.number_at(node.args[k + 1]).sign() > 0) return true;
    return false;
}

NodeId distributed(Context& c, NodeId product) {
    const Node node = c.node(product);
    if (node.kind != Kind::product) return product;
    for (std::size_t s = 0; s < node.count; s += 2) {
        const NodeId id = node.args[s];
        if (c.node(id).kind != Kind::sum || !c.number_at(node.args[s + 1]).is_one()) continue;
        const Node sum = c.node(id);
        std::vector<bool> goes_in(node.count);
        bool any = false;
        for (std::size_t k = 0; k < node.count; k += 2) {
            if (c.number_at(node.args[k + 1]).sign() > 0) continue;
            for (std::size_t i = 2; i < sum.count; i += 2)
                goes_in[k] = goes_in[k] || has_factor(c, sum.args[i], node.args[k]);
            any = any || goes_in[k];
        }
        if (!any) continue;
        const std::vector<NodeId> factors(node.args, node.args + node.count);
        const std::vector<NodeId> terms(sum.args, sum.args + sum.count);
        const auto divided = [&](NodeId term) {
            ProductBuilder part(c);
            part.multiply(term);
            for (std::size_t k = 0; k < factors.size(); k += 2)
                if (goes_in[k]) part.multiply(factors[k], c.number_at(factors[k + 1]));
            return part.finish();
        };
        SumBuilder inside(c);
        inside.add(1, divided(terms[0]));
        for (std::size_t i = 1; i < terms.size(); i += 2)
            inside.add(c.number_at(terms[i]), divided(terms[i + 1]));
        ProductBuilder result(c);
        result.multiply(inside.finish());
        for (std::size_t k = 0; k < factors.size(); k += 2)
            if (k != s && !goes_in[k]) result.multiply(factors[k], c.number_at(factors[k + 1]));
        return result.finish();
    }
    return product;
}

}  // namespace

std::vector<Expr> divide_through(std::span<const Expr> expressions) {
    std::vector<Expr> result;
    if (expressions.empty()) return result;
    Context& c = expressions[0].context();
    const Walk walk(c, expressions);
    std::vector<NodeId> values(walk.size());
    for (std::size_t i = 0; i < walk.size(); ++i)
        values[i] = distributed(c, rebuild(c, walk[i], [&](NodeId a) { return values[walk.place(a)]; }));
    for (const Expr& e : expressions) result.emplace_back(c, values[walk.place(e.id())]);
    return result;
}

}  // namespace anholon
