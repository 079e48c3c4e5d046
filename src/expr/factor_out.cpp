#include "expr/factor_out.hpp"

#include <algorithm>

#include "expr/rebuild.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

struct Factor {
    NodeId base;
    Rational exponent;
};

std::vector<Factor> factors_of(const Context& c, NodeId term) {
    const Node node = c.node(term);
    if (node.kind == Kind::number) return {};
    if (node.kind != Kind::product) return {{term, 1}};
    std::vector<Factor> list;
    for (std::size_t k = 0; k < node.count; k += 2)
        list.push_back({node.args[k], c.number_at(node.args[k + 1])});
    return list;
}

struct Summand {
    Rational coefficient;
    NodeId id;
    std::vector<Factor> factors;
};

// The power of the base that all terms with this base, above or below, have in common.
struct Common {
    NodeId base;
    Rational exponent;
    std::size_t count = 0;
};

Common most_common(const std::vector<Summand>& terms) {
    std::vector<Common> found;
    for (const Summand& term : terms)
        for (const Factor& f : term.factors) {
            const auto known = std::ranges::find_if(found, [&](const Common& x) {
                return x.base == f.base && x.exponent.sign() == f.exponent.sign();
            });
            if (known == found.end()) {
                found.push_back({f.base, f.exponent, 1});
                continue;
            }
            ++known->count;
            const bool is_less =
                f.exponent.sign() > 0 ? f.exponent < known->exponent : known->exponent < f.exponent;
            if (is_less) known->exponent = f.exponent;
        }
    const auto best = std::ranges::max_element(found, {}, &Common::count);
    return best == found.end() ? Common{} : *best;
}

NodeId sum_of(Context& c, std::vector<Summand> terms) {
    SumBuilder sum(c);
    for (;;) {
        const Common common = most_common(terms);
        if (common.count < 2) break;
        std::vector<Summand> inside, rest;
        for (Summand& term : terms) {
            const auto own = std::ranges::find_if(term.factors, [&](const Factor& f) {
                return f.base == common.base && f.exponent.sign() == common.exponent.sign();
            });
            if (own == term.factors.end()) {
                rest.push_back(std::move(term));
                continue;
            }
            ProductBuilder left(c);
            left.multiply(term.id);
            left.multiply(common.base, -common.exponent);
            const NodeId id = left.finish();
            inside.push_back({term.coefficient, id, factors_of(c, id)});
        }
        ProductBuilder bracket(c);
        bracket.multiply(sum_of(c, std::move(inside)));
        bracket.multiply(common.base, common.exponent);
        sum.add(1, bracket.finish());
        terms = std::move(rest);
    }
    for (const Summand& term : terms) sum.add(term.coefficient, term.id);
    return sum.finish();
}

}  // namespace

std::vector<Expr> factor_out(std::span<const Expr> expressions) {
    if (expressions.empty()) return {};
    Context& c = expressions[0].context();
    const Walk walk(c, expressions);
    std::vector<NodeId> values(walk.size());
    const auto value = [&](NodeId id) { return values[walk.place(id)]; };
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const NodeId id = rebuild(c, walk[i], value);
        const Node node = c.node(id);
        if (node.kind != Kind::sum) {
            values[i] = id;
            continue;
        }
        std::vector<Summand> terms;
        if (!c.number_at(node.args[0]).is_zero()) terms.push_back({1, node.args[0], {}});
        for (std::size_t k = 1; k < node.count; k += 2)
            terms.push_back({c.number_at(node.args[k]), node.args[k + 1], factors_of(c, node.args[k + 1])});
        values[i] = sum_of(c, std::move(terms));
    }
    std::vector<Expr> out;
    for (const Expr& e : expressions) out.emplace_back(c, value(e.id()));
    return out;
}

}  // namespace anholon
