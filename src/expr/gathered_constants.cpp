#include "expr/gathered_constants.hpp"

#include <algorithm>
#include <map>

#include "expr/context.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"

namespace anholon {

bool holds_only_constants(Expr e) {
    return std::ranges::all_of(symbols_of(e), [](const Expr& s) {
        return s.symbol().kind == SymbolKind::constant || s.symbol().kind == SymbolKind::pi;
    });
}

Expr with_gathered_constants(Expr e) {
    Context& c = e.context();
    const Node node = c.node(e.id());
    if (node.kind == Kind::multiple)
        return c.number_at(node.args[0]) * with_gathered_constants(Expr(c, node.args[1]));
    if (node.kind != Kind::sum) return e;
    std::map<NodeId, Expr> coefficients;  // by the rest of the term
    for (std::size_t k = 1; k < node.count; k += 2) {
        Expr constant = c.number(c.number_at(node.args[k])), rest = c.one();
        const Node term = c.node(node.args[k + 1]);
        const auto add = [&](Expr factor) { (holds_only_constants(factor) ? constant : rest) *= factor; };
        if (term.kind == Kind::product)
            for (std::size_t j = 0; j < term.count; j += 2)
                add(pow(Expr(c, term.args[j]), c.number_at(term.args[j + 1])));
        else
            add(Expr(c, node.args[k + 1]));
        const auto [group, is_new] = coefficients.emplace(rest.id(), constant);
        if (!is_new) group->second += constant;
    }
    std::vector<Expr> terms{Expr(c, node.args[0])};
    for (const auto& [rest, constant] : coefficients) terms.push_back(simplified(constant) * Expr(c, rest));
    return sum(c, terms);
}

Expr distributed(Expr e) {
    Context& c = e.context();
    const Node node = c.node(e.id());
    if (node.kind == Kind::multiple) return c.number_at(node.args[0]) * distributed(Expr(c, node.args[1]));
    if (node.kind != Kind::product) return e;
    for (std::size_t k = 0; k < node.count; k += 2) {
        const Node base = c.node(node.args[k]);
        if (base.kind != Kind::sum || !c.number_at(node.args[k + 1]).is_one()) continue;
        const Expr rest = e / Expr(c, node.args[k]);
        Expr total = Expr(c, base.args[0]) * rest;
        for (std::size_t j = 1; j < base.count; j += 2)
            total += c.number_at(base.args[j]) * (Expr(c, base.args[j + 1]) * rest);
        return total;
    }
    return e;
}

}  // namespace anholon
