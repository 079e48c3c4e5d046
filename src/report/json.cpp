#include "report/json.hpp"

#include <nlohmann/json.hpp>

namespace anholon {

namespace {

using nlohmann::ordered_json;

ordered_json converted(const Json& json);

struct Convert {
    ordered_json operator()(const auto& scalar) const { return scalar; }
    ordered_json operator()(const Json::Array& elements) const {
        ordered_json out = ordered_json::array();
        for (const Json& element : elements) out.push_back(converted(element));
        return out;
    }
    ordered_json operator()(const Json::Object& members) const {
        ordered_json out = ordered_json::object();
        for (const auto& [key, value] : members) out[key] = converted(value);
        return out;
    }
};

// As deep as the document, and documents are built by our own code: a few levels.
ordered_json converted(const Json& json) { return std::visit(Convert{}, json.value()); }

}  // namespace

// Out of line, because GCC 12 warns of uninitialised members when it inlines a variant's move.
Json::Json(const Json&) = default;
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(const Json&) = default;
Json& Json::operator=(Json&&) noexcept = default;
Json::~Json() = default;

std::string to_string(const Json& json) {
    return converted(json).dump(2, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace anholon
