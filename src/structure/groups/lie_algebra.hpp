#pragma once

#include <optional>

#include "structure/evidence/fact.hpp"
#include "structure/groups/casimir.hpp"
#include "structure/groups/invariant_lines.hpp"
#include "structure/groups/reduced_equilibria.hpp"
#include "structure/groups/servo_body.hpp"

namespace anholon {

// What the structure of a Lie algebra says of a system on it: Casimir's functions and the integrals they give, whether the
// constraint can be kept, invariant lines, equilibria and integrals of the reduced system.            theory §4, 004
struct LieAlgebraSystem {
    LieAlgebraVerdict verdict = LieAlgebraVerdict::undecided;
    std::string reason = {};  // of undecided and does_not_apply
    std::string algebra = {};
    GroupSystem::Law law = GroupSystem::Law::free;
    std::vector<Expr> omega = {};
    Expr realisability = {};  // the constraint can be kept iff it is not zero; empty if there is none
    bool vanishes_identically = false;
    PolynomialsFound casimirs = {};
    std::vector<Expr> casimir_integrals = {};  // Casimir's functions of m, or of m + λb
    // Of the first kind: ẋ = v(x), homogeneous and quadratic.
    std::vector<Expr> x = {}, v = {};
    PolynomialsFound polynomial_integrals = {};
    std::vector<Expr> integrals = {};  // those of them that are proved to be
    bool energy_is_integral = false;   // as a and b are parallel
    bool energy_is_definite =
        false;  // for the parameters of the model: then the origin is stable, and there is a line of equilibria
    std::optional<ReducedEquilibria> equilibria = {};     // in that case, unless `plane` has them
    std::optional<PlaneQuadratic> plane = {};             // of two free velocities
    bool lines_were_enclosed = false;                     // of three or four
    std::optional<std::vector<EnclosedLine>> lines = {};  // nothing if they are not simple or lie too close
    // Of the second kind.
    bool rests_with_any_lambda = false;
    std::optional<ServoBody> body = {};
    FactProof proof = {};

    bool is_second_kind() const {
        return law == GroupSystem::Law::vakonomic || law == GroupSystem::Law::second_kind;
    }
};
LieAlgebraSystem lie_algebra_system(const Setting& setting, const Budget& budget);

}  // namespace anholon
