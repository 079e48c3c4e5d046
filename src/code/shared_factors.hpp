#pragma once

#include <cstdint>
#include <vector>

namespace anholon {

// Products of many factors, cut into products of two so that what several of them have in common is made once: of u cos θ / sin θ
// and u w / sin θ, u / sin θ. Greedy: the pair that stands in most products becomes a factor of its own, and so on.
class SharedFactors {
  public:
    struct Factor {
        std::uint32_t base;  // of the caller's numbering, or a pair
        bool is_below;       // it divides
        friend auto operator<=>(const Factor&, const Factor&) = default;
    };
    // a·b, or a/b.
    struct Pair {
        std::uint32_t a, b;
        bool is_quotient;
    };

    // `bases`: how many numbers the caller uses; pairs have the numbers from there on.
    SharedFactors(std::uint32_t bases, std::vector<std::vector<Factor>> products);

    const std::vector<Factor>& operator[](std::size_t product) const { return products_[product]; }
    bool is_pair(std::uint32_t base) const { return base >= bases_; }
    const Pair& pair(std::uint32_t base) const { return pairs_[base - bases_]; }

  private:
    static bool has(const std::vector<Factor>& factors, const Factor& a, const Factor& b);
    static void replace(std::vector<Factor>& factors, const Factor& a, const Factor& b, const Factor& by);

    std::uint32_t bases_;
    std::vector<std::vector<Factor>> products_;
    std::vector<Pair> pairs_;
};

}  // namespace anholon
