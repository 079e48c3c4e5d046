#pragma once

namespace anholon::bench {

// What `simulate` costs beside the steps of its integrator, over the gallery.
void simulation_over_steps();

// The time of a simulated second at a given error, by the method that is chosen for the tolerance.
void work_and_precision();

}  // namespace anholon::bench
