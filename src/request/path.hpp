#pragma once

#include <functional>
#include <optional>
#include <string>

#include "motion/simulation_words.hpp"
#include "request/simulate.hpp"
#include "study/path.hpp"

namespace anholon::request {

// A motion against a quasi-coordinate instead of time.
struct TracePath {
    std::string by = {};  // a free velocity, or a coordinate whose rate is one
    SimulationWords start =
        {};  // with its until, every and tolerance; the first two are of the quasi-coordinate
    std::string method_name = {};
    std::function<bool(double at)> goes_on = [](double) { return true; };
};

// Throws Refusal, NoFlow and NoInitialState.
TracedPath answer(const TracePath& request, const System& system);

// That it differs from the motion in time, and why it ended before its end.
std::vector<Judgement> judged(const TracedPath& path);

}  // namespace anholon::request
