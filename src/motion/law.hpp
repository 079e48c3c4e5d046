#pragma once

#include "code/rate_equations.hpp"
#include "mechanics/forms/registry.hpp"

namespace anholon {

// The form in which a system is set in motion if none is asked for: free quasi-velocities where the law is nonholonomic and there
// is a frame, so that linear constraints hold identically; else, and where the frame has become very long, the system's own law.
const EquationForm& form_of_motion(const Setting& setting);
// The one that a motion is computed in: Kane's equations of bodies that roll are the shortest, and hold on the geometric constraints;
// articulated bodies are those of many joints. A core moves by the equations that it was found in.
const EquationForm& form_to_integrate(const Setting& setting);

// The same form in the state in which its motion is computed: an added mass in momenta, which stays exact where N is large.
const EquationForm& as_integrated(const EquationForm& form, const Setting& setting);

// The law that a form writes down, in coordinates and with its multipliers: an axiom's own, or the nonholonomic one; of a core its own.
const EquationForm& law_behind(const EquationForm& form, const System& system);

// Whether motions in this form keep the velocity constraints: not where they are realised by forces, or let go.
bool keeps_velocity_constraints(const EquationForm& form);

// Why a form that applies cannot be computed with numbers: a realisation whose N nobody has given.
Reason lacks_number(const System& system, const EquationForm& form);

RateEquations rate_equations(const System& system, const EquationForm& form, const Equations& equations);

}  // namespace anholon
