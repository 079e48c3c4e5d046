#include "code/shared_factors.hpp"

#include <algorithm>
#include <optional>
#include <queue>
#include <tuple>
#include <unordered_map>

namespace anholon {

namespace {

// Each pair of factors of a product is kept in mind while it stands; more than so many would need too much memory.
constexpr std::size_t max_pairs = 4'000'000;

SharedFactors::Factor opposite(const SharedFactors::Factor& f) { return {f.base, !f.is_below}; }

}  // namespace

// How two factors are counted: a − b and b − a are the same pair.
SharedFactors::Two SharedFactors::counted(Factor a, Factor b) const {
    const bool turns = kind_ == Of::sums && a.is_below;
    return turns ? Two{opposite(a), opposite(b)} : Two{a, b};
}

void SharedFactors::each_pair(const std::vector<Factor>& factors, auto&& f) const {
    for (std::size_t i = 0; i < factors.size(); ++i)
        for (std::size_t j = i + 1; j < factors.size(); ++j) f(counted(factors[i], factors[j]));
}

// How often each pair stands, and in which lists each base does; kept up as lists change.
class SharedFactors::Counts {
  public:
    explicit Counts(const SharedFactors& of) : of_(of), lists_of_(of.bases_) {
        for (std::uint32_t k = 0; k < of.lists_.size(); ++k) {
            of.each_pair(of.lists_[k], [&](const Two& two) { ++counts_[key(two)]; });
            for (const Factor& f : of.lists_[k])
                if (lists_of_[f.base].empty() || lists_of_[f.base].back() != k)
                    lists_of_[f.base].push_back(k);
        }
        std::vector<Rank> ranks;
        for (const auto& [two, count] : counts_)
            if (count > 1) ranks.push_back(rank(two, count));
        queue_ = std::priority_queue<Rank>(ranks.begin(), ranks.end());
    }

    // The pair that stands most often; the first of several. Nothing if none stands twice.
    std::optional<Two> most_common() {
        while (!queue_.empty()) {
            const auto [is_variable, count, negative] = queue_.top();
            const std::uint64_t two = ~negative;
            const int now = counts_[two];
            if (now == count) return factors(two);
            queue_.pop();
            if (now > 1 && now < count) queue_.push(rank(two, now));
        }
        return std::nullopt;
    }
    // Lists among which those are that hold both, in ascending order.
    const std::vector<std::uint32_t>& lists(const Two& two) const {
        const auto &a = lists_of_[two.first.base], &b = lists_of_[two.second.base];
        return a.size() < b.size() ? a : b;
    }
    void make_base() { lists_of_.emplace_back(); }
    // Two factors of a list are replaced by one, which is greater than all others.
    void replace(const std::vector<Factor>& others, const Two& two, const Factor& by, std::uint32_t list) {
        --counts_[key(of_.counted(two.first, two.second))];
        for (const Factor& one : others) {
            for (const Factor& gone : {two.first, two.second})
                --counts_[key(of_.counted(std::min(one, gone), std::max(one, gone)))];
            const std::uint64_t made = key(of_.counted(one, by));
            if (const int count = ++counts_[made]; count > 1) queue_.push(rank(made, count));
        }
        lists_of_[by.base].push_back(list);
    }

  private:
    // The greatest is made first. The key of a pair, complemented: of equals the first.
    using Rank = std::tuple<bool, int, std::uint64_t>;  // whether it holds no constant, how often it stands

    static std::uint64_t key(const Factor& f) { return std::uint64_t{f.base} << 1 | (f.is_below ? 1 : 0); }
    static std::uint64_t key(const Two& two) { return key(two.first) << 32 | key(two.second); }
    static Factor factor(std::uint64_t key) {
        return {static_cast<std::uint32_t>((key & 0xffffffff) >> 1), (key & 1) != 0};
    }
    static Two factors(std::uint64_t two) { return {factor(two >> 32), factor(two)}; }
    bool is_constant(const Factor& f) const { return f.base >= of_.constants_ && f.base < of_.bases_; }
    Rank rank(std::uint64_t two, int count) const {
        const auto [a, b] = factors(two);
        return {!is_constant(a) && !is_constant(b), count, ~two};
    }

    const SharedFactors& of_;
    std::unordered_map<std::uint64_t, int> counts_;
    std::vector<std::vector<std::uint32_t>>
        lists_of_;  // by base; may name lists that do not hold it any more
    // Counts that have changed since stay in it: one that has grown is there again, one that has fallen is put back when it comes up.
    std::priority_queue<Rank> queue_;
};

SharedFactors::SharedFactors(std::uint32_t bases, std::uint32_t constants,
                             std::vector<std::vector<Factor>> lists, Of kind)
    : bases_(bases), constants_(constants), kind_(kind), lists_(std::move(lists)) {
    std::size_t total = 0;
    for (auto& factors : lists_) {
        std::ranges::sort(factors);
        total += factors.size() * factors.size() / 2;
    }
    if (total > max_pairs) return;
    Counts counts(*this);
    while (const std::optional<Two> both = counts.most_common()) {
        const auto& [a, b] = *both;
        const std::uint32_t made = bases_ + static_cast<std::uint32_t>(pairs_.size());
        // 1/(ab) is made as ab, below.
        const bool is_quotient = a.is_below != b.is_below;
        pairs_.push_back(is_quotient && a.is_below ? Pair{b.base, a.base, true}
                                                   : Pair{a.base, b.base, is_quotient});
        const Factor by{made, a.is_below && b.is_below};
        const Two turned{opposite(a), opposite(b)};
        counts.make_base();
        const std::vector<std::uint32_t> lists = counts.lists(*both);
        for (const std::uint32_t k : lists) {
            const bool stands = has(lists_[k], *both),
                       stands_turned = kind == Of::sums && has(lists_[k], turned);
            if (!stands && !stands_turned) continue;
            const Two& gone = stands ? *both : turned;
            const Factor made_here = stands ? by : opposite(by);
            remove(lists_[k], gone);
            counts.replace(lists_[k], gone, made_here, k);
            lists_[k].push_back(made_here);  // the largest number so far: the order stays
        }
    }
}

bool SharedFactors::has(const std::vector<Factor>& factors, const Two& two) {
    const auto i = std::ranges::find(factors, two.first);
    return i != factors.end() && std::find(i + 1, factors.end(), two.second) != factors.end();
}

void SharedFactors::remove(std::vector<Factor>& factors, const Two& two) {
    const auto i = std::ranges::find(factors, two.first);
    factors.erase(std::find(i + 1, factors.end(), two.second));
    factors.erase(std::ranges::find(factors, two.first));
}

}  // namespace anholon
