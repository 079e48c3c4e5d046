#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "expr/expr.hpp"

namespace anholon {

// A result for programs: numbers, names, expressions, lists and named parts of these.
struct Data {
    using List = std::vector<Data>;
    using Fields = std::vector<std::pair<std::string, Data>>;
    std::variant<bool, std::size_t, double, std::string, Expr, List, Fields> value;

    Data(bool is) : value(is) {}
    Data(std::size_t count) : value(count) {}
    Data(double number) : value(number) {}
    Data(const char* name) : value(std::string(name)) {}
    Data(std::string_view name) : value(std::string(name)) {}
    Data(std::string name) : value(std::move(name)) {}
    Data(Expr e) : value(e) {}
    Data(List list) : value(std::move(list)) {}
    Data(Fields fields) : value(std::move(fields)) {}

    // What stands under a name, or nothing.
    static const Data* find(const Fields& fields, std::string_view name);
};

template <class Items>
Data::List list_of(const Items& items) {
    Data::List out;
    for (const auto& item : items) out.emplace_back(item);
    return out;
}

}  // namespace anholon
