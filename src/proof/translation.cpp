#include "proof/translation.hpp"

#include <algorithm>
#include <array>

#include "expr/elementary.hpp"
#include "expr/expand.hpp"
#include "expr/print.hpp"
#include "expr/range.hpp"
#include "expr/walk.hpp"

namespace anholon::proof {

namespace {

long small(const Rational& exponent) {
    if (const auto n = exponent.to_long()) return *n;
    throw Undefined("an exponent of more than 18 digits cannot be evaluated");
}

}  // namespace

Id Translation::operator()(Expr e) {
    const Walk walk(e);
    for (const NodeId id : walk.nodes())
        if (!nodes_.contains(id)) nodes_[id] = translated(id);
    return at(e.id());
}

std::vector<Id> Translation::operator()(std::span<const Expr> e) {
    std::vector<Id> out;
    for (const Expr& x : e) out.push_back((*this)(x));
    return out;
}

Id Translation::translated(NodeId id) {
    const Node node = c_.node(id);
    switch (node.kind) {
        case Kind::number: return program_.number(c_.number_at(id));
        case Kind::symbol:
            if (c_.symbol_at(id).kind == SymbolKind::pi) return program_.pi();
            return program_.variable(prefix_ + symbol_text(c_.symbol_at(id)));
        case Kind::multiple: {
            const Rational& c = c_.number_at(node.args[0]);
            if (c == Rational(-1)) return program_.negate(at(node.args[1]));
            return program_.product({at(node.args[0]), at(node.args[1])});
        }
        case Kind::sum: {
            std::vector<Id> terms;
            for (std::size_t k = 1; k < node.count; k += 2) {
                const Rational& c = c_.number_at(node.args[k]);
                const Id term = at(node.args[k + 1]);
                terms.push_back(c.is_one()          ? term
                                : c == Rational(-1) ? program_.negate(term)
                                                    : program_.product({at(node.args[k]), term}));
            }
            terms.push_back(at(node.args[0]));
            return program_.sum(terms);
        }
        case Kind::product: {
            std::vector<std::pair<NodeId, Rational>> factors;
            for (std::size_t k = 0; k < node.count; k += 2)
                factors.emplace_back(node.args[k], c_.number_at(node.args[k + 1]));
            return product(factors);
        }
        case Kind::function: return function(id);
    }
    return {};
}

Id Translation::product(const std::vector<std::pair<NodeId, Rational>>& factors) {
    std::vector<Id> above, below;
    for (const auto& [base, exponent] : factors) {
        const bool divides = exponent.sign() < 0;
        const Rational e = abs(exponent);
        const Id power = e.is_integer() ? program_.power(at(base), small(e)) : fractional_power(base, e);
        (divides ? below : above).push_back(power);
    }
    if (below.empty()) return program_.product(above);
    return program_.divide(program_.product(above), program_.product(below));
}

// u^(p/q): the odd root of the square roots.
Id Translation::fractional_power(NodeId base, const Rational& exponent) {
    long q = small(exponent.denominator());
    const long p = small(exponent.numerator());
    Id root = at(base);
    if (q % 2 == 0) {
        root = square_root(base);
        for (q /= 2; q % 2 == 0; q /= 2) root = program_.root(root, 2);
    }
    if (q > 1) root = program_.root(root, q);
    return program_.power(root, p);
}

// √(Π b^e): even powers leave the root as |b|^(e/2), and what is positive wherever it is defined has a root of its own.
Id Translation::square_root(NodeId base) {
    const Node node = c_.node(base);
    if (node.kind != Kind::product) return program_.root(at(base), 2);
    std::vector<std::pair<NodeId, Rational>> inside;
    std::vector<Id> outside;
    for (std::size_t k = 0; k < node.count; k += 2) {
        const Rational& e = c_.number_at(node.args[k + 1]);
        if (!e.is_integer()) return program_.root(at(base), 2);
        const Rational odd = e - 2 * floor(e / 2), half = floor(e / 2);
        const Range range = range_for_any_symbols(Expr(c_, node.args[k]));
        const bool is_positive = range.sign() > 0 && range.is_nonzero();
        if (!odd.is_zero() && is_positive) outside.push_back(program_.root(at(node.args[k]), 2));
        if (!odd.is_zero() && !is_positive) inside.emplace_back(node.args[k], odd);
        if (!half.is_zero())
            outside.push_back(program_.power(program_.apply(Op::abs, at(node.args[k])), small(half)));
    }
    if (outside.empty()) return program_.root(at(base), 2);
    if (!inside.empty()) outside.push_back(program_.root(product(inside), 2));
    return program_.product(outside);
}

// Does the argument contain functions that elementary() resolves: inverse functions, fractions of pi that have algebraic values, logarithms.
bool Translation::has_known_values(Function f, Expr argument) const {
    for (const Term& t : terms_of(expand(argument))) {
        const Node node = c_.node(t.expr.id());
        if (f == Function::exp) {
            if (node.kind == Kind::function && node.function == Function::log) return true;
            continue;
        }
        const bool is_pi = node.kind == Kind::symbol && c_.symbol_at(t.expr.id()).kind == SymbolKind::pi;
        if (is_pi && !(t.coefficient * 2).is_integer() && (t.coefficient * 12).is_integer()) return true;
        if (node.kind != Kind::function) continue;
        switch (node.function) {
            case Function::asin:
            case Function::acos:
            case Function::atan:
            case Function::atan2: return true;
            default: break;
        }
    }
    return false;
}

Id Translation::of_argument(Function f, Expr argument) {
    const Op op = f == Function::sin ? Op::sin : f == Function::cos ? Op::cos : Op::exp;
    const Expr whole = apply(f, argument);
    if (has_known_values(f, argument)) {
        const Expr known = elementary(std::span(&whole, 1), Choices::kept)[0];
        if (!(known == whole)) return (*this)(known);
    }
    return program_.apply(op, (*this)(expand(argument)));
}

Id Translation::function(NodeId id) {
    const Node node = c_.node(id);
    const Expr u(c_, node.args[0]);
    const Id a = at(node.args[0]);
    const auto one = [&] { return program_.number(1); };
    const auto half = [&](Id x) { return program_.divide(x, program_.number(2)); };
    const auto exponentials = [&] {
        const Id e = of_argument(Function::exp, u);
        return std::pair(e, program_.power(e, -1));
    };
    // u/√(1 − u²)
    const auto slope = [&] {
        return program_.divide(a, program_.root(program_.subtract(one(), program_.power(a, 2)), 2));
    };
    switch (node.function) {
        case Function::sin:
        case Function::cos:
        case Function::exp: return of_argument(node.function, u);
        case Function::tan:
            return program_.divide(of_argument(Function::sin, u), of_argument(Function::cos, u));
        case Function::asin: return program_.apply(Op::atan, slope());
        case Function::acos: return program_.subtract(half(program_.pi()), program_.apply(Op::atan, slope()));
        case Function::atan: return program_.apply(Op::atan, a);
        case Function::atan2: return program_.atan2(a, at(node.args[1]));
        case Function::cosh: {
            const auto [up, down] = exponentials();
            return half(program_.sum({up, down}));
        }
        case Function::sinh: {
            const auto [up, down] = exponentials();
            return half(program_.subtract(up, down));
        }
        case Function::tanh: {
            const auto [up, down] = exponentials();
            return program_.divide(program_.subtract(up, down), program_.sum({up, down}));
        }
        case Function::log: return program_.apply(Op::log, a);
        case Function::abs: return program_.apply(Op::abs, a);
        case Function::sign: return program_.apply(Op::sign, a);
        case Function::choose: return program_.choose(a, at(node.args[1]), at(node.args[2]));
    }
    return {};
}

}  // namespace anholon::proof
