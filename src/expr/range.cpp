#include "expr/range.hpp"

#include <algorithm>

#include "expr/walk.hpp"

namespace anholon {

namespace {

Range operator+(const Range& a, const Range& b) {
    Range r;
    if (a.low && b.low) r.low = *a.low + *b.low;
    if (a.high && b.high) r.high = *a.high + *b.high;
    r.nonzero = a.sign() != 0 && a.sign() == b.sign() && (a.is_nonzero() || b.is_nonzero());
    return r;
}

Range operator*(const Range& a, const Range& b) {
    Range r;
    r.nonzero = a.is_nonzero() && b.is_nonzero();
    if (a.low && a.high && b.low && b.high) {
        const auto [low, high] =
            std::minmax({*a.low * *b.low, *a.low * *b.high, *a.high * *b.low, *a.high * *b.high});
        r.low = low;
        r.high = high;
    } else if (a.sign() * b.sign() > 0) {
        r.low = 0;
    } else if (a.sign() * b.sign() < 0) {
        r.high = 0;
    }
    return r;
}

// Bounds are kept for integer powers of bounded ranges; of the others the sign.
Range power(const Range& a, const Rational& exponent) {
    const auto n = exponent.to_long();
    if (!n || *n < 0) {
        Range r{.low = {}, .high = {}, .nonzero = true};
        if (!n || *n % 2 == 0 || a.sign() > 0) r.low = 0;
        if (n && *n % 2 != 0 && a.sign() < 0) r.high = 0;
        if (!n) r.nonzero = a.is_nonzero() || exponent.sign() < 0;
        return r;
    }
    Range r = a;
    for (long k = 1; k < *n; ++k) r = r * a;
    if (*n % 2 == 0 && !(r.low && r.low->sign() >= 0)) r.low = 0;
    return r;
}

Range range_of_function(Function f) {
    switch (f) {
        case Function::sin:
        case Function::cos:
        case Function::tanh: return {.low = -1, .high = 1, .nonzero = false};
        case Function::exp: return {.low = 0, .high = {}, .nonzero = true};
        case Function::cosh: return {.low = 1, .high = {}, .nonzero = false};
        case Function::abs: return {.low = 0, .high = {}, .nonzero = false};
        default: return {};
    }
}

Range constant_range(const Rational& a) { return {.low = a, .high = a, .nonzero = !a.is_zero()}; }

}  // namespace

Range range_of(Expr e, const std::function<Range(Expr)>& range_of_symbol) {
    Context& c = e.context();
    const Walk walk(e);
    std::vector<Range> ranges;
    const auto at = [&](NodeId id) { return ranges[walk.place(id)]; };
    for (const NodeId id : walk.nodes()) {
        const Node node = c.node(id);
        Range r;
        switch (node.kind) {
            case Kind::number: r = constant_range(c.number_at(id)); break;
            case Kind::symbol:
                r = c.symbol_at(id).kind == SymbolKind::pi ? Range{.low = 3, .high = 4, .nonzero = true}
                                                           : range_of_symbol(Expr(c, id));
                break;
            case Kind::multiple: r = constant_range(c.number_at(node.args[0])) * at(node.args[1]); break;
            case Kind::function: r = range_of_function(node.function); break;
            case Kind::sum:
                r = constant_range(c.number_at(node.args[0]));
                for (std::size_t k = 1; k < node.count; k += 2)
                    r = r + constant_range(c.number_at(node.args[k])) * at(node.args[k + 1]);
                break;
            case Kind::product:
                r = constant_range(1);
                for (std::size_t k = 0; k < node.count; k += 2)
                    r = r * power(at(node.args[k]), c.number_at(node.args[k + 1]));
                break;
        }
        ranges.push_back(r);
    }
    return ranges.back();
}

}  // namespace anholon
