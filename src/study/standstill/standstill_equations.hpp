#pragma once

#include <optional>

#include "study/standstill/steady_part.hpp"
#include "study/standstill/turning.hpp"

namespace anholon {

// A system's equations as searches for its standstills need them, derived once for any number of searches. Other values of parameters
// and other initial values derive nothing, except where another parameter vanishes or is equal to another one, so that the symmetries
// may be others. For one thread at a time; the system outlives it.
class StandstillEquations {
  public:
    StandstillEquations(const System& system, Standstill at);

    // The values of the parameters from now on. `varied`, if it is not empty, is one whose value is going to change: only what holds
    // for all its values is used. Throws DependsOnTime.
    void set(const ConstantValues& parameters, const Expr& varied = {});

    const System& system() const { return system_; }
    Standstill at() const { return part_.what(); }
    SteadyPart& part() { return part_; }
    const MotionSymmetries& symmetries() const { return symmetries_; }
    // How the symmetries act on all of the state, cyclic coordinates included.
    SymmetryAction& action() { return action_; }

    // The integrals that the model expects, and their slopes along the kept variables.
    struct Integral {
        std::string name;
        StateFunctions slopes;
    };
    std::vector<Integral>& integrals();

  private:
    void find_symmetries(const ConstantValues& parameters, const Expr& varied);

    const System& system_;
    SteadyPart part_;
    std::optional<Substitution> special_;  // the parameters that vanish or are equal: of these symmetries
    MotionSymmetries symmetries_;
    SymmetryAction action_;
    std::optional<std::vector<Integral>> integrals_;
};

}  // namespace anholon
