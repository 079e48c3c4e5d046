#include "integrate/batch.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "base/deadline.hpp"

namespace anholon {

namespace {

constexpr std::size_t idle = std::numeric_limits<std::size_t>::max();

// What the threads share. Motions are taken in their order, so that neighbours, whose steps are alike, move side by side.
struct Work {
    const LaneMethod& method;
    std::span<const BatchStart> starts;
    std::span<BatchEnd> ends;
    double until;
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failure = nullptr;  // the first
    std::mutex one_at_a_time = {};
};

// The motions of one thread.
class Worker {
  public:
    explicit Worker(Work& work)
        : work_(work), motions_(work.method.motions(work.until)), motion_(work.method.lanes, idle) {}

    void run() {
        for (std::size_t lane = 0; lane < motion_.size(); ++lane) take_next(lane);
        constexpr std::size_t unheard = 256;  // trials, between two looks at a stop of this thread
        for (std::size_t trial = 0; std::ranges::any_of(motion_, [](std::size_t m) { return m != idle; });
             ++trial) {
            if (trial % unheard == 0) Deadline::check();
            motions_->advance();
            for (std::size_t lane = 0; lane < motion_.size(); ++lane) {
                if (motion_[lane] == idle || !motions_->has_ended(lane)) continue;
                work_.ends[motion_[lane]] = motions_->end(lane);
                take_next(lane);
            }
        }
    }

  private:
    void take_next(std::size_t lane) {
        const std::size_t m = work_.next.fetch_add(1);
        motion_[lane] = m < work_.starts.size() ? m : idle;
        if (motion_[lane] == idle) return;
        const BatchStart& start = work_.starts[m];
        if (start.x.size() != work_.method.states || start.p.size() != work_.method.parameters)
            throw std::invalid_argument("motion " + std::to_string(m) +
                                        " of the batch has too many or too few numbers");
        motions_->start(lane, start);
    }

    Work& work_;
    std::unique_ptr<LaneMotions> motions_;
    std::vector<std::size_t> motion_;  // which of the batch each lane holds
};

// What goes wrong in a thread, and a stop, ends the batch, not the program.
void work_on(Work& work) {
    try {
        Worker(work).run();
    } catch (...) {
        work.next = work.starts.size();
        const std::lock_guard lock(work.one_at_a_time);
        if (!work.failure) work.failure = std::current_exception();
    }
}

}  // namespace

std::vector<BatchEnd> integrate_batch(const LaneMethod& method, std::span<const BatchStart> starts,
                                      double until, std::size_t threads) {
    if (!std::isfinite(until)) throw std::invalid_argument("the end of a batch must be a finite time");
    std::vector<BatchEnd> ends(starts.size());
    Work work{method, starts, ends, until};
    if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
    {
        std::vector<std::jthread> others;
        for (std::size_t k = 1; k < threads; ++k) others.emplace_back([&] { work_on(work); });
        work_on(work);
    }
    if (work.failure) std::rethrow_exception(work.failure);
    return ends;
}

BatchResult integrate_batch(const RateEquations& equations, std::span<const BatchStart> starts, double until,
                            const BatchOptions& options) {
    const auto method =
        options.method(equations, {options.tolerance, options.lanes, options.is_plain, options.measure});
    return {integrate_batch(*method, starts, until, options.threads), method->lanes, method->why_fewer};
}

}  // namespace anholon
