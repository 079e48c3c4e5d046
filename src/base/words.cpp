#include "base/words.hpp"

namespace anholon {

std::string without_blanks_around(const std::string& text) {
    const auto first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::vector<std::string> split_outside_parentheses(const std::string& text, char separator) {
    std::vector<std::string> out(1);
    std::size_t depth = 0;
    for (const char c : text) {
        depth += c == '(';
        depth -= c == ')' && depth > 0;
        if (c == separator && depth == 0)
            out.emplace_back();
        else
            out.back() += c;
    }
    for (std::string& word : out) word = without_blanks_around(word);
    return out;
}

std::string joined(const std::vector<std::string>& words, const char* separator) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : separator) + word;
    return line;
}

}  // namespace anholon
