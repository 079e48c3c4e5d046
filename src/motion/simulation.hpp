#pragma once

#include "motion/run.hpp"

namespace anholon {

struct MovingSystemOfItsOwn {
    MovingSystem moving;
};

// One motion of a system that is set in motion for it alone.
class Simulation : private MovingSystemOfItsOwn, public Run {
  public:
    // Throws Unavailable where a column, an event or a quadrature holds what the form does not know, and NoInitialState.
    Simulation(const System& system, SimulationOptions options)
        : MovingSystemOfItsOwn{{system, std::move(options)}}, Run(moving) {}

    const MovingSystem& moving_system() const { return moving; }

    SimulationResult run(const SimulationObserver& observer = {}) {
        SimulationResult result = Run::run(observer);
        result.seconds.derive += moving.seconds().derive;
        result.seconds.compile += moving.seconds().compile;
        return result;
    }
};

}  // namespace anholon
