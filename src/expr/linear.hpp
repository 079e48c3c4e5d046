#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "expr/matrix.hpp"

namespace anholon {

// Linear algebra over the field of functions: ranks and solutions are those at a generic point. Elimination works in the
// DAG, without expanding anything; beside each entry it keeps the entry's values at random points modulo primes, so that a
// pivot is known to be nonzero and what cancels is dropped. `error_bound` is the chance that something dropped was not zero.
//
// Where the entries cannot be sampled (a division by zero in them, too many roots) no pivot can be decided, and the
// outcome is undecided with the reason.

struct RankResult {
    std::optional<std::size_t> rank;
    double error_bound = 0;
    std::string reason;  // why there is none
};
RankResult rank(const Matrix& A, std::uint64_t seed = 1);

struct KernelResult {
    bool decided = false;
    std::vector<std::vector<Expr>> basis;
    std::vector<std::size_t> free;  // of each basis vector, the column where it has its 1 and the others 0
    double error_bound = 0;
    std::string reason;
};
KernelResult kernel(const Matrix& A, std::uint64_t seed = 1);

struct Solution {
    enum class Outcome { unique, many, none, undecided } outcome = Outcome::undecided;
    std::vector<Expr> x;  // of many: one of them, with zeros where there is a choice
    double error_bound = 0;
    std::string reason;
};
Solution solve(const Matrix& A, std::span<const Expr> b, std::uint64_t seed = 1);

struct InverseResult {
    enum class Outcome { regular, singular, undecided } outcome = Outcome::undecided;
    Matrix inverse;
    double error_bound = 0;
    std::string reason;
};
InverseResult inverse(const Matrix& A, std::uint64_t seed = 1);
// A⁻¹ times a matrix, in the place of the inverse.
InverseResult inverse_times(const Matrix& A, const Matrix& right, std::uint64_t seed = 1);

// By minors, each once, without division: exact as it stands. Beyond 10 rows by elimination.
Expr determinant(const Matrix& A);

// adj A, by determinants of minors: A⁻¹ = adj A / det A.
Matrix adjugate(const Matrix& A);

}  // namespace anholon
