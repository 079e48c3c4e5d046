#include "expr/build.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "expr/canonical.hpp"

namespace anholon {

namespace {

// Numbers beyond this many bits are refused: nobody meant them, and they would eat the machine.
constexpr double kMaxBits = 4e6;

// Sorts by id and adds up the numbers of equal ids, dropping zeros.
void merge(std::vector<std::pair<NodeId, Rational>>& pairs) {
    const auto by_id = [](const auto& a, const auto& b) { return a.first < b.first; };
    if (!std::ranges::is_sorted(pairs, by_id)) std::ranges::stable_sort(pairs, by_id);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < pairs.size();) {
        NodeId id = pairs[i].first;
        Rational total = std::move(pairs[i].second);
        for (++i; i < pairs.size() && pairs[i].first == id; ++i) total += pairs[i].second;
        if (!total.is_zero()) pairs[kept++] = {id, std::move(total)};
    }
    pairs.resize(kept);
}

}  // namespace

std::pair<Rational, NodeId> split_coefficient(const Context& c, NodeId id) {
    const Node node = c.node(id);
    if (node.kind == Kind::number) return {c.number_at(id), Context::one_id};
    if (node.kind == Kind::multiple) return {c.number_at(node.args[0]), node.args[1]};
    return {1, id};
}

NodeId multiple(Context& c, const Rational& coefficient, NodeId id) {
    if (coefficient.is_one()) return id;
    if (coefficient.is_zero()) return Context::zero_id;
    const auto [inner, core] = split_coefficient(c, id);
    const NodeId number = c.number_id(coefficient * inner);
    if (core == Context::one_id) return number;
    if (number == Context::one_id) return core;
    return c.intern(Kind::multiple, Function{}, std::array{number, core});
}

void SumBuilder::add(const Rational& coefficient, NodeId id) {
    if (coefficient.is_zero()) return;
    const Node node = context_.node(id);
    switch (node.kind) {
        case Kind::number: constant_ += coefficient * context_.number_at(id); return;
        case Kind::multiple: add(coefficient * context_.number_at(node.args[0]), node.args[1]); return;
        case Kind::sum:
            if (is_wide(node)) break;
            constant_ += coefficient * context_.number_at(node.args[0]);
            for (std::size_t i = 1; i < node.count; i += 2)
                terms_.emplace_back(node.args[i + 1], coefficient * context_.number_at(node.args[i]));
            return;
        default: break;
    }
    terms_.emplace_back(id, coefficient);
}

Rational SumBuilder::content() const {
    const auto whole = [](const Rational& c) { return c.is_integer(); };
    const auto unit = [](const Rational& c) { return c == Rational(1) || c == Rational(-1); };
    const auto coefficient = [](const auto& term) -> const Rational& { return term.second; };
    const bool primitive = whole(constant_) && std::ranges::all_of(terms_, whole, coefficient) &&
                           (unit(constant_) || std::ranges::any_of(terms_, unit, coefficient));
    Rational g = primitive ? Rational(1) : abs(constant_);
    if (!primitive)
        for (const auto& [id, c] : terms_) g = gcd(g, c);
    return terms_[0].second.sign() > 0 ? g : -g;
}

NodeId SumBuilder::finish() {
    merge(terms_);
    if (terms_.empty()) return context_.number_id(constant_);
    if (terms_.size() == 1 && constant_.is_zero())
        return multiple(context_, terms_[0].second, terms_[0].first);
    const Rational g = content();
    std::vector<NodeId> args;
    args.reserve(1 + 2 * terms_.size());
    args.push_back(context_.number_id(g.is_one() ? constant_ : constant_ / g));
    for (const auto& [id, c] : terms_) {
        args.push_back(context_.number_id(g.is_one() ? c : c / g));
        args.push_back(id);
    }
    return multiple(context_, g, context_.intern(Kind::sum, Function{}, args));
}

void ProductBuilder::multiply_number(const Rational& base, const Rational& exponent) {
    if (base.is_zero()) {
        if (exponent.is_zero()) throw Undefined("0^0 has no value");
        if (exponent.sign() < 0) throw Undefined("division by zero");
        coefficient_ = 0;
        return;
    }
    if (base.is_one()) return;
    const auto integer_power = [&](const Rational& b, const Rational& n) {
        if (b == Rational(-1)) {
            if (!(n / 2).is_integer()) coefficient_ = -coefficient_;
            return;
        }
        if (static_cast<double>(b.bits()) * std::abs(n.to_double()) > kMaxBits)
            throw Undefined("the power " + (b.bits() < 200 ? b.to_string() : "of a long number") + "^" +
                            n.to_string() + " has too many digits to be written out");
        coefficient_ *= pow(b, *n.to_long());
    };
    if (exponent.is_integer()) return integer_power(base, exponent);
    if (base.sign() < 0) throw Undefined("a fractional power of the negative number " + base.to_string());
    for (const auto& [prime, k] : factor(base)) {
        const Rational e = exponent * k, whole = floor(e);
        if (!whole.is_zero()) integer_power(prime, whole);
        if (e != whole) factors_.emplace_back(context_.number_id(prime), e - whole);
    }
}

void ProductBuilder::multiply(NodeId id, const Rational& exponent) {
    const Node node = context_.node(id);
    if (node.kind == Kind::number) return multiply_number(context_.number_at(id), exponent);
    if (exponent.is_zero()) return;
    if (node.kind == Kind::multiple) {
        const Rational& number = context_.number_at(node.args[0]);
        if (exponent.is_integer() || number.sign() > 0) {
            multiply_number(number, exponent);
            return multiply(node.args[1], exponent);
        }
        multiply_number(-number, exponent);
        factors_.emplace_back(multiple(context_, -1, node.args[1]), exponent);
        return;
    }
    const bool distributes =
        node.kind == Kind::product && !is_wide(node) &&
        (exponent.is_integer() || (node.count == 2 && abs(context_.number_at(node.args[1])) <= Rational(1)));
    if (!distributes) {
        factors_.emplace_back(id, exponent);
        return;
    }
    for (std::size_t i = 0; i < node.count; i += 2) {
        const Rational& inner = context_.number_at(node.args[i + 1]);
        factors_.emplace_back(node.args[i], inner.is_one() ? exponent : inner * exponent);
    }
}

// Whether bᵢ^eᵢ may stand in a product as it is, or has to be multiplied out once more: √x·√x, √2·√2, √(xy)².
bool ProductBuilder::is_settled(NodeId base, const Rational& exponent) const {
    switch (context_.node(base).kind) {
        case Kind::number: return exponent.sign() > 0 && exponent < Rational(1);
        case Kind::multiple: return !exponent.is_integer();
        case Kind::product: return !exponent.is_integer() || is_wide(context_.node(base));
        default: return true;
    }
}

void ProductBuilder::collect() {
    for (;;) {
        merge(factors_);
        const auto unsettled = std::ranges::stable_partition(
            factors_, [&](const auto& f) { return is_settled(f.first, f.second); });
        if (unsettled.empty()) return;
        const std::vector<std::pair<NodeId, Rational>> again(unsettled.begin(), unsettled.end());
        factors_.erase(unsettled.begin(), unsettled.end());
        for (const auto& [base, exponent] : again) multiply(base, exponent);
    }
}

NodeId ProductBuilder::finish() {
    collect();
    if (coefficient_.is_zero()) return Context::zero_id;
    if (factors_.empty()) return context_.number_id(coefficient_);
    if (factors_.size() == 1 && factors_[0].second.is_one())
        return multiple(context_, coefficient_, factors_[0].first);
    std::vector<NodeId> args;
    args.reserve(2 * factors_.size());
    for (const auto& [base, exponent] : factors_) {
        args.push_back(base);
        args.push_back(context_.number_id(exponent));
    }
    return multiple(context_, coefficient_, context_.intern(Kind::product, Function{}, args));
}

}  // namespace anholon
