#pragma once

#include <optional>
#include <string>
#include <vector>

#include "structure/groups/enclosed_lines.hpp"
#include "structure/groups/group_system.hpp"

namespace anholon {

// Of a plane system ẋ = v(x), v homogeneous of degree two. Invariant lines x = λξ, λ̇ = cλ², are the roots of the cubic
// x_1 v_2 − x_2 v_1; lines of equilibria are the common linear factors ℓ of v_1 and v_2, and dτ = ℓ dt makes the system
// linear: v = ℓ A x.                                                                              theory §4, 004
struct PlaneQuadratic {
    Expr cubic;                    // x_1 v_2 − x_2 v_1, up to a factor without x
    std::vector<Expr> equilibria;  // ℓ, each a line ℓ = 0; for the model's parameters if only those have any
    bool for_these_parameters = false;
    std::vector<Expr> linear;  // A x for the first ℓ
    // For the parameters of the model:
    bool every_line = false;  // the cubic vanishes identically
    std::optional<int>
        real_lines;  // with multiplicity: 1 or 3; nothing where the parameters are no rationals
    int distinct_lines = 0;
    bool vanishes_off_origin = false;  // v(x) = 0 for some real x ≠ 0
};
PlaneQuadratic plane_quadratic(const Setting& setting, const ReducedSystem& reduced);

// The coefficients of v for the parameters of the model; nothing where they are no rationals.
std::optional<QuadraticField> quadratic_field(const Setting& setting, const ReducedSystem& reduced);

// How many real roots the binary form Σ c_k x^(d−k) y^k has, as points (x : y).
struct RealRoots {
    int distinct = 0, with_multiplicity = 0;
};
RealRoots real_roots(std::span<const Rational> coefficients);

}  // namespace anholon
