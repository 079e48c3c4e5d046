#pragma once

#include <algorithm>
#include <cmath>

#include "code/compiler.hpp"

namespace anholon::taylor {

// Truncation at e^(−2N) where the series' radius of convergence is e² steps: À. Jorba and M. Zou, A software package for the
// numerical integration of ODEs by means of high-order Taylor methods (2005).
inline std::size_t order_for(double tolerance) {
    const double order = std::ceil(1 - std::log(tolerance) / 2);
    return static_cast<std::size_t>(std::clamp(order, 4.0, static_cast<double>(max_order)));
}

}  // namespace anholon::taylor
