#pragma once

#include "structure/geometry/connection.hpp"

namespace anholon {

// Wagner's curvature (Wagner 1935; Dragović, Gajić 2003). With V_1 the allowed velocities and V_i+1 = V_i + [V_i, V_i], the connection of
// V_1 along V_i is carried on along V_i+1: every vector of V_i+1 modulo V_i is Δ(λ) = λ^ab [Y_a, Y_b] for one λ ∈ Λ²V_i that is orthogonal
// to the kernel of Δ, in the metric that the kinetic energy gives Λ²V_i, and
//   ∇_Z = λ^ab [∇_a, ∇_b]   for   Z = λ^ab [Y_a, Y_b].
// Where V_N is closed under brackets this is a connection of the bundle V_1 along V_N, and W its curvature:
//   W(Y_a, Y_b) X_p = W^u_pab X_u = ([∇_a, ∇_b] − ∇_[Y_a,Y_b]) X_p.
// It vanishes iff vectors are carried independently of the way along all curves that the constraints allow: absolute parallelism.
struct WagnerCurvature {
    Answer vanishes = Answer::unknown;
    std::string reason = {};                                // of unknown; or for which parameters it vanishes
    std::vector<ConnectionFound::WagnerField> fields = {};  // beyond the free ones
    std::vector<ConnectionFound::Component> components =
        {};                  // u, p, a, b with a < b; those that do not vanish
    double error_bound = 0;  // chance that a yes is wrong
};
WagnerCurvature wagner_curvature(const Setting& s, const NonholonomicConnection& connection,
                                 const Budget& budget);

}  // namespace anholon
