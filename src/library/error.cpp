#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

#include "algebra/thread.hpp"
#include "library/internals.hpp"
#include "request/failure.hpp"

namespace anholon {
inline namespace v0 {

Error::Error(const std::string& what, std::vector<Diagnostic> found, Of kind)
    : std::runtime_error(what), of(kind), diagnostics(std::move(found)) {
    code = diagnostics.front().code;
    message = diagnostics.front().message;
}
Error::~Error() = default;

}  // namespace v0

namespace library {

namespace {

struct ThreadMemory {
    ~ThreadMemory() { release_thread_memory(); }
    bool is_minded = false;
};

// The reader of words names them as the options of the command.
std::string public_name(const std::string& option) {
    const std::pair<const char*, const char*> names[] = {
        {"-p", "parameters"},    {"-i", "initial"},     {"--columns", "columns"},
        {"--column", "columns"}, {"--event", "events"}, {"--quadrature", "quadratures"},
        {"--where", "where"},    {"--at", "at"}};
    for (const auto& [word, name] : names)
        if (option == word) return name;
    return option;
}

Error::Of kind_of(Refusal::Of of) {
    switch (of) {
        case Refusal::Of::words: return Error::Of::request;
        case Refusal::Of::model: return Error::Of::model;
        case Refusal::Of::state: return Error::Of::state;
        case Refusal::Of::system: return Error::Of::system;
    }
    return Error::Of::system;
}

Error error_of_request(const Refusal& refusal) {
    if (!refusal.source) return error_of(refusal.diagnostics, nullptr, kind_of(refusal.of));
    const Source named(public_name(refusal.source->name()), std::string(refusal.source->text()));
    return error_of(refusal.diagnostics, &named, kind_of(refusal.of));
}

}  // namespace

void mind_thread() {
    static thread_local ThreadMemory memory;
    memory.is_minded = true;
}

std::vector<Error::Diagnostic> listed(const Diagnostics& diagnostics, const Source* source,
                                      Severity severity) {
    std::vector<Error::Diagnostic> list;
    for (const Diagnostic& d : diagnostics.all()) {
        if (d.severity != severity) continue;
        Error::Diagnostic one{d.code, d.message, d.help, {}};
        if (source != nullptr) {
            const Position place = source->position(d.span.begin);
            one.file = source->name();
            one.line = place.line;
            one.column = place.column;
        }
        list.push_back(std::move(one));
    }
    return list;
}

Error error_of(const Diagnostics& diagnostics, const Source* source, Error::Of of) {
    std::vector<Error::Diagnostic> list = listed(diagnostics, source, Severity::error);
    if (source != nullptr) return {render(diagnostics, *source), std::move(list), of};
    const Error::Diagnostic& first = list.front();
    std::string what = "error[" + first.code + "]: " + first.message;
    if (!first.help.empty()) what += "\n   = help: " + first.help;
    return {what, std::move(list), of};
}

Error error_of(const std::string& code, const std::string& message, const std::string& help) {
    return error_of_request(Refusal(Refusal::Of::words, code, message, help));
}

void rethrow_as_error(const Source* source) {
    try {
        throw;
    } catch (const Error&) {
        throw;
    } catch (const Unchanged& e) {
        std::rethrow_exception(e.exception);
    } catch (const Cancelled&) {
        throw error_of_request(Refusal(Refusal::Of::system, "stopped", "the computation was asked to stop"));
    } catch (...) {
        throw error_of_request(request::failure(source));
    }
}

std::function<void(const std::string&)> progress_of(const Limits& limits) {
    if (!limits.progress) return [](const std::string&) {};
    return [&limits](const std::string& part) {
        try {
            limits.progress(part);
        } catch (...) {
            throw Unchanged{std::current_exception()};
        }
    };
}

Limited::Limited(const Limits& limits) : stop_(limits.stop) {
    if (!limits.seconds) return;
    if (!(finite(*limits.seconds, "seconds") >= 0))
        throw error_of("seconds-negative", "the time limit is a number of seconds, 0 or more");
    deadline_.emplace(TimeLimit::by_the_clock(*limits.seconds));
}
Limited::~Limited() = default;

double finite(double number, const std::string& name) {
    if (std::isfinite(number)) return number;
    throw error_of("number-not-finite", "'" + name + "' is not a finite number");
}

std::vector<std::string> assignments(const Values& values) {
    std::vector<std::string> words;
    for (const auto& [name, value] : values) {
        char digits[32];
        const auto end = std::to_chars(digits, digits + sizeof digits, finite(value, name)).ptr;
        words.push_back(name + "=" + std::string(digits, end));
    }
    return words;
}

}  // namespace library
}  // namespace anholon
