#include "command.hpp"

#include "base/text.hpp"

namespace anholon::cli {

Outcome rejected(const Diagnostics& diagnostics, const Source& source, const Session& session) {
    return {.exit = Exit::model,
            .errors = messages(diagnostics, source, Severity::error),
            .warnings = messages(diagnostics, source, Severity::warning),
            .log = render(diagnostics, source, session.render)};
}

Outcome refused(Exit exit, Message error) {
    std::string log = "anholon: error[" + error.code + "]: " + printable(error.message) + "\n";
    if (!error.help.empty()) log += "   = help: " + printable(error.help) + "\n";
    return {.exit = exit, .errors = {std::move(error)}, .log = std::move(log)};
}

}  // namespace anholon::cli
