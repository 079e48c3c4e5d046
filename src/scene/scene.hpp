#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "model/picture.hpp"

// A picture in numbers, at given parameters and along a motion.
namespace anholon {

using Point3 = std::array<double, 3>;

struct Mesh {
    std::vector<double> vertices;          // x, y, z of one after the other
    std::vector<std::uint32_t> triangles;  // three vertices each
};

struct Shape {
    PictureItem::Kind kind = PictureItem::Kind::ball;
    std::string name, part;
    PictureItem::Role role = PictureItem::Role::other;
    std::vector<double> sizes =
        {};          // as those of its PictureItem; a size of 0 that stood for a small one has its value
    Mesh mesh = {};  // of a surface
    std::string text = {}, colour = {}, on = {};
    enum class Motion {
        fixed,          // `still`: x y z, then the quaternion x y z w
        fixed_segment,  // `still`: from, to
        pose,           // seven numbers of a frame, as of `fixed`
        segment,        // six
        point,          // three
    };
    Motion motion = Motion::fixed;
    std::size_t at = 0;  // the first of its numbers in a frame
    std::array<double, 7> still = {};

    std::size_t numbers() const;  // in a frame
};

struct Scene {
    enum class View { space, above };
    View view = View::space;
    Point3 low = {}, high = {};  // a box around the motion; supports without an end do not count
    double size = 1;             // of what moves, as it stands at the beginning
    std::vector<Shape> shapes = {};
    std::size_t columns = 0;              // numbers of a frame
    std::vector<std::string> notes = {};  // what is not shown, and why
};

// A scene with its frames, one after the other. All numbers are finite.
struct SceneInMotion {
    Scene scene;
    std::vector<double> frames;
};

}  // namespace anholon
