#include "code/slopes.hpp"

#include <cmath>

namespace anholon {

namespace {

// Of an operation with the value v on a, b, c, where a and b move by da and db; c is only chosen.
double slope(Op op, double v, double a, double b, double da, double db) {
    switch (op) {
        case Op::input:
        case Op::constant:
        case Op::choose:
        case Op::sign: return 0;
        case Op::add: return da + db;
        case Op::subtract: return da - db;
        case Op::multiply: return da * b + a * db;
        case Op::divide: return (da - v * db) / b;
        case Op::negate: return -da;
        case Op::square_root: return da / (2 * v);
        case Op::power: return da == 0 ? 0 : b * std::pow(a, b - 1) * da;  // the exponent is a number
        case Op::sin: return std::cos(a) * da;
        case Op::cos: return -std::sin(a) * da;
        case Op::tan: return (1 + v * v) * da;
        case Op::asin: return da / std::sqrt(1 - a * a);
        case Op::acos: return -da / std::sqrt(1 - a * a);
        case Op::atan: return da / (1 + a * a);
        case Op::atan2: return (b * da - a * db) / (a * a + b * b);
        case Op::sinh: return std::cosh(a) * da;
        case Op::cosh: return std::sinh(a) * da;
        case Op::tanh: return (1 - v * v) * da;
        case Op::exp: return v * da;
        case Op::log: return da / a;
        case Op::abs: return a < 0 ? -da : da;
    }
    return 0;
}

}  // namespace

void slopes_along(const Program& program, std::span<const double> values, std::span<const double> directions,
                  std::span<double> slopes) {
    for (std::size_t i = 0; i < program.instructions.size(); ++i) {
        const auto& [op, a, b, c] = program.instructions[i];
        if (op == Op::input)
            slopes[i] = directions[a];
        else if (op == Op::constant)
            slopes[i] = 0;
        else if (op == Op::choose)
            slopes[i] = slopes[values[a] > 0 ? b : c];
        else
            slopes[i] = slope(op, values[i], values[a], values[b], slopes[a], slopes[b]);
    }
}

}  // namespace anholon
