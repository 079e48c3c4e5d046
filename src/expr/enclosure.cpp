#include "expr/enclosure.hpp"

#include "expr/walk.hpp"

namespace anholon {

namespace {

Ball::Operation operation(Function f) {
    using O = Ball::Operation;
    switch (f) {
        case Function::sin: return O::sin;
        case Function::cos: return O::cos;
        case Function::tan: return O::tan;
        case Function::asin: return O::asin;
        case Function::acos: return O::acos;
        case Function::atan: return O::atan;
        case Function::sinh: return O::sinh;
        case Function::cosh: return O::cosh;
        case Function::tanh: return O::tanh;
        case Function::exp: return O::exp;
        case Function::log: return O::log;
        case Function::abs: return O::abs;
        case Function::sign: return O::sign;
        case Function::atan2:
        case Function::choose: break;
    }
    assert(!"it has several arguments");
    return O::sin;
}

// a where u is positive, b where it is negative; where u may be zero not finite, unless both are the same number, as of max(0, u) at 0.
Ball chosen(const Ball& u, const Ball& a, const Ball& b, long precision) {
    if (!u.contains_zero()) return u.midpoint() > 0 ? a : b;
    Ball none;
    none.subtract(a, b, precision);
    if (none.radius() == 0 && none.contains_zero()) return a;
    none.divide(Ball(1, precision), Ball(0, precision), precision);
    return none;
}

}  // namespace

std::vector<Ball> enclosures(std::span<const Expr> e, const EnclosedPoint& at, long precision) {
    std::vector<Ball> result;
    if (e.empty()) return result;
    const Context& c = e[0].context();
    const Walk walk(c, e);
    std::vector<Ball> values(walk.size());
    for (const auto& [symbol, ball] : at)
        if (walk.contains(symbol.id())) values[walk.place(symbol.id())] = ball;
    const auto value = [&](NodeId id) -> const Ball& { return values[walk.place(id)]; };
    Ball scratch;
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const Node node = c.node(walk[i]);
        Ball& v = values[i];
        switch (node.kind) {
            case Kind::number: v = Ball(c.number_at(walk[i]), precision); break;
            case Kind::symbol:
                if (c.symbol_at(walk[i]).kind == SymbolKind::pi) v = Ball::pi(precision);
                break;
            case Kind::multiple: v.multiply(value(node.args[0]), value(node.args[1]), precision); break;
            case Kind::sum:
                v = value(node.args[0]);
                for (std::size_t k = 1; k < node.count; k += 2) {
                    scratch.multiply(value(node.args[k]), value(node.args[k + 1]), precision);
                    v.add(v, scratch, precision);
                }
                break;
            case Kind::product:
                v = Ball(1, precision);
                for (std::size_t k = 0; k < node.count; k += 2) {
                    scratch.power(value(node.args[k]), c.number_at(node.args[k + 1]), precision);
                    v.multiply(v, scratch, precision);
                }
                break;
            case Kind::function:
                if (node.function == Function::atan2)
                    v.atan2(value(node.args[0]), value(node.args[1]), precision);
                else if (node.function == Function::choose)
                    v = chosen(value(node.args[0]), value(node.args[1]), value(node.args[2]), precision);
                else
                    v.apply(operation(node.function), value(node.args[0]), precision);
                break;
        }
    }
    for (const Expr& root : e) result.push_back(value(root.id()));
    return result;
}

std::vector<Ball> enclosures(std::span<const Expr> e, const Point& at, long precision) {
    EnclosedPoint enclosed;
    for (const auto& [symbol, number] : at) enclosed.emplace_back(symbol, Ball(number, precision));
    return enclosures(e, enclosed, precision);
}

Ball enclosure(Expr e, const Point& at, long precision) {
    return enclosures(std::span(&e, 1), at, precision)[0];
}

}  // namespace anholon
