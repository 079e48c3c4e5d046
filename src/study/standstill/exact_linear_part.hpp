#pragma once

#include "expr/matrix.hpp"
#include "study/standstill/exact_standstill.hpp"

namespace anholon {

// The linear equations near an exact standstill, in letters: δẋ = G_x δx + G_z δz, W δz = R δx for independent variables x of the kept
// part, across the orbits of its symmetries.
struct ExactLinearPart {
    std::vector<Expr> variables;
    Matrix G_x, G_z, R, W;
    Matrix T;               // δx of all kept variables = T δx of the independent ones
    std::size_t orbit = 0;  // the dimension along the symmetries, left out
    std::size_t tied = 0;   // variables that follow by constraints
    // The dimension of the family in which the free letters move the standstill: at least so many eigenvalues vanish.
    std::size_t family = 0;

    // δẋ = A δx, z eliminated.
    Matrix A() const;
};

// The dimension of a family of standstills, known in letters of its own, where it passes through `at`, across the orbits; 0 where it does
// not, or where its formulas have no value there.
std::size_t family_through(const SteadyPart& part, const System& system, const ExactStandstill& at,
                           const ExactStandstill& family);

// A variable that is zero at the standstill may differ from zero on its family: straight motions are among the circles. The dimension of the family of a neighbour,
// found in numbers and solved in letters as well, where it goes through the standstill `at` near x.
std::size_t wider_family(SteadyPart& part, const System& system, const std::vector<double>& x,
                         const ExactStandstill& at, const Substitution& numbers,
                         const ConstantValues& parameters, const Budget& budget);

// The variables are chosen by the numbers at the standstill; the eigenvalues do not depend on that choice. Throws NotExact.
ExactLinearPart exact_linear_part(const SteadyPart& part, const System& system, const ExactStandstill& at);

}  // namespace anholon
