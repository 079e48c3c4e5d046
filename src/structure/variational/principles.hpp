#pragma once

#include <string>
#include <vector>

#include "structure/evidence/fact.hpp"
#include "structure/evidence/state_sampler.hpp"

namespace anholon {

// Hölder's principle holds for all motions, Hamilton's does, or both do.
enum class PrinciplesVerdict { undecided, does_not_apply, both, hoelder, hamilton };
template <>
inline constexpr auto words<PrinciplesVerdict> = std::to_array<std::string_view>(
    {"not decided", "does not apply", "both", "Hoelder's only", "Hamilton's only"});

// Which variational principles the motions of a system satisfy.                                  004, principles A to C
//
// Hölder: δ∫L dt + ∫Q δq dt = 0 for δq̇ = (δq)˙ and virtual δq; it is d'Alembert's and Lagrange's principle, and its varied curves leave the
// constraints by δf_μ = −[f_μ](X_s) δπ_s. Hamilton: the same for varied curves that satisfy the constraints, δf_μ = 0.
// A nonholonomic motion, [L] = Q + Λ_μ ∂f_μ/∂q̇, satisfies Hamilton's principle iff there are λ_μ(t) with
//   λ_μ [f_μ]_i + (λ̇_μ − Λ_μ) ∂f_μ/∂q̇_i = 0.
// That is decided at generic states: these equations and their time derivatives along the motion are linear in λ; they are prolonged until
// they leave no λ, or demand nothing new.
struct VariationalPrinciples {
    PrinciplesVerdict verdict = PrinciplesVerdict::undecided;
    std::string reason = {};  // of undecided
    bool has_velocity_constraints = false;
    bool is_vakonomic = false;  // the system's own law
    bool has_forces = false;    // Q ≠ 0, whose work is added to the action
    // Of the nonholonomic law.
    std::size_t multipliers = 0;   // how many λ_μ the velocity constraints have
    std::size_t derivatives = 0;   // of the equations for λ, until it was decided
    std::size_t free_numbers = 0;  // of λ(0), where there are λ
    bool lambda_vanishes = false;  // the equations themselves leave λ = 0 alone
    Parameters valid = Parameters::free;
    double error_bound = 0;
    // δf_μ of Hölder's varied curves: (c^μ_rs η_r + c^μ_0s) δπ_s.
    struct Departure {
        std::string constraint;
        Expr value;                      // in t, q, η and the letters of δπ_s
        std::vector<Expr> coefficients;  // one per free velocity
    };
    std::vector<Expr> free = {}, variations = {};  // free velocities, and the letters of δπ_s
    std::vector<Departure> departures = {};
    std::string no_departures = {};  // why they were not derived
    // Λ_μ of velocity constraints, on the constraints, where they are short.
    std::vector<std::pair<std::string, Expr>> reactions = {};
};
VariationalPrinciples variational_principles(const Setting& s, const Budget& budget);

}  // namespace anholon
