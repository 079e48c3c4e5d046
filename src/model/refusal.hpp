#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/diagnostic.hpp"
#include "base/source.hpp"

namespace anholon {

// A request that cannot be met: a mistake in its words, or something that this system does not have.
struct Refusal : std::runtime_error {
    enum class Of { words, system };

    Refusal(Of what, std::string code, std::string message, std::string help = "")
        : std::runtime_error(message), of(what) {
        diagnostics.add(
            {.code = std::move(code), .message = std::move(message), .span = {}, .help = std::move(help)});
    }
    Refusal(Diagnostics said, Source where)
        : std::runtime_error(said.all().empty() ? "" : said.all().front().message),
          of(Of::words),
          diagnostics(std::move(said)),
          source(std::move(where)) {}

    Of of;
    Diagnostics diagnostics;                      // at least one
    std::optional<Source> source = std::nullopt;  // in which they are, if in any
};

}  // namespace anholon
