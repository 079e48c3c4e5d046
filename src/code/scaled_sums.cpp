#include "code/scaled_sums.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace anholon {

namespace {

constexpr int kRounds = 3;                 // later ones find next to nothing
constexpr std::size_t kMaxCandidates = 8;  // the most frequent

Rational power(const Rational& a, long e) {
    Rational out = 1;
    for (long k = 0; k < std::abs(e); ++k) out = out * a;
    return e < 0 ? Rational(1) / out : out;
}

// The constant powers that all summands have. Nothing divides by a parameter that did not before.
std::optional<ConstantFactor> common(const std::vector<Summand>& summands) {
    if (summands.size() < 2) return std::nullopt;
    ConstantFactor out{1, summands[0].k.powers};
    std::erase_if(out.powers, [](const auto& power) { return power.second.sign() < 0; });
    for (const Summand& one : summands)
        std::erase_if(out.powers, [&](auto& shared) {
            const auto found =
                std::ranges::find(one.k.powers, shared.first, &std::pair<NodeId, Rational>::first);
            if (found == one.k.powers.end() || found->second.sign() < 0) return true;
            shared.second = std::min(shared.second, found->second);
            return false;
        });
    if (out.powers.empty()) return std::nullopt;
    return out;
}

}  // namespace

void ConstantFactor::multiply(const ConstantFactor& other, long e) {
    number = number * power(other.number, e);
    for (const auto& [base, exponent] : other.powers) {
        const auto at = std::ranges::lower_bound(powers, base, {}, &std::pair<NodeId, Rational>::first);
        if (at == powers.end() || at->first != base) {
            powers.insert(at, {base, Rational(e) * exponent});
        } else {
            at->second = at->second + Rational(e) * exponent;
            if (at->second.is_zero()) powers.erase(at);
        }
    }
}

void ScaledSums::find_uses() {
    std::map<NodeId, std::uint32_t> places;
    for (std::uint32_t s = 0; s < sums.size(); ++s) places[sums[s].node] = s;
    uses_.assign(sums.size(), {});
    for (std::uint32_t s = 0; s < sums.size(); ++s)
        for (std::uint32_t k = 0; k < sums[s].summands.size(); ++k)
            for (const auto& [base, exponent] : sums[s].summands[k].factors) {
                const auto found = places.find(base);
                if (found == places.end()) continue;
                const auto e = exponent.to_long();
                if (e && std::abs(*e) <= 2)
                    uses_[found->second].push_back({s, k, *e});
                else
                    sums[found->second].is_asked_for = true;
            }
}

// How many products around a sum would have a constant factor, if its scale were changed by this factor.
long ScaledSums::constants_with(std::size_t s, const ConstantFactor& change) const {
    const auto is_left = [&](const ConstantFactor& k, long e) {
        if (k.powers.empty() && change.powers.empty())
            return !abs(k.number * power(change.number, e)).is_one();
        ConstantFactor changed = k;
        changed.multiply(change, e);
        return !changed.is_one_or_minus_one();
    };
    long count = sums[s].is_asked_for && is_left(sums[s].scale, 1);
    for (const Summand& one : sums[s].summands) count += !one.factors.empty() && is_left(one.k, 1);
    for (const auto& [sum, summand, e] : uses_[s]) count += is_left(sums[sum].summands[summand].k, -e);
    return count;
}

// Changes of scale that take a constant factor from one of the products around a sum, the most frequent first.
std::vector<ConstantFactor> ScaledSums::candidates(std::size_t s) const {
    std::map<Rational, long> counts;
    const auto consider = [&](const ConstantFactor& k, long e) {
        if (k.powers.empty() && !abs(k.number).is_one()) --counts[power(abs(k.number), e)];
    };
    consider(sums[s].scale, -1);
    for (const Summand& one : sums[s].summands) consider(one.k, -1);
    for (const auto& [sum, summand, e] : uses_[s])
        if (std::abs(e) == 1) consider(sums[sum].summands[summand].k, e);
    std::vector<std::pair<long, Rational>> order;
    for (const auto& [change, count] : counts) order.emplace_back(count, change);
    std::ranges::sort(order);
    if (order.size() > kMaxCandidates) order.resize(kMaxCandidates);
    std::vector<ConstantFactor> out;
    for (const auto& [count, change] : order) out.push_back({change, {}});
    if (const auto shared = common(sums[s].summands)) {
        out.emplace_back();
        out.back().multiply(*shared, -1);
    }
    return out;
}

void ScaledSums::apply(std::size_t s, const ConstantFactor& change) {
    sums[s].scale.multiply(change, 1);
    for (Summand& one : sums[s].summands) one.k.multiply(change, 1);
    for (const auto& [sum, summand, e] : uses_[s]) sums[sum].summands[summand].k.multiply(change, -e);
}

void ScaledSums::choose_scales() {
    find_uses();
    for (int round = 0; round < kRounds; ++round) {
        bool has_changed = false;
        for (std::size_t s = 0; s < sums.size(); ++s) {
            long least = constants_with(s, {});
            std::optional<ConstantFactor> best;
            for (const ConstantFactor& change : candidates(s))
                if (const long count = constants_with(s, change); count < least) {
                    least = count;
                    best = change;
                }
            if (best) apply(s, *best);
            has_changed = has_changed || best;
        }
        if (!has_changed) return;
    }
}

}  // namespace anholon
