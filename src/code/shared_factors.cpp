#include "code/shared_factors.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace anholon {

namespace {

// Each pair of factors of a product is kept in mind while it stands; more than so many would need too much memory.
constexpr std::size_t max_pairs = 4'000'000;

using Factor = SharedFactors::Factor;
using Two = std::pair<Factor, Factor>;

void each_pair(const std::vector<Factor>& factors, auto&& f) {
    for (std::size_t i = 0; i < factors.size(); ++i)
        for (std::size_t j = i + 1; j < factors.size(); ++j) f(Two{factors[i], factors[j]});
}

// How often each pair stands, and where; kept up as products change.
class Counts {
  public:
    explicit Counts(const std::vector<std::vector<Factor>>& products) {
        for (std::uint32_t k = 0; k < products.size(); ++k)
            each_pair(products[k], [&](const Two& two) {
                Standing& standing = all_[two];
                ++standing.count;
                standing.products.push_back(k);
            });
        for (const auto& [two, standing] : all_)
            if (standing.count > 1) order_.emplace(-standing.count, two);
    }

    // The pair that stands most often; the first of several. Nothing if none stands twice.
    const Two* most_common() const { return order_.empty() ? nullptr : &order_.begin()->second; }
    // The products in which it has stood, in ascending order.
    std::vector<std::uint32_t> products(const Two& two) const {
        std::vector<std::uint32_t> list = all_.at(two).products;
        std::ranges::sort(list);
        list.erase(std::unique(list.begin(), list.end()), list.end());
        return list;
    }
    void remove(const std::vector<Factor>& factors) {
        each_pair(factors, [&](const Two& two) { change(two, -1); });
    }
    void add(const std::vector<Factor>& factors, std::uint32_t product) {
        each_pair(factors, [&](const Two& two) { change(two, 1).products.push_back(product); });
    }

  private:
    struct Standing {
        int count = 0;
        std::vector<std::uint32_t> products;
    };
    Standing& change(const Two& two, int by) {
        Standing& standing = all_[two];
        if (standing.count > 1) order_.erase({-standing.count, two});
        standing.count += by;
        if (standing.count > 1) order_.emplace(-standing.count, two);
        return standing;
    }

    std::map<Two, Standing> all_;
    std::set<std::pair<int, Two>> order_;  // of those that stand more than once
};

}  // namespace

SharedFactors::SharedFactors(std::uint32_t bases, std::vector<std::vector<Factor>> products)
    : bases_(bases), products_(std::move(products)) {
    std::size_t total = 0;
    for (auto& factors : products_) {
        std::ranges::sort(factors);
        total += factors.size() * factors.size() / 2;
    }
    if (total > max_pairs) return;
    Counts counts(products_);
    while (const Two* most = counts.most_common()) {
        const Two both = *most;
        const auto& [a, b] = both;
        const std::uint32_t made = bases_ + static_cast<std::uint32_t>(pairs_.size());
        // 1/(ab) is made as ab, below.
        const bool is_quotient = a.is_below != b.is_below;
        pairs_.push_back(is_quotient && a.is_below ? Pair{b.base, a.base, true}
                                                   : Pair{a.base, b.base, is_quotient});
        const Factor by{made, a.is_below && b.is_below};
        for (const std::uint32_t k : counts.products(both)) {
            if (!has(products_[k], a, b)) continue;
            counts.remove(products_[k]);
            replace(products_[k], a, b, by);
            counts.add(products_[k], k);
        }
    }
}

bool SharedFactors::has(const std::vector<Factor>& factors, const Factor& a, const Factor& b) {
    const auto i = std::ranges::find(factors, a);
    return i != factors.end() && std::find(i + 1, factors.end(), b) != factors.end();
}

void SharedFactors::replace(std::vector<Factor>& factors, const Factor& a, const Factor& b,
                            const Factor& by) {
    const auto i = std::ranges::find(factors, a);
    factors.erase(std::find(i + 1, factors.end(), b));
    factors.erase(std::ranges::find(factors, a));
    factors.push_back(by);  // the largest number so far: the order stays
}

}  // namespace anholon
