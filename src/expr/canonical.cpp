#include "expr/canonical.hpp"

namespace anholon {

namespace {

bool canonical_sum(const Context& c, std::span<const NodeId> args) {
    const std::size_t terms = (args.size() - 1) / 2;
    const bool has_constant = args[0] != Context::zero_id;
    if (terms + has_constant < 2 || terms < 1) return false;
    Rational content = c.number_at(args[0]);
    for (std::size_t i = 1; i < args.size(); i += 2) {
        const Rational& coefficient = c.number_at(args[i]);
        const Node term = c.node(args[i + 1]);
        if (coefficient.is_zero()) return false;
        if (term.kind == Kind::number || term.kind == Kind::multiple) return false;
        if (term.kind == Kind::sum && !is_wide(term)) return false;
        if (i > 1 && args[i + 1] <= args[i - 1]) return false;
        content = gcd(content, coefficient);
    }
    return content.is_one() && c.number_at(args[1]).sign() > 0;
}

bool canonical_factor(const Context& c, NodeId base, const Rational& exponent) {
    if (exponent.is_zero()) return false;
    const Node node = c.node(base);
    switch (node.kind) {
        case Kind::number: {
            const Rational& n = c.number_at(base);
            return n.is_integer() && n > Rational(1) && exponent > Rational(0) && exponent < Rational(1);
        }
        case Kind::multiple: return !exponent.is_integer() && node.args[0] == Context::minus_one_id;
        case Kind::product:
            if (is_wide(node)) return true;
            return !exponent.is_integer() && (node.count > 2 || abs(c.number_at(node.args[1])) > Rational(1));
        default: return true;
    }
}

bool canonical_product(const Context& c, std::span<const NodeId> args) {
    if (args.size() < 2 || (args.size() == 2 && args[1] == Context::one_id)) return false;
    for (std::size_t i = 0; i < args.size(); i += 2) {
        if (i > 0 && args[i] <= args[i - 2]) return false;
        if (!canonical_factor(c, args[i], c.number_at(args[i + 1]))) return false;
    }
    return true;
}

bool is_odd_or_even(Function f) {
    switch (f) {
        case Function::acos:
        case Function::atan2:
        case Function::exp:
        case Function::log:
        case Function::choose: return false;
        default: return true;
    }
}

}  // namespace

bool is_canonical(const Context& c, NodeId id) {
    const Node node = c.node(id);
    const auto args = node.arguments();
    for (const NodeId a : args)
        if (a >= id) return false;
    switch (node.kind) {
        case Kind::number:
        case Kind::symbol: return args.empty();
        case Kind::sum: return canonical_sum(c, args);
        case Kind::product: return canonical_product(c, args);
        case Kind::multiple: {
            const Kind inner = c.node(args[1]).kind;
            return args[0] != Context::zero_id && args[0] != Context::one_id && inner != Kind::number &&
                   inner != Kind::multiple;
        }
        case Kind::function: {
            if (!is_odd_or_even(node.function)) return true;
            const Node u = c.node(args[0]);
            if (u.kind == Kind::number) return c.number_at(args[0]).sign() > 0;
            return u.kind != Kind::multiple || c.number_at(u.args[0]).sign() > 0;
        }
    }
    return false;
}

}  // namespace anholon
