#pragma once

#include <string>
#include <vector>

#include "model/space/vector3.hpp"

namespace anholon {

// How a body hangs on another or on space: from a point of the carrier, step by step, to a point of the body.
struct Mount {
    struct Step {
        enum class Kind {
            turn,      // about an axis
            slide,     // along an axis
            attitude,  // the body's axes are those of its unit quaternion, whatever those of the carrier are
        };
        Kind kind;
        Vector3 axis = {};         // a unit vector, in the axes that the steps before have reached
        Expr value = {};           // the angle or the way: a coordinate, or a function of time
        bool leaves_axes = false;  // a turn of a body of revolution about its axis: its axes do not take part
    };
    std::string carrier = {};  // empty: space
    Vector3 at = {},
            on = {};  // of the joint, seen from the mass centres (from the origin of space), in axes of each
    std::vector<Step> steps = {};
};

}  // namespace anholon
