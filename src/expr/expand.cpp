#include "expr/expand.hpp"

#include <cmath>

#include "expr/build.hpp"
#include "expr/rebuild.hpp"
#include "expr/walk.hpp"

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
    const Walk walk(e);
    std::vector<NodeId> values(walk.size());
    const auto argument = [&](NodeId a) { return values[walk.place(a)]; };
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const Node node = c.node(walk[i]);
        switch (node.kind) {
            case Kind::function: values[i] = walk[i]; break;
            case Kind::product: values[i] = expanded_product(c, node, argument, max_terms).id(); break;
            default: values[i] = rebuild(c, walk[i], argument);
        }
    }
    return {c, values.back()};
}

}  // namespace anholon
