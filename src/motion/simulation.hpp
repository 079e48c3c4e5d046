#pragma once

#include "motion/run.hpp"

namespace anholon {

struct MovingSystemOfItsOwn {
    MovingSystem moving;
};

// One motion of a system that is set in motion for it alone.
class Simulation : private MovingSystemOfItsOwn, public Run {
  public:
    // The treatment of a motion whose constraints become dependent.
    enum class AtDegeneracy { ends, goes_through };

    // Throws Unavailable where a column, an event or a quadrature holds what the form does not know, and NoInitialState.
    Simulation(const System& system, SimulationOptions options, AtDegeneracy at = AtDegeneracy::ends);

    const MovingSystem& moving_system() const { return moving; }

    SimulationResult run(const SimulationObserver& observer = {});

  private:
    AtDegeneracy at_;
};

}  // namespace anholon
