#include "study/birkhoff.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace anholon {

namespace {

double bump(double s) { return s <= 0 || s >= 1 ? 0 : std::exp(-1 / (s * (1 - s))); }

// ∫ of the weight over [u, v], by Simpson's rule: intervals are short against the whole.
double weight_between(double u, double v) {
    return (v - u) / 6 * (bump(u) + 4 * bump((u + v) / 2) + bump(v));
}

double plain(const Gathered& g, double from, double to) {
    double sum = 0, length = 0, before = g.from;
    for (std::size_t k = 0; k < g.times.size(); before = g.times[k++]) {
        if (std::min(before, g.times[k]) < std::min(from, to) ||
            std::max(before, g.times[k]) > std::max(from, to))
            continue;
        sum += g.changes[k];
        length += g.times[k] - before;
    }
    return length == 0 ? 0 : sum / std::fabs(length);
}

double weighted(const Gathered& g, double from, double to) {
    double sum = 0, length = 0, before = g.from;
    for (std::size_t k = 0; k < g.times.size(); before = g.times[k++]) {
        const double u = (before - from) / (to - from), v = (g.times[k] - from) / (to - from);
        if (u < 0 || v > 1 || u == v) continue;
        const double weight = weight_between(u, v);
        sum += g.changes[k] * weight / (v - u);
        length += weight * std::fabs(to - from);
    }
    return length == 0 ? 0 : sum / length;
}

MeanRate by(double (*average)(const Gathered&, double, double), const Gathered& g) {
    const double to = g.times.back(), length = to - g.from;
    const auto part = [&](double u, double v) {
        return average(g, g.from + u * length, g.from + v * length);
    };
    MeanRate out{.value = part(0, 1), .half = part(0, 0.5)};
    for (const double other : {out.half, part(0.5, 1), part(0.25, 0.75)})
        out.spread = std::max(out.spread, std::fabs(other - out.value));
    return out;
}

// Twice the standard error of the mean, from the means of equal parts of the time: what chaotic motions leave uncertain.
double uncertainty_of_mean(const Gathered& g) {
    constexpr std::size_t parts = 16;
    const double length = (g.times.back() - g.from) / parts;
    std::array<double, parts> sums{}, lengths{};
    double before = g.from;
    for (std::size_t k = 0; k < g.times.size(); before = g.times[k++]) {
        const double middle = (before + g.times[k]) / 2;
        const auto part = std::min(static_cast<std::size_t>((middle - g.from) / length), parts - 1);
        sums[part] += g.changes[k];
        lengths[part] += std::fabs(g.times[k] - before);
    }
    double mean = 0, squares = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < parts; ++i)
        if (lengths[i] > 0) {
            const double rate = sums[i] / lengths[i], change = rate - mean;
            mean += change / static_cast<double>(++count);
            squares += change * (rate - mean);
        }
    if (count < 2) return 0;
    return 2 * std::sqrt(squares / static_cast<double>(count - 1) / static_cast<double>(count));
}

}  // namespace

MeanRate mean_rate(const Gathered& gathered) {
    if (gathered.times.empty()) return {};
    MeanRate even = by(plain, gathered), bell = by(weighted, gathered);
    bell.is_weighted = true;
    even.spread = std::max(even.spread, uncertainty_of_mean(gathered));
    // The weights help where convergence is fast. Where it is not, the smaller of two spreads would only be the luckier one.
    constexpr double clearly = 0.1;
    return bell.spread < clearly * even.spread ? bell : even;
}

}  // namespace anholon
