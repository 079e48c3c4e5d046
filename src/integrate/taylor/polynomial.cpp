#include "integrate/taylor/polynomial.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/clones.hpp"

namespace anholon::taylor {

namespace {

constexpr std::size_t eight = 8, low_orders = 4;
constexpr double unlimited = 1e9;
constexpr double memory = 0.98;  // half is forgotten in 34 steps

// --- Eight numbers at once. What is called must be part of each clone that calls it.

#define ANHOLON_INLINE inline __attribute__((always_inline))
#pragma GCC diagnostic ignored "-Wpsabi"  // nothing of this is passed in registers: it is inlined

using Eight = double __attribute__((vector_size(64)));
using Bits = std::int64_t __attribute__((vector_size(64)));

ANHOLON_INLINE Eight load(const double* at) { return *reinterpret_cast<const Eight*>(at); }
ANHOLON_INLINE void store(double* at, const Eight& v) { *reinterpret_cast<Eight*>(at) = v; }
ANHOLON_INLINE Eight all(double x) { return Eight{} + x; }
ANHOLON_INLINE Bits bits(const Eight& v) { return std::bit_cast<Bits>(v); }
ANHOLON_INLINE Eight abs(const Eight& v) {
    return std::bit_cast<Eight>(bits(v) & std::numeric_limits<std::int64_t>::max());
}
ANHOLON_INLINE Eight larger(const Eight& a, const Eight& b) { return a > b ? a : b; }
ANHOLON_INLINE Eight smaller(const Eight& a, const Eight& b) { return a < b ? a : b; }
// 1 in the first lanes, 0 in the others.
ANHOLON_INLINE Eight first_lanes(std::size_t count) {
    static constexpr double lanes[2 * eight] = {1, 1, 1, 1, 1, 1, 1, 1};
    Eight v;
    std::memcpy(&v, lanes + eight - std::min(count, eight), sizeof v);
    return v;
}
// Over lanes that stand for the same motion: all eight, every fourth, or each alone.
template <class F>
ANHOLON_INLINE Eight across(Eight v, std::size_t lanes, F&& f) {
    if (lanes < 8) v = f(v, __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3));
    if (lanes < 4) v = f(v, __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5));
    if (lanes < 2) v = f(v, __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6));
    return v;
}
ANHOLON_INLINE bool any(const Eight& answers) { return across(answers, 1, larger)[0] > 0; }
// A number for each lane, of so many motions side by side.
ANHOLON_INLINE Eight of_motions(const double* list, std::size_t lanes) {
    if (lanes == 1) return all(list[0]);
    if (lanes == 4) return Eight{list[0], list[1], list[2], list[3], list[0], list[1], list[2], list[3]};
    return load(list);
}

// log2 |x| within 0.09, as the bits of a double give it; of 0 it is −1023, of what is no number 1024 and more.
ANHOLON_INLINE Eight rough_log2(const Eight& x) {
    return __builtin_convertvector(bits(abs(x)), Eight) * 0x1p-52 - 1023;
}

// 2^x within 0.2 %, for |x| < 1000:  1 + f (c + (1 − c) f) for the part f of x beyond an integer, put under its exponent.
ANHOLON_INLINE Eight rough_exp2(const Eight& x) {
    constexpr double bend = 0.6565, shift = 0x1.8p52;  // adding it rounds to an integer
    const Eight whole = (x - 0.5 + shift) - shift, f = x - whole;
    const Eight mantissa = 1 + f * (bend + (1 - bend) * f);
    const Bits exponent = (bits(whole + shift) - bits(all(shift))) << 52;
    return std::bit_cast<Eight>(bits(mantissa) + exponent);
}

constexpr auto inverses = [] {
    std::array<double, 64> list{};
    for (std::size_t k = 1; k < list.size(); ++k) list[k] = 1 / static_cast<double>(k);
    return list;
}();

// --- The step that the last two terms allow

constexpr double no_step = -1e300;  // where the terms are no numbers

// log2 of the longest step that one column allows, whatever its terms are.
double allowed_step(const double* first, std::size_t width, std::size_t order, double log_tolerance,
                    double scale) {
    const auto log = [](double x) {
        return static_cast<double>(std::bit_cast<std::int64_t>(std::abs(x))) * 0x1p-52 - 1023;
    };
    const double last = first[order * width], before = first[(order - 1) * width];
    if (!std::isfinite(last) || !std::isfinite(before)) return no_step;
    double by_last = -unlimited, by_before = -unlimited;
    const auto compare = [&](std::size_t m, double with) {
        const double share = log(with) + log_tolerance;
        by_last = std::max(by_last, (share - log(last)) / static_cast<double>(order - m));
        by_before = std::max(by_before, (share - log(before)) / static_cast<double>(order - 1 - m));
    };
    const std::size_t compared = std::min(low_orders, order / 2);
    for (std::size_t m = 0; m < compared; ++m)
        if (const double low = m == 0 ? scale : first[m * width]; low != 0) compare(m, low);
    if (by_last <= -unlimited) {  // what begins with a high power of t is compared with its first term
        std::size_t m = compared;
        while (m + 2 < order && first[m * width] == 0) ++m;
        compare(m, first[m * width]);
    }
    return std::min(last == 0 ? unlimited : by_last, before == 0 ? unlimited : by_before);
}

// The same for eight columns at once, but for those that are not common ones: these have a positive number in `is_uncommon`.
ANHOLON_INLINE void allowed_steps_of(const Rows& rows, const double* first, const Eight& scale,
                                     double log_tolerance, Eight& limit, Eight& is_uncommon) {
    const std::size_t order = rows.order, width = rows.width, compared = std::min(low_orders, order / 2);
    const Eight log_last = rough_log2(load(first + order * width)),
                log_before = rough_log2(load(first + (order - 1) * width));
    Eight by_last = all(-unlimited), by_before = by_last;
    const auto compare = [&](std::size_t m, const Eight& with) __attribute__((always_inline)) {
        const Eight low = rough_log2(with);
        const Eight share = low + log_tolerance + smaller(low + 1022, Eight{}) * 1e12;  // not by 0
        by_last = larger((share - log_last) * inverses[order - m], by_last);
        by_before = larger((share - log_before) * inverses[order - 1 - m], by_before);
    };
    compare(0, scale);
    for (std::size_t m = 1; m < compared; ++m) compare(m, load(first + m * width));
    limit = smaller(by_last, by_before);
    const Eight smallest = smaller(log_last, log_before), largest = larger(log_last, log_before);
    // A last term that is 0, infinite or none, or nothing to compare with.
    is_uncommon = larger(larger(-1022 - smallest, largest - 1023), -unlimited - limit) + 1e-9;
}

// What a column is less than, compared with the largest of its motion, is rounding of rounding: it stands for nothing.
constexpr double nothing = 0x1p-104;

// log2 of the longest steps. Whether a column is uncommon is asked of all at once: an answer across a register is slow. The scale of a
// column becomes at least next to nothing: one that holds rounding alone would be compared with itself, and allow no step.
ANHOLON_INLINE Eight allowed_steps(const Rows& rows, std::size_t used, double log_tolerance, double* scale) {
    Eight least = all(unlimited), limit, is_uncommon, uncommon{}, largest{}, smallest = all(unlimited);
    for (std::size_t from = 0; from < used * rows.lanes; from += eight) {
        const Eight now = larger(abs(load(rows.data + from)), memory * load(scale + from));
        store(scale + from, now);
        allowed_steps_of(rows, rows.data + from, now, log_tolerance, limit, is_uncommon);
        const Eight is_used = first_lanes(used * rows.lanes - from);
        uncommon = larger(is_uncommon * is_used, uncommon);
        least = smaller(limit * is_used + (1 - is_used) * unlimited, least);
        largest = larger(now * is_used, largest);
        smallest = smaller(now + (1 - is_used) * unlimited, smallest);
    }
    const Eight floor = across(largest, rows.lanes, larger) * nothing;
    if (!any(larger(uncommon, floor - smallest))) return across(least, rows.lanes, smaller);
    least = all(unlimited);
    for (std::size_t from = 0; from < used * rows.lanes; from += eight) {
        const Eight now = larger(load(scale + from), floor);
        store(scale + from, now);
        allowed_steps_of(rows, rows.data + from, now, log_tolerance, limit, is_uncommon);
        const Eight is_used = first_lanes(used * rows.lanes - from);
        for (std::size_t i = 0; i < eight; ++i)
            if (is_uncommon[i] * is_used[i] > 0)
                limit[i] = allowed_step(rows.data + from + i, rows.width, rows.order, log_tolerance,
                                        scale[from + i]);
        least = smaller(limit * is_used + (1 - is_used) * unlimited, least);
    }
    return across(least, rows.lanes, smaller);
}

// --- Gaps

// Nominal steps are e² times shorter than the radius of convergence: from one order to the next a term falls by 7.4.
constexpr double growth = 15;
constexpr std::size_t widest_gap = 8;

// For terms before the last two: h^k over what is allowed them.
struct Shares {
    std::size_t from, to;
    Eight of[widest_gap + low_orders];
};
ANHOLON_INLINE void set_shares(Shares& shares, std::size_t order, double tolerance, const Eight& h) {
    shares.from = order > widest_gap + low_orders ? order - widest_gap : low_orders;
    shares.to = order - 1;
    double allowance = tolerance;
    for (std::size_t k = shares.from; k < order; ++k) allowance *= growth;
    Eight power = all(1 / allowance), square = h;  // h^(2^bit)
    for (std::size_t rest = shares.from; rest > 0; rest /= 2, square *= square)
        if (rest % 2 != 0) power *= square;
    for (std::size_t k = shares.from; k < shares.to; ++k, power *= h * growth)
        shares.of[k - shares.from] = power;
}

// By how much the terms before the last two exceed the size of their column, `bound`, or the largest of the terms before: then the last two
// may be small by a gap alone. The series of an even function has one, and x¨ = −cos x from rest at 0 has only the powers 2, 6, 10, … One
// answer for each of the eight numbers.
ANHOLON_INLINE Eight highest_share(const double* first, std::size_t width, const Shares& shares) {
    Eight highest{};
    for (std::size_t k = shares.from; k < shares.to; ++k)
        highest = larger(abs(load(first + k * width)) * shares.of[k - shares.from], highest);
    return highest;
}
ANHOLON_INLINE Eight excess(const double* first, std::size_t width, const Shares& shares, const Eight& h,
                            Eight bound) {
    Eight highest = highest_share(first, width, shares);
    if (!any(highest - bound)) return highest - bound;
    Eight power = h;
    for (std::size_t k = 1; k < shares.from; ++k, power *= h)
        bound = larger(abs(load(first + k * width)) * power, bound);
    for (std::size_t i = 0; i < eight; ++i)
        if (!(bound[i] > 0)) highest[i] = 0;  // nothing to compare with
    return highest - bound;
}

// Shortens steps until no term before the last two is too large.
ANHOLON_INLINE void look_behind_gaps(const Rows& rows, std::size_t used, double tolerance,
                                     const double* scale, Eight& steps) {
    Shares shares;
    set_shares(shares, rows.order, tolerance, steps);
    Eight over_all{};  // where no column has more than its size, as is common, that is all
    for (std::size_t from = 0; from < used * rows.lanes; from += eight)
        over_all = larger((highest_share(rows.data + from, rows.width, shares) - load(scale + from)) *
                              first_lanes(used * rows.lanes - from),
                          over_all);
    if (!any(over_all)) return;
    for (std::size_t from = 0; from < used * rows.lanes; from += eight)
        for (;;) {
            const Eight over = excess(rows.data + from, rows.width, shares, steps, load(scale + from)) *
                               first_lanes(used * rows.lanes - from);
            if (!any(over)) break;
            for (std::size_t i = 0; i < eight; ++i)
                if (over[i] > 0) steps[i] *= 0.8;
            steps = across(steps, rows.lanes, smaller);
            set_shares(shares, rows.order, tolerance, steps);
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

ANHOLON_CLONES void step_sizes(const Rows& rows, std::size_t used, const Tolerance& tolerance, double* scale,
                               double* h) {
    const Eight exponents = allowed_steps(rows, used, tolerance.log2, scale);
    Eight steps = rough_exp2(larger(smaller(exponents, all(1000)), all(-1000)));
    if (any(larger(exponents - 1000, -unlimited - exponents)))
        for (std::size_t i = 0; i < eight; ++i) {
            if (exponents[i] <= no_step) steps[i] = std::numeric_limits<double>::quiet_NaN();
            if (exponents[i] > 1000) steps[i] = finite_step(rows, used, i % rows.lanes);
        }
    look_behind_gaps(rows, used, tolerance.value, scale, steps);
    if (rows.lanes == 1)
        h[0] = steps[0];
    else
        std::memcpy(h, &steps, rows.lanes * sizeof(double));
}

ANHOLON_CLONES void step_sizes_by_norm(const Rows& rows, std::size_t used, const Tolerance& tolerance,
                                       double* scale, double* h) {
    const std::size_t order = rows.order, width = rows.width, count = used * rows.lanes;
    Eight size{}, last{}, before{}, highest{};
    const auto widen = [&](Eight & norm, const double* at, std::size_t from) __attribute__((always_inline)) {
        norm = larger(abs(load(at + from)) * first_lanes(count - from), norm);
    };
    for (std::size_t from = 0; from < count; from += eight) {
        store(scale + from, larger(abs(load(rows.data + from)), memory * load(scale + from)));
        widen(size, scale, from);
        widen(last, rows.data + order * width, from);
        widen(before, rows.data + (order - 1) * width, from);
    }
    for (Eight* norm : {&size, &last, &before}) *norm = across(*norm, rows.lanes, larger);
    const Eight share = rough_log2(size) + tolerance.log2;
    const Eight exponents = smaller((share - rough_log2(last)) * inverses[order],
                                    (share - rough_log2(before)) * inverses[order - 1]);
    Eight steps = rough_exp2(larger(smaller(exponents, all(1000)), all(-1000)));
    Shares shares;
    for (bool is_gap = true; is_gap;) {  // terms before the last two, as above
        set_shares(shares, order, tolerance.value, steps);
        highest = Eight{};
        for (std::size_t k = shares.from; k < shares.to; ++k)
            for (std::size_t from = 0; from < count; from += eight)
                highest = larger(abs(load(rows.data + k * width + from)) * shares.of[k - shares.from] *
                                     first_lanes(count - from),
                                 highest);
        highest = across(highest, rows.lanes, larger) - size;
        is_gap = any(highest);
        for (std::size_t i = 0; is_gap && i < eight; ++i)
            if (highest[i] > 0) steps[i] *= 0.8;
    }
    for (std::size_t lane = 0; lane < rows.lanes; ++lane) {
        // A maximum passes over what is no number.
        bool is_number = true;
        for (std::size_t i = 0; i < used; ++i)
            is_number &= std::isfinite(rows.data[order * width + i * rows.lanes + lane]) &&
                         std::isfinite(rows.data[(order - 1) * width + i * rows.lanes + lane]);
        const bool has_ended = last[lane] == 0 && before[lane] == 0;
        h[lane] = !is_number  ? std::numeric_limits<double>::quiet_NaN()
                  : has_ended ? finite_step(rows, used, lane)
                              : steps[lane];
    }
}

// --- Where a step leads

namespace {

// Σ_{k ≥ 1} f(k, x_k) h^(k−1) by Horner's rule in h², the even and the odd powers apart: half as many operations wait for each other. So
// many groups of eight at once.
template <std::size_t groups, class F>
ANHOLON_INLINE void horner(const Rows& rows, std::size_t from, const Eight& h, Eight* sum, F&& f) {
    const Eight square = h * h;
    Eight even[groups] = {}, odd[groups] = {};  // powers of h
    std::size_t k = rows.order;
    const double* row = rows.data + k * rows.width + from;
    if (k % 2 != 0)
        for (std::size_t g = 0; g < groups; ++g) even[g] = f(k, load(row + g * eight));
    if (k % 2 != 0) --k, row -= rows.width;
    for (; k > 0; k -= 2, row -= 2 * rows.width)
        for (std::size_t g = 0; g < groups; ++g) {
            odd[g] = odd[g] * square + f(k, load(row + g * eight));
            even[g] = even[g] * square + f(k - 1, load(row - rows.width + g * eight));
        }
    for (std::size_t g = 0; g < groups; ++g) sum[g] = odd[g] * h + even[g];
}

constexpr auto coefficient = [](std::size_t, const Eight& x) __attribute__((always_inline)) { return x; };

template <std::size_t groups>
ANHOLON_INLINE void increments_of(const Rows& rows, std::size_t from, const Eight& h, double* result) {
    Eight sum[groups];
    horner<groups>(rows, from, h, sum, coefficient);
    for (std::size_t g = 0; g < groups; ++g) store(result + from + g * eight, sum[g] * h);
}

}  // namespace

ANHOLON_CLONES void increments(const Rows& rows, std::size_t used, const double* h, double* result) {
    const Eight steps = of_motions(h, rows.lanes);
    const std::size_t end = (used * rows.lanes + eight - 1) / eight * eight;
    std::size_t from = 0;
    for (; from + 4 * eight <= end; from += 4 * eight) increments_of<4>(rows, from, steps, result);
    for (; from < end; from += eight) increments_of<1>(rows, from, steps, result);
}

ANHOLON_CLONES void increments_and_slopes(const Rows& rows, std::size_t used, double h, double* change,
                                          double* slope) {
    const Eight step = all(h);
    for (std::size_t from = 0; from < used; from += eight) {
        Eight sum, slopes;
        horner<1>(rows, from, step, &sum, coefficient);
        horner<1>(
            rows, from, step, &slopes, [](std::size_t k, const Eight& x) __attribute__((always_inline)) {
                return static_cast<double>(k) * x;
            });
        store(change + from, sum * step);
        store(slope + from, slopes);
    }
}

ANHOLON_CLONES void reaches(const Rows& rows, std::size_t first, std::size_t end, double h, double* result) {
    const Eight step = all(std::abs(h));
    for (std::size_t from = first / eight * eight; from < end; from += eight) {
        Eight sum;
        horner<1>(
            rows, from, step, &sum,
            [](std::size_t, const Eight& x) __attribute__((always_inline)) { return abs(x); });
        store(result + from, sum * step);
    }
}

ANHOLON_CLONES bool is_met(const Rows& rows, std::size_t used, const Meeting& m) {
    Eight largest{}, worst{}, no_number{};
    for (std::size_t from = 0; from < used; from += eight)
        largest = larger(larger(load(m.scale + from), abs(load(m.change + from))) * first_lanes(used - from),
                         largest);
    largest = across(largest, 1, larger);
    for (std::size_t from = 0; from < used; from += eight) {
        const double* last = rows.data + rows.order * rows.width + from;
        const Eight ends = abs(load(last)) + abs(load(last - rows.width));  // 0 where a series has ended
        const Eight goes_on = smaller(ends * 1e300 * 1e300, all(1));
        const Eight least = m.least_of_ended + (m.least - m.least_of_ended) * goes_on;
        const Eight miss = abs(load(m.rate + from) - load(m.slope + from)) * std::abs(m.h);
        const Eight size = larger(load(m.scale + from), abs(load(m.change + from)));
        const Eight allowed = larger(least * size, smaller(least, all(m.noise)) * largest);
        const Eight over = (miss - allowed) * first_lanes(used - from);
        worst = larger(over, worst);
        no_number += over * 0;
    }
    return !any(worst) &&
           across(
               no_number, 1,
               [](const Eight& a, const Eight& b) __attribute__((always_inline)) { return a + b; })[0] == 0;
}

ANHOLON_CLONES void add_compensated(double* x, double* rest, const double* increment, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const double step = increment[i] + rest[i], sum = x[i] + step;
        rest[i] = step - (sum - x[i]);
        x[i] = sum;
    }
}

}  // namespace anholon::taylor
