#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace anholon {

// Numbers that depend on the seed alone. The standard leaves its distributions to each library, so they are written out here.
class RandomNumbers {
  public:
    explicit RandomNumbers(std::uint64_t seed) : bits_(seed) {}

    // From 0 to less than 1, in steps of 2⁻⁵³.
    double uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }

    // Of mean 0 and deviation 1, by Box and Muller's formula.
    double normal() {
        const double radius = std::sqrt(-2 * std::log1p(-uniform()));
        return radius * std::cos(2 * std::numbers::pi * uniform());
    }

  private:
    std::mt19937_64 bits_;
};

}  // namespace anholon
