#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace anholon {

// Of an m × n matrix by rows. Singular values below `relative` times the largest count as zero.
struct RankTolerance {
    double relative = 1e-10;
};

std::size_t rank(std::span<const double> A, std::size_t m, std::size_t n, RankTolerance tolerance = {});
// Orthonormal vectors, each of n numbers.
std::vector<std::vector<double>> kernel(std::span<const double> A, std::size_t m, std::size_t n,
                                        RankTolerance tolerance = {});
// Orthonormal vectors that span the columns, each of m numbers.
std::vector<std::vector<double>> column_space(std::span<const double> A, std::size_t m, std::size_t n,
                                              RankTolerance tolerance = {});
// The shortest of the x that make |Ax − b| least.
std::vector<double> least_squares(std::span<const double> A, std::size_t m, std::size_t n,
                                  std::span<const double> b, RankTolerance tolerance = {});

}  // namespace anholon
