#include "serve/session.hpp"

#include <malloc.h>

#include <boost/asio/post.hpp>

#include "base/deadline.hpp"
#include "serve/thread_memory.hpp"

namespace anholon::serve {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;

constexpr auto patience = std::chrono::seconds(10);  // with a connection that says nothing
constexpr std::size_t longest_header = 8 << 10;
constexpr std::size_t most_waiting = std::size_t{32}
                                     << 20;  // bytes that a page has not read; then answers wait
constexpr std::size_t most_unread = std::size_t{128} << 20;  // then it is left
constexpr std::size_t most_kept = 1 << 20;                   // of the memory for a message

}  // namespace

void Session::start(std::function<void()> ended) {
    thread_ = std::jthread([this, done = std::move(ended)] {
        const ThreadMemory memory;
        run();
        done();
    });
}

void Session::end() {
    asio::post(io_, [this] { leave(); });
}

void Session::send_now(std::string text) {
    const std::lock_guard lock(mutex_);
    if (is_gone_) return;
    push({std::move(text), true});
    if (unsent_ > most_unread) asio::post(io_, [this] { hang_up(); });
}

// --- HTTP

Session::Error Session::waited(const auto& start) {
    Error error = asio::error::operation_aborted;
    bool is_done = false;
    start([&](Error e, auto&&...) {
        error = e;
        is_done = true;
    });
    io_.restart();
    while (!is_done && io_.run_one() > 0) {
    }
    return error;
}

void Session::run() {
    try {
        Error ignored;
        socket().set_option(tcp::no_delay(true), ignored);
        beast::flat_buffer buffer;
        while (!is_ending_ && serve_one(buffer)) {
        }
        socket().shutdown(tcp::socket::shutdown_both, ignored);
        socket().close(ignored);
    } catch (const std::exception&) {
        Error ignored;
        socket().close(ignored);
    }
}

bool Session::serve_one(Buffer& buffer) {
    http::request_parser<http::empty_body> parser;
    parser.header_limit(longest_header);
    parser.body_limit(0);
    stream_.expires_after(patience);
    const Error error =
        waited([&](auto handler) { http::async_read(stream_, buffer, parser, std::move(handler)); });
    if (error == http::error::end_of_stream || error == beast::error::timeout ||
        error == asio::error::operation_aborted || error == asio::error::connection_reset)
        return false;
    if (error) {
        respond(http::status::bad_request, "text/plain", "This is no request that can be answered.\n", {});
        return false;
    }
    const Request request = parser.release();
    if (!house_.comes_from_here(request)) {
        respond(http::status::forbidden, "text/plain", "This server answers only pages of its own address.\n",
                {});
        return false;
    }
    const std::string target(request.target().data(), request.target().size());
    const std::string path = target.substr(0, target.find('?'));
    if (path == "/socket") {
        talk(request);
        return false;
    }
    return give(path, request);
}

bool Session::give(const std::string& path, const Request& request) {
    if (request.method() != http::verb::get && request.method() != http::verb::head)
        return respond(http::status::method_not_allowed, "text/plain", "Only GET and HEAD.\n", request);
    const bool is_page = path == "/" || path == "/index.html";
    if (is_page && !house_.has_token(request))
        return respond(http::status::forbidden, "text/plain",
                       "The address lacks its token: open the one that `anholon serve` has printed.\n",
                       request);
    const auto file = house_.options.files.find(is_page ? "/index.html" : path);
    if (file == house_.options.files.end())
        return respond(http::status::not_found, "text/plain", "There is no such file.\n", request);
    return respond(http::status::ok, file->second.type, file->second.body, request);
}

bool Session::respond(http::status status, const std::string& type, const std::string& body,
                      const Request& request) {
    http::response<http::span_body<const char>> response{status, 11};
    response.set(http::field::server, "anholon");
    response.set(http::field::content_type, type);
    response.set(http::field::cache_control, "no-store");
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Content-Security-Policy", house_.content_policy());
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    response.keep_alive(status == http::status::ok && request.keep_alive());
    response.content_length(body.size());
    if (request.method() != http::verb::head) response.body() = {body.data(), body.size()};
    http::response_serializer<http::span_body<const char>> serializer(response);
    serializer.split(request.method() == http::verb::head);
    stream_.expires_after(patience);
    const Error error = waited([&](auto handler) {
        if (request.method() == http::verb::head)
            http::async_write_header(stream_, serializer, std::move(handler));
        else
            http::async_write(stream_, serializer, std::move(handler));
    });
    return !error && response.keep_alive();
}

// --- WebSocket

void Session::talk(const Request& request) {
    if (!websocket::is_upgrade(request)) {
        respond(http::status::upgrade_required, "text/plain", "This address is for WebSocket.\n", {});
        return;
    }
    if (!house_.has_token(request)) {
        respond(http::status::forbidden, "text/plain", "The token is wrong.\n", {});
        return;
    }
    stream_.expires_never();
    socket_stream_.emplace(std::move(stream_));
    websocket::stream<beast::tcp_stream>& ws = *socket_stream_;
    ws.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
    ws.read_message_max(house_.options.message_bytes);
    ws.auto_fragment(false);
    ws.write_buffer_bytes(std::size_t{64} << 10);
    if (!waited([&](auto handler) { ws.async_accept(request, std::move(handler)); })) converse();
    Error ignored;
    beast::get_lowest_layer(ws).socket().close(ignored);
}

void Session::converse() {
    std::unique_ptr<Listener> listener = house_.options.connect(*this);
    read(*listener);
    io_.restart();
    try {
        // Not until nothing is left to do: the stream has a clock of its own.
        while (!is_gone_ && io_.run_one() > 0) {
        }
    } catch (const std::exception&) {
        be_gone();
    }
    listener.reset();  // waits for the end of its requests
    // They had threads, whose memory the allocator keeps unless it is told.
    malloc_trim(0);
}

void Session::read(Listener& listener) {
    socket_stream_->async_read(heard_, [this, &listener](Error error, std::size_t) {
        if (error || is_ending_) return be_gone();
        if (!socket_stream_->got_text()) return be_gone();
        const auto bytes = heard_.cdata();
        listener.hear({static_cast<const char*>(bytes.data()), bytes.size()});
        heard_.consume(heard_.size());
        if (heard_.capacity() > most_kept) heard_.shrink_to_fit();
        read(listener);
    });
}

void Session::send(std::string bytes, bool is_text) {
    std::unique_lock lock(mutex_);
    while (unsent_ > most_waiting && !is_gone_) {
        room_.wait_for(lock, std::chrono::milliseconds(20));
        Deadline::check();
    }
    if (is_gone_) throw Cancelled();
    push({std::move(bytes), is_text});
}

void Session::push(Message message) {
    unsent_ += message.bytes.size();
    messages_.push_back(std::move(message));
    if (std::exchange(is_writing_, true)) return;
    asio::post(io_, [this] { write(); });
}

// The first message, which stays in the queue until it is sent.
void Session::write() {
    const Message* message = nullptr;
    {
        const std::lock_guard lock(mutex_);
        is_writing_ = !is_gone_ && !messages_.empty();
        if (!is_writing_) return;
        message = &messages_.front();
    }
    socket_stream_->text(message->is_text);
    socket_stream_->async_write(asio::buffer(message->bytes), [this](Error error, std::size_t) {
        if (error) return be_gone();
        {
            const std::lock_guard lock(mutex_);
            unsent_ -= messages_.front().bytes.size();
            messages_.pop_front();
            room_.notify_all();
        }
        write();
    });
}

void Session::be_gone() {
    {
        const std::lock_guard lock(mutex_);
        is_gone_ = true;
        room_.notify_all();
    }
    hang_up();
}

void Session::hang_up() {
    Error ignored;
    if (socket_stream_)
        beast::get_lowest_layer(*socket_stream_).socket().close(ignored);
    else
        socket().close(ignored);
}

void Session::leave() {
    is_ending_ = true;
    if (!socket_stream_ || !socket_stream_->is_open()) return hang_up();
    socket_stream_->async_close(websocket::close_code::going_away, [this](Error) { hang_up(); });
    farewell_.expires_after(std::chrono::seconds(1));
    farewell_.async_wait([this](Error error) {
        if (!error) hang_up();
    });
}

}  // namespace anholon::serve
