#pragma once

#include <optional>
#include <string>
#include <vector>

#include "request/section.hpp"

namespace anholon::request {

struct Bifurcation {
    Section section = {};      // with one parameter in its `over`; it starts at the initial state
    std::string inherit = {};  // up or down: each orbit goes on where the one before ended
};

// The points of a section against a parameter.
struct BifurcationFound {
    std::string parameter;
    std::vector<double> values;  // by orbit
    SectionFound section;        // its first column is the parameter
    std::vector<std::optional<std::size_t>> periods;
    std::string inherit;
};

// Throws Refusal, NoFlow and NoInitialState.
BifurcationFound answer(const Bifurcation& request, const System& system);

}  // namespace anholon::request
