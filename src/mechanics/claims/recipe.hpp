#pragma once

#include "expr/enclosure.hpp"
#include "mechanics/setting.hpp"
#include "proof/claim.hpp"
#include "proof/translation.hpp"

namespace anholon {

// How points of a system's state space are made (proof::DrawStep), and the system's constraints as they hold at these points:
// coordinates on a sphere are drawn from its rational parametrisation; other constraints are solved for names in which they are
// affine, several together where they need each other, or for a name in which one is quadratic, or an angle; where there is none they hold at the
// level that the point is on, which becomes a parameter.
struct Recipe {
    std::vector<proof::DrawStep> steps;
    std::vector<proof::Id> constraints;  // the functions that vanish, one for each constraint of the system
    std::vector<proof::System::Level> levels;  // parameters that were added
    // A coordinate on the sphere Σ x² = R²: a = x/(R + x_0) is free.
    struct OnSphere {
        proof::Id a;
        Expr x, pole, radius;
    };
    std::vector<OnSphere> on_spheres;
};
// The constraints listed are those that the law enforces. Parameters that are fixed are not drawn here, nor solved for. Of the two
// roots of a quadratic constraint that of `start` is taken.
Recipe recipe(const Setting& s, std::span<const std::size_t> enforced, const Point& start,
              bool parameters_are_fixed, proof::Program& program, proof::Translation& translate);

}  // namespace anholon
