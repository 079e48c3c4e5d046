#pragma once

#include "mechanics/setting.hpp"

namespace anholon {

// T = Σ m_i ẋ_i²/2 with constant m_i.
Reason needs_point_masses(const Setting& s);

}  // namespace anholon
