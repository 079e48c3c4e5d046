#pragma once

#include <vector>

#include "motion/formulation.hpp"

namespace anholon {

// The guards of a system that a law knows how to evaluate.
std::vector<Guard> watched_guards(const System& system, const EquationForm& form, const Formulation& law);

// A value that differs from zero by so small a part of its scale may be rounding.
Rational guard_rounding();

}  // namespace anholon
