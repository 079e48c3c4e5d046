#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "report/envelope.hpp"
#include "report/json.hpp"

namespace CLI {
class App;
}

namespace anholon::cli {

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

Outcome rejected(const Diagnostics& diagnostics, const Source& source, const Session& session);
Outcome refused(Exit exit, Message error);  // for mistakes that stand in no source

class Command {
  public:
    virtual ~Command() = default;
    virtual std::string_view name() const = 0;
    virtual std::string_view summary() const = 0;  // one line of --help
    virtual std::string_view example() const = 0;  // a command line, shown by --help
    // Words to choose from, under a heading each: also shown by --help.
    virtual std::vector<std::pair<std::string, std::string>> lists() const { return {}; }
    virtual bool may_run_long() const { return true; }  // then it has --budget
    virtual void declare(CLI::App& app) = 0;            // its options; --json and --budget are there already
    virtual Outcome run(Session& session) = 0;
};

inline constexpr const char* json_help = "print one JSON object instead of text, also on failure";

std::vector<std::unique_ptr<Command>> commands();  // registry.cpp

}  // namespace anholon::cli
