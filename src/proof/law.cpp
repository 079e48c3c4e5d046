#include "proof/law.hpp"

#include <array>

namespace anholon::proof {

std::string_view name(Law law) {
    switch (law) {
        case Law::none: return "none";
        case Law::free: return "free";
        case Law::nonholonomic: return "nonholonomic";
        case Law::servo_force: return "servo-force";
        case Law::servo_momentum: return "servo-momentum";
        case Law::vakonomic: return "vakonomic";
    }
    return "";
}

std::string_view name(Claim::Kind kind) {
    switch (kind) {
        case Claim::Kind::zero: return "zero";
        case Claim::Kind::equation: return "equation";
        case Claim::Kind::integral: return "integral";
        case Claim::Kind::form: return "form";
        case Claim::Kind::map: return "map";
    }
    return "";
}

std::vector<Id> System::state() const {
    std::vector<Id> out;
    if (time) out.push_back(*time);
    for (const auto* list : {&parameters, &coordinates, &velocities, &multipliers})
        out.insert(out.end(), list->begin(), list->end());
    for (const auto& [variable, rate] : moved) out.push_back(variable);
    return out;
}

std::vector<Id> System::free_names() const {
    std::vector<Id> out;
    if (draw.empty()) return state();
    for (const DrawStep& step : draw)
        if (step.kind == DrawStep::Kind::free) out.insert(out.end(), step.names.begin(), step.names.end());
    for (const auto& [variable, rate] : moved) out.push_back(variable);
    return out;
}

LawNodes law_nodes(Subject& subject, const System& system) {
    Program& p = subject.program;
    LawNodes out;
    for (const auto* list : {&system.velocities, &system.multipliers})
        for (const Id x : *list) subject.rate(x);
    for (std::size_t k = 0; k < system.constraints.size(); ++k) subject.reaction(system, k);
    out.q_rates = system.is_on_algebra ? system.kinematics : system.velocities;
    if (system.law == Law::none) return out;

    std::vector<Id> terms{system.lagrangian};
    std::size_t carried = 0;
    for (std::size_t k = 0; k < system.constraints.size(); ++k) {
        const System::Constraint& c = system.constraints[k];
        Id f = c.value;
        if (c.is_position) {
            std::vector<Id> variables = system.coordinates, sum;
            if (system.time) variables.push_back(*system.time);
            const std::vector<Id> slopes = gradient(p, c.value, variables);
            for (std::size_t i = 0; i < slopes.size(); ++i)
                sum.push_back(i < out.q_rates.size() ? p.product({slopes[i], out.q_rates[i]}) : slopes[i]);
            f = p.sum(sum);
        }
        out.f.push_back(f);
        const bool carries =
            !c.is_position && (system.law == Law::vakonomic || system.law == Law::servo_momentum);
        if (!carries) {
            out.reacting.push_back(k);
            continue;
        }
        const Id g = system.law == Law::vakonomic ? p.negate(f) : *c.momentum;
        terms.push_back(p.product({system.multipliers[carried++], g}));
    }
    const Id L = p.sum(terms);
    std::vector<Id> variables = system.velocities;
    variables.insert(variables.end(), system.coordinates.begin(), system.coordinates.end());
    const std::vector<Id> slopes = gradient(p, L, variables);
    const auto middle = slopes.begin() + static_cast<long>(system.velocities.size());
    out.p.assign(slopes.begin(), middle);
    out.slopes.assign(middle, slopes.end());
    return out;
}

}  // namespace anholon::proof
