#pragma once

#include <string>

#include "model/system.hpp"

namespace anholon::bench {

// A model that a benchmark measures.
struct Text {
    std::string name;   // as people call it
    std::string peers;  // as the peers' scripts call it
    std::string model;
};

Text of_gallery(const std::string& name, const std::string& peers = "");
System system_of(const Text& text);  // throws if the model is refused
// A car and n trailers, each hitched on the axle before it, as in gallery/trailer-5.anh.
Text trailers(int n);
// n points on massless links in a plane, in the links' angles.
Text pendulum(int n);
// n rods with unlike moments of inertia in space, each on a hinge of the one before, along x, y and z in turn.
Text hinge_chain(int n);

}  // namespace anholon::bench
