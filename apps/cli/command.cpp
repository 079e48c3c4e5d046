#include "command.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"

namespace anholon::cli {

namespace {

Exit exit_of(Refusal::Of of) {
    switch (of) {
        case Refusal::Of::words: return Exit::usage;
        case Refusal::Of::model: return Exit::model;
        case Refusal::Of::state: return Exit::state;
        case Refusal::Of::system: return Exit::failed;
    }
    return Exit::failed;
}

std::string log_line(const char* severity, const Message& message) {
    std::string line =
        std::string("anholon: ") + severity + "[" + message.code + "]: " + printable(message.message) + "\n";
    if (!message.help.empty()) line += "   = help: " + printable(message.help) + "\n";
    return line;
}

// What was said of the model itself stands before a mistake in the same text.
Diagnostics with_warnings(const Refusal& refusal, const Session& session) {
    const auto model = std::ranges::find_if(session.models, [&](const request::StatedModel& m) {
        return refusal.of == Refusal::Of::state && m.source.name() == refusal.source->name();
    });
    if (model == session.models.end()) return refusal.diagnostics;
    Diagnostics all = model->said;
    for (const Diagnostic& d : refusal.diagnostics.all()) all.add(d);
    return all;
}

}  // namespace

Outcome told(const Refusal& refusal, const Session& session) {
    if (!refusal.source) {
        const Diagnostic& said = refusal.diagnostics.all().front();
        return refused(exit_of(refusal.of), {.code = said.code, .message = said.message, .help = said.help});
    }
    const Diagnostics all = with_warnings(refusal, session);
    return {.exit = exit_of(refusal.of),
            .errors = messages(all, *refusal.source, Severity::error),
            .warnings = messages(all, *refusal.source, Severity::warning),
            .log = render(all, *refusal.source, session.render)};
}

Outcome refused(Exit exit, Message error) {
    std::string log = log_line("error", error);
    return {.exit = exit, .errors = {std::move(error)}, .log = std::move(log)};
}

void misused(const std::string& code, const std::string& message, const std::string& help) {
    throw Refusal(Refusal::Of::words, code, message, help);
}

std::size_t width_or(const std::optional<std::string>& given, std::size_t otherwise) {
    constexpr std::size_t least = 40, most = 10000;
    if (!given) return otherwise;
    std::size_t width = 0;
    const auto [end, error] = std::from_chars(given->data(), given->data() + given->size(), width);
    if (error != std::errc() || end != given->data() + given->size() || width < least || width > most)
        misused("width", "--width takes a whole number of columns from 40 to 10000, not '" + *given + "'");
    return width;
}

void add_warning(Outcome& outcome, const std::string& code, const std::string& message,
                 const std::string& help) {
    outcome.warnings.push_back({.code = code, .message = message, .help = help});
    outcome.log += log_line("warning", outcome.warnings.back());
}

void add_error(Outcome& outcome, Exit exit, const std::string& code, const std::string& message) {
    outcome.exit = exit;
    outcome.errors.push_back({.code = code, .message = message});
    outcome.log += log_line("error", outcome.errors.back());
}

void add_warnings(Outcome& outcome, const Session& session) {
    std::vector<Message> warnings;
    std::string log;
    for (const request::StatedModel& model : session.models) {
        const auto said = messages(model.said, model.source, Severity::warning);
        warnings.insert(warnings.end(), said.begin(), said.end());
        log += render(model.said, model.source, session.render);
    }
    outcome.warnings.insert(outcome.warnings.begin(), warnings.begin(), warnings.end());
    outcome.log = log + outcome.log;
}

}  // namespace anholon::cli
