#pragma once

#include <utility>  // before Boost 1.74, which forgets it

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "serve/house.hpp"

namespace anholon::serve {

// One connection, on a thread of its own: files over HTTP, then perhaps a conversation over WebSocket.
class Session : public Outbox {
  public:
    using Socket = boost::asio::ip::tcp::socket;

    explicit Session(const House& house) : house_(house), stream_(Socket(io_)) {}

    Socket& socket() { return stream_.socket(); }

    void start(std::function<void()> ended);
    void end();  // from any thread

    void send_text(std::string text) override { send(std::move(text), true); }
    void send_binary(std::string bytes) override { send(std::move(bytes), false); }
    void send_now(std::string text) override;

  private:
    using Error = boost::beast::error_code;
    using Buffer = boost::beast::flat_buffer;
    struct Message {
        std::string bytes;
        bool is_text;
    };

    // Starts an operation and waits for its end; its handler takes an error first.
    Error waited(const auto& start);
    void run();
    // Whether the connection goes on.
    bool serve_one(Buffer& buffer);
    bool give(const std::string& path, const Request& request);
    bool respond(boost::beast::http::status status, const std::string& type, const std::string& body,
                 const Request& request);

    void talk(const Request& request);
    void converse();
    void read(Listener& listener);
    void send(std::string bytes, bool is_text);
    void push(Message message);  // while the mutex is held
    void write();
    void be_gone();
    void hang_up();
    void leave();  // takes leave of the page if there is one

    const House& house_;
    boost::asio::io_context io_{1};
    boost::beast::tcp_stream stream_;
    std::optional<boost::beast::websocket::stream<boost::beast::tcp_stream>> socket_stream_;
    boost::asio::steady_timer farewell_{io_};
    Buffer heard_;
    bool is_ending_ = false;

    std::mutex mutex_;
    std::condition_variable room_;
    std::deque<Message> messages_;
    std::size_t unsent_ = 0;
    bool is_writing_ = false;  // or about to: one message goes out at a time
    bool is_gone_ = false;     // changed by its own thread alone
    std::jthread thread_;      // the last: it uses the others
};

}  // namespace anholon::serve
