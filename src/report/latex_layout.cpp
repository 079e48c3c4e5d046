#include "report/latex_layout.hpp"

#include <algorithm>
#include <optional>

#include "expr/latex_width.hpp"

namespace anholon {

namespace {

// A place where a formula may be broken: before an operator, or, as \cdot, between factors.
struct Break {
    std::size_t at;  // of the blank there
    std::size_t depth;
    bool is_product;
};

bool is_operator(std::string_view word) { return word == "+" || word == "-" || word == "="; }

// \sin x, \left( and \cdot keep what follows them.
bool keeps_next(std::string_view word) {
    if (!word.starts_with('\\')) return false;
    for (const char* f : {"\\sin", "\\cos", "\\tan", "\\arcsin", "\\arccos", "\\arctan", "\\sinh", "\\cosh",
                          "\\tanh", "\\exp", "\\log", "\\cdot", "\\times", "\\partial"})
        if (word == f || word.starts_with(std::string(f) + "^")) return true;
    return false;
}

std::vector<Break> breaks_of(std::string_view tex) {
    std::vector<Break> out;
    std::size_t braces = 0, depth = 0, environments = 0, word = 0;
    for (std::size_t i = 0; i < tex.size(); ++i) {
        const std::string_view rest = tex.substr(i);
        if (rest.starts_with("\\begin{")) ++environments;
        if (rest.starts_with("\\end{")) --environments;
        if (rest.starts_with("\\left(") || rest.starts_with("\\left|")) ++depth;
        if (rest.starts_with("\\right)") || rest.starts_with("\\right|")) --depth;
        if (tex[i] == '{') ++braces;
        if (tex[i] == '}') --braces;
        if (tex[i] != ' ') continue;
        const std::string_view before = tex.substr(word, i - word);
        const std::string_view after = tex.substr(i + 1, tex.find(' ', i + 1) - i - 1);
        word = i + 1;
        if (braces > 0 || environments > 0 || is_operator(before) || before.empty() || keeps_next(before))
            continue;
        out.push_back({i, depth, !is_operator(after)});
    }
    return out;
}

// Outside parentheses and between terms first; a line that is less than half full is worse than a deeper break.
std::optional<Break> best_break(std::string_view tex, std::span<const Break> breaks, std::size_t from,
                                double room) {
    std::optional<Break> best;
    double least = 0;
    for (const Break& b : breaks) {
        if (b.at <= from) continue;
        const double used = latex_width(tex.substr(from, b.at - from));
        if (used > room && best) break;
        const double unused = used <= room ? 1 - used / room : 0;
        const double cost =
            2 * static_cast<double>(b.depth) + (b.is_product ? 3 : 0) + (unused > 0.5 ? 4 : 1) * unused;
        if (!best || cost < least) {
            best = b;
            least = cost;
        }
        if (used > room) break;
    }
    return best;
}

// \left( and \right) cannot stand in different lines.
void part_delimiters(std::vector<std::string>& lines) {
    struct Open {
        std::size_t line, at;
    };
    std::vector<Open> open;
    std::vector<Open> parted;
    for (std::size_t n = 0; n < lines.size(); ++n)
        for (std::size_t i = 0; i < lines[n].size(); ++i) {
            const std::string_view rest = std::string_view(lines[n]).substr(i);
            if (rest.starts_with("\\left(") || rest.starts_with("\\left|")) open.push_back({n, i});
            if ((rest.starts_with("\\right)") || rest.starts_with("\\right|")) && !open.empty()) {
                if (open.back().line != n) {
                    parted.push_back(open.back());
                    parted.push_back({n, i});
                }
                open.pop_back();
            }
        }
    std::ranges::sort(parted, [](const Open& a, const Open& b) {
        return std::pair(a.line, a.at) > std::pair(b.line, b.at);
    });
    for (const Open& p : parted) {
        std::string& line = lines[p.line];
        const bool is_left = line.compare(p.at, 5, "\\left") == 0;
        line.replace(p.at, is_left ? 5 : 6, is_left ? "\\bigl" : "\\bigr");
    }
}

}  // namespace

std::vector<std::string> latex_lines(const std::string& formula, double first, double others) {
    const std::vector<Break> breaks = breaks_of(formula);
    std::vector<std::string> lines;
    std::size_t from = 0;
    std::string start;
    while (true) {
        const double room = lines.empty() ? first : others;
        const std::string_view rest = std::string_view(formula).substr(from);
        const auto at = latex_width(rest) <= room ? std::nullopt : best_break(formula, breaks, from, room);
        lines.push_back(start + std::string(at ? rest.substr(0, at->at - from) : rest));
        if (!at) break;
        from = at->at + 1;
        start = at->is_product ? "{}\\cdot " : "{}";
    }
    part_delimiters(lines);
    return lines;
}

std::string latex_align(std::span<const LatexEquation> equations, std::size_t width) {
    if (equations.empty()) return "";
    constexpr double indent = 2, short_side = 0.3;
    double side = 0;
    for (const LatexEquation& e : equations) side = std::max(side, latex_width(e.left));
    const double all = static_cast<double>(width);
    const bool is_aligned = side <= short_side * all;
    const double room = is_aligned ? all - side - 2 : all;
    std::vector<std::string> rows;
    for (const LatexEquation& e : equations) {
        const std::string formula = is_aligned ? e.right : e.left + " = " + e.right;
        const std::vector<std::string> lines = latex_lines(formula, room, room - indent);
        rows.push_back((is_aligned ? e.left + " &= " : "& ") + lines[0]);
        for (std::size_t k = 1; k < lines.size(); ++k) rows.push_back("&\\quad " + lines[k]);
    }
    std::string out = "\\begin{align*}\n";
    for (std::size_t i = 0; i < rows.size(); ++i) out += rows[i] + (i + 1 < rows.size() ? " \\\\\n" : "\n");
    return out + "\\end{align*}\n";
}

}  // namespace anholon
