#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/refusal.hpp"
#include "motion/moving_system.hpp"

namespace anholon {

// The words that say how a system is to be set in motion. Each is read under the name of its option, which messages show.
struct SimulationWords {
    std::vector<std::string> parameters = {}, values = {};  // name=value
    std::vector<std::string> inputs = {};                   // name=value: constants
    std::vector<InputTable> tables = {};                    // of inputs
    bool moves_inputs = false;  // of tables, or of functions of time that are in the system already
    std::string experiment = {};
    std::optional<std::string> until = {}, every = {}, tolerance = {},
                               columns = {};    // numbers may be expressions
    std::vector<std::string> more = {};         // columns
    std::vector<std::string> plotted = {};      // columns for pictures alone
    std::vector<std::string> events = {};       // EXPR[:up|down][:stop]
    std::vector<std::string> stops = {};        // EXPR
    std::vector<std::string> quadratures = {};  // NAME=EXPR
    bool keeps_contact = false;
    bool is_strict = false;
    bool of_core = false;  // of the core of the system
    const EquationForm* form = nullptr;
    const Method* method = nullptr;

    bool are_of_the_model_itself() const {
        return parameters.empty() && values.empty() && inputs.empty() && !moves_inputs && experiment.empty();
    }
};

// Interprets the words for this system, in whose context they are read. Throws Refusal.
SimulationOptions read_simulation(const SimulationWords& words, const System& system);
// Only where it starts.
InitialStateOptions read_initial_state(const SimulationWords& words, const System& system);

}  // namespace anholon
