#pragma once

#include "mechanics/setting.hpp"

namespace anholon {

// Constraints of Chaplygin's kind, ẏ_i = g_i(z, ż), where y occurs in neither L nor the forces nor any constraint, beside others
// f_ν(z, ż) = 0. Geometric constraints are set aside first: they are among the f_ν, and no y occurs in them.     theory §5.3, 003
struct ChaplyginKind {
    // As many y as there are among the coordinates for whose velocities the constraints are solved.
    explicit ChaplyginKind(const Setting& s) : ChaplyginKind(s, s) {}
    // The constraints as they are solved in another setting of the same system.
    ChaplyginKind(const Setting& s, const Setting& solved);

    std::vector<std::size_t> y;  // places among the coordinates, in ascending order
    std::vector<std::size_t>
        rows;             // the constraints that are solved for the ẏ_i: places among ConstraintRows
    Matrix C;             // ẏ_i − g_i = C_ik f_k, k over `rows`
    std::vector<Expr> g;  // in t, z and all quasi-velocities of the frame
    std::vector<std::string> beside;  // the names of the f_ν that are not geometric
    Reason why_not;                   // there is no such y

    Expr restricted(const Setting& s,
                    Expr e) const;  // e(t, q, q̇) with ẏ_i = g_i put in, in all quasi-velocities
};

// The coordinates, by index, that neither L nor the forces nor the constraints contain, whichever velocities these are solved for.
std::vector<std::size_t> coordinates_that_occur_nowhere(const Setting& s);

// Chaplygin's kind in the coordinates themselves: all velocities for which the constraints are solved belong to coordinates that occur nowhere.
Reason not_chaplygins_in_coordinates(const Setting& s);

// [u]_j = (∂u/∂η_j)˙ − X_j u − (c^m_rj η_r + c^m_0j) ∂u/∂η_m, r = 1..l, m = 1..n: Lagrange's derivative of u(t, q, η) along a free
// X_j, where the constraints hold.                                                                       003 (1.15)
struct QuasiLagrange {
    Expr under_dt;  // ∂u/∂η_j
    Expr rest;      // −X_j u − …
};
QuasiLagrange quasi_lagrange(const Setting& s, Expr u, std::size_t j);

}  // namespace anholon
