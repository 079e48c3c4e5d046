#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "base/deadline.hpp"
#include "serve/thread_memory.hpp"

namespace anholon::serve {

// Values by their keys, each made once on a thread of its own, however many ask for it meanwhile. The ones used least recently are
// forgotten. A request that is replaced by a newer one leaves its work behind for that one; work that nobody waits for any longer is
// stopped when other work begins.
template <class Value>
class MadeOnce {
  public:
    using Make = std::function<std::shared_ptr<const Value>()>;

    MadeOnce(std::size_t most, double seconds) : most_(most), seconds_(seconds) {}
    // Stops the work and waits for its end.
    ~MadeOnce() {
        std::list<std::shared_ptr<Entry>> all;
        const std::lock_guard lock(mutex_);
        all.splice(all.end(), entries_);
        all.splice(all.end(), stopped_);
        for (const auto& entry : all) entry->stop.request();
    }

    // Throws what making it throws, and Cancelled or TimeIsUp where the asking thread has to stop.
    std::shared_ptr<const Value> get(const std::string& key, const Make& make) {
        std::unique_lock lock(mutex_);
        const std::shared_ptr<Entry> entry = entry_of(key, make);
        ++entry->waiting;
        const Leave leave{*entry};
        while (!entry->is_made) {
            entry->changed.wait_for(lock, std::chrono::milliseconds(20));
            Deadline::check();
        }
        if (entry->failure) std::rethrow_exception(entry->failure);
        return entry->value;
    }

    // Stops work that nobody waits for.
    void stop_abandoned() {
        const std::lock_guard lock(mutex_);
        forget_abandoned();
    }

  private:
    struct Entry {
        std::string key = {};
        Stop stop = {};
        std::condition_variable changed = {};
        std::size_t waiting = 0;
        bool is_made = false;
        std::shared_ptr<const Value> value = {};
        std::exception_ptr failure = {};
        std::jthread maker = {};  // the last: it uses the others
    };
    // While the lock is held.
    struct Leave {
        Entry& entry;
        ~Leave() { --entry.waiting; }
    };

    std::shared_ptr<Entry> entry_of(const std::string& key, const Make& make) {
        for (auto place = entries_.begin(); place != entries_.end(); ++place)
            if ((*place)->key == key) {
                entries_.splice(entries_.begin(), entries_, place);
                return entries_.front();
            }
        forget_abandoned();
        while (entries_.size() >= most_ && forget_oldest()) {
        }
        const auto made = std::make_shared<Entry>();
        made->key = key;
        made->maker = std::jthread([this, entry = made.get(), make] { fill(*entry, make); });
        entries_.push_front(made);
        return made;
    }

    void fill(Entry& entry, const Make& make) {
        const ThreadMemory memory;
        std::shared_ptr<const Value> value;
        std::exception_ptr failure;
        bool is_lasting = true;  // the same would happen again
        try {
            const Stoppable here(entry.stop);
            const Deadline deadline(TimeLimit::by_the_clock(seconds_));
            value = make();
        } catch (const Cancelled&) {
            failure = std::current_exception();
            is_lasting = false;
        } catch (const TimeIsUp&) {
            failure = std::current_exception();
            is_lasting = false;
        } catch (const std::bad_alloc&) {
            failure = std::current_exception();
            is_lasting = false;
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        entry.value = std::move(value);
        entry.failure = failure;
        entry.is_made = true;
        if (!is_lasting) set_aside([&](const Entry& other) { return &other == &entry; });
        entry.changed.notify_all();
    }

    // From among the entries to those that only wait for their threads to end.
    void set_aside(const auto& is_meant) {
        for (auto place = entries_.begin(); place != entries_.end();) {
            const auto here = place++;
            if (is_meant(**here)) stopped_.splice(stopped_.end(), entries_, here);
        }
    }
    void forget_abandoned() {
        std::erase_if(stopped_, [](const auto& entry) { return entry->is_made && entry->waiting == 0; });
        for (const auto& entry : entries_)
            if (!entry->is_made && entry->waiting == 0) entry->stop.request();
        set_aside([](const Entry& entry) { return entry.stop.is_requested(); });
    }
    // Whether there was one that nobody waits for.
    bool forget_oldest() {
        for (auto place = entries_.rbegin(); place != entries_.rend(); ++place)
            if ((*place)->is_made && (*place)->waiting == 0) {
                entries_.erase(std::next(place).base());
                return true;
            }
        return false;
    }

    std::size_t most_;
    double seconds_;
    std::mutex mutex_;
    std::list<std::shared_ptr<Entry>> entries_;  // the last used first
    std::list<std::shared_ptr<Entry>> stopped_;
};

}  // namespace anholon::serve
