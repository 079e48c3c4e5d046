#pragma once

#include "mechanics/setting.hpp"

// One function a form, each with its condition. registry.cpp is the only list of them.

namespace anholon {

#define ANHOLON_FORM(name)                      \
    Reason name##_inapplicable(const Setting&); \
    Equations name(const Setting&);

ANHOLON_FORM(lagrange_multipliers)
ANHOLON_FORM(lagrange)
ANHOLON_FORM(lagrange_quasi)
ANHOLON_FORM(redundant)
ANHOLON_FORM(ferrers)
ANHOLON_FORM(voronets)
ANHOLON_FORM(chaplygin)
ANHOLON_FORM(maggi)
ANHOLON_FORM(volterra)
ANHOLON_FORM(volterra_cartesian)
ANHOLON_FORM(appell)
ANHOLON_FORM(kane)
ANHOLON_FORM(core)
ANHOLON_FORM(vectors)
ANHOLON_FORM(body_by_body)
ANHOLON_FORM(articulated_body)
ANHOLON_FORM(hamel)
ANHOLON_FORM(hamel_restricted)
ANHOLON_FORM(chetaev)
ANHOLON_FORM(chetaev_restricted)
ANHOLON_FORM(hamilton)
ANHOLON_FORM(nielsen)
ANHOLON_FORM(tzenoff)
ANHOLON_FORM(tatarinov)
ANHOLON_FORM(gauss)
ANHOLON_FORM(routh)
ANHOLON_FORM(routh_canonical)
ANHOLON_FORM(jacobi_whittaker)
ANHOLON_FORM(whittaker)
ANHOLON_FORM(parametric)
ANHOLON_FORM(routh_time)
ANHOLON_FORM(forbidden)
ANHOLON_FORM(poeschl)
ANHOLON_FORM(hamel_without_brackets)
ANHOLON_FORM(vakonomic)
ANHOLON_FORM(servo_force)
ANHOLON_FORM(servo_momentum)
ANHOLON_FORM(viscous)
ANHOLON_FORM(added_mass)
ANHOLON_FORM(free_motion)
ANHOLON_FORM(dry_friction)

// The same law as added_mass, in another state: for numbers, not on the list.
ANHOLON_FORM(added_mass_in_momenta)

#undef ANHOLON_FORM

}  // namespace anholon
