#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "algebra/rational.hpp"
#include "expr/expr.hpp"

namespace anholon {

// Powers of bases, in the order of their ids.
using Powers = std::vector<std::pair<NodeId, Rational>>;

// What stays constant in a product: a number, and powers of what holds parameters alone.
struct ConstantFactor {
    Rational number = 1;
    Powers powers;

    bool is_one_or_minus_one() const { return powers.empty() && abs(number).is_one(); }
    // times other^e
    void multiply(const ConstantFactor& other, long e);
    friend auto operator<=>(const ConstantFactor&, const ConstantFactor&) = default;
};

// k Π b^e over bases b that change.
struct Summand {
    ConstantFactor k;
    Powers factors;
};

// Sums of products, each computed up to a constant factor: as scale · (the sum). Expressions keep the coefficients of a sum whole and
// without common divisor, so a direction cosine 2 (q0 q3 − q1 q2) leaves a factor 2 in every product that holds it, and 3/8 R leaves
// an 8 in every other summand. Scales are chosen so that few products have a constant factor other than ±1.
class ScaledSums {
  public:
    struct Sum {
        NodeId node;
        std::vector<Summand> summands;  // of scale · node, in values that are scaled themselves
        ConstantFactor scale;
        bool is_asked_for = false;  // its value is an output, or the argument of a function
    };

    // Sums before those whose bases they are.
    std::vector<Sum> sums;

    void choose_scales();

  private:
    struct Use {
        std::uint32_t sum, summand;
        long e;
    };
    void find_uses();
    long constants_with(std::size_t s, const ConstantFactor& change) const;
    std::vector<ConstantFactor> candidates(std::size_t s) const;
    void apply(std::size_t s, const ConstantFactor& change);

    std::vector<std::vector<Use>> uses_;
};

}  // namespace anholon
