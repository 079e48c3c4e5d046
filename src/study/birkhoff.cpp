#include "study/birkhoff.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "study/moments.hpp"

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

// Variance of the mean over the whole time, by that of the means of k equal parts, S². With fading memory these are independent: S²/k.
// With lasting memory Var(T) ~ 1/√T, and the parts vary about their own mean less than about the true one: S² = (Var(T/k) − Var(T)) k/(k − 1).
// 0 if fewer than half of the parts have values.
double variance_of_mean(const Gathered& g, std::size_t parts, Memory memory) {
    const double length = (g.times.back() - g.from) / static_cast<double>(parts);
    std::vector<double> sums(parts), lengths(parts);
    double before = g.from;
    for (std::size_t k = 0; k < g.times.size(); before = g.times[k++]) {
        const double middle = (before + g.times[k]) / 2;
        const auto part = std::min(static_cast<std::size_t>((middle - g.from) / length), parts - 1);
        sums[part] += g.changes[k];
        lengths[part] += std::fabs(g.times[k] - before);
    }
    Moments rates;
    for (std::size_t i = 0; i < parts; ++i)
        if (lengths[i] > 0) rates.add(sums[i] / lengths[i]);
    if (2 * rates.count() <= parts) return 0;
    const auto k = static_cast<double>(rates.count());
    const double independent = rates.deviation() * rates.deviation() / k;
    return memory == Memory::lasting ? independent * (1 + std::sqrt(k)) : independent;
}

// Half the width of the 95 % confidence interval of the mean. Means of 8 parts may still be correlated, and 4 are few: the wider of both
// intervals. Shorter parts vary more than a mean does where rates that follow each other tend to cancel, as on Lorenz' attractor.
double confidence(const Gathered& g, Memory memory) {
    struct Partition {
        std::size_t parts;
        double quantile;  // 0.975, of Student's distribution with parts − 1 degrees of freedom
    };
    constexpr std::array<Partition, 2> partitions{{{4, 3.182}, {8, 2.365}}};
    double widest = 0;
    for (const auto& [parts, quantile] : partitions)
        widest = std::max(widest, quantile * std::sqrt(variance_of_mean(g, parts, memory)));
    return widest;
}

}  // namespace

MeanRate plain_rate(const Gathered& gathered, Memory memory) {
    if (gathered.times.empty()) return {};
    MeanRate out = by(plain, gathered);
    out.spread = std::max(out.spread, confidence(gathered, memory));
    return out;
}

MeanRate mean_rate(const Gathered& gathered) {
    if (gathered.times.empty()) return {};
    const MeanRate even = plain_rate(gathered);
    MeanRate bell = by(weighted, gathered);
    bell.is_weighted = true;
    // The weights help where convergence is fast. Where it is not, the smaller of two spreads would only be the luckier one: a mean that
    // is not 0 by both averages may belong to chaos, and needs stronger evidence.
    const bool may_vanish =
        std::fabs(even.value) <= even.spread && std::fabs(bell.value) <= 0.1 * even.spread;
    return bell.spread < (may_vanish ? 0.1 : 0.003) * even.spread ? bell : even;
}

}  // namespace anholon
