#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/state/initial_state.hpp"
#include "study/standstill/standstill_equations.hpp"

namespace anholon {

// An equation between functions of the state that a standstill has to satisfy as well, such as energy = 3.
struct StandstillCondition {
    Expr residual;     // left − right, in q, q̇, quasi-velocities and parameters
    std::string text;  // as it was asked
};

struct LinearisationOptions {
    Standstill at = Standstill::equilibrium;
    InitialStateOptions initial = {};
    std::vector<StandstillCondition> where = {};
};

// Whether a variable may have any value in an equilibrium: a coordinate, a multiplier or a state of a controller, no velocity.
bool may_stand_still(const Expr& variable, const System& system);
// The name of a velocity that an equilibrium is asked to have; empty if there is none.
std::string given_velocity(const System& system, const LinearisationOptions& options);

// None was found near the initial state.
struct NoStandstill : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A condition that no standstill is chosen by: it holds what is not part of it.
struct ConditionOutside : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// An equilibrium or a steady motion near the initial state, by Newton's method. In an equilibrium velocities begin with zero; in a
// steady motion those that are given in `initial.values` are kept, and the coordinates given there if that is possible. Conditions
// always hold.
class StandstillSearch {
  public:
    // In equations that outlive it, and are its own meanwhile. Throws DependsOnTime, NoInitialState and ConditionOutside.
    StandstillSearch(StandstillEquations& equations, const LinearisationOptions& options);
    // `varied`, if it is not empty, is a parameter whose value is going to change: only what holds for all its values is used.
    StandstillSearch(const System& system, const LinearisationOptions& options, Expr varied = {});

    StandstillEquations& equations() { return equations_; }
    SteadyPart& part() { return equations_.part(); }
    const MotionSymmetries& symmetries() const { return equations_.symmetries(); }
    const std::vector<double>& start() const { return start_; }  // the initial state

    struct Found {
        std::vector<double> x;
        std::vector<SteadyPart::Held> held;  // what it was asked to keep, and kept
    };
    Found found();  // Throws NoStandstill.

  private:
    StandstillSearch(std::unique_ptr<StandstillEquations> own, StandstillEquations* given,
                     const LinearisationOptions& options, const Expr& varied);
    void add_conditions();
    const System& system() const { return equations_.system(); }

    std::unique_ptr<StandstillEquations> own_;  // unless they were given
    StandstillEquations& equations_;
    LinearisationOptions options_;
    InitialState initial_;
    std::vector<SteadyPart::Held> conditions_;
    std::vector<double> start_;
};

}  // namespace anholon
