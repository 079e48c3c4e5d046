#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/frozen_constraints.hpp"
#include "study/small_oscillations.hpp"
#include "study/standstill/stability.hpp"
#include "study/standstill/standstill_search.hpp"
#include "study/standstill/turning.hpp"
#include "study/state_space.hpp"

namespace anholon {

struct NamedValue {
    std::string name;
    double value;
};

// Where the variables of the motion have gone: those of A are what remains.
struct VariableCount {
    std::size_t state = 0, cyclic = 0, tied = 0, orbit = 0;  // all, cyclic, by constraints, along symmetries
};

// The motion near an equilibrium or a steady motion.
struct Linearisation {
    Standstill at;
    const EquationForm* form = nullptr;
    std::vector<NamedValue> state;   // where it stands still, cyclic coordinates left out of a steady motion
    std::vector<NamedValue> before;  // of these, what was changed to get there, as it was
    std::vector<std::string> cyclic;
    std::vector<Turning> turning;  // of a steady motion: ẋ is their sum
    VariableCount count;
    std::string left_out;                // why symmetries were not looked for, if they were not
    std::vector<std::string> variables;  // of the state matrix
    std::vector<double> A;               // by rows
    std::optional<SmallOscillations> oscillations;
    Spectrum spectrum;
    std::size_t family = 0;          // the dimension of the family of such standstills it belongs to
    std::vector<std::string> zeros;  // sentences that say where zero eigenvalues come from
    Stability stability;
    FrozenConstraints frozen = {};                   // of an equilibrium, compared in floating point
    std::optional<StateSpace> space = std::nullopt;  // of a system with inputs or outputs
};

// At the standstill that a StandstillSearch finds. Throws what that throws.
Linearisation linearisation(const System& system, const LinearisationOptions& options);
// The same in equations that were derived before.
Linearisation linearisation(StandstillEquations& equations, const LinearisationOptions& options);

}  // namespace anholon
