#pragma once

#include <span>

#include "proof/program.hpp"

namespace anholon::proof {

// A bound of the degrees of numerator and denominator together, of the nodes as rational functions of the random values that
// points are made of. A unit of the circle counts 2, a square root as much as its radicand; odd roots multiply the whole.
double degree(const Program& program, std::span<const Id> roots, const Rational& common_denominator);

}  // namespace anholon::proof
