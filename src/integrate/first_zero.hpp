#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace anholon {

struct FirstZero {
    struct Function {
        std::size_t which;
        int direction;  // +1: it grows through zero on the way, −1: it falls
    };
    double t;
    std::vector<Function> functions;  // all that vanish there, up to rounding
};

// Functions that can be evaluated at any time between two times, `from` < `to` or not.
struct SampledFunctions {
    std::size_t count;
    std::function<void(double t, std::span<double> values)> values;
    std::function<bool(std::size_t function, int direction)> is_wanted;
    std::function<bool(std::size_t function)> may_vanish_at_start;  // and still be met there
    std::vector<double> scales;                   // what is small against them may be rounding
    std::vector<std::size_t> start_at_zero = {};  // those that do, whatever rounding makes of their values
};

// The first wanted zero at which one of the functions changes its sign behind `from`. The way is halved until a polynomial of low
// degree reproduces all functions on each part, so that a function that oscillates faster than the motion loses no zero.
std::optional<FirstZero> first_zero(const SampledFunctions& functions, double from, double to);

}  // namespace anholon
