#include "report/histogram.hpp"

#include <algorithm>
#include <cmath>

#include "report/axis.hpp"

namespace anholon {

namespace {

constexpr double least_bins = 5, most_bins = 200;
constexpr double least_cells = 40, most_cells = 320;  // across

// The interval of `count` equal ones in [low, low + count·width] that holds the value.
std::size_t interval(double value, double low, double width, std::size_t count) {
    const double k = std::floor((value - low) / width);
    return static_cast<std::size_t>(std::clamp(k, 0.0, static_cast<double>(count - 1)));
}

Extent extent_of(std::span<const double> values) {
    Extent out = Extent::none();
    out.include(values);
    if (out.is_empty()) return {0, 1};
    if (out.low < out.high) return out;
    const double half = std::max(std::fabs(out.low), 1.0) / 2;
    return {out.low - half, out.high + half};
}

}  // namespace

Histogram histogram(std::span<const double> sorted) {
    if (sorted.empty()) return {};
    const Extent all = extent_of(sorted);
    const double n = static_cast<double>(sorted.size()),
                 between = sorted[sorted.size() * 3 / 4] - sorted[sorted.size() / 4],
                 asked = between > 0 ? (all.high - all.low) / (2 * between / std::cbrt(n)) : std::sqrt(n);
    const double bins = std::clamp(std::ceil(asked), least_bins, most_bins);
    Histogram out{.low = all.low,
                  .width = (all.high - all.low) / bins,
                  .counts = std::vector<std::size_t>(static_cast<std::size_t>(bins))};
    for (const double value : sorted) ++out.counts[interval(value, out.low, out.width, out.counts.size())];
    return out;
}

HeatMap density(std::span<const double> x, std::span<const double> y) {
    const Extent wide = extent_of(x), high = extent_of(y);
    const double cells = std::clamp(2 * std::sqrt(static_cast<double>(x.size())), least_cells, most_cells);
    const auto across = static_cast<std::size_t>(cells), up = across * 3 / 4;
    const double dx = (wide.high - wide.low) / static_cast<double>(across),
                 dy = (high.high - high.low) / static_cast<double>(up);
    HeatMap map{.title = "",
                .x_label = "",
                .y_label = "",
                .z_label = "log10 points",
                .x_low = wide.low + dx / 2,  // centres of cells
                .x_high = wide.high - dx / 2,
                .y_low = high.low + dy / 2,
                .y_high = high.high - dy / 2,
                .columns = across,
                .values = std::vector<double>(across * up),
                .reasons = std::vector<int>(across * up, 1),
                .why = {"no points"}};
    for (std::size_t k = 0; k < x.size(); ++k)
        ++map.values[interval(y[k], high.low, dy, up) * across + interval(x[k], wide.low, dx, across)];
    for (std::size_t k = 0; k < map.values.size(); ++k) {
        if (map.values[k] == 0) continue;
        map.values[k] = std::log10(map.values[k]);
        map.reasons[k] = 0;
    }
    return map;
}

}  // namespace anholon
