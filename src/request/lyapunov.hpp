#pragma once

#include <functional>
#include <optional>
#include <string>

#include "motion/simulation_words.hpp"
#include "study/lyapunov.hpp"

namespace anholon::request {

struct Lyapunov {
    SimulationWords start = {};  // with its until and tolerance
    std::optional<std::string> transient = {};
    std::optional<std::string> count = {};  // of exponents; all if not given
    std::uint64_t seed = 1;
    std::string method_name = {};
    std::function<bool(double t)> goes_on = [](double) { return true; };  // asked after every step
    std::function<void(double t, std::span<const double> averages)> averages =
        {};  // plain ones so far, told after every step
};

// What the words mean. Throws Refusal.
LyapunovOptions read(const Lyapunov& request, const System& system);

// Throws Refusal, NoFlow and NoInitialState.
LyapunovSpectrum answer(const Lyapunov& request, const System& system);

}  // namespace anholon::request
