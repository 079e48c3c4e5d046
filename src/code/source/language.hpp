#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "code/program.hpp"

namespace anholon {

// How a language writes the statements of a program: texts for fill().
struct Language {
    std::string_view local;       // a new name: @name@, @value@
    std::string_view assignment;  // @place@, @value@
    std::string_view element;     // of a vector: @array@, @i@
    std::string_view entry;       // of a matrix: @array@, @i@, @j@, or @k@ if it is kept by rows
    std::string_view comment;     // what a line of the description begins with
    std::string_view line_break;  // between the numbers of a long list
    std::string_view empty_list = "";
    std::string_view no_names = "";
    char quote = '"';
    std::string quoted_quote = "\\\"";  // a quote within quotes
    std::size_t first_index = 0;
    // Where a program chooses, a branch that is not taken may have no value: how that is written by a language whose functions
    // refuse what they have no value for.
    std::map<Op, std::string_view> lenient = {};
    std::map<Op, std::string_view> operations;  // of @a@, @b@ and @c@, where they are not C's
};

std::string number(double value);  // that reads back as the same
std::string list(const std::vector<double>& values, const Language& language);
std::string quoted_names(const std::vector<std::string>& list, const Language& language);  // in quotes

std::string element(const Language& language, std::string_view array, std::size_t i);
std::string entry(const Language& language, std::string_view array, std::size_t i, std::size_t j,
                  std::size_t columns);

// What stands for the k-th input of a program, for its k-th output and for a value between.
struct Places {
    std::function<std::string(std::size_t)> input, output, value;
};

std::string statements(const Program& program, const Language& language, const Places& places);

}  // namespace anholon
