#include "code/shared_factors.hpp"

#include <algorithm>
#include <map>

namespace anholon {

namespace {

// Counting pairs takes the square of a product's length, again for each pair that is made.
constexpr std::size_t max_factors = 4000;

using Factor = SharedFactors::Factor;

// The pair that most products hold; a count of 1 if none stands twice.
std::pair<std::pair<Factor, Factor>, int> most_common(const std::vector<std::vector<Factor>>& products) {
    std::map<std::pair<Factor, Factor>, int> counts;
    for (const auto& factors : products)
        for (std::size_t i = 0; i < factors.size(); ++i)
            for (std::size_t j = i + 1; j < factors.size(); ++j) ++counts[{factors[i], factors[j]}];
    std::pair<std::pair<Factor, Factor>, int> best{{}, 1};
    for (const auto& entry : counts)
        if (entry.second > best.second) best = entry;
    return best;
}

}  // namespace

SharedFactors::SharedFactors(std::uint32_t bases, std::vector<std::vector<Factor>> products)
    : bases_(bases), products_(std::move(products)) {
    std::size_t total = 0;
    for (auto& factors : products_) {
        std::ranges::sort(factors);
        total += factors.size();
    }
    if (total > max_factors) return;
    while (true) {
        const auto [both, count] = most_common(products_);
        if (count < 2) return;
        const auto& [a, b] = both;
        const std::uint32_t made = bases_ + static_cast<std::uint32_t>(pairs_.size());
        // 1/(ab) is made as ab, below.
        const bool is_quotient = a.is_below != b.is_below;
        pairs_.push_back(is_quotient && a.is_below ? Pair{b.base, a.base, true}
                                                   : Pair{a.base, b.base, is_quotient});
        replace(a, b, {made, a.is_below && b.is_below});
    }
}

void SharedFactors::replace(const Factor& a, const Factor& b, const Factor& by) {
    for (auto& factors : products_) {
        const auto i = std::ranges::find(factors, a);
        if (i == factors.end() || std::find(i + 1, factors.end(), b) == factors.end()) continue;
        factors.erase(std::find(i + 1, factors.end(), b));
        factors.erase(std::ranges::find(factors, a));
        factors.push_back(by);  // the largest number so far: the order stays
    }
}

}  // namespace anholon
