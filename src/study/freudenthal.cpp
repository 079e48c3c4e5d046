#include "study/freudenthal.hpp"

#include <algorithm>
#include <cmath>

namespace anholon {

FreudenthalSimplex simplex_around(std::span<const double> y) {
    FreudenthalSimplex out;
    std::vector<double> part(y.size());
    for (std::size_t i = 0; i < y.size(); ++i) {
        const double whole = std::floor(y[i]);
        out.base[i] = static_cast<std::int16_t>(whole);
        part[i] = y[i] - whole;
        out.order[i] = static_cast<std::uint8_t>(i);
    }
    // In the direction of the largest part first.
    std::stable_sort(out.order.begin(), out.order.begin() + static_cast<long>(y.size()),
                     [&](std::uint8_t a, std::uint8_t b) { return part[a] > part[b]; });
    return out;
}

FreudenthalSimplex across(const FreudenthalSimplex& simplex, std::size_t n, std::size_t i) {
    FreudenthalSimplex out = simplex;
    const auto begin = out.order.begin(), end = begin + static_cast<long>(n);
    if (i == 0) {
        ++out.base[out.order[0]];
        std::rotate(begin, begin + 1, end);
    } else if (i == n) {
        --out.base[out.order[n - 1]];
        std::rotate(begin, end - 1, end);
    } else {
        std::swap(out.order[i - 1], out.order[i]);
    }
    return out;
}

void corners_of(const FreudenthalSimplex& simplex, std::size_t n, std::span<GridPoint> corners) {
    corners[0] = simplex.base;
    for (std::size_t i = 0; i < n; ++i) {
        corners[i + 1] = corners[i];
        ++corners[i + 1][simplex.order[i]];
    }
}

}  // namespace anholon
