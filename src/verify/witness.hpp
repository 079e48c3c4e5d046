#pragma once

#include <optional>

#include "expr/enclosure.hpp"
#include "model/system.hpp"

namespace anholon {

// A point at which the value of an expression, enclosed by ball arithmetic, is certainly not zero. Parameters have the signs that the
// model states for them: no mass is negative.
struct Witness {
    Point point;
    Ball value;
};
std::optional<Witness> witness(const System& system, Expr e, std::uint64_t seed);

}  // namespace anholon
