#pragma once

#include "model/system.hpp"

namespace anholon {

// How constraints f_μ = 0 are realised by forces that grow with N: theory §2, and V. V. Kozlov's mixture of both (1992).
enum class Realisation {
    viscous,     // [L] = Q − N f_μ ∂f_μ/∂q̇
    added_mass,  // [L + N/2 f²] = Q
    mixed,       // [L + N/2 f²] = Q − μ N f_μ ∂f_μ/∂q̇
};

// The system with its velocity constraints realised so. The system has N, and μ if it is mixed, as parameters.
System realised(const System& system, Realisation how, const Expr& N, const Expr& mu);

// The system under another law of motion, with the same constraints. What its author expects of it is left out.
System under(const System& system, Axiom axiom);

// The limit of the mixed realisation, with λ_μ = −lim N f_μ:  [L] = Q + λ_μ [f_μ] + (λ̇_μ + μ λ_μ) ∂f_μ/∂q̇,  f = 0. For μ = 0 it is
// vakonomic; as μ grows without bound it tends to the nonholonomic law.
System mixed_limit(const System& system, const Expr& mu);

// A parameter that the model does not have.
Expr add_parameter(System& system, const std::string& name, const Rational& value);

}  // namespace anholon
