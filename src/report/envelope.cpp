#include "report/envelope.hpp"

namespace anholon {

namespace {

std::string schema(std::string_view command) {
    return command.empty() ? "anholon/1" : "anholon." + std::string(command) + "/1";
}

Json to_json(const Message& m) {
    return Json::object({{"code", m.code},
                         {"message", m.message},
                         {"line", m.position ? Json(m.position->line) : Json()},
                         {"column", m.position ? Json(m.position->column) : Json()},
                         {"help", m.help.empty() ? Json() : Json(m.help)}});
}

Json to_json(const std::vector<Message>& messages) {
    Json::Array out;
    for (const Message& m : messages) out.push_back(to_json(m));
    return Json::array(std::move(out));
}

}  // namespace

Json to_json(const Provenance& provenance) {
    Json::Array command{"anholon"};
    for (const std::string& word : provenance.command) command.emplace_back(word);
    return Json::object({{"version", provenance.version}, {"command", Json::array(std::move(command))}});
}

std::vector<Message> messages(const Diagnostics& diagnostics, const Source& source, Severity severity) {
    std::vector<Message> out;
    for (const Diagnostic& d : diagnostics.all())
        if (d.severity == severity) out.push_back({d.code, d.message, source.position(d.span.begin), d.help});
    return out;
}

Json success(std::string_view command, Json result, const std::vector<Message>& warnings,
             const Provenance& provenance) {
    return Json::object({{"schema", schema(command)},
                         {"ok", true},
                         {"result", std::move(result)},
                         {"warnings", to_json(warnings)},
                         {"provenance", to_json(provenance)}});
}

Json failure(std::string_view command, const std::vector<Message>& errors, Json result,
             const std::vector<Message>& warnings, const Provenance& provenance) {
    Json::Object members{{"schema", schema(command)}, {"ok", false}, {"errors", to_json(errors)}};
    if (!std::holds_alternative<std::nullptr_t>(result.value()))
        members.emplace_back("result", std::move(result));
    members.emplace_back("warnings", to_json(warnings));
    members.emplace_back("provenance", to_json(provenance));
    return Json::object(std::move(members));
}

}  // namespace anholon
