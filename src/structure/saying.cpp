#include "structure/saying.hpp"

#include "expr/print.hpp"
#include "expr/simplify.hpp"

namespace anholon {

namespace {

constexpr std::size_t kLongFormula = 240;  // characters, beyond which a sentence is not read any more

std::string escaped(std::string_view words) {
    std::string out;
    for (const char c : words) {
        if (c == '_' || c == '%' || c == '&' || c == '#' || c == '^') out += '\\';
        out += c;
        if (c == '^') out += "{}";
    }
    return out;
}

}  // namespace

Saying& Saying::operator<<(std::string_view words) {
    sentence_.text += words;
    sentence_.latex += escaped(words);
    return *this;
}

Saying& Saying::operator<<(std::size_t number) { return *this << std::to_string(number); }

Saying& Saying::operator<<(Expr formula) { return as_it_stands(simplified(formula)); }

Saying& Saying::as_it_stands(Expr e) {
    const std::string whole = text(e);
    if (whole.size() > kLongFormula || whole.find('\n') != std::string::npos)
        return *this << text_in_brief(e);
    sentence_.text += whole;
    sentence_.latex += "$" + latex(e) + "$";
    return *this;
}

std::string listed(const std::vector<std::string>& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i)
        out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return out;
}

std::vector<std::string> names_of(std::span<const Expr> symbols) {
    std::vector<std::string> names;
    for (const Expr& s : symbols) names.push_back(symbol_text(s.symbol()));
    return names;
}

}  // namespace anholon
