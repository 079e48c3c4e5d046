#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "motion/simulation.hpp"
#include "plot_request.hpp"

namespace anholon::cli {

// The words of a command line that say how a system is to be set in motion.
struct SimulationRequest {
    std::vector<std::string> parameters, values;  // name=value
    std::string experiment;
    std::optional<std::string> until, every, tolerance, max_drift, columns;  // numbers may be expressions
    std::string form, method;
    std::vector<std::string> more;         // columns
    std::vector<std::string> events;       // EXPR[:up|down][:stop]
    std::vector<std::string> stops;        // EXPR
    std::vector<std::string> quadratures;  // NAME=EXPR
    bool keeps_contact = false;
    PlotRequest plot;
    bool is_strict = false;

    void declare(CLI::App& app);
    void declare_state(CLI::App& app);  // only what says where it starts
    bool is_of_the_model_itself() const { return parameters.empty() && values.empty() && experiment.empty(); }
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
