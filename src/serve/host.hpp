#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "serve/bundle.hpp"

// The network: HTTP and WebSocket on this machine alone. The only place that knows how they are spoken.
namespace anholon::serve {

// Where messages to a page go. For any thread.
class Outbox {
  public:
    virtual ~Outbox() = default;
    // Waits while the page has not read enough of what was sent before. Throws Cancelled or TimeIsUp where the thread has to stop, and
    // Cancelled once the page is gone.
    virtual void send_text(std::string text) = 0;
    virtual void send_binary(std::string bytes) = 0;
    virtual void send_now(std::string text) = 0;  // never waits: a page that does not read is left
};

// Hears the messages of a page. Destroyed when the page is gone.
class Listener {
  public:
    virtual ~Listener() = default;
    virtual void hear(std::string_view message) = 0;  // does not wait
};

struct HostOptions {
    std::uint16_t port = 0;  // 0: one that the system chooses
    std::string token = {};
    Bundle files = {};
    std::size_t connections = 32;                      // at once
    std::size_t message_bytes = std::size_t{9} << 20;  // the longest message of a page
    std::function<std::unique_ptr<Listener>(Outbox&)> connect = {};
};

class Host {
  public:
    // Listens on 127.0.0.1. Throws std::runtime_error where it cannot.
    explicit Host(HostOptions options);
    ~Host();
    std::uint16_t port() const;

    // Until SIGINT or SIGTERM, or stop(). Whether all that was going on has ended soon after.
    bool run();
    void stop();  // from any thread

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace anholon::serve
