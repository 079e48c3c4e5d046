#include "code/source/names.hpp"

namespace anholon {

namespace {

// Names of models are ASCII already: letters, digits and _.
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

std::string snake_case(std::string_view name) {
    std::string s;
    for (std::size_t k = 0; k < name.size(); ++k) {
        if (k > 0 && is_upper(name[k]) && is_lower(name[k - 1])) s += '_';
        s += lower(name[k]);
    }
    return s;
}

std::string capitalised(std::string_view name) {
    std::string s(name);
    if (!s.empty()) s[0] = upper(s[0]);
    return s;
}

}  // namespace anholon
