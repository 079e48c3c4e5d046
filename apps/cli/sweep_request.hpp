#pragma once

#include <optional>
#include <string>

#include "command.hpp"
#include "report/critical_values.hpp"

namespace anholon::cli {

struct ReadSweep {
    Sweep sweep;
    ShownUnit unit;
};

// NAME=LOW..HIGH, of a parameter or of a variable that may have an initial value. Nothing, and why in `refusal`, after a mistake.
std::optional<ReadSweep> read_sweep(const std::string& text, const System& system,
                                    const InitialStateOptions& initial, const Session& session,
                                    Outcome& refusal);

}  // namespace anholon::cli
