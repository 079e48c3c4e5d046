#pragma once

#include <optional>
#include <span>
#include <vector>

#include "integrate/batch.hpp"
#include "study/lyapunov.hpp"

namespace anholon {

// Tangent vectors are measured over so many stretches of the time after the transient: enough for weighted averages.
inline constexpr std::size_t stretches_of_exponents = 48;

// The largest exponent of many motions at once, by lanes of order 8 on several threads. The tangent vector of each is made orthonormal
// between stretches of the time, not after each step; nothing else differs from Exponents. For flows that do not depend on time.
class ExponentLanes {
  public:
    ExponentLanes(const Flow& flow, const LyapunovOptions& options);

    struct Found {
        enum class Outcome {
            done,
            ended,  // the motion cannot be followed to its end
            open,   // what explains directions fails on the way: Exponents can tell
        } outcome = Outcome::open;
        double value = 0;
    };
    // The same numbers for any number of threads and whatever else is asked.
    std::vector<Found> operator()(std::span<const BatchStart> starts, std::size_t threads) const;

  private:
    class Motion;

    Flow flow_;
    LyapunovOptions options_;
    TangentFunctions functions_;
    std::unique_ptr<const LaneMethod> method_;
};

}  // namespace anholon
