#include "serve/host.hpp"

#include <malloc.h>

#include <utility>  // before Boost 1.74, which forgets it

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <optional>
#include <thread>

#include "base/deadline.hpp"
#include "serve/thread_memory.hpp"
#include "serve/token.hpp"

namespace anholon::serve {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using Error = beast::error_code;
using Request = http::request<http::empty_body>;

constexpr auto patience = std::chrono::seconds(10);  // with a connection that says nothing
constexpr std::size_t longest_header = 8 << 10;
constexpr std::size_t most_waiting = std::size_t{32}
                                     << 20;  // bytes that a page has not read; then answers wait
constexpr std::size_t most_unread = std::size_t{128} << 20;  // then it is left

// "token" of "/socket?token=abc&…".
std::string query_value(std::string_view target, std::string_view name) {
    const std::size_t mark = target.find('?');
    std::string_view rest = mark == std::string_view::npos ? "" : target.substr(mark + 1);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('&'), rest.size());
        const std::string_view pair = rest.substr(0, end);
        if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=')
            return std::string(pair.substr(name.size() + 1));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return "";
}

std::string view(boost::string_view text) { return {text.data(), text.size()}; }

// What every request is measured by.
struct House {
    HostOptions options;
    std::uint16_t port = 0;

    bool is_own_name(const std::string& host) const {
        const std::string number = ":" + std::to_string(port);
        return host == "127.0.0.1" + number || host == "localhost" + number;
    }
    // Pages of other sites reach this machine too: their requests tell on them by these.
    bool comes_from_here(const Request& request) const {
        if (request.count(http::field::host) != 1 || !is_own_name(view(request[http::field::host])))
            return false;
        if (request.find(http::field::origin) == request.end()) return true;
        const std::string origin = view(request[http::field::origin]);
        return origin.starts_with("http://") && is_own_name(origin.substr(7));
    }
    bool has_token(const Request& request) const {
        return is_same_token(query_value(view(request.target()), "token"), options.token);
    }
    std::string content_policy() const {
        const std::string sockets =
            "ws://127.0.0.1:" + std::to_string(port) + " ws://localhost:" + std::to_string(port);
        return "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' "
               "data: "
               "blob:; font-src 'self' data:; media-src 'self' blob:; worker-src 'self' blob:; connect-src "
               "'self' " +
               sockets + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }
};

// One connection, on a thread of its own.
class Session : public Outbox {
  public:
    explicit Session(const House& house) : house_(house), stream_(tcp::socket(io_)) {}

    tcp::socket& socket() { return stream_.socket(); }
    asio::io_context& io() { return io_; }

    void start(std::function<void()> ended) {
        thread_ = std::jthread([this, done = std::move(ended)] {
            const ThreadMemory memory;
            run();
            done();
        });
    }

    // From any thread: the connection ends.
    void end() {
        asio::post(io_, [this] { leave(); });
    }

    void send_text(std::string text) override { send(std::move(text), true); }
    void send_binary(std::string bytes) override { send(std::move(bytes), false); }
    void send_now(std::string text) override {
        const std::lock_guard lock(mutex_);
        if (is_gone_) return;
        push({std::move(text), true});
        if (unsent_ > most_unread) asio::post(io_, [this] { hang_up(); });
    }

  private:
    struct Message {
        std::string bytes;
        bool is_text;
    };

    // --- HTTP

    // Starts an operation and waits for its end; its handler takes an error first.
    Error waited(const auto& start) {
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

    void run() {
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

    // Whether the connection goes on.
    bool serve_one(beast::flat_buffer& buffer) {
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
            respond(http::status::bad_request, "text/plain", "This is no request that can be answered.\n",
                    {});
            return false;
        }
        const Request request = parser.release();
        if (!house_.comes_from_here(request)) {
            respond(http::status::forbidden, "text/plain",
                    "This server answers only pages of its own address.\n", {});
            return false;
        }
        const std::string target = view(request.target());
        const std::string path = target.substr(0, target.find('?'));
        if (path == "/socket") {
            talk(request);
            return false;
        }
        return give(path, request);
    }

    bool give(const std::string& path, const Request& request) {
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

    bool respond(http::status status, const std::string& type, const std::string& body,
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

    void talk(const Request& request) {
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

    void converse() {
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

    void read(Listener& listener) {
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

    void send(std::string bytes, bool is_text) {
        std::unique_lock lock(mutex_);
        while (unsent_ > most_waiting && !is_gone_) {
            room_.wait_for(lock, std::chrono::milliseconds(20));
            Deadline::check();
        }
        if (is_gone_) throw Cancelled();
        push({std::move(bytes), is_text});
    }

    // While the mutex is held.
    void push(Message message) {
        unsent_ += message.bytes.size();
        messages_.push_back(std::move(message));
        if (messages_.size() == 1) asio::post(io_, [this] { write(); });
    }

    // The first message, which stays in the queue until it is sent.
    void write() {
        const Message* message = nullptr;
        {
            const std::lock_guard lock(mutex_);
            if (is_gone_ || messages_.empty()) return;
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

    void be_gone() {
        {
            const std::lock_guard lock(mutex_);
            is_gone_ = true;
            room_.notify_all();
        }
        hang_up();
    }

    void hang_up() {
        Error ignored;
        if (socket_stream_)
            beast::get_lowest_layer(*socket_stream_).socket().close(ignored);
        else
            socket().close(ignored);
    }

    // Takes leave of the page if there is one.
    void leave() {
        is_ending_ = true;
        if (!socket_stream_ || !socket_stream_->is_open()) return hang_up();
        socket_stream_->async_close(websocket::close_code::going_away, [this](Error) { hang_up(); });
        farewell_.expires_after(std::chrono::seconds(1));
        farewell_.async_wait([this](Error error) {
            if (!error) hang_up();
        });
    }

    static constexpr std::size_t most_kept = 1 << 20;

    const House& house_;
    asio::io_context io_{1};
    beast::tcp_stream stream_;
    std::optional<websocket::stream<beast::tcp_stream>> socket_stream_;
    asio::steady_timer farewell_{io_};
    beast::flat_buffer heard_;
    bool is_ending_ = false;

    std::mutex mutex_;
    std::condition_variable room_;
    std::deque<Message> messages_;
    std::size_t unsent_ = 0;
    bool is_gone_ = false;  // changed by its own thread alone
    std::jthread thread_;   // the last: it uses the others
};

}  // namespace

struct Host::State {
    explicit State(HostOptions options) : house{std::move(options)} {}

    void listen() {
        const tcp::endpoint here(asio::ip::address_v4::loopback(), house.options.port);
        acceptor.open(here.protocol());
        acceptor.set_option(asio::socket_base::reuse_address(true));
        acceptor.bind(here);
        acceptor.listen();
        house.port = acceptor.local_endpoint().port();
    }

    void accept() {
        std::unique_ptr<Session> session;
        try {
            session = std::make_unique<Session>(house);
        } catch (const std::exception&) {
            return accept_later();
        }
        Session& next = *session;
        acceptor.async_accept(next.socket(), [this, held = std::move(session)](Error error) mutable {
            if (error == asio::error::operation_aborted) return;
            if (!error) welcome(std::move(held));
            if (acceptor.is_open()) error ? accept_later() : accept();
        });
    }

    // Where the system has no room for another connection it may have some a little later.
    void accept_later() {
        pause.expires_after(std::chrono::milliseconds(100));
        pause.async_wait([this](Error error) {
            if (!error) accept();
        });
    }

    void welcome(std::unique_ptr<Session> session) {
        const std::lock_guard lock(mutex);
        std::erase_if(sessions, [](const Guest& guest) { return guest.has_ended; });
        if (sessions.size() >= house.options.connections) {
            static constexpr std::string_view full =
                "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
            Error ignored;
            session->socket().non_blocking(true, ignored);
            session->socket().write_some(asio::buffer(full.data(), full.size()), ignored);
            return;
        }
        Guest& guest = sessions.emplace_back();
        guest.session = std::move(session);
        try {
            guest.session->start([this, &guest] {
                const std::lock_guard inner(mutex);
                guest.has_ended = true;
                changed.notify_all();
            });
        } catch (const std::system_error&) {  // no thread
            sessions.pop_back();
        }
    }

    bool end() {
        Error ignored;
        acceptor.close(ignored);
        pause.cancel();
        std::unique_lock lock(mutex);
        for (Guest& guest : sessions) guest.session->end();
        const bool all = changed.wait_for(lock, std::chrono::seconds(5), [this] {
            return std::ranges::all_of(sessions, [](const Guest& guest) { return guest.has_ended; });
        });
        if (all) sessions.clear();
        return all;
    }

    struct Guest {
        std::unique_ptr<Session> session;
        bool has_ended = false;
    };

    House house;
    asio::io_context io{1};
    tcp::acceptor acceptor{io};
    asio::steady_timer pause{io};
    std::mutex mutex;
    std::condition_variable changed;
    std::list<Guest> sessions;
};

Host::Host(HostOptions options) : state_(std::make_unique<State>(std::move(options))) {
    try {
        state_->listen();
    } catch (const boost::system::system_error& e) {
        throw std::runtime_error("127.0.0.1:" + std::to_string(state_->house.options.port) +
                                 " cannot be used: " + e.code().message());
    }
}
Host::~Host() = default;

std::uint16_t Host::port() const { return state_->house.port; }

bool Host::run() {
    asio::signal_set signals(state_->io, SIGINT, SIGTERM);
    signals.async_wait([this](Error error, int) {
        if (!error) state_->io.stop();
    });
    state_->accept();
    state_->io.run();
    return state_->end();
}

void Host::stop() { state_->io.stop(); }

}  // namespace anholon::serve
