#include "algebra/exactly.hpp"

#include <cmath>

namespace anholon {

Rational exactly(double value) {
    int exponent = 0;
    const auto digits = static_cast<long>(std::ldexp(std::frexp(value, &exponent), 53));
    return Rational(digits) * pow(Rational(2), exponent - 53);
}

}  // namespace anholon
