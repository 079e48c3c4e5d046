#pragma once

#include <optional>
#include <string>
#include <vector>

#include "motion/simulation_words.hpp"
#include "study/extremal.hpp"

namespace anholon::request {

struct Connect {
    SimulationWords start =
        {};  // where extremals start, and the first guess of their velocities; with its tolerance
    std::vector<std::string> to =
        {};  // COORDINATE=VALUE; the coordinates that are not named are free at the end
    std::optional<std::string> time = {};    // 1 if not given
    std::optional<std::string> starts = {};  // how many guesses; 20 if not given
    std::optional<std::string> seed = {};    // of the guesses; 1 if not given
    std::string method_name = {};
};

struct Connections {
    ExtremalsFound found;
    double time = 0;
    std::vector<std::pair<std::string, double>> from, to;  // coordinates
    std::vector<std::string> free;                         // coordinates
    std::vector<std::string> variables;                    // of x
    std::size_t coordinates = 0;                           // the first of these
    std::size_t dimension = 0;                             // of all places: geometric constraints take some
    bool is_geodesic = false;  // L is quadratic in the velocities and constant: extremals have a length
};

// Throws Refusal where motions are no extremals of ∫ L dt between two places.
void refuse_other_laws(const System& system);

// Throws Refusal, NoFlow and NoInitialState.
Connections answer(const Connect& request, const System& system, double seconds);

}  // namespace anholon::request
