#pragma once

#include <string>
#include <vector>

#include "structure/evidence/fact.hpp"

namespace anholon {

// Linear integrals of a system whose L̂(η) does not depend on the coordinates, in the frame of a Lie group, c^m_rs constant:  Markhashov 1985, 002
// a field Y = Y^m X_m that commutes with X_1, …, X_n,
//   X_s Y^k = −c^k_sm Y^m,
// has the constant momentum Y^m ∂L̂/∂η_m. These are n linear equations with a total differential; their coefficients are found by quadratures,
// one coordinate after another, each time by a triangular system or by the exponential of a matrix with the eigenvalues 0 and α ± κ.
struct CommutingFields {
    bool applies = false;
    std::string why_not = {};    // why it does not, or why no quadratures were found
    std::vector<Expr> eta = {};  // η_m
    struct Field {
        std::vector<Expr> Y;           // Y^m
        std::vector<Expr> components;  // along the coordinates: B_im Y^m
        Expr integral;                 // Y^m ∂L̂/∂η_m in q and η
        Expr value;                    // the same in q and q̇
        double error_bound = 0;        // that it is none
    };
    std::vector<Field> fields = {};  // n, or none
};
CommutingFields commuting_fields(const Setting& s, const Budget& budget);

}  // namespace anholon
