#include "base/faults.hpp"

#include <algorithm>

namespace anholon {

namespace {

bool ends_with(std::string_view path, std::string_view ending) {
    const auto lower = [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return path.size() > ending.size() &&
           std::equal(ending.rbegin(), ending.rend(), path.rbegin(),
                      [&](char a, char b) { return a == lower(b); }) &&
           path[path.size() - ending.size() - 1] != '/';
}

}  // namespace

std::string_view file_ending(std::string_view path, std::initializer_list<std::string_view> endings) {
    std::string list;
    std::size_t left = endings.size();
    for (const std::string_view ending : endings) {
        if (ends_with(path, ending)) return ending;
        list.append(ending).append(left > 2 ? ", " : left == 2 ? " or " : "");
        --left;
    }
    throw UnknownFileFormat("'" + std::string(path) + "' has no known file format: its name must end with " +
                            list);
}

}  // namespace anholon
