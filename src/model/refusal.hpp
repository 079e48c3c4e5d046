#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/diagnostic.hpp"
#include "base/source.hpp"

namespace anholon {

// A request that cannot be met.
struct Refusal : std::runtime_error {
    enum class Of {
        words,   // a mistake in what was asked
        model,   // a mistake in the text of the model
        state,   // there is no state to start from
        system,  // this system does not have what was asked for, or it could not be computed
    };

    Refusal(Of what, std::string code, std::string message, std::string help = "")
        : std::runtime_error(message), of(what) {
        diagnostics.add(
            {.code = std::move(code), .message = std::move(message), .span = {}, .help = std::move(help)});
    }
    Refusal(Diagnostics said, Source where, Of what = Of::words)
        : std::runtime_error(said.all().empty() ? "" : said.all().front().message),
          of(what),
          diagnostics(std::move(said)),
          source(std::move(where)) {}

    Of of;
    Diagnostics diagnostics;                      // at least one
    std::optional<Source> source = std::nullopt;  // in which they are, if in any
};

}  // namespace anholon
