#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "expr/substitute.hpp"
#include "model/space/vector3.hpp"
#include "model/system.hpp"

namespace anholon {

// The direction cosines α, β, γ of the axes of space in axes of a body whose attitude is a unit quaternion: letters that stand for
// quadratic functions of it. Every function that q and −q share is one of these nine.
class DirectionCosines {
  public:
    // Named after the functions that the model itself has named, else alpha1 … gamma3.
    DirectionCosines(const System& system, const std::array<Expr, 4>& q);

    const std::array<Expr, 4>& quaternion() const { return q_; }
    const std::array<Vector3, 3>& rows() const { return rows_; }      // α, β, γ: letters
    const std::array<Vector3, 3>& values() const { return values_; }  // as functions of q
    // The same letters in an order with γ, the last, along an axis of space.
    std::array<Vector3, 3> rows_about(std::size_t axis) const {
        return {rows_[(axis + 1) % 3], rows_[(axis + 2) % 3], rows_[axis]};
    }

    // The same functions where q·q = 1, in letters in place of q. Nothing if one of them takes different values at q and −q, or may do so.
    std::optional<std::vector<Expr>> written(std::span<const Expr> functions) const;

  private:
    // factor · q_i q_j, multiplied out
    Expr product(const Expr& factor, std::size_t i, std::size_t j) const;

    std::array<Expr, 4> q_;
    std::array<Vector3, 3> rows_, values_;
};

// What the names of a body begin with, by those of its quaternion: "top_" of top_q0.
std::string prefix_of(const std::array<Expr, 4>& q);

// Every unit quaternion but one, as a function of three parameters: q = (1 − u², 2u)/(1 + u²).
struct AnyAttitude {
    std::array<Expr, 3> u;
    Substitution q;
};
AnyAttitude any_attitude(const std::array<Expr, 4>& q);

// Every unit vector but one, as a function of two parameters: γ = (2u, 2v, 1 − u² − v²)/(1 + u² + v²).
Substitution any_direction(const Vector3& gamma);

// The quaternions of a system: four coordinates each, which a geometric constraint keeps at length one.
std::vector<std::array<Expr, 4>> unit_quaternions(const System& system);

}  // namespace anholon
