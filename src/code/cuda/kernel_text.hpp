#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace anholon {

// How a trajectory stands after a launch. The text of kernels has the same numbers.
enum class TrajectoryStatus : std::int32_t {
    running = 0,
    done = 1,
    step_too_small = 2,  // no step is short enough for the tolerance
    not_finite = 3,      // the rates have no value at the state, or at no step from it
    too_many_steps = 4,
    left = 5,  // a guard is no longer positive
    unexplained =
        6,  // what tangent vectors count modulo has vanished or depends on itself, or holds all of one
};

// Where the numbers of a trajectory stand in the memory of a device: component c of trajectory j is state[c·count + j], so that
// neighbouring threads read neighbouring numbers. All that later steps depend on is there between two launches.
struct EnsembleLayout {
    std::size_t variables = 0;   // of the motion
    std::size_t tangents = 0;    // vectors of as many variables
    std::size_t parameters = 0;  // that differ between trajectories, in an array of their own
    std::size_t integrals = 0, watched = 0;

    std::size_t whole() const { return variables * (1 + tangents); }

    std::size_t t() const { return 0; }
    std::size_t h() const { return 1; }
    std::size_t retried() const { return 2; }  // was the last trial refused, and for want of rates?
    std::size_t accepted() const { return 3; }
    std::size_t refused() const { return 4; }
    std::size_t stop() const { return 5; }
    std::size_t x() const { return 6; }
    std::size_t weight() const { return x() + whole(); }  // 1 over the square of the error that is allowed
    std::size_t growth() const { return weight() + variables; }
    std::size_t integral() const { return growth() + tangents; }
    std::size_t value() const { return integral() + integrals; }  // of what is watched, at the last step
    std::size_t slope() const { return value() + watched; }
    std::size_t extreme() const { return slope() + watched; }  // or the number of crossings
    std::size_t crossing() const { return extreme() + watched; }
    // Of a step that is to end where something watched happens: its length, and what it looks for in which round.
    std::size_t seek() const { return crossing() + watched; }
    std::size_t sought() const { return seek() + 1; }
    // At each stop behind the first: the growths and the integrals.
    std::size_t records() const { return crossing() + watched + (watched > 0 ? 2 : 0); }
    std::size_t record_size() const { return tangents + integrals; }
    std::size_t record(std::size_t stop) const { return records() + (stop - 1) * record_size(); }
    std::size_t size(std::size_t stops) const { return records() + (stops - 1) * record_size(); }
};

// What both functions of a kernel are called with, as the text declares it. Addresses are those of the machine that runs it.
struct EnsembleArguments {
    std::uint64_t count = 0;  // trajectories
    std::uint64_t active = 0;
    std::uint64_t steps = 0;       // that each may try in this launch
    std::uint64_t most_steps = 0;  // that each may try altogether
    std::uint64_t stop_count = 0;
    double tolerance = 0;
    std::uint64_t index = 0;       // const uint32_t[active]: which trajectory a thread advances
    std::uint64_t state = 0;       // double[layout.size(stops)][count]
    std::uint64_t parameters = 0;  // const double[layout.parameters][count]
    std::uint64_t status = 0;      // int32_t[count]
    std::uint64_t stops = 0;       // const double[stop_count]
};

// A kernel in CUDA C++, which also is C++. It defines the functions anholon_begin, for trajectories whose t and x are set, and
// anholon_advance.
struct KernelText {
    std::string text;
    EnsembleLayout layout;
    // Where the measures stand, in the order in which they were asked for: among the integrals or among what is watched.
    struct MeasurePlace {
        bool is_integral;
        std::size_t index;
    };
    std::vector<MeasurePlace> measures = {};
    double operations_per_step =
        0;  // additions, multiplications, divisions and functions, counted in the text
};

// So many share the instructions in the cache of a multiprocessor, which hold all stages of a step.
inline constexpr unsigned threads_per_block = 256;

}  // namespace anholon
