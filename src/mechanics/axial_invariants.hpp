#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "model/space/vector3.hpp"

namespace anholon {

// Functions of direction cosines that do not change when space turns about one of its axes are functions of the cosines of this axis
// alone; here they are written so. `rows` are letters for orthogonal unit vectors α, β, γ with γ = α×β along the axis. Nothing if one
// of the functions changes, or cannot be seen not to.
std::optional<std::vector<Expr>> axial_invariants(std::span<const Expr> functions,
                                                  const std::array<Vector3, 3>& rows);

}  // namespace anholon
