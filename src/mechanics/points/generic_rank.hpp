#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expr/matrix.hpp"
#include "mechanics/points/manifold_points.hpp"

namespace anholon {

// The rank of a matrix of functions at a generic point that satisfies constraints: off them it may be larger.
struct GenericRank {
    std::optional<std::size_t> rank = std::nullopt;
    std::vector<std::size_t> rows = {};  // the first ones that are independent
    double error_bound = 0;              // chance that the rank is larger
    std::string reason = {};             // why there is none
};
struct RankOptions {
    Substitution declared = {};  // values of parameters
    ManifoldPoints::Keep keep = ManifoldPoints::Keep::geometric_ones;
    bool solves_for_parameters = true;  // where a constraint cannot be solved for a coordinate
};
GenericRank generic_rank(const Setting& s, const Matrix& A, const RankOptions& options = {});

}  // namespace anholon
