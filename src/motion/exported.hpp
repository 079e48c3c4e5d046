#pragma once

#include <string>

#include "code/component.hpp"
#include "model/state/initial_state.hpp"
#include "motion/formulation.hpp"

namespace anholon {

// A system's equations in one form, ready to be written as a program: as short as they become, in free velocities that are regular
// where the model starts, with its initial state and with what is read off a state (multipliers, abbreviations, derived parameters).
struct ExportedEquations {
    RateEquations equations;
    bool can_start = true;  // the rates are finite at the initial state
};
// The form applies. Throws NoInitialState.
ExportedEquations exported_equations(const System& system, const EquationForm& form,
                                     const InitialStateOptions& start = {});

// The same as a component of other programs.
struct ExportedComponent {
    Component component;
    bool can_start = true;  // as above
    bool can_watch = true;  // the conditions under which the motion ends are known as functions of the state
};
ExportedComponent exported_component(const System& system, const EquationForm& form,
                                     const InitialStateOptions& start = {});

// The form that is exported if none is asked for: that in which motions are computed, unless its free velocities are some of the
// coordinates' velocities and may degenerate along the way; then the system's own law, which keeps all velocities.
const EquationForm& form_to_export(const System& system);

// Velocities to take for the independent ones because those of the form are worse at the initial state; nothing if they are not.
IndependentVelocities better_independent(const System& system, const EquationForm& form,
                                         const InitialState& initial);

// Velocities for equations that are to be read: regular where the model starts, if it states none. Found in a fork of the system, so
// that the symbols of what is tried do not show in the equations.
IndependentVelocities regular_velocities(const System& system);

}  // namespace anholon
