#include "serve/server.hpp"

#include "serve/conversation.hpp"
#include "serve/token.hpp"

namespace anholon::serve {

namespace {

// Browsers keep what a page stores by its port: the usual one is taken if it is free.
constexpr std::uint16_t usual_port = 8747;

std::unique_ptr<Host> host_of(HostOptions options, std::optional<std::uint16_t> port) {
    options.port = port.value_or(usual_port);
    if (port) return std::make_unique<Host>(std::move(options));
    try {
        return std::make_unique<Host>(options);
    } catch (const std::runtime_error&) {
        options.port = 0;
        return std::make_unique<Host>(std::move(options));
    }
}

}  // namespace

Server::Server(const std::filesystem::path& page, const ServerOptions& options)
    : token_(options.token.empty() ? random_token() : options.token),
      host_(
          host_of({.token = token_,
                   .files = read_bundle(page),
                   .connect = [limits = ConversationLimits{.seconds = options.seconds}](
                                  Outbox& outbox) { return std::make_unique<Conversation>(outbox, limits); }},
                  options.port)) {}

std::string Server::address() const {
    return "http://127.0.0.1:" + std::to_string(host_->port()) + "/?token=" + token_;
}

}  // namespace anholon::serve
