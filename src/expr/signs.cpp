#include "expr/signs.hpp"

#include "expr/rebuild.hpp"
#include "expr/walk.hpp"

namespace anholon {

namespace {

// The b of (b²)^(k/2), k odd; nothing if the factor is another.
Expr under_root_of_square(Context& c, NodeId base, const Rational& exponent) {
    const Node node = c.node(base);
    if (exponent.denominator() != Rational(2) || node.kind != Kind::product || node.count != 2) return {};
    return c.number_at(node.args[1]) == Rational(2) ? Expr(c, node.args[0]) : Expr();
}

bool has_factor(Context& c, const Node& product, Expr b) {
    for (std::size_t k = 0; k < product.count; k += 2)
        if (product.args[k] == b.id() && c.number_at(product.args[k + 1]).is_integer()) return true;
    return false;
}

// (b²)^(k/2) = sign(b) b^k
Expr rewritten(Context& c, NodeId id) {
    const Node node = c.node(id);
    Expr out = c.one();
    for (std::size_t k = 0; k < node.count; k += 2) {
        const Rational exponent = c.number_at(node.args[k + 1]);
        const Expr b = under_root_of_square(c, node.args[k], exponent);
        if (b && has_factor(c, node, b))
            out *= sign(b) * pow(b, exponent * 2);
        else
            out *= pow(Expr(c, node.args[k]), exponent);
    }
    return out;
}

}  // namespace

Expr with_signs(Expr e) {
    Context& c = e.context();
    const Walk walk(e);
    std::vector<NodeId> image(walk.size());
    for (std::size_t i = 0; i < walk.size(); ++i) {
        image[i] = rebuild(c, walk[i], [&](NodeId a) { return image[walk.place(a)]; });
        if (c.node(image[i]).kind == Kind::product) image[i] = rewritten(c, image[i]).id();
    }
    return {c, image.back()};
}

}  // namespace anholon
