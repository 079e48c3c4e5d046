#pragma once

#include "expr/context.hpp"

namespace anholon {

// The invariant of every node, asserted where nodes are made (Context::intern):
//
//   sum       c₀ + Σ cᵢ tᵢ: at least two summands; tᵢ strictly ascending by id; cᵢ ≠ 0; no tᵢ is a number, a
//             multiple or a sum that is not wide; the coefficients are integers without common divisor and c₁ > 0, so that
//             every multiple of a sum shares its node: 2a − 2b = 2·(a − b), b − a = −1·(a − b)
//   product   Π bᵢ^eᵢ: bᵢ strictly ascending by id; eᵢ ≠ 0; one factor alone is not to the power 1;
//             a number is a base only as a positive integer with 0 < eᵢ < 1;
//             a product that is not wide, or a multiple, is a base only under a fractional power: √(xy), √(−x);
//             of a power only one with |exponent| > 1, or it would have been merged: (x²)^½ stays, (x^½)^⅓ = x^⅙;
//             a multiple only −1·u: positive numbers are pulled out
//   multiple  c·e: c ≠ 0, 1; e is neither a number nor a multiple
//   function  odd and even functions have no negative multiple as argument
//
// Nested sums and products are flattened as long as the inner one is not wide: a chain of a million products would
// otherwise hold each other's factors a million times over. A wide one counts as a single term or factor.
//
// sin² + cos² is not rewritten here: that is what is_zero and simplified are for.
inline constexpr std::size_t kWideSum = 512, kWideProduct = 64;
inline bool is_wide(const Node& node) {
    return (node.kind == Kind::sum && node.count > 2 * kWideSum) ||
           (node.kind == Kind::product && node.count > 2 * kWideProduct);
}

bool is_canonical(const Context& context, NodeId id);

}  // namespace anholon
