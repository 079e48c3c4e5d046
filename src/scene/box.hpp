#pragma once

#include "scene/quaternion.hpp"

namespace anholon {

// A box in axes of a shape, seen from its place.
struct OwnBox {
    Point3 middle{}, half{};
    bool is_round = false;  // the shape is the ellipsoid in the box, or inside it
};
OwnBox own_box(const Shape& shape);

// A box in axes of space.
struct Box {
    Point3 low{}, high{};
    bool is_empty = true;

    void include(const Point3& p, double radius = 0);
    void include(const Box& other);
    void include(const OwnBox& own, const Point3& place, const Quaternion& q);
    double diagonal() const;
};

}  // namespace anholon
