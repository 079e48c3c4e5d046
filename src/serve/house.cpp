#include "serve/house.hpp"

#include <algorithm>

#include "serve/token.hpp"

namespace anholon::serve {

namespace {

namespace http = boost::beast::http;

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

}  // namespace

bool House::is_own_name(const std::string& host) const {
    const std::string number = ":" + std::to_string(port);
    return host == "127.0.0.1" + number || host == "localhost" + number;
}

bool House::comes_from_here(const Request& request) const {
    if (request.count(http::field::host) != 1 || !is_own_name(view(request[http::field::host]))) return false;
    if (request.find(http::field::origin) == request.end()) return true;
    const std::string origin = view(request[http::field::origin]);
    return origin.starts_with("http://") && is_own_name(origin.substr(7));
}

bool House::has_token(const Request& request) const {
    return is_same_token(query_value(view(request.target()), "token"), options.token);
}

std::string House::content_policy() const {
    const std::string sockets =
        "ws://127.0.0.1:" + std::to_string(port) + " ws://localhost:" + std::to_string(port);
    return "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' "
           "data: "
           "blob:; font-src 'self' data:; media-src 'self' blob:; worker-src 'self' blob:; connect-src "
           "'self' " +
           sockets + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
}

}  // namespace anholon::serve
