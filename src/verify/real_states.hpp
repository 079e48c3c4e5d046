#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "code/evaluator.hpp"
#include "model/system.hpp"

namespace anholon {

// t, q, q̇ as numbers.
struct RealState {
    double t = 0;
    std::vector<double> q, v;
};

// Random states of the constraint manifold near the initial one, in floating point: the constraints hold to rounding, and what
// guards a motion is positive.
class RealStates {
  public:
    RealStates(const System& system, std::uint64_t seed);

    // Nothing if none is found.
    std::optional<RealState> draw();
    const std::vector<double>& parameters() const { return p_; }

  private:
    double random();  // between −1 and 1
    bool attempt(RealState& state, double size);
    bool satisfy(const Evaluator& f, std::vector<double>& point, std::size_t first, std::size_t count,
                 std::size_t rows) const;
    std::vector<double> point(const RealState& state) const;

    const System& system_;
    std::uint64_t state_;
    std::vector<double> p_, start_;
    std::size_t n_ = 0, geometric_ = 0, on_velocities_ = 0, guards_ = 0;
    std::unique_ptr<Evaluator> places_, velocities_, guard_values_;
};

// The symbols of a state and its parameters, in the order in which programs take them: t, q, q̇, p, then the states of controllers.
std::vector<Expr> inputs_of_state(const System& system);
// Numbers for p and these states: parameters as stated, inputs and states at values of their own.
std::vector<double> held_values(const System& system);

}  // namespace anholon
