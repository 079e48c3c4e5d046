#pragma once

#include "motion/run.hpp"
#include "motion/through_degeneracy.hpp"

namespace anholon {

struct MovingSystemOfItsOwn {
    MovingSystem moving;
};

// One motion of a system that is set in motion for it alone.
class Simulation : private MovingSystemOfItsOwn, public Run {
  public:
    // What becomes of the motion where its constraints become dependent.
    enum class AtDegeneracy { ends, goes_through };

    // Throws Unavailable where a column, an event or a quadrature holds what the form does not know, and NoInitialState.
    Simulation(const System& system, SimulationOptions options)
        : MovingSystemOfItsOwn{{system, std::move(options)}}, Run(moving) {}
    Simulation(const System& system, SimulationOptions options, AtDegeneracy at)
        : MovingSystemOfItsOwn{{system, std::move(options)}}, Run(moving, run_options(moving, at)), at_(at) {}

    const MovingSystem& moving_system() const { return moving; }

    SimulationResult run(const SimulationObserver& observer = {}) {
        SimulationResult result = at_ == AtDegeneracy::ends
                                      ? Run::run(observer)
                                      : ThroughDegeneracy(moving, columns()).run(observer);
        result.seconds.derive += moving.seconds().derive;
        result.seconds.compile += moving.seconds().compile;
        return result;
    }

  private:
    static RunOptions run_options(const MovingSystem& moving, AtDegeneracy at) {
        const SimulationOptions& o = moving.options();
        RunOptions run{o.initial, o.until, o.every, o.at, {}};
        if (at == AtDegeneracy::goes_through) run.columns = without_reactions(moving);
        return run;
    }

    AtDegeneracy at_ = AtDegeneracy::ends;
};

}  // namespace anholon
