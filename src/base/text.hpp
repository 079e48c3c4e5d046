#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace anholon {

// One code point of UTF-8 text. Where the text is not UTF-8, one byte, its value, and valid = false.
struct CodePoint {
    char32_t value = 0;
    std::size_t size = 1;
    bool valid = true;
};

CodePoint decode(std::string_view text, std::size_t at);  // at < text.size()
std::string encode(char32_t value);
std::string code_point_name(char32_t value);  // "U+2212"

// What a reader sees of the code point at `at`: control and invisible characters are escaped, so that no text
// can move the cursor or hide itself.
struct Glyph {
    std::string shown;
    std::size_t width = 1;  // in terminal cells
    std::size_t size = 1;   // in bytes of the text
};

Glyph glyph(std::string_view text, std::size_t at);
std::string printable(std::string_view text);

bool is_digit(char32_t c);
bool is_letter(char32_t c);  // ASCII or Greek
bool is_identifier(std::string_view text);

// θ1 ↦ theta1, Ω ↦ Omega; everything but Greek letters stays as it is.
std::string ascii_name(std::string_view name);

// Insertions, deletions, replacements and swaps of neighbours that turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b);
// The candidate that was probably meant: the closest (the first of equals), if it is close at all.
std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates);

// "0.333": with so many significant digits, and no zeros at the end.
std::string decimal(double x, int digits);
// "3.3e-01": with so many digits behind the point.
std::string scientific(double x, int digits);

// "1e-30": the least power of ten that is not below a bound, so that what is said to be below it is. The bound is positive.
std::string rounded_up(double bound);

}  // namespace anholon
