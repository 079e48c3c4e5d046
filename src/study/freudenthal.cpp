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
    if (i == 0) {  // the first direction becomes the last
        ++out.base[simplex.order[0]];
        for (std::size_t k = 0; k < n; ++k) out.order[k] = simplex.order[(k + 1) % n];
    } else if (i == n) {  // the last becomes the first
        --out.base[simplex.order[n - 1]];
        for (std::size_t k = 0; k < n; ++k) out.order[(k + 1) % n] = simplex.order[k];
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
