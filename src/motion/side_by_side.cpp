#include "motion/side_by_side.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "algebra/thread.hpp"

namespace anholon {

namespace {

// How long the caller's thread sleeps between two looks at what may stop it.
constexpr std::chrono::milliseconds between_looks{5};

class Workers {
  public:
    Workers(std::size_t count, const std::function<std::function<void(std::size_t)>()>& worker,
            const SideBySideOptions& options)
        : count_(count), worker_(worker), options_(options) {}

    bool run() {
        {
            const std::vector<std::jthread> threads = started();
            if (threads.empty()) work();
            attend();
        }
        if (failure_) std::rethrow_exception(failure_);
        return done_ == count_;
    }

  private:
    std::vector<std::jthread> started() {
        const std::size_t wanted =
            options_.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : options_.threads;
        std::vector<std::jthread> threads;
        try {
            while (threads.size() < std::min(wanted, count_)) {
                count_running(1);
                threads.emplace_back([this] {
                    work();
                    release_thread_memory();
                });
            }
        } catch (const std::system_error&) {
            count_running(-1);  // no further thread can be started
        }
        if (threads.empty()) count_running(1);  // the caller's own
        return threads;
    }

    // Threads that are running already count themselves out.
    void count_running(int change) {
        const std::lock_guard lock(mutex_);
        running_ += change;
    }

    void work() {
        const Stoppable here(stop_);
        try {
            const std::function<void(std::size_t)> piece = made();
            for (std::size_t k = next_++; k < count_ && !stop_.is_requested(); k = next_++) {
                piece(k);
                const std::lock_guard lock(mutex_);
                ++done_;
                changed_.notify_one();
            }
        } catch (const Cancelled&) {
        } catch (...) {
            stop_.request();
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        --running_;
        changed_.notify_one();
    }

    std::function<void(std::size_t)> made() {
        const std::lock_guard lock(one_at_a_time_);
        return worker_();
    }

    // Waits for the workers, reports on them and hands stops on. Whatever it throws stops them.
    void attend() try {
        std::unique_lock lock(mutex_);
        for (std::size_t told = 0; running_ > 0 || done_ > told;) {
            changed_.wait_for(lock, between_looks, [&] { return done_ > told || running_ == 0; });
            const std::size_t done = done_;
            lock.unlock();
            if (should_stop(options_)) stop_.request();
            if (options_.progress && done > told) options_.progress(done, count_);
            told = done;
            lock.lock();
        }
    } catch (...) {
        stop_.request();
        throw;
    }

    const std::size_t count_;
    const std::function<std::function<void(std::size_t)>()>& worker_;
    const SideBySideOptions& options_;
    const Stop stop_;
    std::atomic<std::size_t> next_ = 0;
    std::mutex mutex_, one_at_a_time_;
    std::condition_variable changed_;
    std::size_t done_ = 0, running_ = 0;
    std::exception_ptr failure_;
};

}  // namespace

bool should_stop(const SideBySideOptions& options) {
    try {
        Deadline::check();
    } catch (const Cancelled&) {
        return true;
    } catch (const TimeIsUp&) {
        return true;
    }
    return options.stop.is_requested() || (options.asked && options.asked());
}

bool side_by_side(std::size_t count, const std::function<std::function<void(std::size_t)>()>& worker,
                  const SideBySideOptions& options) {
    return Workers(count, worker, options).run();
}

}  // namespace anholon
