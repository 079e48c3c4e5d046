#include "model/language/mistake.hpp"

#include "base/text.hpp"

namespace anholon {

std::string quote(std::string_view name) { return "'" + std::string(name) + "'"; }

Diagnostic error(std::string code, Span span, std::string message, std::string help) {
    return {.code = std::move(code), .message = std::move(message), .span = span, .help = std::move(help)};
}

Diagnostic error_beside(std::string code, Span span, std::string message, std::string note, Span there,
                        std::string help) {
    Diagnostic d = error(std::move(code), span, std::move(message), std::move(help));
    d.notes.push_back({std::move(note), there});
    return d;
}

Diagnostic twice(std::string code, Span span, std::string message, Span first) {
    return error_beside(std::move(code), span, std::move(message), "the first one is here", first);
}

std::string known_names(std::string_view found, const std::vector<std::string>& known) {
    if (const auto meant = nearest(found, known)) return "did you mean " + quote(*meant) + "?";
    std::string all;
    for (const std::string& one : known) all += (all.empty() ? "" : ", ") + one;
    return "the known ones are " + all;
}

}  // namespace anholon
