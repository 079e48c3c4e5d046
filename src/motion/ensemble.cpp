#include "motion/ensemble.hpp"

#include "motion/side_by_side.hpp"

namespace anholon {

namespace {

void interrupt(Lane& lane) {
    lane.result.end = SimulationResult::End::interrupted;
    lane.result.reason = "the motion was asked to stop";
}

void move(const MovingSystem& moving, RunOptions start, Lane& lane) {
    Run run(moving, std::move(start));
    lane.columns.clear();
    for (const Observable& column : run.columns()) lane.columns.push_back(column.name);
    lane.result = run.run();
}

}  // namespace

std::vector<Lane> ensemble(const MovingSystem& moving, std::size_t count,
                           const std::function<RunOptions(std::size_t)>& start,
                           const EnsembleOptions& options) {
    std::vector<Lane> lanes(count);
    for (Lane& lane : lanes) interrupt(lane);  // until it has moved
    const auto worker = [&] {
        return [&](std::size_t k) {
            try {
                Deadline::check();
                move(moving, start(k), lanes[k]);
            } catch (const Cancelled&) {  // before it began
            } catch (...) {
                lanes[k] = {};
                lanes[k].failure = std::current_exception();
            }
        };
    };
    side_by_side(count, worker, {options.threads, options.progress, {}, options.stop});
    return lanes;
}

std::vector<Lane> ensemble(const MovingSystem& moving, std::span<const RunOptions> starts,
                           const EnsembleOptions& options) {
    return ensemble(
        moving, starts.size(), [&](std::size_t k) { return starts[k]; }, options);
}

}  // namespace anholon
