#include "base/diagnostic.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace anholon {

std::string_view name(Severity severity) { return severity == Severity::error ? "error" : "warning"; }

void Diagnostics::add(Diagnostic diagnostic) {
    std::size_t& count = diagnostic.severity == Severity::error ? errors_ : warnings_;
    if (++count <= limit) all_.push_back(std::move(diagnostic));
}

void Diagnostics::sort() {
    std::stable_sort(all_.begin(), all_.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
}

namespace {

struct Style {
    std::string_view strong, fault, gutter, remark, off;
};

Style style_of(Severity severity, RenderOptions::Colour colour) {
    if (colour == RenderOptions::Colour::never) return {};
    return {"\033[1m", severity == Severity::error ? "\033[1;31m" : "\033[1;33m", "\033[34m", "\033[36m",
            "\033[0m"};
}

std::string painted(std::string_view paint, std::string_view text, const Style& style) {
    if (paint.empty()) return std::string(text);
    return std::string(paint).append(text).append(style.off);
}

// The part of a source line that is shown, and where the carets go under it, in terminal cells.
struct Excerpt {
    std::string line;
    std::size_t caret_column = 0;
    std::size_t caret_width = 1;
};

struct Cell {
    Glyph glyph;
    std::size_t column;
    bool marked;
};

Excerpt excerpt(std::string_view line, std::size_t begin, std::size_t end, std::size_t columns) {
    begin = std::min(begin, line.size());
    end = std::clamp(end, begin, line.size());
    columns = std::max<std::size_t>(columns, 20);

    // Only the neighbourhood of the span is looked at, so that a line of megabytes costs nothing.
    const std::size_t reach = 8 * columns;
    std::size_t first = begin > reach ? begin - reach : 0;
    for (int k = 0; k < 3 && first > 0 && first < begin && (line[first] & 0xc0) == 0x80; ++k) ++first;
    const std::size_t last = std::min(line.size(), begin + reach);

    std::vector<Cell> cells;
    std::size_t width = 0, marked_begin = 0, marked_width = 0;
    for (std::size_t at = first; at < last;) {
        const bool marked = at >= begin && at < end;
        Glyph g = glyph(line, at);
        if (at < begin) marked_begin = width + g.width;
        if (marked) marked_width += g.width;
        at += g.size;
        width += g.width;
        cells.push_back({std::move(g), width, marked});
        cells.back().column -= cells.back().glyph.width;
    }
    marked_width = std::max<std::size_t>(marked_width, 1);

    const bool cut_right = last < line.size();
    std::size_t from = 0;  // the first column shown
    if (first > 0 || marked_begin + marked_width + 2 > columns) {
        from = marked_begin > columns / 3 ? marked_begin - columns / 3 : 0;
        if (!cut_right && width >= columns) from = std::min(from, width - columns + 2);
        if (width < columns && first == 0) from = 0;
    }

    Excerpt out;
    std::size_t shown = 0;
    if (first > 0 || from > 0) {
        out.line = "…";
        shown = 1;
    }
    const bool fits = !cut_right && shown + (width - from) <= columns;
    const std::size_t room = fits ? columns : columns - 1;
    bool ended = !cut_right, begun = false;
    std::size_t caret_end = 0;
    out.caret_column = shown;
    for (const Cell& cell : cells) {
        if (cell.column < from) continue;
        if (shown + cell.glyph.width > room) {
            ended = false;
            break;
        }
        if (cell.marked && !begun) {
            begun = true;
            out.caret_column = shown;
        }
        out.line += cell.glyph.shown;
        shown += cell.glyph.width;
        if (cell.marked) caret_end = shown;
        if (!begun && cell.column + cell.glyph.width == marked_begin) out.caret_column = shown;
    }
    if (!ended) out.line += "…";
    if (begun) out.caret_width = std::max<std::size_t>(1, caret_end - out.caret_column);
    return out;
}

void show_line(std::string& out, const Source& source, Span span, std::size_t gutter, const Style& style,
               std::size_t columns) {
    const std::size_t number = source.line_of(std::min(span.begin, source.all().end));
    const Span line = source.line_span(number);
    const std::size_t begin = span.begin - std::min(span.begin, line.begin);
    const std::size_t end = std::max(span.begin, std::min(span.end, line.end)) - line.begin;
    const Excerpt shown = excerpt(source.text(line), begin, end, columns);
    const std::string digits = std::to_string(number);
    std::string head = ' ' + std::string(gutter - digits.size(), ' ') + digits + " |";
    out += painted(style.gutter, head, style);
    if (!shown.line.empty()) out += ' ' + shown.line;
    out += '\n';
    out += painted(style.gutter, ' ' + std::string(gutter, ' ') + " |", style) + ' ';
    out += std::string(shown.caret_column, ' ');
    out += painted(style.fault, std::string(shown.caret_width, '^'), style) + '\n';
}

}  // namespace

std::string render(const Diagnostic& d, const Source& source, const RenderOptions& options) {
    const Style style = style_of(d.severity, options.colour);
    const Position at = source.position(d.span.begin);
    std::size_t last_line = at.line;
    for (const Note& note : d.notes)
        if (note.span) last_line = std::max(last_line, source.line_of(note.span->begin));
    const std::size_t gutter = std::to_string(last_line).size();

    const std::string place =
        printable(source.name()) + ':' + std::to_string(at.line) + ':' + std::to_string(at.column) + ": ";
    std::string out = painted(style.strong, place, style);
    out += painted(style.fault, std::string(name(d.severity)) + '[' + d.code + "]:", style);
    out += ' ' + painted(style.strong, printable(d.message), style) + '\n';
    show_line(out, source, d.span, gutter, style, options.columns);

    const std::string bullet = ' ' + std::string(gutter, ' ') + " = ";
    for (const Note& note : d.notes) {
        out += bullet + painted(style.remark, "note:", style) + ' ' + printable(note.text) + '\n';
        if (note.span) show_line(out, source, *note.span, gutter, style, options.columns);
    }
    if (!d.help.empty())
        out += bullet + painted(style.remark, "help:", style) + ' ' + printable(d.help) + '\n';
    return out;
}

std::string render(const Diagnostics& diagnostics, const Source& source, const RenderOptions& options) {
    std::string out;
    for (const Diagnostic& d : diagnostics.all()) {
        if (!out.empty()) out += '\n';
        out += render(d, source, options);
    }
    const std::size_t hidden = diagnostics.errors() + diagnostics.warnings() - diagnostics.all().size();
    if (hidden > 0) out += "\n" + printable(source.name()) + ": and " + std::to_string(hidden) + " more\n";
    return out;
}

}  // namespace anholon
