#pragma once

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace anholon {

// A JSON value that keeps the order in which its members were given, so that the same result is always the
// same bytes. Numbers that are not finite are written as null.
class Json {
  public:
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;
    using Value = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object>;

    Json() = default;
    Json(std::nullptr_t) {}
    Json(bool value) : value_(value) {}
    Json(int value) : value_(std::int64_t{value}) {}
    Json(std::int64_t value) : value_(value) {}
    Json(std::size_t value) : value_(static_cast<std::int64_t>(value)) {}
    Json(double value) : value_(value) {}
    Json(const char* value) : value_(std::string(value)) {}
    Json(std::string_view value) : value_(std::string(value)) {}
    Json(std::string value) : value_(std::move(value)) {}
    Json(Array value) : value_(std::move(value)) {}
    Json(Object value) : value_(std::move(value)) {}

    Json(const Json&);
    Json(Json&&) noexcept;
    Json& operator=(const Json&);
    Json& operator=(Json&&) noexcept;
    ~Json();

    static Json object(Object members) { return Json(std::move(members)); }
    static Json array(Array elements) { return Json(std::move(elements)); }
    const Value& value() const { return value_; }

  private:
    Value value_;
};

std::string to_string(const Json& json);  // indented by two blanks, no line end
std::string to_line(const Json& json);    // the same on one line

// A text that is no JSON, or more of it than is accepted.
struct BadJson : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct JsonLimits {
    std::size_t depth = 16;       // of lists and objects within each other
    std::size_t members = 1000;   // of one object
    std::size_t values = 100000;  // in all
};

// One value, from a stranger: throws BadJson, also where an object has a name twice. Memory and stack stay within the limits.
Json parse_json(std::string_view text, const JsonLimits& limits = {});

}  // namespace anholon
