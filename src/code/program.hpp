#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/expr.hpp"

namespace anholon {

enum class Op : std::uint8_t {
    input,     // a: which
    constant,  // a: which
    add,
    subtract,
    multiply,
    divide,
    negate,
    square_root,
    power,  // b: the constant exponent, not a whole number
    sin,
    cos,
    tan,
    asin,
    acos,
    atan,
    atan2,
    sinh,
    cosh,
    tanh,
    exp,
    log,
    abs,
    sign,
    choose,  // b where a > 0, c elsewhere
};

// Arguments are places of earlier instructions.
struct Instruction {
    Op op;
    std::uint32_t a = 0, b = 0, c = 0;
    friend auto operator<=>(const Instruction&, const Instruction&) = default;
};

// How many of a, b and c are arguments.
std::size_t argument_count(Op op);

// Expressions as a flat program in single assignment: common parts once, nothing that no output needs, whole powers by repeated
// squaring, one division a quotient. Floating point begins here: constants are rounded to nearest.
struct Program {
    std::vector<Expr> inputs;
    std::vector<double> constants;
    std::vector<Instruction> instructions;
    std::vector<std::uint32_t> outputs;  // places
    std::size_t operations() const;      // what it executes: all but inputs, constants and changes of sign
};

// Throws std::invalid_argument if the outputs hold a symbol that is no input.
Program program(std::span<const Expr> outputs, std::span<const Expr> inputs);

// Runs it, instruction by instruction: the plain meaning of a program, and what back ends are compared with.
std::vector<double> run(const Program& program, std::span<const double> inputs);

}  // namespace anholon
