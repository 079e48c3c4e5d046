#pragma once

#include <vector>

#include "structure/evidence/budget.hpp"
#include "structure/groups/group_system.hpp"

namespace anholon {

// Homogeneous polynomials with a property, all of them up to a degree, by exact linear algebra; products of those of lower
// degree are left out.
struct PolynomialsFound {
    std::vector<Expr> functions;
    int degree = 0;  // up to which all were found
    double error_bound = 0;
};

// Casimir's functions: the F(m) with c^i_jk m_i ∂F/∂m_k = 0 for every j.
PolynomialsFound casimirs(const GroupSystem& system, std::span<const Expr> m, int max_degree,
                          const Budget& budget);

// First integrals of ẋ = v(x), v homogeneous of degree two: the F(x) with v_i ∂F/∂x_i = 0.
PolynomialsFound polynomial_integrals(const ReducedSystem& reduced, int max_degree, const Budget& budget);

}  // namespace anholon
