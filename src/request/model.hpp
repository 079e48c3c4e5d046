#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "mechanics/forms/core.hpp"
#include "motion/simulation_words.hpp"

namespace anholon::request {

// What is done about an initial state that the constraints do not allow.
enum class Start {
    unchecked,  // nothing yet
    moved_if_needed,  // given values may move; where no state is found there is a warning: floating point refutes nothing exact
    strict,  // given values may not move
};

struct ModelRequest {
    Start start = Start::unchecked;
    std::vector<std::string> parameters = {};  // NAME=VALUE: fixed to numbers; the others stay symbols
    bool reduced = false;                      // the core of the system in its place
    bool if_smaller = false;                   // without a warning where the system is its own core
    bool moves = false;                        // contacts may be lost
    Rest rest = Rest::left_out;                // of the core
    // Of a core that is to move: the words for its start. The initial values among them are of the full system; they are read, and
    // erased, here. Those of variables that the core has may stay, for a search that keeps what is given.
    SimulationWords* words = nullptr;
    bool keeps_given = false;
    bool takes_tables = false;  // the motion follows tables of inputs
    std::vector<std::string> levels =
        {};  // EXPR or EXPR=VALUE: of first integrals of the system, or of its core
};

// A model as it was read.
struct StatedModel {
    Source source;
    Diagnostics said = {};  // warnings
    System system = {};
};

// Throws Refusal.
StatedModel stated(Source source, const ModelRequest& request = {});
// Of a model that has been read already; its text is read again only where the request changes what it means.
StatedModel stated(StatedModel model, const ModelRequest& request);

}  // namespace anholon::request
