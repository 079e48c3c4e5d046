#pragma once

#include <optional>
#include <span>
#include <vector>

#include "algebra/ball.hpp"

namespace anholon {

// A real root that lies between two numbers, with no other root there.
struct EnclosedRoot {
    Rational low, high;
    double value() const { return ((low + high) / Rational(2)).to_double(); }
};

// All real roots of Σ c_k x^k, in ascending order, each enclosed to about `bits` binary digits. Between neighbouring roots of the derivative
// the polynomial is monotone, and its signs there are enclosed by balls. Nothing where a sign is not certain, as at a multiple root.
std::optional<std::vector<EnclosedRoot>> real_roots(std::span<const Ball> coefficients, long bits = 80);

}  // namespace anholon
