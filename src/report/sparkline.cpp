#include "report/sparkline.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

#include "base/text.hpp"
#include "report/axis.hpp"

namespace anholon {

namespace {

constexpr const char* bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

// The place of a number within a range, one of so many levels. Halves, because the difference of the largest numbers is none.
std::size_t level(double value, Extent range, std::size_t levels) {
    if (range.low == range.high) return levels / 2 - 1;
    const double part = (value / 2 - range.low / 2) / (range.high / 2 - range.low / 2);
    return std::min(levels - 1, static_cast<std::size_t>(part * static_cast<double>(levels)));
}

// What is known of the numbers in one part of the time.
struct Part {
    Extent range = Extent::none();
    double first = std::numeric_limits<double>::quiet_NaN(), last = first;

    void include(double value) {
        if (!std::isfinite(value)) return;
        if (range.is_empty()) first = value;
        range.include(std::span(&value, 1));
        last = value;
    }
    double farthest_from(double middle) const {
        return std::abs(range.high - middle) >= std::abs(range.low - middle) ? range.high : range.low;
    }
};

// A part between two numbers that has none of its own lies on the line between them.
void fill_gaps(std::vector<Part>& parts, const std::vector<bool>& is_met) {
    for (std::size_t k = 0; k < parts.size(); ++k) {
        if (is_met[k]) continue;
        std::size_t before = k, after = k;
        while (before > 0 && !is_met[before]) --before;
        while (after + 1 < parts.size() && !is_met[after]) ++after;
        if (parts[before].range.is_empty() || parts[after].range.is_empty()) continue;
        const double way = static_cast<double>(k - before) / static_cast<double>(after - before);
        parts[k].include((1 - way) * parts[before].last + way * parts[after].first);
    }
}

std::vector<Part> parts_of(std::span<const double> t, std::span<const double> values, std::size_t count) {
    std::vector<Part> parts(count);
    std::vector<bool> is_met(count, false);
    const double length = t.back() - t.front();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double way = length == 0 ? 0 : (t[i] - t.front()) / length;
        const auto k = std::min(count - 1, static_cast<std::size_t>(way * static_cast<double>(count)));
        is_met[k] = true;
        parts[k].include(values[i]);
    }
    fill_gaps(parts, is_met);
    return parts;
}

// Do the numbers swing to and fro within cells, so that one level per cell would show chance?
bool is_fast(const std::vector<Part>& parts, Extent range) {
    std::size_t swinging = 0;
    for (const Part& p : parts)
        if (!p.range.is_empty() && (p.range.high / 2 - p.range.low / 2) - std::abs(p.last / 2 - p.first / 2) >
                                       0.25 * (range.high / 2 - range.low / 2))
            ++swinging;
    return swinging >= 3;
}

// A character of two columns of four dots.
std::string braille(const Part& left, const Part& right, Extent range) {
    constexpr char32_t dots[2][4] = {{0x40, 0x04, 0x02, 0x01}, {0x80, 0x20, 0x10, 0x08}};  // from below
    char32_t out = 0x2800;
    for (const auto& [part, column] : {std::pair(&left, 0), std::pair(&right, 1)}) {
        if (part->range.is_empty()) continue;
        for (std::size_t k = level(part->range.low, range, 4); k <= level(part->range.high, range, 4); ++k)
            out |= dots[column][k];
    }
    return encode(out);
}

}  // namespace

std::string sparkline(std::span<const double> t, std::span<const double> values, std::size_t width) {
    assert(t.size() == values.size());
    Extent range = Extent::none();
    range.include(values);
    const std::size_t count = std::min(width, values.size());
    if (range.is_empty() || count == 0) return "";
    const std::vector<Part> parts = parts_of(t, values, count);
    std::string out;
    if (is_fast(parts, range)) {
        const std::vector<Part> halves = parts_of(t, values, 2 * count);
        for (std::size_t k = 0; k < count; ++k) out += braille(halves[2 * k], halves[2 * k + 1], range);
        return out;
    }
    const double middle = range.low / 2 + range.high / 2;
    for (const Part& p : parts)
        out += p.range.is_empty() ? " " : bars[level(p.farthest_from(middle), range, std::size(bars))];
    return out;
}

}  // namespace anholon
