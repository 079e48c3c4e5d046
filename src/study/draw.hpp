#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "expr/expr.hpp"

namespace anholon {

// A number that is drawn at random: a parameter, or a function of the state where motions start.
struct Draw {
    enum class Law {
        normal,   // with this mean and this deviation
        uniform,  // between two ends
    };

    std::string text;  // of the function, as it was asked
    Expr function;
    Law law = Law::normal;
    double first = 0, second = 1;                                   // mean and deviation, or the ends
    std::optional<std::pair<double, double>> range = std::nullopt;  // outside which it has no meaning
};

// `count` rows of a number per draw. A row does not depend on how many follow it.
std::vector<std::vector<double>> drawn(const std::vector<Draw>& draws, std::size_t count, std::uint64_t seed);

}  // namespace anholon
