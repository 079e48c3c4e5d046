#pragma once

#include "mechanics/forms/core.hpp"
#include "model/state/initial_state.hpp"
#include "study/reconstruction.hpp"

namespace anholon::request {

struct Reduced {
    System system;              // the core, or the system itself
    Reason not_reduced = {};    // why it is the system itself
    bool is_unwatched = false;  // contacts may be lost: the core knows no reactions
    CoreCoordinates coordinates = {};
};

// The core of a system as a system of its own, with the initial values that follow from the full one.
Reduced reduced(const System& full, Rest rest = Rest::left_out, const InitialStateOptions& start = {});

}  // namespace anholon::request
