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

std::string to_string(const Json& json) {
    return converted(json).dump(2, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace anholon
