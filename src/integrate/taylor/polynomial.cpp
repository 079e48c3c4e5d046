#include "integrate/taylor/polynomial.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/clones.hpp"

namespace anholon::taylor {

namespace {

constexpr std::size_t eight = 8, low_orders = 4;
constexpr double unlimited = 1e9;
constexpr double memory = 0.98;  // half is forgotten in 34 steps

// log2 |x| within 0.09, as the bits of a double give it; of 0 it is −1023, of what is no number 1024 and more.
inline double rough_log2(double x) {
    const auto bits = std::bit_cast<std::int64_t>(std::abs(x));
    return static_cast<double>(bits) * 0x1p-52 - 1023;
}

// log2 of the longest steps that eight neighbouring numbers of a row allow; `scale` is what they are compared with.
ANHOLON_CLONES void allowed(const double* first, std::size_t width, std::size_t order, double log_tolerance,
                            double* scale, double* result) {
    for (std::size_t i = 0; i < eight; ++i) scale[i] = std::max(std::abs(first[i]), memory * scale[i]);
    const std::size_t compared = std::min(low_orders, order / 2);
    const double *last = first + order * width, *before = last - width;
    double by_last[eight], by_before[eight];
    std::fill_n(by_last, eight, -unlimited);
    std::fill_n(by_before, eight, -unlimited);
    for (std::size_t m = 0; m < compared; ++m) {
        const double u = 1 / static_cast<double>(order - m), v = 1 / static_cast<double>(order - 1 - m);
        for (std::size_t i = 0; i < eight; ++i) {
            const double low = rough_log2(m == 0 ? scale[i] : first[m * width + i]);
            const double share = low > -1023 ? low + log_tolerance : -1e12;
            by_last[i] = std::max(by_last[i], (share - rough_log2(last[i])) * u);
            by_before[i] = std::max(by_before[i], (share - rough_log2(before[i])) * v);
        }
    }
    for (std::size_t i = 0; i < eight; ++i) {
        // What begins with a high power of t is compared with its first term.
        if (by_last[i] <= -unlimited || by_before[i] <= -unlimited) {
            std::size_t m = compared;
            while (m + 2 < order && first[m * width + i] == 0) ++m;
            const double share = rough_log2(first[m * width + i]) + log_tolerance;
            by_last[i] = (share - rough_log2(last[i])) / static_cast<double>(order - m);
            by_before[i] = (share - rough_log2(before[i])) / static_cast<double>(order - 1 - m);
        }
        const double a = last[i] == 0 ? unlimited : by_last[i], b = before[i] == 0 ? unlimited : by_before[i];
        result[i] = std::min(a, b);
        const bool is_number = std::abs(last[i]) <= std::numeric_limits<double>::max() &&
                               std::abs(before[i]) <= std::numeric_limits<double>::max();
        result[i] = is_number ? result[i] : std::numeric_limits<double>::quiet_NaN();
    }
}

// Nominal steps are e² times shorter than the radius of convergence: from one order to the next a term falls by 7.4.
constexpr double growth = 15;
constexpr std::size_t widest_gap = 8;

// Whether terms before the last two are so large for these steps that the last two are small by a gap alone: the series of an even
// function has one, and x¨ = −cos x from rest at 0 has only the powers 2, 6, 10, … One answer for each of the eight numbers.
ANHOLON_CLONES void hides_terms(const double* first, std::size_t width, std::size_t order, double tolerance,
                                const double* scale, const double* h, bool* result) {
    double power[eight], bound[eight];
    for (std::size_t i = 0; i < eight; ++i) {
        bound[i] = scale[i];
        power[i] = h[i];
    }
    const std::size_t from = order > widest_gap + low_orders ? order - widest_gap : low_orders;
    for (std::size_t k = 1; k < from; ++k)
        for (std::size_t i = 0; i < eight; ++i) {
            bound[i] = std::max(bound[i], std::abs(first[k * width + i]) * power[i]);
            power[i] *= h[i];
        }
    double allowance = tolerance * std::pow(growth, static_cast<double>(order - from));
    std::fill_n(result, eight, false);
    for (std::size_t k = from; k + 2 <= order; ++k, allowance /= growth)
        for (std::size_t i = 0; i < eight; ++i) {
            result[i] |= bound[i] > 0 && std::abs(first[k * width + i]) * power[i] > allowance * bound[i];
            power[i] *= h[i];
        }
}

// A step with which the terms before the last two can be compared, where the last two alone allow any.
double finite_step(const Rows& rows, std::size_t used, std::size_t lane) {
    double h = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < used; ++i)
        for (std::size_t k = rows.order - 2; k > low_orders && k + widest_gap >= rows.order; --k)
            if (const double c = std::abs(rows.data[k * rows.width + i * rows.lanes + lane]); c > 0)
                h = std::min(h, std::pow(c, -1 / static_cast<double>(k)));
    return h;
}

}  // namespace

// Shortens steps until no term before the last two is too large.
static void look_behind_gaps(const Rows& rows, std::size_t used, double tolerance, const double* scale,
                             double* h) {
    for (std::size_t lane = 0; lane < rows.lanes; ++lane)
        if (std::isinf(h[lane])) h[lane] = finite_step(rows, used, lane);
    double steps[eight];
    bool hides[eight];
    for (std::size_t from = 0; from < used * rows.lanes; from += eight)
        for (bool is_shorter = true; is_shorter;) {
            for (std::size_t i = 0; i < eight; ++i) steps[i] = h[(from + i) % rows.lanes];
            hides_terms(rows.data + from, rows.width, rows.order, tolerance, scale + from, steps, hides);
            is_shorter = false;
            const std::size_t count = std::min(eight, used * rows.lanes - from);
            for (std::size_t i = 0; i < count; ++i)
                if (double& step = h[(from + i) % rows.lanes]; hides[i] && step == steps[i]) {
                    step *= 0.8;
                    is_shorter = true;
                }
        }
}

void step_sizes(const Rows& rows, std::size_t used, double tolerance, double* scale, double* h) {
    const double log_tolerance = std::log2(tolerance);
    std::fill_n(h, rows.lanes, unlimited);
    double limit[eight];
    for (std::size_t from = 0; from < used * rows.lanes; from += eight) {
        allowed(rows.data + from, rows.width, rows.order, log_tolerance, scale + from, limit);
        const std::size_t count = std::min(eight, used * rows.lanes - from);
        for (std::size_t i = 0; i < count; ++i) {
            double& least = h[(from + i) % rows.lanes];
            if (!(limit[i] >= least)) least = limit[i];  // also where it is no number
        }
    }
    for (std::size_t lane = 0; lane < rows.lanes; ++lane)
        h[lane] = h[lane] > 1000 ? std::numeric_limits<double>::infinity() : std::exp2(h[lane]);
    look_behind_gaps(rows, used, tolerance, scale, h);
}

// Horner's rule for so many groups of eight at once that one does not wait for the other.
template <std::size_t groups>
static inline __attribute__((always_inline)) void horner(const Rows& rows, const double* steps,
                                                         std::size_t from, double* result) {
    double sum[groups * eight] = {};
    for (std::size_t k = rows.order; k > 0; --k)
        for (std::size_t i = 0; i < groups * eight; ++i)
            sum[i] = sum[i] * steps[i % eight] + rows.data[k * rows.width + from + i];
    for (std::size_t i = 0; i < groups * eight; ++i) result[from + i] = sum[i] * steps[i % eight];
}

ANHOLON_CLONES void increments(const Rows& rows, std::size_t used, const double* h, double* result) {
    double steps[eight];
    for (std::size_t i = 0; i < eight; ++i) steps[i] = h[i % rows.lanes];
    const std::size_t end = (used * rows.lanes + eight - 1) / eight * eight;
    std::size_t from = 0;
    for (; from + 4 * eight <= end; from += 4 * eight) horner<4>(rows, steps, from, result);
    for (; from + 2 * eight <= end; from += 2 * eight) horner<2>(rows, steps, from, result);
    for (; from < end; from += eight) horner<1>(rows, steps, from, result);
}

ANHOLON_CLONES void slopes(const Rows& rows, std::size_t used, double h, double* result) {
    for (std::size_t from = 0; from < used; from += eight) {
        double sum[eight] = {};
        for (std::size_t k = rows.order; k > 0; --k)
            for (std::size_t i = 0; i < eight; ++i)
                sum[i] = sum[i] * h + static_cast<double>(k) * rows.data[k * rows.width + from + i];
        std::copy_n(sum, eight, result + from);
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
