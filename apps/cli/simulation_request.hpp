#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "motion/simulation_words.hpp"
#include "plot_request.hpp"

namespace anholon::cli {

// The words of a command line that say how a system is to be set in motion.
struct SimulationRequest : SimulationWords {
    std::string form_id, method_name;
    std::optional<std::string> max_drift;  // may be an expression
    PlotRequest plot;

    void declare(CLI::App& app);
    void declare_state(CLI::App& app);  // only what says where it starts
};

struct ReadRequest {
    SimulationOptions options;
    std::optional<double> max_drift;
    std::vector<Panel> panels;  // of the picture; the standard ones if empty
};

// What the words mean for this system. Nothing, and why in `refusal`, after a mistake.
std::optional<ReadRequest> read_request(const SimulationRequest& request, const System& system,
                                        const Session& session, Outcome& refusal);

}  // namespace anholon::cli
