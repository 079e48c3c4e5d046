#pragma once

#include <functional>
#include <string>
#include <vector>

#include "motion/simulation_words.hpp"
#include "request/simulate.hpp"
#include "study/varied_motion.hpp"

namespace anholon::request {

// The equations in variations along a motion.
struct Variations {
    std::vector<std::string> tangents =
        {};                      // NAME=VALUE,...: at the start; one along each variable if none is given
    SimulationWords start = {};  // with its until, every and tolerance
    std::string method_name = {};
    std::function<bool(double t)> goes_on = [](double) { return true; };
};

// Throws Refusal, NoFlow and NoInitialState.
VariedMotion answer(const Variations& request, const System& system);

// Why it ended before its time.
std::vector<Judgement> judged(const VariedMotion& motion);

}  // namespace anholon::request
