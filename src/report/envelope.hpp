#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "report/json.hpp"
#include "report/provenance.hpp"

namespace anholon {

// An error or a warning as programs read it.
struct Message {
    std::string code;
    std::string message;
    std::optional<Position> position = std::nullopt;
    std::string help = {};
};

Json to_json(const Provenance& provenance);
std::vector<Message> messages(const Diagnostics& diagnostics, const Source& source, Severity severity);

// The one object that `--json` prints:
//   {"schema": "anholon.zero/1", "ok": true, "result": …, "warnings": […], "provenance": {…}}
//   {"schema": "anholon.zero/1", "ok": false, "errors": […], "warnings": […], "provenance": {…}}
// and a result beside the errors where a computation got somewhere before it failed.
Json success(std::string_view command, Json result, const std::vector<Message>& warnings,
             const Provenance& provenance);
Json failure(std::string_view command, const std::vector<Message>& errors, Json result,
             const std::vector<Message>& warnings, const Provenance& provenance);

}  // namespace anholon
