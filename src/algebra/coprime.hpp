#pragma once

#include "algebra/polynomial.hpp"

namespace anholon {

// Proofs that polynomials have no common factor, by their images modulo a prime at a random point with one generator left free: where
// the leading coefficient of one does not vanish, the image of a common factor has the factor's degree. A greatest common divisor would
// take ten times as long to find that there is none. False where there is one, and rarely where there is none.

bool are_coprime(const Polynomial& a, const Polynomial& b);  // but for numbers
// p = A x + B with A and B coprime, for some generator x: nothing but a number divides it.
bool is_irreducible_by_a_linear_generator(const Polynomial& p);

}  // namespace anholon
