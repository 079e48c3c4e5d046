#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/json.hpp"

// The types of what a page and the server send each other. Requests are checked against them, and so are answers in the tests; the page's
// TypeScript is written from them.
namespace anholon::serve {

struct Field;

class Type {
  public:
    enum class Kind {
        anything,
        boolean,
        integer,
        number,
        text,
        word,      // one of several texts
        list,      // of one type
        tuple,     // so many of one type
        map,       // from names to one type
        record,    // of fields, under a name of its own if it has one
        nullable,  // of one type, or null
        either,    // of several types
    };
    Kind kind() const;
    const std::string& name() const;                // in TypeScript; empty if it has none
    std::size_t size() const;                       // of a tuple
    const std::vector<std::string>& words() const;  // of a word
    const std::vector<Type>& parts() const;         // of a list, map, nullable, either
    const std::vector<Field>& fields() const;       // of a record

    struct Node;
    explicit Type(Node node);

  private:
    std::shared_ptr<const Node> node_;
};

struct Field {
    std::string name;
    Type type;
    std::string about = {};
    bool is_optional = false;
};

struct Type::Node {
    Kind kind;
    std::string name = {};
    std::vector<std::string> words = {};
    std::vector<Type> parts = {};
    std::vector<Field> fields = {};
    std::size_t size = 0;
};

Type anything();
Type boolean();
Type integer();
Type number();
Type text();
Type value();  // a number, or an expression as text
Type one_of(std::vector<std::string> words);
Type list(Type of);
Type tuple(Type of, std::size_t size);
Type map(Type of);
Type nullable(Type of);
Type either(std::vector<Type> of);
Type record(std::vector<Field> fields);
Type record(std::string name, std::vector<Field> fields);
Type named(std::string name, const Type& type);
Field optional(std::string name, Type type, std::string about = {});

// Where the value is not of the type, and how: "parameters.m: a number or a text is expected, not a list".
std::optional<std::string> mismatch(const Json& json, const Type& type, const std::string& place = "");

// The type in TypeScript, by its name if it has one.
std::string typescript(const Type& type);
// The named types within a type, and it itself; each after those within it.
void collect_named(const Type& type, std::vector<Type>& found);
// export interface NAME { … }, or export type NAME = …;
std::string typescript_declaration(const Type& named);

}  // namespace anholon::serve
