#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "serve/host.hpp"

namespace anholon::serve {

struct ServerOptions {
    std::optional<std::uint16_t> port =
        std::nullopt;        // the usual one if it is free, else one that the system chooses, if not given
    std::string token = {};  // a random one if empty
    double seconds = 600;    // for each request
};

// The workbench for browsers on this machine.
class Server {
  public:
    // Throws std::runtime_error where the page is missing or the port cannot be used.
    Server(const std::filesystem::path& page, const ServerOptions& options);

    std::string address() const;  // with the token, which opens it
    // Until Ctrl-C. Whether all requests could be stopped.
    bool run() { return host_->run(); }

  private:
    std::string token_;
    std::unique_ptr<Host> host_;
};

}  // namespace anholon::serve
