#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/source.hpp"
#include "model/space/vector3.hpp"

// What a picture of a system shows.
namespace anholon {

// A surface by two parameters, to be drawn as a mesh.
struct DrawnSurface {
    Expr u, v;      // letters of their own
    Vector3 point;  // of u, v and parameters of the model; in the item's axes, seen from its place
    std::array<std::pair<Expr, Expr>, 2> ranges;  // of u and v, functions of parameters of the model
};

// One thing in the picture. Vectors are in axes of space, and functions of t, q, q̇, η, λ, parameters and variables of the picture; sizes are
// lengths, functions of parameters. A size that is 0 is chosen to suit the picture. z is up; a plane system lies in z = 0.
struct PictureItem {
    enum class Kind {
        ball,       // radius
        ellipsoid,  // three semi-axes
        disc,       // radius, thickness (0: thin); its axis is axis 3
        ring,       // radius, radius of the tube (0: thin); its axis is axis 3
        cylinder,   // radius, length; its axis is axis 3, its middle is the place
        cone,       // radius of the base, height; the apex is the place, the base lies along axis 3
        box,        // three edges
        blade,      // length; along axis 1, upright along axis 3
        plane,      // width, depth (0: as large as the picture needs); its normal is axis 3
        surface,    // as `surface` says
        rod,        // radius (0: thin); from the place to the end
        spring,     // radius, number of turns; from the place to the end
        arrow,      // from the place to the end
        trace,      // the path of the place, seen from space or from another item
        text,       // words at the place
    };
    Kind kind;
    std::string name;  // unique in the picture: "stone", "stone_contact"
    std::string part;  // the body, support, axle, … that it belongs to; empty if none
    // What it is for: a picture shows or hides all items of a role at once.
    enum class Role { body, support, wheel, joint, load, contact, velocity, momentum, reaction, other };
    Role role = Role::other;
    Vector3 place = {};
    std::optional<std::array<Vector3, 3>> axes =
        std::nullopt;  // 1, 2, 3 in axes of space; those of space if none
    std::optional<Vector3> end = std::nullopt;
    std::vector<Expr> sizes = {};
    std::optional<DrawnSurface> surface = std::nullopt;
    std::string text = {};
    std::string colour = {};  // a word of the palette: blue, orange, …; by its role if empty
    std::string on = {};      // of a trace: the item in whose axes it is drawn; space if empty
    Span span = {};           // where it is written; empty if it follows from bodies
};

// A variable that only the picture needs, such as a component of an attitude: the integral of its rate along the motion, from 0.
struct DrawnVariable {
    Expr symbol;
    Expr rate;  // of t, q, q̇, η, λ, parameters and variables of this kind
};

// How a picture is first seen, and the variables that its items need beside those of the system.
struct Staging {
    enum class View { automatic, space, above };
    View view = View::automatic;
    std::vector<DrawnVariable> variables = {};
};

}  // namespace anholon
