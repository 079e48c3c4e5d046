#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expr/simplify.hpp"
#include "mechanics/setting.hpp"
#include "structure/evidence/budget.hpp"

namespace anholon {

// For fields that are bracketed again and again.
inline constexpr SimplifyOptions kQuick{.max_terms = 600, .max_nodes = 800, .max_angle_terms = 150};

// A vector field U_0 ∂/∂t + U_i ∂/∂q_i by its components, that of time first; on a Lie algebra U_0 ∂/∂t + U_k e_k.
using Field = std::vector<Expr>;

// The velocities that linear constraints allow, spanned by operators of an adapted frame: X_1, …, X_l, and X_0 where the
// constraints move, that is, where time enters them or they are not homogeneous.
struct Distribution {
    const Setting& s;
    const AdaptedFrame& frame;
    bool moves = false;
    std::vector<Field> X = {};           // X_0, …, X_n
    Matrix eta = {};                     // row s − 1: the components of the form η_s, that of dt first
    std::vector<std::size_t> free = {};  // operators that span it
    std::vector<std::size_t> constraint =
        {};  // α: those that velocity constraints forbid, not the geometric ones
    std::vector<std::string> names = {};  // of those constraints
    // Of the manifold: coordinates less geometric constraints, and time if the constraints move.
    std::size_t dimension = 0;

    std::vector<Expr> q = {};  // coordinates of the chart: the system's own, or those of in_simpler_angles
    Substitution back = {};    // from those to the system's own

    Expr form(std::size_t s, const Field& U) const { return dot(eta.row(s - 1), U); }  // η_s(U)
};
Distribution distribution(const Setting& s);  // throws NotAFrame

// The same in coordinates in which the angles that occur are coordinates themselves, φ = θ_0 − θ_1 for sin(θ_0 − θ_1): brackets stay
// short. Where geometric constraints tie coordinates nothing is changed.
Distribution in_simpler_angles(const Distribution& D);

// Whether its operators are short enough for brackets of them as formulas: their degree says what those would cost.
bool has_short_operators(const Distribution& D);

// [U, V]_i = U(V_i) − V(U_i), and + c^i_jk U_j V_k on a Lie algebra
Field bracket(const Distribution& D, const Field& U, const Field& V);

// U − Σ η_r(U) X_r, simplified where that is quick: the same modulo D.
Field modulo(const Distribution& D, Field U, const Budget& budget);

}  // namespace anholon
