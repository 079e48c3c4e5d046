#pragma once

#include <optional>
#include <vector>

#include "code/program.hpp"

namespace anholon {

// What is known of an input of a program before it runs.
struct KnownInput {
    std::optional<double> value = std::nullopt;
    bool is_steady = false;  // the same for all calls along a trajectory
};

// The same program for a machine on which a division costs as much as ten multiplications: what is known is computed, what vanishes is
// left out, and a divisor that is steady or divides twice is inverted once. The results differ by rounding.
Program device_program(const Program& program, const std::vector<KnownInput>& inputs);

}  // namespace anholon
