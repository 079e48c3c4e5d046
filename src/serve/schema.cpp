#include "serve/schema.hpp"

#include <algorithm>

namespace anholon::serve {

using Kind = Type::Kind;

Type::Type(Node node) : node_(std::make_shared<const Node>(std::move(node))) {}
Kind Type::kind() const { return node_->kind; }
const std::string& Type::name() const { return node_->name; }
std::size_t Type::size() const { return node_->size; }
const std::vector<std::string>& Type::words() const { return node_->words; }
const std::vector<Type>& Type::parts() const { return node_->parts; }
const std::vector<Field>& Type::fields() const { return node_->fields; }

Type anything() { return Type({.kind = Kind::anything}); }
Type boolean() { return Type({.kind = Kind::boolean}); }
Type integer() { return Type({.kind = Kind::integer}); }
Type number() { return Type({.kind = Kind::number}); }
Type text() { return Type({.kind = Kind::text}); }
Type value() { return either({number(), text()}); }
Type one_of(std::vector<std::string> words) { return Type({.kind = Kind::word, .words = std::move(words)}); }
Type list(Type of) { return Type({.kind = Kind::list, .parts = {std::move(of)}}); }
Type tuple(Type of, std::size_t size) {
    return Type({.kind = Kind::tuple, .parts = {std::move(of)}, .size = size});
}
Type map(Type of) { return Type({.kind = Kind::map, .parts = {std::move(of)}}); }
Type nullable(Type of) { return Type({.kind = Kind::nullable, .parts = {std::move(of)}}); }
Type either(std::vector<Type> of) { return Type({.kind = Kind::either, .parts = std::move(of)}); }
Type record(std::vector<Field> fields) { return Type({.kind = Kind::record, .fields = std::move(fields)}); }
Type record(std::string name, std::vector<Field> fields) {
    return Type({.kind = Kind::record, .name = std::move(name), .fields = std::move(fields)});
}
Type named(std::string name, const Type& type) {
    return Type({.kind = type.kind(),
                 .name = std::move(name),
                 .words = type.words(),
                 .parts = type.parts(),
                 .fields = type.fields(),
                 .size = type.size()});
}
Field optional(std::string name, Type type, std::string about) {
    return {std::move(name), std::move(type), std::move(about), true};
}

namespace {

std::string expected(const Type& type) {
    switch (type.kind()) {
        case Kind::anything: return "anything";
        case Kind::boolean: return "true or false";
        case Kind::integer: return "a whole number";
        case Kind::number: return "a number";
        case Kind::text: return "a text";
        case Kind::list: return "a list";
        case Kind::tuple: return "a list of " + std::to_string(type.size());
        case Kind::map:
        case Kind::record: return "an object";
        case Kind::nullable: return expected(type.parts()[0]) + " or null";
        case Kind::word:
        case Kind::either: break;
    }
    std::string out;
    for (const std::string& word : type.words()) out += (out.empty() ? "'" : ", '") + word + "'";
    for (const Type& part : type.parts()) out += (out.empty() ? "" : " or ") + expected(part);
    return type.words().empty() ? out : "one of " + out;
}

std::string found(const Json& json) {
    struct Named {
        std::string operator()(std::nullptr_t) const { return "null"; }
        std::string operator()(bool b) const { return b ? "true" : "false"; }
        std::string operator()(std::int64_t) const { return "a whole number"; }
        std::string operator()(double) const { return "a number"; }
        std::string operator()(const std::string& text) const {
            return text.size() <= 40 ? "'" + text + "'" : "a text";
        }
        std::string operator()(const Json::Array&) const { return "a list"; }
        std::string operator()(const Json::Object&) const { return "an object"; }
    };
    return std::visit(Named{}, json.value());
}

template <class T>
bool is(const Json& json) {
    return std::holds_alternative<T>(json.value());
}

bool is_number(const Json& json) { return is<std::int64_t>(json) || is<double>(json); }

// "move.fields": the name of a part behind the place of the whole.
std::string within(const std::string& place, const std::string& name) {
    return place.empty() ? name : place + "." + name;
}

std::optional<std::string> mismatch_of_record(const Json::Object& members, const Type& type,
                                              const std::string& place) {
    for (const Field& field : type.fields()) {
        const auto member =
            std::ranges::find(members, field.name, [](const auto& named) { return named.first; });
        if (member == members.end()) {
            if (field.is_optional) continue;
            return within(place, field.name) + ": " + expected(field.type) + " is expected, and missing";
        }
        if (field.is_optional && is<std::nullptr_t>(member->second)) continue;
        if (auto wrong = mismatch(member->second, field.type, within(place, field.name))) return wrong;
    }
    for (const auto& [name, ignored] : members)
        if (std::ranges::none_of(type.fields(), [&](const Field& field) { return field.name == name; }))
            return within(place, name.substr(0, 40)) + ": there is no such field";
    return std::nullopt;
}

std::optional<std::string> mismatch_of_parts(const Json& json, const Type& type, const std::string& place) {
    if (const auto* elements = std::get_if<Json::Array>(&json.value())) {
        for (std::size_t k = 0; k < elements->size(); ++k)
            if (auto wrong = mismatch((*elements)[k], type.parts()[0], place + "[" + std::to_string(k) + "]"))
                return wrong;
    } else {
        for (const auto& [name, element] : std::get<Json::Object>(json.value()))
            if (auto wrong = mismatch(element, type.parts()[0], within(place, name.substr(0, 40))))
                return wrong;
    }
    return std::nullopt;
}

bool is_outwardly(const Json& json, const Type& type) {
    switch (type.kind()) {
        case Kind::anything: return true;
        case Kind::boolean: return is<bool>(json);
        case Kind::integer: return is<std::int64_t>(json);
        case Kind::number: return is_number(json);
        case Kind::text: return is<std::string>(json);
        case Kind::word:
            return is<std::string>(json) &&
                   std::ranges::find(type.words(), std::get<std::string>(json.value())) != type.words().end();
        case Kind::list: return is<Json::Array>(json);
        case Kind::tuple:
            return is<Json::Array>(json) && std::get<Json::Array>(json.value()).size() == type.size();
        case Kind::map:
        case Kind::record: return is<Json::Object>(json);
        case Kind::nullable: return is<std::nullptr_t>(json) || is_outwardly(json, type.parts()[0]);
        case Kind::either:
            return std::ranges::any_of(type.parts(),
                                       [&](const Type& part) { return is_outwardly(json, part); });
    }
    return false;
}

}  // namespace

std::optional<std::string> mismatch(const Json& json, const Type& type, const std::string& place) {
    if (!is_outwardly(json, type))
        return (place.empty() ? "" : place + ": ") + expected(type) + " is expected, not " + found(json);
    switch (type.kind()) {
        case Kind::list:
        case Kind::tuple:
        case Kind::map: return mismatch_of_parts(json, type, place);
        case Kind::record: return mismatch_of_record(std::get<Json::Object>(json.value()), type, place);
        case Kind::nullable:
            return is<std::nullptr_t>(json) ? std::nullopt : mismatch(json, type.parts()[0], place);
        case Kind::either: {
            std::optional<std::string> wrong;
            for (const Type& part : type.parts()) {
                if (!is_outwardly(json, part)) continue;
                const auto here = mismatch(json, part, place);
                if (!here) return std::nullopt;
                if (!wrong) wrong = here;
            }
            return wrong;
        }
        default: return std::nullopt;
    }
}

namespace {

std::string quoted(const std::string& word) { return to_line(Json(word)); }

// x' and model-name need quotes.
std::string property(const std::string& name) {
    const bool is_plain = std::ranges::all_of(
        name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
    return is_plain ? name : quoted(name);
}

bool is_composite(const Type& type) {
    return type.name().empty() &&
           (type.kind() == Kind::word || type.kind() == Kind::either || type.kind() == Kind::nullable);
}

std::string property_of(const Field& field) {
    return property(field.name) + (field.is_optional ? "?: " : ": ") + typescript(field.type);
}

// Without its name.
std::string spelt_out(const Type& type) {
    std::string out;
    const auto add = [&](const char* between, const std::string& part) {
        out += (out.empty() ? "" : between) + part;
    };
    switch (type.kind()) {
        case Kind::anything: return "unknown";
        case Kind::boolean: return "boolean";
        case Kind::integer:
        case Kind::number: return "number";
        case Kind::text: return "string";
        case Kind::list: {
            const std::string of = typescript(type.parts()[0]);
            return (is_composite(type.parts()[0]) ? "(" + of + ")" : of) + "[]";
        }
        case Kind::tuple:
            for (std::size_t k = 0; k < type.size(); ++k) add(", ", typescript(type.parts()[0]));
            return "[" + out + "]";
        case Kind::map: return "Record<string, " + typescript(type.parts()[0]) + ">";
        case Kind::nullable: return typescript(type.parts()[0]) + " | null";
        case Kind::word:
        case Kind::either:
            for (const std::string& word : type.words()) add(" | ", quoted(word));
            for (const Type& part : type.parts()) add(" | ", typescript(part));
            return out;
        case Kind::record: break;
    }
    for (const Field& field : type.fields()) add("; ", property_of(field));
    return out.empty() ? "Record<string, never>" : "{ " + out + " }";
}

}  // namespace

std::string typescript(const Type& type) { return type.name().empty() ? spelt_out(type) : type.name(); }

void collect_named(const Type& type, std::vector<Type>& found) {
    const bool is_known = std::ranges::any_of(
        found, [&](const Type& known) { return !type.name().empty() && known.name() == type.name(); });
    if (is_known) return;
    for (const Type& part : type.parts()) collect_named(part, found);
    for (const Field& field : type.fields()) collect_named(field.type, found);
    if (!type.name().empty()) found.push_back(type);
}

std::string typescript_declaration(const Type& named) {
    if (named.kind() != Kind::record) return "export type " + named.name() + " = " + spelt_out(named) + ";\n";
    std::string out = "export interface " + named.name() + " {\n";
    for (const Field& field : named.fields()) {
        if (!field.about.empty()) out += "  /** " + field.about + " */\n";
        out += "  " + property_of(field) + ";\n";
    }
    return out + "}\n";
}

}  // namespace anholon::serve
