#pragma once

#include "mechanics/setting.hpp"

namespace anholon {

// How variations and rates of a quasi-coordinate permute: (δπ_i)˙ − δη_i = c^i_rs δπ_r η_s on the constraints.          002 (1.11), theory §9
struct PermutationRelation {
    Expr eta;           // η_i
    Expr displacement;  // δπ_i, a variable such as delta_v
    Expr difference;    // c^i_rs δπ_r η_s, r = 1..l, s = 0..l
};

// One for each quasi-velocity, the constrained ones included: δπ_α = 0 and η_α = 0, but (δπ_α)˙ − δη_α need not vanish. The setting has a
// frame.
std::vector<PermutationRelation> permutation_relations(const Setting& s);

}  // namespace anholon
