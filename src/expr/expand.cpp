#include "expr/expand.hpp"

#include <cmath>
#include <unordered_map>

#include "expr/build.hpp"
#include "expr/rebuild.hpp"

namespace anholon {

std::vector<Term> terms_of(Expr e) {
    Context& c = e.context();
    const auto [coefficient, core] = split_coefficient(c, e.id());
    const Node node = c.node(core);
    std::vector<Term> terms;
    if (node.kind != Kind::sum) return {{coefficient, Expr(c, core)}};
    if (node.args[0] != Context::zero_id) terms.push_back({coefficient * c.number_at(node.args[0]), c.one()});
    for (std::size_t k = 1; k < node.count; k += 2)
        terms.push_back({coefficient * c.number_at(node.args[k]), Expr(c, node.args[k + 1])});
    return terms;
}

namespace {

Expr times(Expr a, Expr b) {
    Context& c = a.context();
    const std::vector<Term> left = terms_of(a), right = terms_of(b);
    SumBuilder builder(c);
    for (const Term& l : left)
        for (const Term& r : right) builder.add(l.coefficient * r.coefficient, (l.expr * r.expr).id());
    return {c, builder.finish()};
}

Expr expanded_product(Context& c, const Node& node, auto&& argument, std::size_t max_terms) {
    Expr plain = c.one(), result = c.one();
    double terms = 1;
    for (std::size_t k = 0; k < node.count; k += 2) {
        const Expr base(c, argument(node.args[k]));
        const Rational& e = c.number_at(node.args[k + 1]);
        const auto n = e.to_long();
        const double grown = n && *n > 0 ? terms * std::pow(terms_of(base).size(), *n) : 0;
        if (grown > terms && grown <= static_cast<double>(max_terms)) {
            terms = grown;
            for (long i = 0; i < *n; ++i) result = times(result, base);
        } else {
            plain = plain * pow(base, e);
        }
    }
    return times(plain, result);
}

}  // namespace

Expr expand(Expr e, std::size_t max_terms) {
    Context& c = e.context();
    // A walk of its own: it must not go down into functions, or expanding each argument of a deep nest of them would
    // cost its depth squared.
    std::unordered_map<std::uint32_t, NodeId> values;
    const auto is_arithmetic = [&](NodeId id) {
        const Kind kind = c.node(id).kind;
        return kind == Kind::sum || kind == Kind::product || kind == Kind::multiple;
    };
    const auto argument = [&](NodeId a) { return is_arithmetic(a) ? values.at(index(a)) : a; };
    std::vector<NodeId> stack{e.id()};
    while (!stack.empty()) {
        const NodeId id = stack.back();
        const Node node = c.node(id);
        bool ready = true;
        for (const NodeId a : node.arguments())
            if (is_arithmetic(id) && is_arithmetic(a) && !values.contains(index(a))) {
                stack.push_back(a);
                ready = false;
            }
        if (!ready) continue;
        stack.pop_back();
        if (is_arithmetic(id) && !values.contains(index(id)))
            values[index(id)] = node.kind == Kind::product
                                    ? expanded_product(c, node, argument, max_terms).id()
                                    : rebuild(c, id, argument);
    }
    return {c, argument(e.id())};
}

}  // namespace anholon
