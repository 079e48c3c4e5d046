#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/statements/elaboration.hpp"

namespace anholon {

// A body, a frame or an axle that gives names of its own to the model: who it is, and where it is named.
struct PartName {
    std::string_view owner;
    Span named;
};

// Whether the name is free; if not, that is reported.
bool may_take(Elaboration& model, const PartName& part, const std::string& name);

void part_abbreviation(Elaboration& model, const PartName& part, const std::string& name, Expr value,
                       const Dimension& dimension);

struct PartCoordinate {
    std::string name;
    Dimension dimension = {};
    std::string description = "";
    bool is_angle = false;                    // modulo 2π
    std::optional<Span> span = std::nullopt;  // where it is named, if not with the part
};
Expr part_coordinate(Elaboration& model, const PartName& part, const PartCoordinate& q);

}  // namespace anholon
