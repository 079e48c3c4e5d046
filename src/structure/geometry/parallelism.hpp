#pragma once

#include "structure/geometry/connection.hpp"

namespace anholon {

// Whether the connection carries vectors independently of the way along the curves that the constraints allow: then there is a frame of
// allowed velocities that is parallel along all of them, and Wagner's curvature vanishes (Wagner 1935).
// Brackets of the X_r, as many as are independent, get derivatives ∇_Y = Y + ω_Y of their own: ∇_[Y,Z] = [∇_Y, ∇_Z]. What is left of
// [∇_Y, ∇_Z] − ∇_[Y,Z] for the brackets that depend on others has to vanish.
struct Parallelism {
    Answer exists = Answer::unknown;
    std::string reason = {};  // of unknown
    std::size_t fields = 0;   // the X_r with their brackets: dimension of the places that can be reached
    double error_bound = 0;   // chance that a yes is wrong
};
Parallelism absolute_parallelism(const Setting& s, const NonholonomicConnection& connection,
                                 const Budget& budget);

}  // namespace anholon
