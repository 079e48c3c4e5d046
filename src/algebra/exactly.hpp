#pragma once

#include "algebra/rational.hpp"

namespace anholon {

Rational exactly(double value);  // the rational that a finite double is

}  // namespace anholon
