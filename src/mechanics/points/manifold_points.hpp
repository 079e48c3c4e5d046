#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "expr/modular.hpp"
#include "expr/point_evidence.hpp"
#include "mechanics/points/tied_angles.hpp"
#include "mechanics/setting.hpp"

namespace anholon {

// Random points (t, q, q̇) of the constraint manifold over prime fields, several at once, and the values of
// expressions there. All expressions that will be asked for are named beforehand: their angles have to be resolved together.
class ManifoldPoints {
  public:
    using Values = ModularPoints::Values;

    // The realisations of constraints move off the velocity constraints: their points keep the geometric ones alone.
    enum class Keep { all_constraints, geometric_ones };
    // A loop may close in no way that can be found. The equations hold the derivatives of F(q) = 0 alone: what they satisfy at every level
    // F(q) = C they satisfy at this one, so that points of any level prove it; they refute nothing.
    enum class Levels { stated, any_where_none_is_found };
    // `stated` are values of parameters that take their places before anything is evaluated, in the constraints, too.
    ManifoldPoints(const Setting& s, std::span<const Expr> expressions, Keep keep = Keep::all_constraints,
                   const Substitution& stated = {}, Levels levels = Levels::stated);

    // A symbol that has these values in all points drawn from now on: a parameter, if it is the argument of no function.
    void fix(Expr symbol, const Values& values) { fixed_[symbol.id()] = values; }
    void fix_nothing() { fixed_.clear(); }
    // Constraints are solved for coordinates only: a parameter that stands before a constraint would otherwise become 0.
    void keep_parameters() { solves_for_parameters_ = false; }

    // New points; false if none could be found, with the reason in why().
    bool draw(std::uint64_t seed, std::uint64_t round);
    const std::string& why() const { return why_; }
    bool is_on_manifold() const { return !on_any_level_; }  // the last points drawn

    void set(Expr symbol, const Values& values) { points_->set(symbol.id(), values); }
    // The values of some of the expressions. Points where one does not exist drop out.
    std::vector<Values> evaluate(std::span<const Expr> e);
    bool is_alive(std::size_t lane) const { return alive_[lane]; }
    void drop(std::size_t lane) { alive_[lane] = false; }
    const PrimeField& field(std::size_t lane) const { return points_->field(lane); }
    std::span<const Expr> elementary() const { return rewritten_; }
    // Of the coordinates of a point in what is drawn at random: 2 where a sphere is seen from a pole, that of F where c = F(t, q, v).
    double degree() const { return (spheres_.empty() ? 1 : 2) * (1 + level_degree_); }
    // Some of the expressions as they are evaluated, and behind them what the points have to satisfy.
    std::vector<Expr> elementary_with_constraints(std::span<const Expr> e) const;

    // Solves W z = r in each point; points where W is singular drop out.
    std::vector<Values> solve(const std::vector<Values>& W, const std::vector<Values>& r);

    // Points are drawn once and used for one form after another.
    struct State {
        ModularPoints points;
        std::array<bool, ModularPoints::lanes> alive;
    };
    State state() const { return {*points_, alive_}; }
    const std::array<bool, ModularPoints::lanes>& alive() const { return alive_; }
    void restore(const State& state) {
        points_ = state.points;
        alive_ = state.alive;
    }

  private:
    bool solve_for_a_symbol(Expr residual, std::span<const Expr> candidates);
    bool solve_geometric_constraints();
    bool solve_for_angles();
    bool solve_what_can_be_solved();
    // One tie after another, but two at once at the places of `pairs`, a bit each.
    bool solve_ties(std::span<const std::size_t> order, std::uint64_t pairs);
    // What constraints are solved for: a symbol, or the point of the circle that sin and cos of an angle are, by its parameter t.
    struct Unknown {
        NodeId id;
        bool is_angle = false;
        friend bool operator==(const Unknown&, const Unknown&) = default;
    };
    void set(const Unknown& x, const Values& values);
    std::vector<Unknown> unknowns_of(Expr e, std::span<const Expr> symbols,
                                     std::span<const NodeId> settled) const;
    bool solve_for_two(Expr f, Expr g, std::span<const Expr> open, std::span<const NodeId> settled);
    std::array<std::vector<Residue>, ModularPoints::lanes> polynomial(Expr e, const Unknown& x,
                                                                      std::size_t degree);
    bool solve_for_an_angle(const TiedAngles::Tie& tie, std::span<const NodeId> settled);
    Values norm(const TiedAngles::Tie& tie);
    void draw_spheres();
    void draw_velocities();
    void set_levels();
    void take_velocity_constraints(const Substitution& stated);
    bool find_levels(const Substitution& stated);
    bool are_velocities_solved() const;
    void set_rates();
    std::vector<Expr> open_coordinates() const;

    const Setting& s_;
    Keep keep_;
    Levels levels_;
    bool on_any_level_ = false, has_found_ = false, solves_for_parameters_ = true;
    std::size_t misses_ = 0;
    std::optional<TiedAngles> angles_;
    std::vector<std::size_t> order_;          // of their ties, in which they can be solved
    std::uint64_t pairs_ = 0;                 // and the places of two that are solved at once
    std::vector<Expr> constraints_;           // functions of the place, but for the spheres
    std::vector<std::vector<Expr>> spheres_;  // coordinates x with Σ x² = 1 by a relation
    std::map<NodeId, Expr> rewritten_of_;
    std::vector<Expr> rewritten_;
    std::map<NodeId, Values> fixed_;
    std::shared_ptr<const std::set<NodeId>> squares_;
    friend class Observation;
    std::optional<ModularPoints> points_;
    std::array<bool, ModularPoints::lanes> alive_{};
    std::string why_;
    std::uint64_t draws_ = 0;
    // Of the velocity constraints: residuals at rest and Jacobian of the linear ones; solved form of all if there is one.
    std::vector<Expr> at_rest_, jacobian_, solved_;
    std::vector<std::size_t> dependent_;
    // Nonlinear constraints F(t, q, v) − c = 0 with a parameter c that stands nowhere else: every point is on some level, and has its c.
    std::vector<Expr> levels_of_, level_values_;
    double level_degree_ = 0;
};

// How many points have been good for some of the expressions, and the chance of error of what holds at all of them.
class Observation {
  public:
    // Of what is computed in so many rational steps; `unknowns` are symbols whose values are found at the points.
    Observation(const ManifoldPoints& points, std::span<const Expr> expressions, double steps,
                std::span<const Expr> unknowns);
    Observation(const Observation&) = delete;
    Observation& operator=(const Observation&) = delete;

    // The points as they are set now, of those that were alive when they were drawn.
    void add(ManifoldPoints& points, const std::array<bool, ModularPoints::lanes>& drawn);
    std::size_t good() const { return evidence_.good(); }
    double error_bound() const { return good() == 0 ? 1 : evidence_.error_bound(); }
    bool suffices() const { return good() >= 2 && error_bound() < kWantedBound; }
    // Further points would add nothing: there are enough, or no number of them would be.
    bool is_done() const { return suffices() || (good() >= 2 && evidence_.degree_is_too_high()); }
    std::string why_not() const;  // after some good points
    bool has_branches() const { return evidence_.has_branches(); }
    std::size_t size() const { return walk_.size(); }

  private:
    std::vector<Expr> expressions_;
    Walk walk_;
    Complexity K_;
    PointEvidence evidence_;
};

}  // namespace anholon
