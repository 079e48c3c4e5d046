#include "code/program.hpp"

#include <cmath>

#include "code/interpreter.hpp"

namespace anholon {

namespace {

double value_of(Op op, double a, double b, double c) {
    switch (op) {
        case Op::input:
        case Op::constant: return a;
        case Op::add: return a + b;
        case Op::subtract: return a - b;
        case Op::multiply: return a * b;
        case Op::divide: return a / b;
        case Op::negate: return -a;
        case Op::square_root: return std::sqrt(a);
        case Op::power: return std::pow(a, b);
        case Op::sin: return std::sin(a);
        case Op::cos: return std::cos(a);
        case Op::tan: return std::tan(a);
        case Op::asin: return std::asin(a);
        case Op::acos: return std::acos(a);
        case Op::atan: return std::atan(a);
        case Op::atan2: return std::atan2(a, b);
        case Op::sinh: return std::sinh(a);
        case Op::cosh: return std::cosh(a);
        case Op::tanh: return std::tanh(a);
        case Op::exp: return std::exp(a);
        case Op::log: return std::log(a);
        case Op::abs: return std::fabs(a);
        case Op::sign: return a > 0 ? 1 : a < 0 ? -1 : 0;
        case Op::choose: return a > 0 ? b : c;
    }
    return 0;
}

}  // namespace

std::size_t argument_count(Op op) {
    switch (op) {
        case Op::input:
        case Op::constant: return 0;
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::divide:
        case Op::power:
        case Op::atan2: return 2;
        case Op::choose: return 3;
        default: return 1;
    }
}

std::size_t Program::operations() const {
    std::size_t count = 0;
    for (const Instruction& i : instructions)
        count += i.op != Op::input && i.op != Op::constant && i.op != Op::negate;
    return count;
}

void run(const Program& program, std::size_t from, std::size_t to, const double* inputs, double* values) {
    for (std::size_t i = from; i < to; ++i) {
        const auto& [op, a, b, c] = program.instructions[i];
        if (op == Op::input)
            values[i] = inputs[a];
        else if (op == Op::constant)
            values[i] = program.constants[a];
        else
            values[i] = value_of(op, values[a], values[b], values[c]);
    }
}

std::vector<double> run(const Program& program, std::span<const double> inputs) {
    assert(inputs.size() == program.inputs.size());
    std::vector<double> values(program.instructions.size());
    run(program, 0, values.size(), inputs.data(), values.data());
    std::vector<double> result;
    for (const std::uint32_t place : program.outputs) result.push_back(values[place]);
    return result;
}

}  // namespace anholon
