#pragma once

#include <functional>
#include <optional>
#include <string>

#include "code/program.hpp"

namespace anholon {

// What stands for the k-th input of a program in C, for its direction (nothing if it does not change), and for the derivative of the k-th
// output along the directions.
struct TangentPlaces {
    std::function<std::string(std::size_t)> input;
    std::function<std::optional<std::string>(std::size_t)> direction;
    std::function<std::string(std::size_t)> output;
};

// Lines of C that compute the derivatives of the outputs, instruction by instruction, by the rules of differentiation: exact up to
// rounding. Values that no derivative needs are not computed. A derivative is 0 where nothing changes, though a factor of it may have
// no value. Of |u|, sign u and choices it is that on the side on which the inputs are.
std::string tangent_statements(const Program& program, const TangentPlaces& places);

}  // namespace anholon
