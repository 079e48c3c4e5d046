#pragma once

#include <optional>
#include <string>

#include "mechanics/adapted_frame.hpp"
#include "mechanics/equations.hpp"
#include "mechanics/solved_constraints.hpp"
#include "model/system.hpp"

namespace anholon {

// Why something does not apply to a system; nothing if it does.
using Reason = std::optional<std::string>;

// A system with what several forms need of it, each part made when it is first asked for.
class Setting {
  public:
    explicit Setting(const System& system, IndependentVelocities independent = std::nullopt);

    const System& system;
    Context& c;
    const Expr t;
    const std::vector<Expr> q, v;   // v = q̇, or ω on a Lie algebra
    const std::vector<Expr> q_dot;  // in v
    const Expr L, T, V;
    const Covector Q;

    std::size_t n() const { return v.size(); }
    const IndependentVelocities& independent() const { return independent_; }  // as given
    bool on_algebra() const { return system.algebra.has_value(); }
    bool has_nonlinear_constraints() const;
    bool is_unconstrained() const { return system.constraints.empty(); }
    bool has_velocity_constraints() const;

    // [u]_i = d/dt ∂u/∂q̇_i − ∂u/∂q_i; on a Lie algebra [u]_k = d/dt ∂u/∂ω_k − X_k u − c^i_jk ω_j ∂u/∂ω_i
    Covector lagrange(Expr u) const;
    std::vector<Expr> accelerations() const;  // v̇
    // q̇ with these functions in place of v; and the substitution of q̇ by them.
    std::vector<Expr> rates(std::span<const Expr> velocities) const;
    Substitution kinematics(std::span<const Expr> velocities) const;

    // Constraints at the level of velocities: f_μ, and dF_a/dt.
    std::vector<Expr> velocity_constraints() const;
    std::vector<std::string> constraint_names() const;
    // One multiplier per constraint: the model's own λ, or others, named after the constraint.
    std::vector<Expr> multipliers(const std::string& letter = "lambda") const;

    const AdaptedFrame& frame() const;
    Reason no_frame() const;  // why there is none
    // The same for equations that are made of bodies, in fewer operations.
    const AdaptedFrame& frame_of_bodies() const;
    Reason no_frame_of_bodies() const;
    Expr L_in_frame() const;  // L̂(t, q, η), all η kept; simplified where that is quick
    const SolvedConstraints& solved() const;
    Reason not_solved() const;

  private:
    IndependentVelocities independent_;
    mutable std::optional<AdaptedFrame> frame_, frame_of_bodies_;
    mutable Expr L_in_frame_;
    mutable std::optional<SolvedConstraints> solved_;
};

}  // namespace anholon
