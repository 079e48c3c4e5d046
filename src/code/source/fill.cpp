#include "code/source/fill.hpp"

#include <cassert>

namespace anholon {

namespace {

bool is_word(std::string_view s) {
    return !s.empty() &&
           s.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
               std::string_view::npos;
}

}  // namespace

std::string fill(std::string_view text, const Values& values) {
    std::string out;
    while (!text.empty()) {
        const std::size_t open = text.find('@'), close = text.find('@', open + 1);
        if (open == text.npos || close == text.npos) break;
        const std::string_view name = text.substr(open + 1, close - open - 1);
        out += text.substr(0, open);
        if (!is_word(name)) {  // Julia's and MATLAB's own use of the sign
            out += '@';
            text.remove_prefix(open + 1);
            continue;
        }
        const auto value = values.find(name);
        assert(value != values.end());
        const bool begins_line = out.empty() || out.back() == '\n';
        out += value->second;
        text.remove_prefix(close + 1);
        if (begins_line && text.starts_with('\n')) text.remove_prefix(1);
    }
    return out.append(text);
}

}  // namespace anholon
