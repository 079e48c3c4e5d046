#pragma once

#include <optional>

#include "study/frozen_constraints.hpp"
#include "study/linearisation.hpp"
#include "study/potential_minimum.hpp"
#include "study/routh_lyapunov.hpp"
#include "study/stability_conditions.hpp"

namespace anholon {

struct SymbolicOptions {
    LinearisationOptions standstill = {};
    // The parameters that stay letters, all of them if not given. Variables that are free along the family stay letters in any case.
    std::optional<std::vector<Expr>> letters = std::nullopt;
    double seconds = 60;  // of work
};

// left > right
struct Inequality {
    Expr left, right;
    bool is_solved = false;  // one side is a power of a letter
};

// A condition at the values of the letters, and as people write it.
struct JudgedCondition {
    std::size_t factor;  // of the characteristic polynomial
    StabilityCondition condition;
    std::optional<Inequality> inequality;  // none of what holds never
    int sign = 0;  // of what has to be positive, at the values; 0 if it vanishes or is not told from zero
};

// Where a condition that holds one letter only changes its sign.
struct CriticalLetter {
    Expr letter;
    std::size_t condition;  // its place among the judged ones
    std::vector<double> values;
};

// What the linear equations say about stability for all values of some letters.
struct SymbolicStability {
    // What holds where all conditions do; where one is violated, an eigenvalue has a positive real part: unstable.
    enum class Claim {
        asymptotic,             // Lyapunov
        asymptotic_but_family,  // Lyapunov, Malkin
        first_order,            // imaginary and simple eigenvalues, which do not decide
        zeros_left,             // negative real parts beside zeros that no family explains
        growing,                // the same, but multiple ones let the linear motion grow with time
        stationary,             // every nearby state stands still as well
        nothing_to_decide,      // all eigenvalues vanish
    };

    Linearisation numbers;  // at the values of the letters
    ExactStandstill at;
    std::vector<Expr> variables, deviations;  // x, and names for δx
    Matrix A;
    CharacteristicPolynomial polynomial;
    std::size_t family = 0;            // dimension of the family
    bool is_family_in_letters = true;  // otherwise it was found in numbers, at the values
    std::vector<JudgedCondition> conditions;
    std::vector<CriticalLetter> critical;
    Claim claim = Claim::first_order;
    FrozenConstraints frozen;                   // of an equilibrium
    std::optional<PotentialMinimum> potential;  // of an equilibrium
    std::vector<JudgedCondition> of_potential;  // its conditions; they belong to no factor
    std::optional<RouthLyapunov> routh;         // of a steady motion that the linear equations leave open
    std::vector<std::vector<JudgedCondition>> of_routh;  // the conditions of its extrema
    Stability here;                                      // at the values, by all of these

    bool holds_nowhere() const;
    std::vector<Expr> letters() const;  // that occur in the polynomial
};

// Throws what linearisation() throws, NotExact, TooLarge and TimeIsUp.
SymbolicStability symbolic_stability(const System& system, const SymbolicOptions& options);

// The same with values for all parameters, at the standstill near x, without floating point in the verdict. Empty if the standstill is not
// known exactly.
std::optional<Stability> exact_stability(StandstillEquations& equations, const std::vector<double>& x,
                                         const Standing& standing, const Point& values);

std::string_view name(SymbolicStability::Claim claim);

// The symbols of an expression, without π.
std::vector<Expr> letters_in(Expr e);

// A polynomial with its coefficients as decimals, for numbers that are too long to be read: 5.5*v^2 - 1.25. Divided by the size of its first
// coefficient if only its sign matters.
enum class DecimalScale { as_it_is, first_is_one };
std::string decimal_polynomial(Expr polynomial, DecimalScale scale = DecimalScale::as_it_is);
bool has_long_numbers(Expr e);

}  // namespace anholon
