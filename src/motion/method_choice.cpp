#include "motion/method_choice.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/text.hpp"
#include "code/rate_program.hpp"
#include "code/series.hpp"
#include "integrate/taylor/order.hpp"

namespace anholon {

namespace {

// Near machine precision rounding limits a method of order 8.
constexpr double least_tolerance = 5e-15;
constexpr double stages_per_step = 12;
// A step of the series is e⁻² of their radius of convergence; one of order 8 is its part tol^(1/8), times a number. That number, and the
// greater speed of operations on several orders of a series at once, are in this one, fitted to times: docs/decisions/2026-11-17-order-8.md.
constexpr double measured = 0.15;
// Costs of an elementary function and of a division, in additions or multiplications.
constexpr double of_function = 12, of_division = 4;
// Above this number of series operations take twice as long: their coefficients are no longer near each other in memory.
constexpr std::size_t many_series = 120;
constexpr double of_many = 2;
// The fixed cost of a stage: its sum, its calls.
constexpr double of_stage = 50;

double work_of(Op op) {
    switch (op) {
        case Op::input:
        case Op::constant:
        case Op::negate: return 0;
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::abs:
        case Op::sign:
        case Op::choose: return 1;
        case Op::divide:
        case Op::square_root: return of_division;
        default: return of_function;
    }
}

// Variables that change during a motion.
std::span<const Instruction> changing(const RateProgram& p) {
    return std::span(p.program.instructions).subspan(p.constants);
}

// Of a stage: the rates once, with the factorisation of W.
double work_of_stage(const RateProgram& p) {
    const auto n = static_cast<double>(p.unknowns);
    double sum = of_stage + n * n * n / 3 + 2 * n * n + of_division * n;
    for (const Instruction& i : changing(p)) sum += work_of(i.op);
    return sum;
}

// Functions that rise from nothing, or to something, within a short time: series notice it, stages may stand on both sides of it.
bool may_rise_suddenly(const RateProgram& p) {
    return std::ranges::any_of(changing(p),
                               [](const Instruction& i) { return i.op == Op::exp || i.op == Op::tanh; });
}

// Of the power series of a step.
double work_of_series(const RateEquations& equations, std::size_t order) {
    const SeriesProgram p = series_program(equations);
    const auto N = static_cast<double>(order);
    double sum = static_cast<double>(p.convolutions.size()) * (N * (N - 1) + 4 * N) +
                 static_cast<double>(p.series.size()) * N;
    for (const LinearBlock& block : p.blocks) {
        const auto n = static_cast<double>(block.size());
        sum += 2 * n * n * n + N * 4 * n * n;
    }
    return p.series.size() > many_series ? of_many * sum : sum;
}

}  // namespace

MethodChoice method_through_roots() {
    return {find_method("dop853"),
            "dop853 was chosen: a root begins where the motion switches, and power series end there"};
}

MethodChoice cheapest_method(const RateEquations& equations, std::optional<double> tolerance) {
    const Method &series = *find_method("taylor"), &stages = *find_method("dop853");
    if (!tolerance || *tolerance < least_tolerance) return {&series};
    const RateProgram rates = rate_program(equations);
    if (may_rise_suddenly(rates)) return {&series};
    const double by_series = work_of_series(equations, taylor::order_for(*tolerance));
    const double by_stages =
        stages_per_step * work_of_stage(rates) * measured / std::pow(*tolerance, 1.0 / 8);
    if (by_series <= by_stages) return {&series};
    return {&stages, "dop853 was chosen: at the tolerance " + decimal(*tolerance, 3) +
                         " its work is estimated at " + decimal(by_stages / by_series, 2) +
                         " of that of taylor"};
}

}  // namespace anholon
