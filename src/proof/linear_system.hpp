#pragma once

#include <optional>
#include <vector>

#include "proof/field_numbers.hpp"
#include "proof/real_numbers.hpp"

namespace anholon::proof {

// A z = b by elimination. An unknown that A does not determine has no value.
template <class Scalar>
struct LinearSystem {
    std::vector<std::vector<Scalar>> rows;  // [A | b]
    std::size_t unknowns = 0;
};
template <class Scalar>
struct LinearSolution {
    std::vector<std::optional<Scalar>> z;
    std::size_t rank = 0;
    std::vector<Scalar>
        left;  // right sides of rows that elimination has emptied: zero where there is a solution
};

LinearSolution<Residue> solved(const FieldNumbers& n, LinearSystem<Residue> system);
// The rank is known from a field; rows and columns that elimination with the largest pivots does not use are left out, and the
// unknowns of these columns are 0.
LinearSolution<Ball> solved(const RealNumbers& n, LinearSystem<Ball> system, std::size_t rank);

// As many equations as unknowns, which they determine. Throws NoValue where they do not.
std::vector<Residue> solved_fully(const FieldNumbers& n, LinearSystem<Residue> system);
std::vector<Ball> solved_fully(const RealNumbers& n, LinearSystem<Ball> system);

}  // namespace anholon::proof
