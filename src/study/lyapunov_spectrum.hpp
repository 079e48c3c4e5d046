#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace anholon {

// An exponent with the spread of its estimates over parts of the motion. What grows as a power of time has the exponent 0, and no finite
// time tells it from a small exponent: where the growth is no more than that, the error is at least the value.
struct Exponent {
    double value = 0, error = 0;
    double if_regular = 0;     // the error of a regular motion, which has no lasting memory
    double half = 0;           // the estimate at half of the time
    bool is_weighted = false;  // a weighted Birkhoff average; else the plain one
    bool is_told_from_zero() const { return std::abs(value) > if_regular; }
};

// A direction whose exponent follows from the motion alone: it is ẋ(t), or changes an integral F and keeps dF. Its growth over the finite
// time is that of |ẋ|, or of 1/|dF|; it tends to 0 unless these tend to 0 or to infinity.
struct NeutralDirection {
    std::string why;
    double value = 0;      // over this time
    bool vanishes = true;  // is that no more than a power of time?
};

struct LyapunovSpectrum {
    std::vector<Exponent> exponents;  // of the directions that are left, the largest first
    std::vector<NeutralDirection> neutral;
    std::size_t dimension = 0;  // of the surface on which motions lie
    bool is_complete = false;   // are all of its exponents there?
    std::size_t variables = 0;  // of the state
    // Where it is complete: the sum of all, and the mean divergence, which is computed without tangent vectors.
    std::optional<double> sum, divergence;
    bool is_consistent() const;          // do these agree, where both are there?
    std::optional<double> kaplan_yorke;  // on the common level of the integrals; where it is complete
    struct Sample {
        double t;
        std::vector<double> estimates;  // plain averages so far
    };
    std::vector<Sample> history;
    double from = 0, until = 0;  // the averages are over these times
    // Are errors half the widths of 95 % confidence intervals? Where volumes do not shrink, nothing ends the time for which a chaotic motion
    // may stick to regular ones.
    bool has_confidence = false;
    bool depends_on_coordinates = false;  // because the motion seems to leave every bounded region
    std::size_t steps = 0;
    std::string_view method = {};
    double tolerance = 0;
    std::vector<std::string> notes;
    std::optional<std::string> ended;  // why the motion ended before its time
};

}  // namespace anholon
