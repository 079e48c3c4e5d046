#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/system.hpp"

namespace anholon {

// A reaction in t, q, q̇, q̈ and λ, or why it is not known.
struct NamedReaction {
    Expr value;  // empty if it is not known
    std::string why_not = {};
};

// The reaction of this name:                                                                          docs/concepts/simulate.md
//   BODY_joint_force_x, BODY_joint_torque_x   what a joint passes on to the body that it carries, at the joint, in axes of space
//   BODY_point_force_x                        what holds the fixed point of a body
//   FRAME_hitch_force_x                       what a hitch passes on to the frame that it pulls
//   R_q                                       what all constraints together do to the coordinate q: [L] − Q
// Without an axis it is the magnitude. Nothing if the name is none of these. Nothing of it is derived before it is asked for.
std::optional<NamedReaction> reaction_named(const System& system, std::string_view name);

// The names that may be asked for.
std::vector<std::string> reaction_names(const System& system);

}  // namespace anholon
