#include "model/state/scattered_state.hpp"

#include "algebra/prime_field.hpp"

namespace anholon {

namespace {

constexpr std::uint64_t seed = 1;

// Between −1 and 1, the same in every run.
Rational scattered(std::uint64_t state, std::uint64_t variable) {
    return {static_cast<long>(mix(mix(seed, state), variable) % 65) - 32, 32};
}

}  // namespace

ScatteredStates::ScatteredStates(const System& system) : free_(system), start_(initial_state(system).state) {
    free_.quasi.clear();
}

Rational ScatteredStates::time(std::uint64_t number) { return scattered(number, 0); }

std::optional<InitialState> ScatteredStates::at(std::uint64_t number, const Rational& t) const {
    if (!start_) return std::nullopt;
    StateAt near{.t = t.to_double()};
    std::uint64_t k = 0;
    for (const auto* list : {&start_->q, &start_->v, &start_->lambda})
        for (const InitialVariable& x : *list)
            near.values.emplace_back(x.symbol, x.value + scattered(number, ++k).to_double());
    return initial_state(free_, {.standing = near}).state;
}

}  // namespace anholon
