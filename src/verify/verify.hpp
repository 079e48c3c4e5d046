#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "expr/zero.hpp"
#include "mechanics/forms/registry.hpp"

namespace anholon {

class ModelClaims;

// Whether a form gives the accelerations of d'Alembert's and Lagrange's law on the constraint manifold.
struct FormVerdict {
    const EquationForm* form;
    Reason inapplicable;  // why there is nothing to compare
    Answer agrees = Answer::unknown;
    Proof proof = Proof::none;
    double error_bound = 0;
    std::string reason;      // of unknown
    std::string difference;  // of no: at a witness state, which acceleration differs
    double seconds = 0;
};

struct VerifyOptions {
    std::uint64_t seed = 0;        // of primes and points; 0 for one of this run
    std::size_t max_terms = 4000;  // of a normal form; beyond it the proof by prime field stands
    std::size_t max_size = 8;      // unknowns up to which a proof by normal form is tried
    const EquationForm* only =
        nullptr;  // compare this form with the first of the registry; all forms if not given
    // The velocities for which `only` does not solve the constraints; its own choice if not given.
    IndependentVelocities independent = std::nullopt;
    std::function<void(const EquationForm&)> progress = {};  // before each form is derived
    std::function<void(const FormVerdict&)> verdict = {};    // when each is settled, in any order
};

// Every form and axiom of the registry on this system.
std::vector<FormVerdict> verify(ModelClaims& claims, const VerifyOptions& options = {});
std::vector<FormVerdict> verify(const System& system, const VerifyOptions& options = {});

// Are the constraints integrable, by Frobenius' theorem: proved at points of fields, refuted at real states.
struct HolonomicVerdict {
    Answer for_any_parameters = Answer::unknown, as_declared = Answer::unknown;
    double error_bound = 0;               // of yes
    std::string reason = {};              // of unknown
    std::vector<Expr> obstructions = {};  // functions that vanish where the constraints are integrable
};
HolonomicVerdict are_holonomic(ModelClaims& claims);

// Whether what a model expects of itself holds: decided exactly, on the motions of the system's own law.
struct ExpectationVerdict {
    const Expectation* expectation;
    Answer holds = Answer::unknown;
    Proof proof = Proof::none;  // prime_field, if random points decided; none where it is counted or computed
    double error_bound = 0;
    std::string reason;            // of no and unknown
    std::string restriction = {};  // of yes: "for the parameters as declared, not for all values: …"
};
std::vector<ExpectationVerdict> check_expectations(ModelClaims& claims);
std::vector<ExpectationVerdict> check_expectations(const System& system, std::uint64_t seed = 0);

// Whether the verdict is what theory demands: forms agree; of the others nothing is demanded.
bool is_as_it_must_be(const FormVerdict& verdict);

}  // namespace anholon
