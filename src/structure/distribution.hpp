#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expr/derivative.hpp"
#include "mechanics/setting.hpp"

namespace anholon {

// The velocities that linear constraints allow, spanned by operators of an adapted frame: X_1, …, X_l, and X_0 where the
// constraints move, that is, where time enters them or they are not homogeneous. On a Lie algebra likewise.
struct Distribution {
    const AdaptedFrame& X;
    bool moves = false;
    std::vector<std::size_t> free = {};  // operators that span it
    std::vector<std::size_t> constraint =
        {};  // α: those that velocity constraints forbid, not the geometric ones
    std::vector<std::string> names = {};  // of those constraints
    std::vector<Direction> operators =
        {};  // X_0, …, X_n as (q_i, X_s q_i); on an algebra they act on nothing
    // Of the manifold: coordinates less geometric constraints, and time if the constraints move.
    std::size_t dimension = 0;
};
Distribution distribution(const Setting& s);  // throws NotAFrame

// u_0 X_0 + … + u_n X_n by its components.
using FrameField = std::vector<Expr>;

// [U, V]^m = U(v_m) − V(u_m) + u_a v_b c^m_ab
FrameField bracket(const Distribution& D, const FrameField& U, const FrameField& V);

// Simplified where that is quick: fields are bracketed again and again.
FrameField tidy(FrameField V);

// The rank of a matrix of functions at a generic point of the manifold that geometric constraints leave.
struct GenericRank {
    std::optional<std::size_t> rank = std::nullopt;
    std::vector<std::size_t> rows = {};  // so many that are independent
    double error_bound = 0;              // chance that the rank is larger
    std::string reason = {};             // why there is none
};
GenericRank generic_rank(const Setting& s, const Matrix& A);

}  // namespace anholon
