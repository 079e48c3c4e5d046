#include "serve/call.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include "base/deadline.hpp"

namespace anholon::serve {

static_assert(std::endian::native == std::endian::little, "binary messages are little endian");

const Json* Call::field(std::string_view name) const {
    const auto found = std::ranges::find(fields_, name, [](const auto& member) { return member.first; });
    if (found == fields_.end() || std::holds_alternative<std::nullptr_t>(found->second.value()))
        return nullptr;
    return &found->second;
}

std::string Call::text(std::string_view name, const std::string& otherwise) const {
    const Json* found = field(name);
    return found ? std::get<std::string>(found->value()) : otherwise;
}

bool Call::flag(std::string_view name, bool otherwise) const {
    const Json* found = field(name);
    return found ? std::get<bool>(found->value()) : otherwise;
}

namespace {

double as_number(const Json& json) {
    if (const auto* whole = std::get_if<std::int64_t>(&json.value())) return static_cast<double>(*whole);
    return std::get<double>(json.value());
}

std::string as_word(const Json& json) {
    if (const auto* text = std::get_if<std::string>(&json.value())) return *text;
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, as_number(json)).ptr};
}

}  // namespace

std::optional<double> Call::number(std::string_view name) const {
    const Json* found = field(name);
    return found ? std::optional(as_number(*found)) : std::nullopt;
}

std::optional<std::string> Call::word(std::string_view name) const {
    const Json* found = field(name);
    return found ? std::optional(as_word(*found)) : std::nullopt;
}

std::vector<std::string> Call::texts(std::string_view name) const {
    std::vector<std::string> out;
    if (const Json* found = field(name))
        for (const Json& element : std::get<Json::Array>(found->value())) out.push_back(as_word(element));
    return out;
}

std::vector<std::string> Call::assignments(std::string_view name) const {
    std::vector<std::string> out;
    if (const Json* found = field(name))
        for (const auto& [symbol, value] : std::get<Json::Object>(found->value()))
            out.push_back(symbol + "=" + as_word(value));
    return out;
}

std::shared_ptr<const FrozenModel> Call::model() {
    auto found = models.frozen(text("model_name", "model"), text("model"));
    warn(found->said, found->source);
    return found;
}

void Call::progress(double done, double of, const std::string& part) {
    constexpr auto apart = std::chrono::milliseconds(50);
    const auto now = std::chrono::steady_clock::now();
    if (now - heard_at_ < apart) return;
    heard_at_ = now;
    heard_.event(
        Json::object({{"id", id_}, {"event", "progress"}, {"done", done}, {"of", of}, {"part", part}}));
}

void Call::row(Json row) const {
    heard_.event(Json::object({{"id", id_}, {"event", "row"}, {"row", std::move(row)}}));
}

void Call::frames(Frame kind, std::size_t columns, std::span<const double> numbers) const {
    const std::uint32_t header[] = {static_cast<std::uint32_t>(id_), static_cast<std::uint32_t>(kind),
                                    static_cast<std::uint32_t>(columns == 0 ? 0 : numbers.size() / columns),
                                    static_cast<std::uint32_t>(columns)};
    std::string out(sizeof header + numbers.size_bytes(), '\0');
    std::memcpy(out.data(), header, sizeof header);
    if (!numbers.empty()) std::memcpy(out.data() + sizeof header, numbers.data(), numbers.size_bytes());
    heard_.frame(std::move(out));
}

void Call::warn(const std::string& code, const std::string& message) {
    warnings_.push_back(told(
        Diagnostic{.severity = Severity::warning, .code = code, .message = message, .span = {}}, nullptr));
}

void Call::warn(const Diagnostics& said, const Source& source) {
    for (const Diagnostic& d : said.all())
        if (d.severity == Severity::warning) warnings_.push_back(told(d, &source));
}

namespace {

// The options of the command line that a field stands for.
std::string field_named(const std::string& option) {
    const std::pair<const char*, const char*> names[] = {
        {"-p", "parameters"}, {"-i", "initial"}, {"--column", "columns"}, {"--tol", "tolerance"}};
    for (const auto& [word, name] : names)
        if (option == word) return name;
    return option.starts_with("--") ? option.substr(2) : "model";
}

}  // namespace

Json told(const Diagnostic& diagnostic, const Source* source) {
    Json line, column, end_line, end_column;
    if (source) {
        const Position begin = source->position(diagnostic.span.begin);
        const Position end = source->position(std::max(diagnostic.span.begin, diagnostic.span.end));
        line = begin.line;
        column = begin.column;
        end_line = end.line;
        end_column = end.column;
    }
    Json::Array notes;
    for (const Note& note : diagnostic.notes) notes.emplace_back(note.text);
    return Json::object({{"severity", name(diagnostic.severity)},
                         {"code", diagnostic.code},
                         {"message", diagnostic.message},
                         {"help", diagnostic.help.empty() ? Json() : Json(diagnostic.help)},
                         {"notes", Json::array(std::move(notes))},
                         {"field", source ? Json(field_named(source->name())) : Json()},
                         {"line", line},
                         {"column", column},
                         {"end_line", end_line},
                         {"end_column", end_column}});
}

Json told(const std::string& code, const std::string& message, const std::string& help) {
    return told(Diagnostic{.code = code, .message = message, .span = {}, .help = help}, nullptr);
}

}  // namespace anholon::serve
