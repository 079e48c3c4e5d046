#pragma once

#include <optional>
#include <string>
#include <vector>

#include "expr/zero.hpp"
#include "motion/moving_system.hpp"

namespace anholon {

// Where a motion is at one time, in columns that several motions share.
struct EndOfMotion {
    std::vector<double> values;
    double error = 0;  // by which the values change when the tolerance is thirty times as large
    std::string method;
};
// Throws NoInitialState, NoLimit where the motion does not get there. Friction that grows without bound is stiff.
enum class Decay { slow, fast };
EndOfMotion end_of_motion(const System& system, const std::vector<Observable>& columns, double until,
                          const InitialStateOptions& start, std::optional<double> tolerance,
                          Decay decay = Decay::slow);

struct NoLimit : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Motions at values of a parameter that tend to infinity or to 0, against a motion that they may tend to: the distances at one time,
// the largest of those of the columns in parts of the larger of 1 and the column's value. An exponent is measured only where the
// distances are ten times the error of the integration.
struct Approach {
    std::vector<double> distances;
    std::vector<std::optional<double>>
        exponents;                   // d ~ N^e between a value and the one before; not below the floor
    std::optional<double> exponent;  // of them the one that differs least from the one before
    std::vector<double> floors;      // below it a distance may be the error of the integration
    Answer tends = Answer::unknown;  // yes or no by the exponent
    std::vector<double>
        factors;  // (x_N − x) N^−e with e to the nearest half, by column, where the exponent was measured
    double rounded_exponent = 0;
};
Approach approach(const std::vector<double>& numbers, const std::vector<EndOfMotion>& ends,
                  const EndOfMotion& to);

}  // namespace anholon
