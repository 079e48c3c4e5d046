#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

namespace anholon {

CodePoint decode(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[at + k]); };
    const char32_t first = byte(0);
    if (first < 0x80) return {first, 1, true};
    const CodePoint invalid{first, 1, false};
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || at + size > text.size()) return invalid;
    char32_t value = first & (0x7f >> size);
    for (std::size_t k = 1; k < size; ++k) {
        if ((byte(k) & 0xc0) != 0x80) return invalid;
        value = (value << 6) | (byte(k) & 0x3f);
    }
    const char32_t least = size == 2 ? 0x80 : size == 3 ? 0x800 : 0x10000;
    if (value < least || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return invalid;
    return {value, size, true};
}

std::string encode(char32_t c) {
    const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3f)); };
    if (c < 0x80) return {static_cast<char>(c)};
    if (c < 0x800) return {static_cast<char>(0xc0 | (c >> 6)), tail(0)};
    if (c < 0x10000) return {static_cast<char>(0xe0 | (c >> 12)), tail(6), tail(0)};
    return {static_cast<char>(0xf0 | (c >> 18)), tail(12), tail(6), tail(0)};
}

namespace {

std::string hex(const char* format, char32_t value) {
    char buffer[24];
    std::snprintf(buffer, sizeof buffer, format, static_cast<unsigned>(value));
    return buffer;
}

using Range = std::pair<char32_t, char32_t>;

bool within(char32_t c, std::span<const Range> ranges) {
    return std::any_of(ranges.begin(), ranges.end(), [c](Range r) { return r.first <= c && c <= r.second; });
}

// Controls, zero-width and direction marks, line separators, private use and non-characters.
constexpr Range invisible[] = {{0x00, 0x1f},     {0x7f, 0x9f},     {0xad, 0xad},     {0x61c, 0x61c},
                               {0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
                               {0xe000, 0xf8ff}, {0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0x10ffff}};
constexpr Range combining[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},
                               {0x64b, 0x65f},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff},
                               {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
constexpr Range wide[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xac00, 0xd7a3},
                          {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
                          {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};

struct Greek {
    char32_t letter;
    std::string_view name;
};

constexpr Greek greek[] = {
    {U'α', "alpha"},
    {U'β', "beta"},
    {U'γ', "gamma"},
    {U'δ', "delta"},
    {U'ε', "epsilon"},
    {U'ζ', "zeta"},
    {U'η', "eta"},
    {U'θ', "theta"},
    {U'ι', "iota"},
    {U'κ', "kappa"},
    {U'λ', "lambda"},
    {U'μ', "mu"},
    {U'ν', "nu"},
    {U'ξ', "xi"},
    {U'ο', "omicron"},
    {U'π', "pi"},
    {U'ρ', "rho"},
    {U'σ', "sigma"},
    {U'τ', "tau"},
    {U'υ', "upsilon"},
    {U'φ', "phi"},
    {U'χ', "chi"},
    {U'ψ', "psi"},
    {U'ω', "omega"},
    {U'Α', "Alpha"},
    {U'Β', "Beta"},
    {U'Γ', "Gamma"},
    {U'Δ', "Delta"},
    {U'Ε', "Epsilon"},
    {U'Ζ', "Zeta"},
    {U'Η', "Eta"},
    {U'Θ', "Theta"},
    {U'Ι', "Iota"},
    {U'Κ', "Kappa"},
    {U'Λ', "Lambda"},
    {U'Μ', "Mu"},
    {U'Ν', "Nu"},
    {U'Ξ', "Xi"},
    {U'Ο', "Omicron"},
    {U'Π', "Pi"},
    {U'Ρ', "Rho"},
    {U'Σ', "Sigma"},
    {U'Τ', "Tau"},
    {U'Υ', "Upsilon"},
    {U'Φ', "Phi"},
    {U'Χ', "Chi"},
    {U'Ψ', "Psi"},
    {U'Ω', "Omega"},
    // Other shapes of the same letters, and the micro and ohm signs, which keyboards give for μ and Ω.
    {U'ς', "sigma"},
    {U'ϐ', "beta"},
    {U'ϑ', "theta"},
    {U'ϕ', "phi"},
    {U'ϖ', "pi"},
    {U'ϰ', "kappa"},
    {U'ϱ', "rho"},
    {U'ϵ', "epsilon"},
    {U'ϴ', "Theta"},
    {U'\u00b5', "mu"},
    {U'\u2126', "Omega"}};

std::string_view greek_name(char32_t c) {
    if (c < 0x80) return {};
    const auto* found =
        std::find_if(std::begin(greek), std::end(greek), [c](Greek g) { return g.letter == c; });
    return found == std::end(greek) ? std::string_view() : found->name;
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

}  // namespace

std::string code_point_name(char32_t value) { return hex("U+%04X", value); }

Glyph glyph(std::string_view text, std::size_t at) {
    const CodePoint c = decode(text, at);
    if (c.value == '\t' && c.valid) return {"    ", 4, 1};
    if (!c.valid || within(c.value, invisible)) {
        const std::string escape = hex(!c.valid || c.value < 0x80 ? "\\x%02x" : "\\u{%x}", c.value);
        return {escape, escape.size(), c.size};
    }
    const std::size_t width = c.value < 0x300              ? 1
                              : within(c.value, combining) ? 0
                              : within(c.value, wide)      ? 2
                                                           : 1;
    return {std::string(text.substr(at, c.size)), width, c.size};
}

std::string printable(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        Glyph g = glyph(text, at);
        out += g.shown;
        at += g.size;
    }
    return out;
}

bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }

bool is_letter(char32_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || !greek_name(c).empty();
}

bool is_identifier(std::string_view text) {
    if (text.empty()) return false;
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint c = decode(text, at);
        if (!c.valid) return false;
        if (!is_letter(c.value) && (at == 0 || (!is_digit(c.value) && c.value != '_'))) return false;
        at += c.size;
    }
    return true;
}

std::string ascii_name(std::string_view name) {
    std::string out;
    out.reserve(name.size());
    for (std::size_t at = 0; at < name.size();) {
        const CodePoint c = decode(name, at);
        const std::string_view spelled = c.valid ? greek_name(c.value) : std::string_view();
        out += spelled.empty() ? name.substr(at, c.size) : spelled;
        at += c.size;
    }
    return out;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    // Three rows of the optimal string alignment table.
    std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        std::swap(before, previous);
        std::swap(previous, row);
    }
    return previous[b.size()];
}

std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates) {
    constexpr std::size_t longest = 64;
    if (name.size() > longest) return std::nullopt;
    const std::size_t limit = std::max<std::size_t>(1, (name.size() + 1) / 3);
    const std::string* best = nullptr;
    std::size_t best_distance = limit + 1;
    for (const std::string& candidate : candidates) {
        if (candidate.size() > name.size() + limit || name.size() > candidate.size() + limit) continue;
        const bool same_letters = lower(candidate) == lower(name);
        const std::size_t distance = same_letters ? 1 : edit_distance(name, candidate);
        // A single letter is one edit away from every other: only its case can be a slip.
        if (!same_letters && (distance >= candidate.size() || distance >= name.size())) continue;
        if (distance < best_distance) {
            best = &candidate;
            best_distance = distance;
        }
    }
    if (!best) return std::nullopt;
    return *best;
}

std::string decimal(double x, int digits) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*g", digits, x);
    return text;
}

std::string scientific(double x, int digits) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*e", digits, x);
    return text;
}

std::string rounded_up(double bound) {
    constexpr double least = 1e-300;  // a bound that underflows is below it
    if (!(bound > least)) return "1e-300";
    return "1e" + std::to_string(static_cast<int>(std::ceil(std::log10(bound))));
}

}  // namespace anholon
