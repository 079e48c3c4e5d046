#pragma once

#include <string>
#include <vector>

#include "structure/distribution/gaussian_curvature.hpp"
#include "structure/evidence/fact.hpp"

namespace anholon {

enum class RollingVerdict {
    undecided,
    does_not_apply,
    known_paths,
    applicable,
    applicable_from_some,
    not_integrable
};
template <>
inline constexpr auto words<RollingVerdict> =
    std::to_array<std::string_view>({"not decided", "does not apply", "known paths", "applicable surfaces",
                                     "applicable from some starts", "not integrable"});

// A body that rolls without slipping on a surface, seen from both.
struct RollingContact {
    std::string body, support;
    bool may_spin = false;  // about the normal
    SurfaceOfPoint on_body = {}, on_support = {};
    std::size_t directions =
        0;  // in which the point of contact can go on each surface, at a generic configuration
    Answer fits = Answer::unknown;      // the curvatures agree at all configurations
    bool for_these_parameters = false;  // they do at the stated values alone
    Expr difference = {};  // of the curvatures, that of the body first; empty where one is not known
    // An isometry of the two surfaces by their parameters (u, v) and (u', v'), of the orientation that the contact has: u' and v' in u and v.
    struct Isometry {
        std::vector<Expr> image;
        std::vector<bool> is_shifted;       // by any constant
        bool for_these_parameters = false;  // an isometry at the stated values alone
    };
    std::vector<Isometry> isometries = {};
    // No piece of one surface is isometric to a piece of the other: one has constant curvature and the other another or none, the difference
    // of the curvatures cannot vanish, or K and |∇K|² do not agree along any curve.
    bool is_impossible = false;
    bool is_impossible_here = false;  // at the stated values of the parameters
};

// Béghin's theorem (1929): the equations of rolling without slipping are integrable in two cases only. Where the point of contact has
// one direction to go, its paths on both surfaces are known beforehand; where it has two, rolling maps one surface on the other with the
// length of every curve, and the surfaces are applicable. Without spin, [X_1, X_2] leaves the distribution by the difference of the
// Gaussian curvatures: it is integrable iff they are equal at every contact (Hadamard 1895: equal constants), and on a leaf iff the leaf is
// an isometry of the surfaces.
struct Rolling {
    RollingVerdict verdict = RollingVerdict::undecided;
    std::string reason = {};  // of undecided, and why it does not apply
    std::vector<RollingContact> contacts = {};
    std::size_t degrees_of_freedom = 0;
    FactProof proof = {};
};
Rolling rolling_of(const Setting& s, const Budget& budget);

}  // namespace anholon
