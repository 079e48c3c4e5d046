#pragma once

#include <string>
#include <vector>

#include "mechanics/setting.hpp"

namespace anholon {

// Hadamard's substitutable combinations of linear constraints A_k = 0: the Σ κ_k A_k with Σ κ_k H_k^rs = 0 for every pair of
// free velocities, H_k^rs = c^k_rs, time among them (r = 0). They may be put into every Lagrangian; there are at least
// m − l(l−1)/2 of them.                                                                       theory §5.3, 003
struct SubstitutableCombinations {
    std::vector<std::vector<Expr>> kappa = {};  // of each, by constraint
    std::vector<Expr> combinations = {};        // Σ κ_k A_k in t, q, q̇, without denominators
    std::size_t constraints = 0;                // m
    double error_bound = 0;
    std::string why_not = {};  // undecided; empty if decided
};
SubstitutableCombinations hadamard(const Setting& setting);

}  // namespace anholon
