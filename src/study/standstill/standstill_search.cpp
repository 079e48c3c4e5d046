#include "study/standstill/standstill_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/prime_field.hpp"
#include "base/text.hpp"
#include "expr/derivative.hpp"
#include "model/request.hpp"
#include "model/state/parameter_values.hpp"
#include "model/state/state_variable.hpp"

namespace anholon {

namespace {

// The values of t, q, q̇ (0 in an equilibrium) and λ, as the law of motion holds them.
std::vector<double> law_values(const SteadyPart& part, const InitialState& initial, Standstill at) {
    std::vector<double> y(part.law_state().size(), 0.0);
    for (std::size_t k = 0; k < y.size(); ++k)
        for (const auto* list : {&initial.q, &initial.v, &initial.lambda, &initial.states})
            for (const InitialVariable& x : *list) {
                const bool moves = list == &initial.v && at == Standstill::equilibrium;
                if (x.symbol == part.law_state()[k]) y[k] = moves ? 0 : x.value;
            }
    return y;
}

using HeldList = std::vector<SteadyPart::Held>;

// What is asked to be kept, as functions of the state with the values of the initial state.
HeldList held(const SteadyPart& part, const LinearisationOptions& options,
              std::initializer_list<const std::vector<InitialVariable>*> lists) {
    const auto& given = options.initial.values;
    HeldList held;
    for (const auto* list : lists)
        for (const InitialVariable& x : *list)
            if (std::ranges::find(given, x.symbol, &std::pair<Expr, Rational>::first) != given.end())
                held.push_back({part.formulation().lowered(x.symbol), x.value});
    return held;
}

// Multipliers and states of controllers follow.
std::size_t end_of_velocities(const SteadyPart& part) {
    return part.formulation().coordinates() + part.formulation().velocities();
}

// On a Lie algebra coordinates may stand still though velocities do not: γ̇ = γ×ω = 0 for ω along γ.
HeldList at_rest(const SteadyPart& part) {
    HeldList held;
    for (std::size_t k = part.formulation().coordinates(); k < end_of_velocities(part); ++k)
        held.push_back({part.state()[k], 0});
    return held;
}

double speed(const SteadyPart& part, const std::vector<double>& x) {
    double sum = 0;
    for (std::size_t k = part.formulation().coordinates(); k < end_of_velocities(part); ++k)
        sum += x[k] * x[k];
    return std::sqrt(sum);
}

// How near Newton's method came, in the best of its attempts.
struct Nearest {
    double residual = std::numeric_limits<double>::infinity();
    int steps = 0;
    std::string why;      // if rates had no value
    std::string refused;  // if they vanished, and nothing stands still

    bool settle(SteadyPart& part, std::vector<double>& x, const HeldList& held) {
        if (part.settle(x, held)) return true;
        if (part.residual() < residual) {
            residual = part.residual();
            steps = part.steps();
            refused = part.refused();
        } else if (why.empty()) {
            why = part.why();
        }
        return false;
    }
    // `what` remains.
    std::string text(const std::string& what) const {
        if (std::isinf(residual)) return why;
        if (!refused.empty()) return refused;
        return "Newton's method stopped after " + std::to_string(steps) + (steps == 1 ? " step" : " steps") +
               ", with a " + what + " of " + decimal(residual, 3) + " remaining";
    }
};

// From the state itself, then from places around it, farther and farther away: where a rate is extreme Newton's method does not
// know where to go.
std::optional<std::vector<double>> settled_near(SteadyPart& part, const std::vector<double>& start,
                                                const HeldList& held, Nearest& nearest) {
    constexpr std::size_t tries = 12;
    for (std::size_t attempt = 0; attempt <= tries; ++attempt) {
        std::vector<double> x = start;
        const double size = 2.0 * static_cast<double>(attempt) / tries;
        for (const std::size_t k : part.kept())
            if (k < part.formulation().coordinates() &&
                std::ranges::find(part.cyclic(), part.state()[k]) == part.cyclic().end())
                x[k] += size * (std::ldexp(static_cast<double>(mix(attempt, k)), -63) - 1);
        if (nearest.settle(part, x, held)) return x;
    }
    return std::nullopt;
}

std::string noun(Standstill at) { return at == Standstill::steady ? "steady motion" : "equilibrium"; }

}  // namespace

StandstillSearch::StandstillSearch(std::unique_ptr<StandstillEquations> own, StandstillEquations* given,
                                   const LinearisationOptions& options, const Expr& varied)
    : own_(std::move(own)), equations_(own_ ? *own_ : *given), options_(options) {
    equations_.set(parameter_point(system(), options.initial), varied);
    initial_ = possible_initial_state(system(), options.initial);
    add_conditions();
    start_ = part().state_at(law_values(part(), initial_, options.at));
}

StandstillSearch::StandstillSearch(StandstillEquations& equations, const LinearisationOptions& options)
    : StandstillSearch(nullptr, &equations, options, {}) {}

StandstillSearch::StandstillSearch(const System& system, const LinearisationOptions& options, Expr varied)
    : StandstillSearch(std::make_unique<StandstillEquations>(system, options.at), nullptr, options, varied) {}

// Conditions are functions of what stands still.
void StandstillSearch::add_conditions() {
    const Formulation& f = part().formulation();
    for (const StandstillCondition& condition : options_.where) {
        const auto refuse = [&](const std::string& why) {
            throw ConditionOutside("'" + condition.text + "' chooses no " + noun(options_.at) + ": " + why);
        };
        Expr function;
        try {
            function = f.lowered(condition.residual);
        } catch (const Unavailable& e) {
            refuse(e.what());
        }
        if (StateFunctions(f.equations(), std::span(&function, 1)).need_unknowns())
            refuse("it holds accelerations or reactions");
        const auto depends = [&](const Expr& x) { return !vanishes(derivative(function, x)); };
        if (depends(system().t)) refuse("it depends on time");
        const auto& cyclic = part().cyclic();
        const auto free = std::ranges::find_if(cyclic, depends);
        if (options_.at == Standstill::steady && free != cyclic.end())
            refuse("the cyclic coordinate '" + symbol_text(free->symbol()) + "' may have any value in it");
        if (std::ranges::none_of(part().state(), depends))
            refuse("it does not depend on coordinates or velocities");
        conditions_.push_back({function, 0});
    }
}

StandstillSearch::Found StandstillSearch::found() {
    const bool is_steady = options_.at == Standstill::steady;
    HeldList velocities = is_steady
                              ? held(part(), options_, {&initial_.v, &initial_.eta, &initial_.abbreviations})
                          : system().algebra ? at_rest(part())
                                             : HeldList();
    const bool may_slow_down = velocities.empty() && conditions_.empty();
    velocities.insert(velocities.end(), conditions_.begin(), conditions_.end());
    HeldList all = held(part(), options_, {&initial_.q, &initial_.states});
    all.insert(all.end(), velocities.begin(), velocities.end());
    std::vector<double> first = start_;
    std::optional<Found> found;
    Nearest nearest;
    if (nearest.settle(part(), first, all)) found = {std::move(first), all};
    if (!found)
        if (const auto x = settled_near(part(), start_, velocities, nearest)) found = {*x, velocities};
    // Equations that are homogeneous in the velocities draw Newton's method to rest; a steady motion with the energy of the
    // initial state is nearer to what was asked for.
    if (found && is_steady && may_slow_down && speed(part(), found->x) < 1e-6 * speed(part(), start_)) {
        const Expr energy = part().formulation().lowered(energy_of(system()));
        StateFunctions value(part().formulation().equations(), std::span(&energy, 1));
        double E = 0;
        value(0, start_, part().parameters(), {}, std::span(&E, 1));
        all.push_back({energy, E});
        if (const auto moving = settled_near(part(), start_, all, nearest)) return {*moving, all};
    }
    if (found) return *found;
    std::string what = "no " + noun(options_.at);
    for (std::size_t k = 0; k < options_.where.size(); ++k)
        what += (k == 0 ? " with " : ", ") + options_.where[k].text;
    throw NoStandstill(what + " was found near the initial state: " +
                       nearest.text(conditions_.empty() ? "rate" : "residual"));
}

bool may_stand_still(const Expr& variable, const System& system) {
    const std::vector<Expr> q = system.q();
    return std::ranges::find(q, variable) != q.end() ||
           std::ranges::find(system.multipliers, variable) != system.multipliers.end() ||
           std::ranges::find(system.states, variable, &ControllerState::symbol) != system.states.end();
}

std::string given_velocity(const System& system, const LinearisationOptions& options) {
    if (options.at == Standstill::steady) return "";
    for (const auto& [symbol, value] : options.initial.values)
        if (!may_stand_still(symbol, system)) return name_of(symbol, system);
    return "";
}

}  // namespace anholon
