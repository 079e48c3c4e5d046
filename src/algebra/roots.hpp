#pragma once

#include <span>
#include <vector>

#include "algebra/prime_field.hpp"

namespace anholon {

// The roots in the field of Σ c_k x^k, in ascending order of their values; none if it is constant.
std::vector<Residue> roots(const PrimeField& field, std::span<const Residue> coefficients);

// Zero iff the two polynomials have a common root in some larger field, or both leading coefficients vanish.
Residue resultant(const PrimeField& field, std::span<const Residue> f, std::span<const Residue> g);
// The roots in the field that the two have in common.
std::vector<Residue> common_roots(const PrimeField& field, std::span<const Residue> f,
                                  std::span<const Residue> g);

// The polynomial of degree below values.size() that takes these values at x = 0, 1, 2, …: its coefficients.
std::vector<Residue> interpolated(const PrimeField& field, std::span<const Residue> values);

}  // namespace anholon
