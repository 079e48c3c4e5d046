#include "motion/simulation.hpp"

#include "motion/through_degeneracy.hpp"

namespace anholon {

namespace {

RunOptions run_options(const MovingSystem& moving, Simulation::AtDegeneracy at) {
    const SimulationOptions& o = moving.options();
    RunOptions run{o.initial, o.until, o.every, o.at, {}};
    if (at == Simulation::AtDegeneracy::goes_through) run.columns = without_reactions(moving);
    return run;
}

}  // namespace

Simulation::Simulation(const System& system, SimulationOptions options, AtDegeneracy at)
    : MovingSystemOfItsOwn{{system, std::move(options)}}, Run(moving, run_options(moving, at)), at_(at) {}

SimulationResult Simulation::run(const SimulationObserver& observer) {
    SimulationResult result =
        at_ == AtDegeneracy::ends ? Run::run(observer) : ThroughDegeneracy(moving, columns()).run(observer);
    result.seconds.derive += moving.seconds().derive;
    result.seconds.compile += moving.seconds().compile;
    return result;
}

}  // namespace anholon
