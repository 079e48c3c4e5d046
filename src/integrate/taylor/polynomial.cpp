#include "integrate/taylor/polynomial.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

// Several versions of the hot loops, for what the processor has.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define ANHOLON_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ANHOLON_CLONES
#endif

namespace anholon::taylor {

namespace {

// log2 |x| within 0.09, as the bits of a double give it; of 0 it is −1023.
inline double rough_log2(double x) {
    const auto bits = std::bit_cast<std::int64_t>(std::abs(x));
    return static_cast<double>(bits) * 0x1p-52 - 1023;
}

constexpr std::size_t low_orders = 6;

}  // namespace

ANHOLON_CLONES double step_size(const double* rows, std::size_t columns, std::size_t used, std::size_t order,
                                double tolerance) {
    const double log_tolerance = std::log2(tolerance);
    const std::size_t compared = std::min(low_orders, order / 2);
    double shares[2][low_orders];
    for (std::size_t m = 0; m < compared; ++m) {
        shares[0][m] = 1 / static_cast<double>(order - m);
        shares[1][m] = 1 / static_cast<double>(order - 1 - m);
    }
    double least = std::numeric_limits<double>::infinity();
    const double *last = rows + order * columns, *before = last - columns;
    for (std::size_t i = 0; i < used; ++i) {
        const double u = log_tolerance - rough_log2(last[i]), v = log_tolerance - rough_log2(before[i]);
        double a = -1e9, b = -1e9;
        for (std::size_t m = 0; m < compared; ++m) {
            const double low = rough_log2(rows[m * columns + i]);
            const bool is_zero = low <= -1023;
            const double by_last = (u + low) * shares[0][m], by_before = (v + low) * shares[1][m];
            a = !is_zero && by_last > a ? by_last : a;
            b = !is_zero && by_before > b ? by_before : b;
        }
        a = last[i] == 0 ? 1e9 : a;
        b = before[i] == 0 ? 1e9 : b;
        least = std::min(least, std::min(a, b));
    }
    return least > 1000 ? std::numeric_limits<double>::infinity() : std::exp2(least);
}

ANHOLON_CLONES void increment(const double* rows, std::size_t columns, std::size_t order, double h,
                              double* result) {
    for (std::size_t from = 0; from < columns; from += 8) {
        double sum[8] = {};
        for (std::size_t k = order; k > 0; --k)
            for (std::size_t i = 0; i < 8; ++i) sum[i] = (sum[i] + rows[k * columns + from + i]) * h;
        for (std::size_t i = 0; i < 8; ++i) result[from + i] = sum[i];
    }
}

void add_compensated(double* x, double* rest, const double* increment, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const double step = increment[i] + rest[i], sum = x[i] + step;
        rest[i] = step - (sum - x[i]);
        x[i] = sum;
    }
}

}  // namespace anholon::taylor
