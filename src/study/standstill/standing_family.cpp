#include "study/standstill/standing_family.hpp"

#include <algorithm>
#include <cmath>

#include "algebra/prime_field.hpp"
#include "code/program.hpp"
#include "model/state/initial_state.hpp"

namespace anholon {

namespace {

constexpr std::size_t random_samples = 3;

// Between −1 and 1, the same in every run.
double noise(std::size_t sample, std::size_t k) {
    return std::ldexp(static_cast<double>(mix(sample, k)), -63) - 1;
}

// The state with the free variables of the family as they are, the others as these demand.
std::vector<double> on_family(SteadyPart& part, const SolvedFamily& family, std::vector<double> x) {
    std::vector<Expr> inputs = part.state(), outputs;
    const RateEquations& e = part.formulation().equations();
    inputs.insert(inputs.end(), e.parameters.begin(), e.parameters.end());
    std::vector<double> values = x;
    values.insert(values.end(), part.parameters().begin(), part.parameters().end());
    for (const auto& [variable, value] : family.solved) outputs.push_back(value);
    const std::vector<double> solved = run(program(outputs, inputs), values);
    for (std::size_t k = 0; k < solved.size(); ++k) {
        const auto place = std::ranges::find(part.state(), family.solved[k].first);
        x[static_cast<std::size_t>(place - part.state().begin())] = solved[k];
    }
    return x;
}

std::vector<std::vector<double>> starts(SteadyPart& part, const std::vector<double>& initial) {
    const std::size_t nq = part.formulation().coordinates();
    std::vector<std::vector<double>> list{initial, initial};
    for (std::size_t k = nq; k < initial.size(); ++k) list[1][k] = -initial[k];
    for (std::size_t sample = 1; sample <= random_samples; ++sample) {
        list.push_back(initial);
        for (const std::size_t k : part.kept()) list.back()[k] += noise(sample, k);
    }
    for (std::vector<double>& x : list)
        if (part.what() == Standstill::equilibrium)
            std::fill(x.begin() + static_cast<long>(nq), x.end(), 0.0);
    return list;
}

}  // namespace

std::vector<double> initial_state_of(SteadyPart& part, const System& system) {
    std::vector<double> y(part.law_state().size(), 0.0);
    const InitialStateResult initial = initial_state(system);
    if (initial.state)
        for (const auto* list : {&initial.state->q, &initial.state->v, &initial.state->lambda})
            for (const InitialVariable& x : *list)
                for (std::size_t k = 0; k < y.size(); ++k)
                    if (part.law_state()[k] == x.symbol) y[k] = x.value;
    return part.state_at(y);
}

std::vector<StabilitySample> stability_along(SteadyPart& part, const System& system,
                                             const SolvedFamily& family, const Budget& budget) {
    std::vector<StabilitySample> samples;
    const Budget work = work_for_formulas();
    for (const std::vector<double>& start : starts(part, initial_state_of(part, system))) {
        budget.check();
        std::vector<double> x = on_family(part, family, start);
        if (!std::ranges::all_of(x, [](double v) { return std::isfinite(v); }) || !part.settle(x)) continue;
        const auto linear = part.linear_part(x);
        if (!linear) continue;
        const Standing here = standing(part, system, x, *linear, work);
        StabilitySample sample{here.stability.verdict, here.spectrum.zeros, here.family, {}};
        for (const Expr& free : family.free) {
            const auto place = std::ranges::find(part.state(), free);
            sample.at.emplace_back(free, x[static_cast<std::size_t>(place - part.state().begin())]);
        }
        samples.push_back(std::move(sample));
    }
    return samples;
}

}  // namespace anholon
