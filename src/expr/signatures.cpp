#include "expr/signatures.hpp"

#include <algorithm>
#include <string>

#include "expr/print.hpp"

namespace anholon {

namespace {

std::uint64_t number(const Rational& q) { return std::hash<std::string>{}(q.to_string()); }

}  // namespace

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    a ^= b + 0x9e3779b97f4a7c15ULL + (a << 6) + (a >> 2);
    return a * 0xff51afd7ed558ccdULL;
}

Signatures::Signatures(Context& c, const Walk& walk) : c_(c), walk_(walk), all_(walk.size()) {
    for (std::size_t i = 0; i < walk.size(); ++i) all_[i] = of(walk[i]);
}

Signature Signatures::of(NodeId id) const {
    const Node node = c_.node(id);
    const auto kind = static_cast<std::uint64_t>(node.kind) + 1;
    switch (node.kind) {
        case Kind::number: return {mixed(kind, number(c_.number_at(id)))};
        case Kind::symbol: return {mixed(kind, std::hash<std::string>{}(symbol_text(c_.symbol_at(id))))};
        case Kind::multiple:
            return {mixed(number(abs(c_.number_at(node.args[0]))), (*this)[node.args[1]].key)};
        case Kind::sum: return of_terms(node);
        case Kind::product: return {of_factors(node)};
        case Kind::function: break;
    }
    std::uint64_t key = mixed(kind, static_cast<std::uint64_t>(node.function));
    for (const NodeId a : node.arguments()) key = mixed(key, (*this)[a].key);
    return {key};
}

std::uint64_t Signatures::of_factors(const Node& node) const {
    std::vector<std::uint64_t> keys;
    for (std::size_t k = 0; k < node.count; k += 2)
        keys.push_back(mixed((*this)[node.args[k]].key, number(c_.number_at(node.args[k + 1]))));
    std::ranges::sort(keys);
    std::uint64_t key = 5;
    for (const std::uint64_t k : keys) key = mixed(key, k);
    return key;
}

// The sign of a term is that of its coefficient and of its factors, each of which may be turned itself.
Signature Signatures::of_terms(const Node& node) const {
    std::vector<std::pair<std::uint64_t, int>> terms;
    const auto add = [&](const Rational& k, std::uint64_t key, int sign) {
        terms.emplace_back(mixed(key, number(abs(k))), k.sign() * sign);
    };
    if (node.args[0] != Context::zero_id) add(c_.number_at(node.args[0]), 1, 1);
    for (std::size_t k = 1; k < node.count; k += 2)
        add(c_.number_at(node.args[k]), (*this)[node.args[k + 1]].key, sign_of(node.args[k + 1]));
    std::ranges::sort(terms);
    std::uint64_t key = 3;
    for (const auto& [term, sign] : terms) key = mixed(key, term + (sign == terms[0].second ? 0 : 1));
    return {key, terms[0].second};
}

int Signatures::sign_of(NodeId id) const {
    const Node node = c_.node(id);
    if (node.kind != Kind::product) return (*this)[id].sign;
    int sign = 1;
    for (std::size_t k = 0; k < node.count; k += 2) {
        const Rational& e = c_.number_at(node.args[k + 1]);
        if (e.is_integer() && !(e / 2).is_integer()) sign *= (*this)[node.args[k]].sign;
    }
    return sign;
}

}  // namespace anholon
