#include "expr/expand.hpp"

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

Expr times(Expr a, Expr b, std::size_t max_terms) {
    Context& c = a.context();
    const std::vector<Term> left = terms_of(a), right = terms_of(b);
    if (left.size() * right.size() > max_terms) return a * b;
    SumBuilder builder(c);
    for (const Term& l : left)
        for (const Term& r : right) builder.add(l.coefficient * r.coefficient, (l.expr * r.expr).id());
    return {c, builder.finish()};
}

bool is_sum(Expr e) {
    const Context& c = e.context();
    return c.node(split_coefficient(c, e.id()).second).kind == Kind::sum;
}

Expr expanded_product(Context& c, const Node& node, auto&& argument, std::size_t max_terms) {
    Expr plain = c.one(), result = c.one();
    for (std::size_t k = 0; k < node.count; k += 2) {
        const Expr base(c, argument(node.args[k]));
        const Rational& e = c.number_at(node.args[k + 1]);
        const auto n = e.to_long();
        if (!is_sum(base) || !n || *n < 1 || static_cast<std::size_t>(*n) > max_terms) {
            plain = plain * pow(base, e);
            continue;
        }
        for (long i = 0; i < *n; ++i) {
            if (!is_sum(result) && i > 1) return plain * result * pow(base, e - i);  // grew past max_terms
            result = times(result, base, max_terms);
        }
    }
    return times(plain, result, max_terms);
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
