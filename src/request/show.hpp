#pragma once

#include <string>

#include "model/state/initial_state.hpp"
#include "request/model.hpp"

namespace anholon::request {

// What a model means.
struct Description {
    const System& system;
    InitialState initial;
};

// Throws Refusal where there is no initial state, or, if strict, where given values would have to move.
Description described(const StatedModel& model, bool is_strict = false);

// The text of a vehicle with skates in place of its wheels, once it is proved that it moves alike.
struct OnSkates {
    std::string text, proof;
};
// Throws Refusal where it does not, or where there are no wheels.
OnSkates on_skates(const StatedModel& model);

}  // namespace anholon::request
