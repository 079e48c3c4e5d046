#include "motion/ensemble.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include "algebra/thread.hpp"

namespace anholon {

namespace {

// How long the caller's thread sleeps between two looks at what may stop it.
constexpr std::chrono::milliseconds between_looks{5};

class Ensemble {
  public:
    Ensemble(const MovingSystem& moving, std::size_t count,
             const std::function<RunOptions(std::size_t)>& start, const EnsembleOptions& options)
        : moving_(moving), start_(start), options_(options), lanes_(count) {}

    std::vector<Lane> run() {
        {
            const std::vector<std::jthread> threads = workers();
            if (threads.empty()) work();
            attend();
        }
        return std::move(lanes_);
    }

  private:
    std::vector<std::jthread> workers() {
        const std::size_t wanted =
            options_.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : options_.threads;
        std::vector<std::jthread> threads;
        try {
            while (threads.size() < std::min(wanted, lanes_.size()))
                threads.emplace_back([this] {
                    work();
                    release_thread_memory();
                });
        } catch (const std::system_error&) {
            // No further thread is to be had.
        }
        return threads;
    }

    // Takes one motion after the other.
    void work() {
        const Stoppable here(stop_);
        for (std::size_t k = next_++; k < lanes_.size(); k = next_++) {
            move(k);
            const std::lock_guard lock(mutex_);
            ++ended_;
            changed_.notify_one();
        }
    }

    void move(std::size_t k) {
        Lane& lane = lanes_[k];
        try {
            Deadline::check();
            Run run(moving_, start_(k));
            for (const Observable& column : run.columns()) lane.columns.push_back(column.name);
            lane.result = run.run();
        } catch (const Cancelled&) {  // before it began
            lane.result.end = SimulationResult::End::interrupted;
            lane.result.reason = "the motion was asked to stop";
        } catch (...) {
            lane.failure = std::current_exception();
        }
    }

    // Waits for the workers, reports on them and hands stops on. Whatever it throws stops them.
    void attend() try {
        std::unique_lock lock(mutex_);
        for (std::size_t told = 0; told < lanes_.size();) {
            changed_.wait_for(lock, between_looks, [&] { return ended_ > told; });
            const std::size_t ended = ended_;
            lock.unlock();
            if (should_stop()) stop_.request();
            if (options_.progress && ended > told) options_.progress(ended, lanes_.size());
            told = ended;
            lock.lock();
        }
    } catch (...) {
        stop_.request();
        throw;
    }

    bool should_stop() const {
        try {
            Deadline::check();
        } catch (const Cancelled&) {
            return true;
        } catch (const TimeIsUp&) {
            return true;
        }
        return options_.stop.is_requested();
    }

    const MovingSystem& moving_;
    const std::function<RunOptions(std::size_t)>& start_;
    const EnsembleOptions& options_;
    const Stop stop_;
    std::vector<Lane> lanes_;
    std::atomic<std::size_t> next_ = 0;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t ended_ = 0;
};

}  // namespace

std::vector<Lane> ensemble(const MovingSystem& moving, std::size_t count,
                           const std::function<RunOptions(std::size_t)>& start,
                           const EnsembleOptions& options) {
    return Ensemble(moving, count, start, options).run();
}

std::vector<Lane> ensemble(const MovingSystem& moving, std::span<const RunOptions> starts,
                           const EnsembleOptions& options) {
    return ensemble(
        moving, starts.size(), [&](std::size_t k) { return starts[k]; }, options);
}

}  // namespace anholon
