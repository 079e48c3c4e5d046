#pragma once

#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "base/deadline.hpp"
#include "report/json.hpp"
#include "serve/asks.hpp"
#include "serve/host.hpp"
#include "serve/models.hpp"

namespace anholon::serve {

struct ConversationLimits {
    double seconds = 600;      // for each request
    std::size_t running = 8;   // requests at once
    std::size_t waiting = 64;  // behind them
};

// What one page asks and hears: its requests, each on a thread of its own, and its models. Pages share nothing.
class Conversation : public Listener {
  public:
    Conversation(Outbox& outbox, const ConversationLimits& limits);
    // Cancels what runs and waits for its end.
    ~Conversation() override;

    // A message of the page. Does not wait.
    void hear(std::string_view message) override;

  private:
    struct Request {
        std::int64_t id = 0;
        std::string lane = {};
        const Ask* ask = nullptr;
        Json::Object fields = {};
        double seconds = 0;
        Stop stop = {};
        std::atomic<bool> is_replaced = false;  // by a newer one of its lane, which may want the same
        bool is_running = false, has_ended = false;
        std::jthread thread = {};
    };

    void cancel(std::int64_t id);
    void ask(const Json::Object& message, std::int64_t id);
    void start_waiting();
    void collect_ended();
    void work(Request& request);
    void answer(Request& request, Call& call);
    void refuse(std::int64_t id, const std::string& code, const std::string& message,
                const std::string& help = "");

    Outbox& outbox_;
    ConversationLimits limits_;
    Models models_;
    std::mutex mutex_;
    bool is_over_ = false;
    std::list<std::shared_ptr<Request>> requests_;  // by age
};

}  // namespace anholon::serve
