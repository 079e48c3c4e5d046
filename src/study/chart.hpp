#pragma once

#include <optional>
#include <string>
#include <vector>

#include "motion/side_by_side.hpp"
#include "study/exponent_lanes.hpp"
#include "study/level_point.hpp"

namespace anholon {

// What is varied along one side of a chart: a parameter, or a function of the state where motions start.
struct ChartAxis {
    std::string text;  // as it was asked
    Expr function;     // a parameter, or a function of t, x and p
    double low = 0, high = 1;
    std::size_t count = 1;

    double at(std::size_t k) const {
        return count == 1 ? (low + high) / 2
                          : low + (high - low) * static_cast<double>(k) / static_cast<double>(count - 1);
    }
};

// The number that a chart shows of each motion.
struct ChartMeasure {
    enum class Kind {
        lyapunov,  // the largest exponent that nothing explains
        final,     // the function at the end
        mean,      // its average after the transient
        max,       // its largest and its smallest value after the transient
        min,
        time,    // when it first passes through 0 after the transient
        count,   // how often it does
        period,  // after how many of these passages the state returns; 0 where it does not
    };
    Kind kind = Kind::lyapunov;
    Expr function = {};  // of t, x and p
    int direction = 0;   // time, count, period: +1 where it grows, −1 where it falls, 0 both
    std::string text = {};
};

struct ChartOptions {
    std::vector<ChartAxis> axes;           // one or two; the first runs fastest
    std::vector<LevelDemand> levels = {};  // on which motions start besides
    ChartMeasure measure = {};
    double until = 100, transient = 0;
    FlowRunOptions run = {1e-9};
    std::uint64_t seed = 1;  // of tangent vectors

    std::size_t points() const { return axes[0].count * (axes.size() == 2 ? axes[1].count : 1); }
};

// A point of a chart: its number, or why it has none.
struct ChartPoint {
    enum class Status : unsigned char {
        done,
        no_start,  // no state has these values
        left,      // the system is no longer what it was stated to be, or the motion cannot be continued
        never,     // the event does not come
        open,  // on a GPU: other directions are explained than elsewhere, or what explains them fails on the way
        pending,  // not computed yet
    };
    double value = 0;  // 0 unless it is done
    Status status = Status::pending;
    friend bool operator==(const ChartPoint&, const ChartPoint&) = default;
};
std::string_view name(ChartPoint::Status status);

// Where the motions of a chart start: parameters are set, then the state of the flow's start moves as little as it must. For one thread at
// a time; copies share the code.
class ChartStarts {
  public:
    ChartStarts(const Flow& flow, const ChartOptions& options);
    std::optional<BatchStart> operator()(std::size_t point);

  private:
    std::vector<ChartAxis> axes_;
    LevelPoints levels_;
    std::vector<std::optional<std::size_t>> parameter_of_;  // by axis: its place among the parameters
    std::vector<double> x_, p_;
};

// The numbers of a chart, one after the other. For one thread at a time; copies share the code.
class ChartWork {
  public:
    ChartWork(const Flow& flow, const ChartOptions& options);
    ChartWork(const ChartWork& other);
    ~ChartWork();

    const ChartOptions& options() const { return options_; }
    ChartPoint at(std::size_t point);

    bool has_lanes() const { return lanes_ != nullptr; }
    // Several points side by side, where there are lanes.
    std::vector<ChartPoint> in_lanes(std::size_t from, std::size_t to, std::size_t threads) const;

  private:
    class Follower;

    Flow flow_;
    ChartOptions options_;
    ChartStarts starts_;
    std::optional<Exponents> exponents_;
    std::shared_ptr<const ExponentLanes> lanes_;
    std::unique_ptr<Follower> follower_;
};

// The points [from, to) on several threads: the same numbers on any number of them. What a stop leaves undone is pending. Exponents of flows
// that do not depend on time are computed in lanes, unless another method than dop853 was asked for.
std::vector<ChartPoint> chart_points(const ChartWork& work, std::size_t from, std::size_t to,
                                     const SideBySideOptions& options);

}  // namespace anholon
