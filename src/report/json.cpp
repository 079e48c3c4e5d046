#include "report/json.hpp"

#include <algorithm>
#include <limits>
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

// Takes the parts of a text in their order and builds the value, never deeper than it may be.
class Builder : public nlohmann::json_sax<nlohmann::json> {
  public:
    explicit Builder(const JsonLimits& limits) : limits_(limits) {}

    Json value() { return std::move(value_); }

    bool null() override { return add({}); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(std::int64_t{value}); }
    bool number_unsigned(number_unsigned_t value) override {
        if (value > static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max()))
            return add(static_cast<double>(value));
        return add(static_cast<std::int64_t>(value));
    }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { throw BadJson("this is no JSON"); }
    bool start_object(std::size_t) override { return open(Json::Object()); }
    bool start_array(std::size_t) override { return open(Json::Array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        const auto& members = std::get<Json::Object>(open_.back().whole);
        if (members.size() == limits_.members) throw BadJson("an object has too many members");
        if (std::ranges::any_of(members, [&](const auto& member) { return member.first == name; }))
            throw BadJson("'" + name.substr(0, 40) + "' is given twice");
        open_.back().key = std::move(name);
        return true;
    }
    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::detail::exception& e) override {
        if (dynamic_cast<const nlohmann::detail::out_of_range*>(&e) != nullptr)
            throw BadJson("a number is too large");
        throw BadJson("this is no JSON, from its byte " + std::to_string(position) + " on");
    }

  private:
    struct Open {
        std::variant<Json::Array, Json::Object> whole;
        std::string key = {};  // of the member that comes next
    };

    bool add(Json value) {
        if (++count_ > limits_.values) throw BadJson("this has too many values");
        if (open_.empty())
            value_ = std::move(value);
        else if (auto* elements = std::get_if<Json::Array>(&open_.back().whole))
            elements->push_back(std::move(value));
        else
            std::get<Json::Object>(open_.back().whole)
                .emplace_back(std::move(open_.back().key), std::move(value));
        return true;
    }
    bool open(std::variant<Json::Array, Json::Object> whole) {
        if (open_.size() == limits_.depth) throw BadJson("lists and objects are nested too deep");
        open_.push_back({std::move(whole)});
        return true;
    }
    bool close() {
        auto whole = std::move(open_.back().whole);
        open_.pop_back();
        return std::visit([this](auto& parts) { return add(Json(std::move(parts))); }, whole);
    }

    JsonLimits limits_;
    std::vector<Open> open_;
    std::size_t count_ = 0;
    Json value_;
};

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

std::string to_line(const Json& json) {
    return converted(json).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

Json parse_json(std::string_view text, const JsonLimits& limits) {
    Builder builder(limits);
    nlohmann::json::sax_parse(text, &builder);
    return builder.value();
}

}  // namespace anholon
