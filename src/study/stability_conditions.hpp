#pragma once

#include <string>
#include <utility>
#include <vector>

#include "study/standstill/exact_linear_part.hpp"

namespace anholon {

// What has to be positive (sign 1) or negative (sign −1): a product of polynomials in the letters, none of them of known sign,
// irreducible unless they are too long to be factored. Without factors it holds always (sign 1) or never (sign −1).
struct StabilityCondition {
    std::string name;  // "coefficient of s^2", "Hurwitz determinant 3"
    std::vector<Expr> factors;
    int sign = 1;

    Expr expression(Context& c) const;  // positive where the condition holds
    bool is_always() const { return factors.empty() && sign > 0; }
    bool is_never() const { return factors.empty() && sign < 0; }
};

// An irreducible factor of the characteristic polynomial.
struct CharacteristicFactor {
    std::vector<Expr> coefficients;  // of s^0, s^1, …
    long multiplicity = 1;
    bool is_even = false;  // in s: its roots are imaginary at best
    // All roots have negative real parts if and only if these hold; of an even factor: all roots are imaginary and simple.
    std::vector<StabilityCondition> conditions;
};

// Why polynomials have one sign only.
struct KnownSigns {
    std::vector<Expr> by_range;  // parameters, by the range that the model states
    std::vector<Expr> by_value;  // parameters without a range keep the sign of their values
    std::vector<Expr> nonzero;   // may vanish by their range; where they do the conditions say nothing
    std::vector<Expr> inertia;   // divisors of det W: they keep their sign as long as T is positive definite
};

// det W · det(s − A), up to a factor without s.
struct CharacteristicPolynomial {
    Expr s;
    std::size_t degree = 0;
    std::size_t zeros = 0;  // roots that vanish for all values of the letters
    std::vector<CharacteristicFactor> factors;
    KnownSigns signs;
    // Whether multiple roots on the imaginary axis, zero among them, have as many eigenvectors: otherwise the linear motion has terms that
    // grow with time.
    bool is_semisimple = true;
};

// That a symmetric matrix be positive definite: its minors (Sylvester). Throws TooLarge.
std::vector<StabilityCondition> conditions_of_positive(const Matrix& K, const System& system,
                                                       const ExactStandstill& at, KnownSigns& used,
                                                       const std::string& name = "V''");

// Of the linear equations; the values of `at` say the sign of parameters without a range. Throws NotExact, TooLarge and TimeIsUp.
CharacteristicPolynomial characteristic_polynomial(const ExactLinearPart& linear, const System& system,
                                                   const ExactStandstill& at);

}  // namespace anholon
