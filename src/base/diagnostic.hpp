#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"

namespace anholon {

enum class Severity { error, warning };

std::string_view name(Severity severity);

struct Note {
    std::string text;
    std::optional<Span> span = std::nullopt;
};

// A user's mistake, said to the user. `code` names the kind of mistake, as in docs/errors.md.
struct Diagnostic {
    Severity severity = Severity::error;
    std::string code;
    std::string message;
    Span span;
    std::vector<Note> notes = {};
    std::string help = {};
};

// The diagnostics of one source, in the order found. Those past the limit are only counted: the first twenty
// mistakes are read, the rest mostly follow from them.
class Diagnostics {
  public:
    static constexpr std::size_t limit = 20;

    void add(Diagnostic diagnostic);
    void sort();  // by place, for what was found in several passes
    const std::vector<Diagnostic>& all() const { return all_; }
    std::size_t errors() const { return errors_; }
    std::size_t warnings() const { return warnings_; }
    bool failed() const { return errors_ > 0; }
    bool full() const { return errors_ >= limit; }  // time to give up

  private:
    std::vector<Diagnostic> all_;
    std::size_t errors_ = 0;
    std::size_t warnings_ = 0;
};

struct RenderOptions {
    enum class Colour { never, ansi } colour = Colour::never;
    std::size_t columns = 100;  // of the source line shown
};

std::string render(const Diagnostic& diagnostic, const Source& source, const RenderOptions& options = {});
std::string render(const Diagnostics& diagnostics, const Source& source, const RenderOptions& options = {});

}  // namespace anholon
