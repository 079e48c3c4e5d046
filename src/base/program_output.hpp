#pragma once

#include <optional>
#include <string>
#include <vector>

namespace anholon {

struct ProgramOutput {
    int exit = 0;          // 128 and more: by a signal
    std::string out, err;  // what it has written
};

// Runs a program, found in PATH, to its end; without a shell, so that no word means more than it says. Nothing
// where there is no such program. Throws std::runtime_error where it cannot be started for another reason.
std::optional<ProgramOutput> program_output(const std::vector<std::string>& words);

}  // namespace anholon
