#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "calculus/frame.hpp"
#include "calculus/frame_covector.hpp"
#include "calculus/indices.hpp"
#include "expr/zero.hpp"
#include "model/system.hpp"

namespace anholon {

// Places of velocities for which the constraints are not solved, in ascending order.
using IndependentVelocities = std::optional<std::vector<std::size_t>>;

struct ConstraintRows;

// Quasi-velocities η_1..η_n of which the last are the constraints, η_α = 0 for α > l, and the first l are free: of a system with
// coordinates and linear constraints (geometric ones by their time derivatives), or of a Lie algebra, where the operators
// X_s act on the coordinates that the system has, and the brackets are those of the algebra.
class AdaptedFrame {
  public:
    // The velocities at the places `independent` are the free ones; if not given, the quasi-velocities that the system states, or
    // velocities that are chosen here. Throws NotAFrame.
    // With base velocities the stated ones are found in fewer operations, and only where the geometric constraints hold.
    enum class Through { coordinates, base_velocities };
    explicit AdaptedFrame(const System& system, const IndependentVelocities& independent = std::nullopt,
                          Through through = Through::coordinates);

    std::size_t n() const { return eta_.size(); }
    std::size_t l() const { return l_; }
    // s = 1..n; η_0 = 1, since time goes along X_0.
    Expr eta(std::size_t s) const { return s == 0 ? system_.c().one() : eta_[s - 1]; }
    const std::vector<Expr>& eta() const { return eta_; }
    std::vector<Expr> free() const { return {eta_.begin(), eta_.begin() + static_cast<long>(l_)}; }
    std::vector<Expr> constrained() const { return {eta_.begin() + static_cast<long>(l_), eta_.end()}; }
    auto free_indices() const { return indices(1, l_); }
    auto all_indices() const { return indices(1, eta_.size()); }
    Substitution on_constraints() const;  // η_α → 0
    FrameCovector d(Expr f) const;        // ∂f/∂η_1, …, ∂f/∂η_n

    Expr apply(std::size_t s, Expr f) const;                    // X_s f, s = 0..n
    const Vector& bracket(std::size_t r, std::size_t s) const;  // c^1_rs, …, c^n_rs
    Expr c(std::size_t m, std::size_t r, std::size_t s) const { return bracket(r, s)[m - 1]; }
    // The part of a momentum's rate that the brackets make: (c^m_rs η_r + c^m_0s) y_m, r = 1..l, m = 1..n.
    Expr transport(const FrameCovector& y, std::size_t s) const;
    Vector displacement(std::size_t s) const;  // B_1s, B_2s, …: that of the velocities along X_s, s = 1..n
    Expr force(std::size_t s) const { return Q_[s - 1]; }             // Q(X_s), in η
    Expr in_eta(Expr e) const { return substitute(e, velocities_); }  // q̇ (or ω) and base velocities replaced
    const Substitution& velocities() const { return velocities_; }        // q̇_i → B_is η_s + B_i0
    Expr definition(std::size_t s) const { return definitions_[s - 1]; }  // η_s in q̇
    const Frame& frame() const;                                           // of a system with coordinates

    bool goes_through_base_velocities() const { return !base_.empty(); }

    // On the constraints, q̇ and q̈ in t, q, η and η̇; the base velocities and their rates as well.
    Substitution motion() const;

    // Whether the brackets of X_0, X_1..X_l stay in the span of X_1..X_l: the constraints are holonomic (theory §1).
    Answer is_closed() const;

  private:
    // q̇ and the base velocities in η, by the stated quasi-velocities; false if some constraint is neither one of a rolling contact nor a
    // base velocity, so that there is more to solve than slips, or if the linear equations cannot be solved.
    bool use_base(const System& system, const ConstraintRows& rows);
    std::optional<std::vector<Expr>> solved_for_base(std::span<const Expr> values) const;
    void of_coordinates(const System& system, const IndependentVelocities& independent, Through through);
    void of_algebra(const System& system, const IndependentVelocities& independent);

    const System& system_;
    std::size_t l_ = 0;
    std::vector<Expr> eta_, Q_, definitions_;
    Substitution velocities_;
    std::shared_ptr<const Frame> frame_;
    // Of a system with base velocities: linear forms of them, which are η_1..η_l and what vanishes on the constraints.
    std::vector<Expr> base_, forms_;
    // Of a Lie algebra: the basis change and the brackets found so far.
    Matrix A_, B_;
    std::vector<std::vector<Expr>> fields_;  // X_s q_i, s = 0..n
    mutable std::map<std::pair<std::size_t, std::size_t>, Vector> brackets_;
};

// Whether the free velocities of its frames are the ones that it states.
bool states_free_velocities(const System& system);

// The velocity constraints of a system as rows a_i q̇_i + a_0, the derivatives of the geometric ones included.
struct ConstraintRows {
    Matrix a;  // m × n
    std::vector<Expr> a0;
    std::vector<std::string> names;
    bool empty() const { return a0.empty(); }
};
ConstraintRows constraint_rows(const System& system);  // of the geometric and the linear ones

}  // namespace anholon
