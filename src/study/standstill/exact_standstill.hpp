#pragma once

#include <stdexcept>
#include <vector>

#include "structure/zeros/zero_set.hpp"
#include "study/standstill/steady_part.hpp"

namespace anholon {

// The standstill is known as numbers only, or not for all values of the parameters that are to stay letters.
struct NotExact : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Numbers of x, of z and of the rates c along symmetries that are independent there, in a standstill ẋ = c_k ξ_k. Throws NotExact.
struct StandingNumbers {
    std::vector<std::size_t> fields;
    std::vector<Expr> turning;                     // c
    std::vector<std::pair<Expr, double>> numbers;  // of x, z and c
};
StandingNumbers standing_numbers(SteadyPart& part, const System& system, const std::vector<double>& x);

// A standstill in letters: parameters, and the variables that are free along its family.
struct ExactStandstill {
    Substitution
        place;  // what stands in the place of time, of all of the state, of z and of parameters that are numbers
    std::vector<std::pair<Expr, Expr>> kept;  // the kept variables with their values
    std::vector<Expr> free;                   // those of them that stay letters
    std::vector<std::size_t> fields;          // the symmetries along which it moves, independent there
    std::vector<Expr> turning;                // at these rates
    Point values;                             // the numbers of all letters, for which it was found
    double error_bound = 0;                   // of the proof that it stands still; certain if 0

    Expr at(Expr e) const;  // Throws NotExact where it has no value there as it is written.
    std::vector<Expr> at(std::span<const Expr> e) const;
    double value(Expr e) const;  // of letters
};

// The one that Newton's method has found at x. What is zero there is put to zero; the equations that then remain are solved, and all of
// them are proved to hold for all values of the letters. `numbers` are the parameters that are to have values; of the variables those in
// `free` stay letters if there is a choice. Throws NotExact.
ExactStandstill exact_standstill(SteadyPart& part, const System& system, const std::vector<double>& x,
                                 const Substitution& numbers, const ConstantValues& parameters,
                                 const Budget& budget, const std::vector<Expr>& free = {});

// √(u²) as u or −u, where the sign of u is known from the ranges of parameters.
Expr with_known_roots(const System& system, Expr e);

}  // namespace anholon
