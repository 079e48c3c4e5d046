#pragma once

#include <utility>  // before Boost 1.74, which forgets it

#include <boost/beast/http.hpp>
#include <cstdint>
#include <string>

#include "serve/host.hpp"

namespace anholon::serve {

using Request = boost::beast::http::request<boost::beast::http::empty_body>;

// What every request is measured by.
struct House {
    HostOptions options;
    std::uint16_t port = 0;

    // Pages of other sites reach this machine too: their requests tell on them by the names of host and origin.
    bool comes_from_here(const Request& request) const;
    bool has_token(const Request& request) const;
    std::string content_policy() const;

  private:
    bool is_own_name(const std::string& host) const;
};

}  // namespace anholon::serve
