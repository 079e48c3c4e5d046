#include "report/layout.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/text.hpp"

namespace anholon {

namespace {

constexpr std::size_t usual_width = 80, least_width = 40;
constexpr std::size_t widest_term = 26;

std::string blanks(std::size_t count) { return std::string(count, ' '); }

// The end of a word. An equals sign keeps its neighbours if they are short, and a sign keeps what follows it.
std::size_t end_of_word(std::string_view text, std::size_t start, std::size_t width) {
    std::size_t end = text.find(' ', start);
    const auto is_sign = [&] { return end == start + 1 && (text[start] == '+' || text[start] == '-'); };
    while (end != text.npos && end > start &&
           (text.substr(end, 3) == " = " || text[end - 1] == '=' || is_sign())) {
        const std::size_t next = text.find(' ', end + 1);
        if (cells(text.substr(start, std::min(next, text.size()) - start)) > width / 2) break;
        end = next;
    }
    return std::min(end, text.size());
}

// A place where a formula may be broken: the next line starts at `next`.
struct Break {
    std::size_t end, next;  // bytes
    std::size_t depth;      // of parentheses
    int rank;               // 0: between summands or arguments, 1: between factors
};

// Without a look at all of a long text.
bool fits(std::string_view text, std::size_t room) {
    constexpr std::size_t bytes_per_cell = 16;  // more than any text has
    return text.size() <= bytes_per_cell * room && cells(text) <= room;
}

bool is_opening(char c) { return c == '(' || c == '[' || c == '{'; }
bool is_closing(char c) { return c == ')' || c == ']' || c == '}'; }

// Breaks stand before " + ", " - ", "*" and "/", after ", " and before other words.
std::vector<Break> breaks_of(std::string_view text) {
    std::vector<Break> out;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (is_opening(c)) ++depth;
        if (is_closing(c) && depth > 0) --depth;
        if (i == 0 || i + 1 == text.size()) continue;
        if (c == ' ' && text[i - 1] != ' ') {
            // An operator starts a line; what follows it stays with it.
            const std::size_t word = text.rfind(' ', i - 1) + 1;  // 0 where there is no blank
            const std::string_view before = text.substr(word, i - word);
            const bool follows_operator = before == "+" || before == "-" || before == "=" || before == "−";
            if (!follows_operator) out.push_back({i, i + 1, depth, 0});
        }
        if (c == '*' || c == '/') out.push_back({i, i, depth, 1});
    }
    return out;
}

// The break at which a line of at most `room` cells ends. Breaks outside parentheses and between summands come first; a line
// that is less than half full is worse than a deeper break.
std::optional<Break> best_break(std::string_view text, std::span<const Break> breaks, std::size_t from,
                                std::size_t room) {
    std::optional<Break> best;
    double least = 0;
    for (const Break& b : breaks) {
        const std::size_t used = cells(text.substr(from, b.end - from));
        const bool fits = used <= room;
        if (!fits && best) break;
        const double unused = fits ? static_cast<double>(room - used) / static_cast<double>(room) : 0;
        const double cost = static_cast<double>(b.depth) + 0.6 * b.rank + (unused > 0.5 ? 4 : 1) * unused;
        if (!best || cost < least) {
            best = b;
            least = cost;
        }
        if (!fits) break;
    }
    return best;
}

}  // namespace

std::size_t output_width() {
    winsize size = {};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return std::max<std::size_t>(size.ws_col, least_width);
    const char* columns = std::getenv("COLUMNS");
    const long stated = columns == nullptr ? 0 : std::strtol(columns, nullptr, 10);
    return stated > 0 && stated < 100000 ? std::max(static_cast<std::size_t>(stated), least_width)
                                         : usual_width;
}

std::size_t cells(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Glyph g = glyph(text, at);
        count += g.width;
        at += g.size;
    }
    return count;
}

std::string shortened(std::string_view text, std::size_t width) {
    if (cells(text) <= width) return std::string(text);
    std::size_t used = 0, at = 0;
    while (at < text.size()) {
        const Glyph g = glyph(text, at);
        if (used + g.width + 1 > width) break;
        used += g.width;
        at += g.size;
    }
    return std::string(text.substr(0, at)) + "…";
}

std::string paragraph(std::string_view start, std::string_view text, std::size_t indent, std::size_t width) {
    std::string out, line(start);
    std::size_t used = cells(start);
    bool is_empty = true;
    const auto break_line = [&] {
        out += line + '\n';
        line = blanks(indent);
        used = indent;
        is_empty = true;
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = end_of_word(text, at, width);
        std::string word(text.substr(at, end - at));
        if (!is_empty && used + 1 + cells(word) > width) break_line();
        if (indent + cells(word) > width) {  // a formula without blanks
            word = formula("", word, indent, width - used);
            word.pop_back();
        }
        line += (is_empty ? "" : " ") + word;
        used = cells(line.substr(line.rfind('\n') + 1));
        is_empty = false;
        at = end + 1;
    }
    return out + line + '\n';
}

std::string formula(std::string_view start, std::string_view text, std::size_t indent, std::size_t width) {
    std::string out(start);
    const std::vector<Break> breaks = breaks_of(text);
    std::size_t from = 0, used = cells(start), passed = 0;
    while (true) {
        const std::size_t room = used < width ? width - used : 1;
        const std::string_view rest = text.substr(from);
        while (passed < breaks.size() && breaks[passed].end <= from) ++passed;
        const auto at =
            fits(rest, room) ? std::nullopt : best_break(text, std::span(breaks).subspan(passed), from, room);
        if (!at) return out.append(rest) + '\n';
        out.append(text.substr(from, at->end - from)).append("\n").append(blanks(indent));
        from = at->next;
        used = indent;
    }
}

std::string equation(std::string_view left, std::string_view right, std::size_t width) {
    constexpr std::size_t short_side = 12;
    const std::string start = "  " + std::string(left) + " = ";
    if (cells(left) <= short_side) return formula(start, right, 6, width);
    if (cells(right) <= short_side)
        return formula("  ", std::string(left) + " = " + std::string(right), 4, width);
    if (fits(left, width) && fits(right, width) && cells(start) + cells(right) <= width)
        return start + std::string(right) + '\n';
    return formula("  ", std::string(left) + " =", 4, width) + formula(blanks(6), right, 6, width);
}

std::string definitions(std::span<const std::pair<std::string, std::string>> list, std::size_t width) {
    std::string out, line;
    const auto end_line = [&] {
        if (!line.empty()) out += "  " + line + '\n';
        line.clear();
    };
    for (const auto& [name, value] : list) {
        const std::string whole = name + " = " + value;
        if (!line.empty() && fits(line + ",  " + whole, width - 2)) {
            line += ",  " + whole;
            continue;
        }
        end_line();
        if (fits(whole, width - 2))
            line = whole;
        else
            out += equation(name, value, width);
    }
    end_line();
    return out;
}

std::string term_list(std::span<const ListedTerm> rows, std::size_t width) {
    std::size_t column = 0;
    for (const ListedTerm& row : rows)
        if (cells(row.term) <= widest_term) column = std::max(column, cells(row.term));
    column += 4;
    std::string out;
    for (const ListedTerm& row : rows) {
        std::string start = "  " + row.term;
        if (cells(start) + 2 > column) {
            out += start + '\n';
            start.clear();
        }
        start += blanks(column - cells(start));
        out += paragraph(start, row.explanation, column, width);
    }
    return out;
}

}  // namespace anholon
