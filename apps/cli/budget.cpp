#include "budget.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/deadline.hpp"

namespace anholon::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double grace = 1;  // seconds, and a tenth of the budget

std::atomic<bool> has_reported = false;
std::optional<Clock::time_point> end;

Clock::time_point after(double seconds) {
    constexpr double most = 1e9;  // what a clock can count
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(
                              std::chrono::duration<double>(std::min(seconds, most)));
}

}  // namespace

struct Budget::Watch {
    Watch(double seconds, std::function<void()> give_up)
        : deadline(TimeLimit::by_the_clock(seconds)),
          thread([this, until = after(1.1 * seconds + grace), act = std::move(give_up)] {
              std::unique_lock lock(mutex);
              if (!changed.wait_until(lock, until, [this] { return is_over; })) act();
          }) {}
    ~Watch() {
        {
            const std::lock_guard lock(mutex);
            is_over = true;
        }
        changed.notify_one();
        thread.join();
    }

    Deadline deadline;
    std::mutex mutex;
    std::condition_variable changed;
    bool is_over = false;
    std::thread thread;  // the last: it uses the others
};

Budget::Budget(std::optional<double> seconds, std::function<void()> give_up) {
    if (!seconds) return;
    end = after(*seconds);
    watch_ = std::make_unique<Watch>(*seconds, std::move(give_up));
}

Budget::~Budget() { end.reset(); }

bool Budget::is_spent() { return end && Clock::now() > *end; }

bool Budget::claim_report() { return !has_reported.exchange(true); }

}  // namespace anholon::cli
