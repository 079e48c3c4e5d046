#include "code/rate_program.hpp"

#include <algorithm>

#include "code/interpreter.hpp"
#include "code/reciprocals.hpp"

namespace anholon {

namespace {

enum Part : std::uint8_t { constant, before, after };

std::vector<Part> parts_of(const RateProgram& p) {
    std::vector<Part> parts;
    for (const Instruction& i : p.program.instructions) {
        Part part = constant;
        const std::uint32_t arguments[] = {i.a, i.b, i.c};
        if (i.op == Op::input)
            part = i.a <= p.states ? before : i.a >= p.program.inputs.size() - p.unknowns ? after : constant;
        for (std::size_t k = 0; k < argument_count(i.op); ++k) part = std::max(part, parts[arguments[k]]);
        parts.push_back(part);
    }
    return parts;
}

void invert_divisors(RateProgram& p) {
    std::vector<bool> is_fixed;
    for (const Part part : parts_of(p)) is_fixed.push_back(part == constant);
    p.program = with_reciprocals(p.program, is_fixed);
}

// The instructions in the order of their parts, z at the head of the last.
void order_by_parts(RateProgram& p) {
    const std::vector<Part> parts = parts_of(p);
    const std::vector<Instruction> old = std::move(p.program.instructions);
    std::vector<Instruction>& ordered = p.program.instructions;
    std::vector<std::uint32_t> place(old.size());
    ordered.clear();
    const auto add = [&](Part part) {
        for (std::uint32_t i = 0; i < old.size(); ++i) {
            const bool is_unknown = part == after && old[i].op == Op::input;
            if (parts[i] != part || is_unknown) continue;
            Instruction moved = old[i];
            std::uint32_t* const arguments[] = {&moved.a, &moved.b, &moved.c};
            for (std::size_t k = 0; k < argument_count(moved.op); ++k) *arguments[k] = place[*arguments[k]];
            place[i] = static_cast<std::uint32_t>(ordered.size());
            ordered.push_back(moved);
        }
    };
    add(constant);
    p.constants = p.size();
    add(before);
    p.z = p.size();
    const auto first = static_cast<std::uint32_t>(p.program.inputs.size() - p.unknowns);
    for (std::uint32_t k = 0; k < p.unknowns; ++k) ordered.push_back({Op::input, first + k});
    for (std::uint32_t i = 0; i < old.size(); ++i)
        if (old[i].op == Op::input && old[i].a >= first) place[i] = p.z + old[i].a - first;
    add(after);
    for (std::uint32_t& output : p.program.outputs) output = place[output];
}

}  // namespace

RateProgram rate_program(const RateEquations& e) {
    RateProgram p;
    p.states = e.state.size();
    p.unknowns = e.unknowns.size();
    std::vector<Expr> inputs{e.t}, outputs;
    for (const auto* list : {&e.state, &e.parameters, &e.unknowns})
        inputs.insert(inputs.end(), list->begin(), list->end());
    if (p.unknowns > 0) outputs.assign(e.W.entries().begin(), e.W.entries().end());
    outputs.insert(outputs.end(), e.r.begin(), e.r.end());
    outputs.insert(outputs.end(), e.rates.begin(), e.rates.end());
    p.program = program(outputs, inputs);
    invert_divisors(p);
    order_by_parts(p);
    p.is_symmetric = true;
    for (std::size_t i = 0; i < p.unknowns; ++i)
        for (std::size_t j = 0; j < i; ++j)
            p.is_symmetric = p.is_symmetric &&
                             p.program.outputs[i * p.unknowns + j] == p.program.outputs[j * p.unknowns + i];
    return p;
}

void RateProgram::set_parameters(std::span<const double> p, double* memory) const {
    set_parameters(p, memory, 0, 1);
}

void RateProgram::set_parameters(std::span<const double> p, double* memory, std::size_t lane,
                                 std::size_t lanes) const {
    std::vector<double> inputs(1 + states, 0.0), values(constants);
    inputs.insert(inputs.end(), p.begin(), p.end());
    assert(inputs.size() + unknowns == program.inputs.size());
    run(program, 0, constants, inputs.data(), values.data());
    for (std::size_t k = 0; k < constants; ++k) memory[k * lanes + lane] = values[k];
    memory[sign() * lanes + lane] = 1;
}

}  // namespace anholon
