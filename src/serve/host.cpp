#include "serve/host.hpp"

#include <utility>  // before Boost 1.74, which forgets it

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <condition_variable>
#include <list>
#include <mutex>

#include "serve/session.hpp"

namespace anholon::serve {

namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using Error = boost::system::error_code;

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
