#pragma once

#include <cstdint>
#include <vector>

namespace anholon {

// Products of many factors, cut into products of two so that what several of them have in common is made once: of u cos θ / sin θ
// and u w / sin θ, u / sin θ. Greedy: the pair that stands in most products becomes a factor of its own, and so on.
// Sums are cut in the same way: a summand that is subtracted stands below, and b − a is known as −(a − b).
class SharedFactors {
  public:
    struct Factor {
        std::uint32_t base;  // of the caller's numbering, or a pair
        bool is_below;       // it divides, or is subtracted
        friend auto operator<=>(const Factor&, const Factor&) = default;
    };
    // a·b or a/b, a + b or a − b.
    struct Pair {
        std::uint32_t a, b;
        bool is_quotient;
    };
    enum class Of { products, sums };

    // `bases`: how many numbers the caller uses; pairs have the numbers from there on. Bases from `constants` on are constant: pairs that
    // hold one are made last, since in power series they save less.
    SharedFactors(std::uint32_t bases, std::uint32_t constants, std::vector<std::vector<Factor>> lists,
                  Of kind = Of::products);

    const std::vector<Factor>& operator[](std::size_t list) const { return lists_[list]; }
    bool is_pair(std::uint32_t base) const { return base >= bases_; }
    const Pair& pair(std::uint32_t base) const { return pairs_[base - bases_]; }
    std::size_t size() const { return bases_ + pairs_.size(); }  // bases and pairs

  private:
    using Two = std::pair<Factor, Factor>;

    Two counted(Factor a, Factor b) const;
    void each_pair(const std::vector<Factor>& factors, auto&& f) const;
    static bool has(const std::vector<Factor>& factors, const Two& two);
    static void remove(std::vector<Factor>& factors, const Two& two);

    std::uint32_t bases_, constants_;
    Of kind_;
    std::vector<std::vector<Factor>> lists_;
    std::vector<Pair> pairs_;

    class Counts;
};

}  // namespace anholon
