#pragma once

#include <deque>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/refusal.hpp"
#include "report/envelope.hpp"
#include "report/json.hpp"
#include "request/model.hpp"

namespace anholon::cli {

class Options;

enum class Exit : int {
    ok = 0,
    failed = 1,
    usage = 2,
    model = 3,
    state = 4,
    expectation = 5,
    interrupted = 130
};

// What surrounds a command.
struct Session {
    std::istream& in;
    Provenance provenance;
    RenderOptions render;
    bool json = false;                            // print the envelope instead of the text
    std::size_t width = 80;                       // of lines on stdout
    std::optional<double> budget = std::nullopt;  // seconds
    std::deque<request::StatedModel> models =
        {};  // that the command has read, with what is to be said of them
};

// What a command has to say. `text` goes to stdout, or `result` in its envelope, where errors may stand beside it; `log` goes
// to stderr.
struct Outcome {
    Exit exit = Exit::ok;
    std::string text = {};
    Json result = {};
    std::vector<Message> errors = {};
    std::vector<Message> warnings = {};
    std::string log = {};
};

// What the program says where a request is refused, with the warnings of the models that were read.
Outcome told(const Refusal& refusal, const Session& session);
Outcome refused(Exit exit, Message error);  // for mistakes that stand in no source
// A mistake on the command line.
[[noreturn]] void misused(const std::string& code, const std::string& message, const std::string& help = "");

void add_warning(Outcome& outcome, const std::string& code, const std::string& message,
                 const std::string& help = "");
// Errors beside a result: what was computed is reported all the same.
void add_error(Outcome& outcome, Exit exit, const std::string& code, const std::string& message);
// The warnings of the models that were read.
void add_warnings(Outcome& outcome, const Session& session);

// A result as text or LaTeX, or as JSON if that is wanted.
Outcome shown(const auto& result, const Session& session, const std::string& as = "text") {
    if (session.json) return {.result = as_json(result)};
    if constexpr (requires { as_latex(result); })
        if (as == "latex") return {.text = as_latex(result)};
    return {.text = as_text(result, session.width)};
}

class Command {
  public:
    virtual ~Command() = default;
    virtual std::string_view name() const = 0;
    virtual std::string_view summary() const = 0;  // one line of --help
    virtual std::string_view example() const = 0;  // a command line, shown by --help
    // Words to choose from, under a heading each: also shown by --help.
    virtual std::vector<std::pair<std::string, std::string>> lists() const { return {}; }
    virtual bool may_run_long() const { return true; }  // then it has --budget
    virtual void declare(Options& options) = 0;         // its options; --json and --budget are there already
    virtual Outcome run(Session& session) = 0;
};

// The value of --width, or this one if it was not given. What is no number of columns is refused.
std::size_t width_or(const std::optional<std::string>& given, std::size_t otherwise);
inline constexpr const char* width_help =
    "COLUMNS: break lines at this width, 40 or more (default: the width of the terminal, or 80)";
inline constexpr const char* json_help = "print one JSON object instead of text, also on failure";

std::vector<std::unique_ptr<Command>> commands();  // registry.cpp

}  // namespace anholon::cli
