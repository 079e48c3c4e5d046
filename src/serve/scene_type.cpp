#include "serve/scene_type.hpp"

namespace anholon::serve {

namespace {

Type triple() { return named("Triple", tuple(number(), 3)); }

// { kind: "ball"; radius: number }
Type variant(const char* kind, std::vector<Field> fields) {
    fields.insert(fields.begin(), Field{"kind", one_of({kind})});
    return record(std::move(fields));
}

Type geometry_type() {
    return named("Geometry",
                 either({variant("ball", {{"radius", number()}}), variant("ellipsoid", {{"axes", triple()}}),
                         variant("disc", {{"radius", number()}, {"thickness", number()}}),
                         variant("ring", {{"radius", number()}, {"tube", number()}}),
                         variant("cylinder", {{"radius", number()}, {"length", number()}}),
                         variant("cone", {{"radius", number()}, {"height", number()}}),
                         variant("box", {{"edges", triple()}}), variant("blade", {{"length", number()}}),
                         variant("plane", {{"width", number()}, {"depth", number()}}),
                         variant("surface", {{"vertices", list(number())}, {"triangles", list(integer())}}),
                         variant("rod", {{"radius", number()}}),
                         variant("spring", {{"radius", number()}, {"turns", number()}}), variant("arrow", {}),
                         variant("trace", {{"on", text()}}), variant("text", {{"text", text()}})}));
}

Type motion_type() {
    return named("ShapeMotion",
                 either({variant("fixed", {{"place", triple()}, {"quaternion", tuple(number(), 4)}}),
                         variant("fixed-segment", {{"from", triple()}, {"to", triple()}}),
                         variant("pose", {{"at", integer()}}), variant("segment", {{"at", integer()}}),
                         variant("point", {{"at", integer()}})}));
}

}  // namespace

Type scene_type() {
    const Type role = named("Role", one_of({"body", "support", "wheel", "joint", "load", "contact",
                                            "velocity", "momentum", "reaction", "other"}));
    const Type shape = record("Shape", {{"name", text()},
                                        {"part", text(), "the body, support, axle, … that it belongs to"},
                                        {"role", role},
                                        {"geometry", geometry_type()},
                                        {"motion", motion_type(), "the place of its numbers in a frame"},
                                        {"colour", text(), "a word of the palette; by its role if empty"}});
    return record("Scene", {{"view", one_of({"space", "above"}), "from where it is seen first"},
                            {"box", record({{"low", triple()}, {"high", triple()}}), "around the motion"},
                            {"size", number(), "of what moves, as it stands at the beginning"},
                            {"shapes", list(shape)},
                            {"columns", integer(), "numbers of a frame"},
                            {"notes", list(text()), "what is not shown, and why"}});
}

}  // namespace anholon::serve
