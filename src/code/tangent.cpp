#include "code/tangent.hpp"

#include <cmath>

#include "code/interpreter.hpp"

namespace anholon {

namespace {

struct Argument {
    double value, slope;
};

// f'(a) of a function of one argument, v being f(a).
double derivative(Op op, double a, double v) {
    switch (op) {
        case Op::negate: return -1;
        case Op::square_root: return 0.5 / v;
        case Op::sin: return std::cos(a);
        case Op::cos: return -std::sin(a);
        case Op::tan: return 1 + v * v;
        case Op::asin: return 1 / std::sqrt(1 - a * a);
        case Op::acos: return -1 / std::sqrt(1 - a * a);
        case Op::atan: return 1 / (1 + a * a);
        case Op::sinh: return std::cosh(a);
        case Op::cosh: return std::sinh(a);
        case Op::tanh: return 1 - v * v;
        case Op::exp: return v;
        case Op::log: return 1 / a;
        case Op::abs: return a < 0 ? -1 : 1;
        default: return 0;  // of a sign
    }
}

double times(double slope, double factor) { return slope == 0 ? 0 : slope * factor; }

double slope_of(Op op, Argument a, Argument b, Argument c, double v) {
    switch (op) {
        case Op::add: return a.slope + b.slope;
        case Op::subtract: return a.slope - b.slope;
        case Op::multiply: return times(a.slope, b.value) + times(b.slope, a.value);
        case Op::divide: return times(a.slope, 1 / b.value) - times(b.slope, v / b.value);
        case Op::power: return times(a.slope, b.value * std::pow(a.value, b.value - 1));  // b is constant
        case Op::atan2: {
            const double square = a.value * a.value + b.value * b.value;
            return times(a.slope, b.value / square) - times(b.slope, a.value / square);
        }
        case Op::choose: return a.value > 0 ? b.slope : c.slope;
        default: return times(a.slope, derivative(op, a.value, v));
    }
}

}  // namespace

Tangent::Tangent(Program program)
    : program_(std::make_shared<const Program>(std::move(program))),
      values_(program_->instructions.size()),
      slopes_(program_->instructions.size()) {}

void Tangent::place(std::span<const double> inputs, std::span<double> outputs) {
    run(*program_, 0, values_.size(), inputs.data(), values_.data());
    for (std::size_t k = 0; k < outputs.size(); ++k) outputs[k] = values_[program_->outputs[k]];
}

void Tangent::along(std::span<const double> direction, std::span<double> derivatives) {
    const auto argument = [&](std::uint32_t place) { return Argument{values_[place], slopes_[place]}; };
    for (std::size_t i = 0; i < slopes_.size(); ++i) {
        const auto& [op, a, b, c] = program_->instructions[i];
        if (op == Op::input)
            slopes_[i] = direction[a];
        else if (op == Op::constant)
            slopes_[i] = 0;
        else
            slopes_[i] = slope_of(op, argument(a), argument(b), argument(c), values_[i]);
    }
    for (std::size_t k = 0; k < derivatives.size(); ++k) derivatives[k] = slopes_[program_->outputs[k]];
}

}  // namespace anholon
