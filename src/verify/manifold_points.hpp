#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "expr/modular.hpp"
#include "mechanics/setting.hpp"
#include "verify/tied_angles.hpp"

namespace anholon {

// Random points (t, q, q̇) of the constraint manifold over prime fields, several at once, and the values of
// expressions there. All expressions that will be asked for are named beforehand: their angles have to be resolved together.
class ManifoldPoints {
  public:
    using Values = ModularPoints::Values;

    // The realisations of constraints move off the velocity constraints: their points keep the geometric ones alone.
    enum class Keep { all_constraints, geometric_ones };
    // `stated` are values of parameters that take their places before anything is evaluated, in the constraints, too.
    ManifoldPoints(const Setting& s, std::span<const Expr> expressions, Keep keep = Keep::all_constraints,
                   const Substitution& stated = {});

    // A symbol that has these values in all points drawn from now on: a parameter, if it is the argument of no function.
    void fix(Expr symbol, const Values& values) { fixed_[symbol.id()] = values; }
    void fix_nothing() { fixed_.clear(); }

    // New points; false if none could be found, with the reason in why().
    bool draw(std::uint64_t seed, std::uint64_t round);
    const std::string& why() const { return why_; }

    void set(Expr symbol, const Values& values) { points_->set(symbol.id(), values); }
    // The values of some of the expressions. Points where one does not exist drop out.
    std::vector<Values> evaluate(std::span<const Expr> e);
    bool is_alive(std::size_t lane) const { return alive_[lane]; }
    const PrimeField& field(std::size_t lane) const { return points_->field(lane); }
    std::span<const Expr> elementary() const { return rewritten_; }

    // Solves W z = r in each point; points where W is singular drop out.
    std::vector<Values> solve(const std::vector<Values>& W, const std::vector<Values>& r);

    // Points are drawn once and used for one form after another.
    struct State {
        ModularPoints points;
        std::array<bool, ModularPoints::lanes> alive;
    };
    State state() const { return {*points_, alive_}; }
    void restore(const State& state) {
        points_ = state.points;
        alive_ = state.alive;
    }

  private:
    bool solve_for_a_symbol(Expr residual, std::span<const Expr> candidates);
    bool solve_for_angles();
    // One tie after another, but two at once at the place `pair`.
    bool solve_ties(std::span<const std::size_t> order, std::size_t pair);
    bool solve_for_two(Expr f, Expr g, std::span<const Expr> candidates);
    std::array<std::vector<Residue>, ModularPoints::lanes> polynomial(Expr e, Expr x, std::size_t degree);
    bool solve_for_an_angle(const TiedAngles::Tie& tie, std::span<const NodeId> settled);
    Values norm(const TiedAngles::Tie& tie);
    void draw_velocities();

    const Setting& s_;
    Keep keep_;
    std::optional<TiedAngles> angles_;
    std::vector<std::size_t> order_;  // of their ties, in which they can be solved
    std::size_t pair_ = 0;            // and the place of two that are solved at once
    std::vector<Expr> constraints_;   // geometric residuals, velocity residuals, Jacobian …
    std::map<NodeId, Expr> rewritten_of_;
    std::vector<Expr> rewritten_;
    std::map<NodeId, Values> fixed_;
    std::optional<ModularPoints> points_;
    std::array<bool, ModularPoints::lanes> alive_{};
    std::string why_;
    std::uint64_t draws_ = 0;
    // Of the velocity constraints: residuals at rest and Jacobian of the linear ones; solved form of all if there is one.
    std::vector<Expr> at_rest_, jacobian_, solved_;
    std::vector<std::size_t> dependent_;
};

}  // namespace anholon
