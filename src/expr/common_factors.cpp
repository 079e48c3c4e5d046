#include "expr/common_factors.hpp"

#include <algorithm>

#include "expr/printed_length.hpp"
#include "expr/rebuild.hpp"

namespace anholon {

CommonFactors::CommonFactors(Context& c, const Walk& walk, const Signatures& signature, double least)
    : c_(c), least_(least) {
    std::vector<double> length(walk.size());
    for (std::size_t i = 0; i < walk.size(); ++i) {
        const NodeId id = walk[i];
        length[i] = printed_length(c, id, [&](NodeId a) { return length[walk.place(a)]; });
        length_[id] = length[i];
        key_[id] = signature[id].key;
        const Node node = c.node(id);
        if (node.kind != Kind::product) continue;
        auto& factors = products_[id];
        for (std::size_t k = 0; k < node.count; k += 2) factors.push_back({node.args[k], node.args[k + 1]});
    }
}

void CommonFactors::run(const std::function<Expr(Expr value)>& name) {
    share_roots(name);
    for (std::vector<Pair> best = best_pairs(); !best.empty(); best = best_pairs())
        for (const Pair& pair : best) {
            const Factor shared{new_name(name(power(pair.first) * power(pair.second))), Context::one_id};
            for (auto& [id, factors] : products_)
                if (contains(factors, pair)) {
                    std::erase(factors, pair.first);
                    std::erase(factors, pair.second);
                    factors.push_back(shared);
                }
        }
}

NodeId CommonFactors::rebuilt(NodeId id, const std::function<NodeId(NodeId)>& argument) const {
    const auto product = products_.find(id);
    if (product == products_.end()) return rebuild(c_, id, argument);
    Expr out = c_.one();
    for (const auto& [base, exponent] : product->second) {
        const NodeId image = is_new(base) ? base : argument(base);
        out *= pow(Expr(c_, image), c_.number_at(exponent));
    }
    return out.id();
}

Expr CommonFactors::power(const Factor& f) const { return pow(Expr(c_, f.base), c_.number_at(f.exponent)); }

NodeId CommonFactors::new_name(Expr symbol) {
    names_.insert(symbol.id());
    length_[symbol.id()] = kNameLength;
    key_[symbol.id()] = names_.size();
    return symbol.id();
}

bool CommonFactors::contains(const std::vector<Factor>& factors, const Pair& pair) {
    return std::ranges::find(factors, pair.first) != factors.end() &&
           std::ranges::find(factors, pair.second) != factors.end();
}

double CommonFactors::length(const Factor& f) const {
    const Rational& e = c_.number_at(f.exponent);
    const bool is_sum = !is_new(f.base) && c_.node(f.base).kind == Kind::sum;
    return length_.at(f.base) + (is_sum ? 2 : 0) + (abs(e).is_one() ? 0 : e.is_integer() ? 2 : 6);
}

std::uint64_t CommonFactors::key(const Factor& f) const {
    return mixed(key_.at(f.base), std::hash<std::string>{}(c_.number_at(f.exponent).to_string()));
}

std::uint64_t CommonFactors::key(const Pair& pair) const {
    return mixed(std::min(key(pair.first), key(pair.second)), std::max(key(pair.first), key(pair.second)));
}

// base^(k/2) → root^k
void CommonFactors::share_roots(const std::function<Expr(Expr value)>& name) {
    std::map<NodeId, std::size_t> count;
    for (const auto& [id, factors] : products_)
        for (const Factor& f : factors)
            if (c_.number_at(f.exponent).denominator() == Rational(2)) ++count[f.base];
    std::vector<std::pair<std::uint64_t, NodeId>> chosen;
    for (const auto& [base, times] : count)
        if (gain(times, length_.at(base) + 6) >= least_) chosen.emplace_back(key_.at(base), base);
    std::ranges::sort(chosen);
    for (const auto& [unused, base] : chosen) {
        const Expr root = sqrt(Expr(c_, base));
        const NodeId symbol = new_name(name(root));
        for (auto& [id, factors] : products_)
            for (Factor& f : factors)
                if (f.base == base && c_.number_at(f.exponent).denominator() == Rational(2))
                    f = {symbol, c_.number_id(c_.number_at(f.exponent) * 2)};
    }
}

// The pairs that save most, no two of which have a factor in common.
std::vector<CommonFactors::Pair> CommonFactors::best_pairs() const {
    std::map<Pair, std::size_t> count;
    for (const auto& [id, factors] : products_)
        for (std::size_t i = 0; i < factors.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) ++count[std::minmax(factors[i], factors[j])];
    struct Candidate {
        double saved;
        std::uint64_t key;
        Pair pair;
    };
    std::vector<Candidate> candidates;
    for (const auto& [pair, times] : count) {
        if (times < 2) continue;
        const double saved = gain(times, length(pair.first) + 1 + length(pair.second));
        if (saved >= least_) candidates.push_back({saved, key(pair), pair});
    }
    std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
        return a.saved != b.saved ? a.saved > b.saved : a.key < b.key;
    });
    std::set<Factor> taken;
    std::vector<Pair> best;
    for (const Candidate& c : candidates) {
        if (taken.contains(c.pair.first) || taken.contains(c.pair.second)) continue;
        taken.insert(c.pair.first);
        taken.insert(c.pair.second);
        best.push_back(c.pair);
    }
    return best;
}

}  // namespace anholon
