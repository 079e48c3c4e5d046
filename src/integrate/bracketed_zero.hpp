#pragma once

#include <functional>
#include <optional>

namespace anholon {

// A zero of a continuous function between a and b, where its values have different signs: to the last digits of a double, or where
// it is nearly 0 to those of the interval. Inverse quadratic interpolation, and bisection where that is not safe (Chandrupatla 1997).
// Nothing if the signs at a and b are the same, or one of the values is no number.
std::optional<double> bracketed_zero(const std::function<double(double)>& f, double a, double b);

}  // namespace anholon
