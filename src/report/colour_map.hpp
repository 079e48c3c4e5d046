#pragma once

#include "report/canvas.hpp"

namespace anholon {

// Dark violet through blue and green to yellow, s from 0 to 1: equal steps look equal, lightness grows evenly, and eyes that confuse
// red and green tell all of it apart. Even steps in Oklab (Ottosson 2020).
Colour sequential(double s);

// Blue at −1, pale yellow at 0, orange red at 1: what lies on either side of zero is told apart at a glance, by lightness how far it is, also
// by eyes that confuse red and green.
Colour diverging(double s);

}  // namespace anholon
