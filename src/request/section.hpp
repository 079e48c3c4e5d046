#pragma once

#include <optional>
#include <string>
#include <vector>

#include "motion/simulation_words.hpp"
#include "study/section.hpp"

namespace anholon::request {

struct Section {
    SimulationWords start = {};  // with its until, every, tolerance and columns
    std::string at = {};         // EXPR[:up|down]
    std::optional<std::string> count = {}, orbits = {}, transient = {};
    std::vector<std::string> over = {};  // EXPR=LOW..HIGH[:N]: where orbits start
    std::vector<std::string> fix = {};   // EXPR=VALUE: on which levels
    // EXPR=VALUE: start one orbit there, on the section and, unless levels are given, on those of the integrals at the initial state.
    std::vector<std::string> from = {};
    enum class Inherit {
        nothing,
        upward,    // one parameter rises, and each orbit goes on where the one before ended
        downward,  // it falls
    } inherit = Inherit::nothing;
    bool rotations = false;  // also rotation numbers, in the plane of the first two columns
    std::uint64_t seed = 1;
    std::string method_name = {};
    SideBySideOptions side_by_side = {};
    // Called for each point when it is found, on the thread that follows its orbit.
    std::function<void(std::size_t orbit, const SectionPoint& point)> found = {};
};

struct SectionFound {
    std::string at;                   // as it was asked
    std::vector<Observable> columns;  // of the points
    std::vector<SectionOrbit> orbits;
    bool has_rotations = false;
    std::size_t without_start = 0;  // orbits for which no state was found on the levels
    std::string missed = {};        // what the last of them would have had to meet
    std::string form = {};          // of the equations
    std::string_view method = {};
    double tolerance = 0;
    std::vector<double> parameters = {};  // of the system
};

// Throws Refusal, NoFlow and NoInitialState.
SectionFound answer(const Section& request, const System& system);

}  // namespace anholon::request
