#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "structure/evidence/fact.hpp"

namespace anholon {

enum class PoissonVerdict { undecided, does_not_apply, none_found, found };
template <>
inline constexpr auto words<PoissonVerdict> =
    std::to_array<std::string_view>({"not decided", "does not apply", "none found", "rank 2"});

// ẋ = X(x): the motion in coordinates and free quasi-velocities, or in the velocities of a Lie algebra, without time and without unknowns.
struct StateField {
    std::vector<Expr> x, X;
    Expr along(const std::vector<Expr>& Y, const Expr& f) const;  // Y(f)
    std::vector<Expr> bracket(const std::vector<Expr>& A, const std::vector<Expr>& B) const;
};

// J^ij of a bracket {x_i, x_j}, by rows.
using Bivector = Matrix;
// Whether {x_i, {x_j, x_k}} + {x_j, {x_k, x_i}} + {x_k, {x_i, x_j}} vanishes for all i < j < k.
struct JacobiIdentity {
    Answer holds = Answer::yes;
    std::array<std::size_t, 3> failing = {};  // of a no
    double error_bound = 0;                   // chance that a yes is wrong
    std::string reason = {};                  // of unknown
};
JacobiIdentity jacobi_identity(std::span<const Expr> x, const Bivector& J, const Budget& budget);

// Hojman's construction (Hojman 1996; Bizyaev, Borisov, Mamaev 2016): a field Y with [Y, X] in the span of X and Y and a first integral H
// with Y(H) ≠ 0 give J = X∧Y/Y(H), a Poisson structure of rank 2 with X = J dH. Its leaves are swept by a motion and its images under the
// flow of Y, and its Casimir functions are the first integrals that Y leaves alone.
struct HojmanStructure {
    PoissonVerdict verdict = PoissonVerdict::undecided;
    std::string reason = {};
    StateField motion = {};
    std::vector<Expr> Y = {};
    bool scales_velocities = false;  // Y = η_s ∂/∂η_s
    Expr H = {}, rate = {};          // the integral and Y(H)
    bool H_is_energy = false;
    Bivector J = {};
    std::vector<Expr> casimirs = {};  // independent ones, known
    std::size_t integrals = 0;        // known, H among them
    double error_bound = 0;

    std::size_t casimirs_wanted() const { return motion.x.size() - 2; }
};
HojmanStructure hojman_structure(const Setting& s, const Budget& budget);

}  // namespace anholon
