#include "report/sparkline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "report/axis.hpp"

namespace anholon {

namespace {

constexpr const char* bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::size_t levels = std::size(bars);

// The number farthest from `middle`; NaN if none is finite.
double farthest(std::span<const double> values, double middle) {
    double found = std::numeric_limits<double>::quiet_NaN();
    for (const double v : values)
        if (std::isfinite(v) && !(std::abs(v - middle) <= std::abs(found - middle))) found = v;
    return found;
}

const char* bar(double value, Extent range) {
    if (std::isnan(value)) return " ";
    if (range.low == range.high) return bars[levels / 2 - 1];
    // Halves, because the difference of the largest numbers is none.
    const double part = (value / 2 - range.low / 2) / (range.high / 2 - range.low / 2);
    return bars[std::min(levels - 1, static_cast<std::size_t>(part * levels))];
}

}  // namespace

std::string sparkline(std::span<const double> values, std::size_t width) {
    Extent range = Extent::none();
    range.include(values);
    if (range.is_empty()) return "no values";
    const double middle = range.low / 2 + range.high / 2;
    const std::size_t cells = std::min(width, values.size());
    std::string out;
    for (std::size_t i = 0; i < cells; ++i) {
        const std::size_t from = i * values.size() / cells, to = (i + 1) * values.size() / cells;
        out += bar(farthest(values.subspan(from, to - from), middle), range);
    }
    if (range.low == range.high) return out + fmt::format("  always {:.6g}", range.low);
    return out + fmt::format("  {:.6g} to {:.6g}", range.low, range.high);
}

}  // namespace anholon
