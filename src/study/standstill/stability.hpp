#pragma once

#include <optional>
#include <string>

#include "integrate/spectrum.hpp"
#include "study/standstill/exact_standstill.hpp"
#include "study/standstill/steady_part.hpp"

namespace anholon {

// A statement on the stability of a standstill. Any verdict other than undecided is proved.
struct Stability {
    enum class Verdict {
        unstable,
        asymptotic,             // all eigenvalues decay
        asymptotic_but_family,  // all but those along the family, each point of which stands still: Lyapunov–Malkin
        stable,                 // by another argument than these equations
        undecided,              // some neither grow nor decay
    } verdict = Verdict::undecided;
    std::string reason;
};
// The conclusion from the linear equations, given their eigenvalues and the dimension of the family.
Stability stability(const Spectrum& spectrum, std::size_t family);

// A standstill with all that its linear part says: the spectrum and the family as seen in floating point.
struct Standing {
    Spectrum spectrum;
    std::size_t family = 0;
    Stability stability;
    bool has_corner = false;                    // there are no linear equations
    bool is_proved = false;                     // a standstill is near x, and the eigenvalues are enclosed
    std::optional<ExactStandstill> exact = {};  // if it was needed and found
};
// Proved by enclosures of a standstill near x and of its eigenvalues. Beside the linear equations the theorem of Lagrange and Dirichlet:
// where the energy T + V is conserved, constraints or none, a strict minimum of it is stable. Formulas of the standstill are looked for
// within this work.
Standing standing(SteadyPart& part, const System& system, const std::vector<double>& x,
                  const LinearPart& linear, const Budget& work);
// Enough for most systems that have such formulas.
inline Budget work_for_formulas() { return Budget::of_steps(300'000); }

// T + V is conserved at these values of parameters, T being even in the velocities and V = −L(q, 0): no forces but those of V, L and the
// constraints free of time, constraints homogeneous and linear in the velocities.
bool conserves_energy(const System& system, const Substitution& values);

std::string_view name(Stability::Verdict verdict);

}  // namespace anholon
