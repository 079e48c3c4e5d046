#include "integrate/runge_kutta/stages.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/clones.hpp"

namespace anholon::runge_kutta {

namespace {

constexpr std::size_t eight = 8;
using Eight = std::array<double, eight>;

// sum += Σ_j weight(j) k_j, what vanishes left out, for eight neighbouring columns.
template <auto& weights, std::size_t... j>
inline __attribute__((always_inline)) void add_stages(const double* k, std::size_t columns, Eight& sum,
                                                      std::index_sequence<j...>) {
    const auto add = [&](double weight, const double* row) __attribute__((always_inline)) {
        for (std::size_t i = 0; i < eight; ++i) sum[i] += weight * row[i];
    };
    ((weights[j] != 0 ? add(weights[j], k + j * columns) : void()), ...);
}

template <auto& weights, std::size_t count>
inline __attribute__((always_inline)) Eight weighted(const double* k, std::size_t columns) {
    Eight sum{};
    add_stages<weights>(k, columns, sum, std::make_index_sequence<count>());
    return sum;
}

template <std::size_t i>
inline __attribute__((always_inline)) void state_of(const double* x, const double* k, std::size_t columns,
                                                    double h, double* result) {
    for (std::size_t from = 0; from < columns; from += eight) {
        const Eight sum = weighted<a[i], i>(k + from, columns);
        for (std::size_t l = 0; l < eight; ++l) result[from + l] = x[from + l] + h * sum[l];
    }
}

constexpr std::array<double, stages> difference_to_order_3() {
    std::array<double, stages> e{};
    for (std::size_t j = 0; j < stages; ++j) e[j] = b[j] - b3[j];
    return e;
}
constexpr std::array<double, stages> error3 = difference_to_order_3();

}  // namespace

ANHOLON_CLONES void stage_state(std::size_t i, const double* x, const double* k, std::size_t columns,
                                double h, double* result) {
    switch (i) {
        case 1: return state_of<1>(x, k, columns, h, result);
        case 2: return state_of<2>(x, k, columns, h, result);
        case 3: return state_of<3>(x, k, columns, h, result);
        case 4: return state_of<4>(x, k, columns, h, result);
        case 5: return state_of<5>(x, k, columns, h, result);
        case 6: return state_of<6>(x, k, columns, h, result);
        case 7: return state_of<7>(x, k, columns, h, result);
        case 8: return state_of<8>(x, k, columns, h, result);
        case 9: return state_of<9>(x, k, columns, h, result);
        case 10: return state_of<10>(x, k, columns, h, result);
        case 11: return state_of<11>(x, k, columns, h, result);
        case 13: return state_of<13>(x, k, columns, h, result);
        case 14: return state_of<14>(x, k, columns, h, result);
        case 15: return state_of<15>(x, k, columns, h, result);
        default: return;
    }
}

ANHOLON_CLONES void increment(const double* k, std::size_t columns, double h, double* result) {
    for (std::size_t from = 0; from < columns; from += eight) {
        const Eight sum = weighted<b, stages>(k + from, columns);
        for (std::size_t l = 0; l < eight; ++l) result[from + l] = h * sum[l];
    }
}

ANHOLON_CLONES double error(const double* k, std::size_t columns, std::size_t n, double h,
                            const double* inverse) {
    Eight squares5{}, squares3{};
    for (std::size_t from = 0; from < columns; from += eight) {
        const Eight e5 = weighted<error5, stages>(k + from, columns);
        const Eight e3 = weighted<error3, stages>(k + from, columns);
        for (std::size_t l = 0; l < eight; ++l) {
            const double u = e5[l] * inverse[from + l], v = e3[l] * inverse[from + l];
            squares5[l] += u * u;
            squares3[l] += v * v;
        }
    }
    double sum5 = 0, sum3 = 0;
    for (std::size_t l = 0; l < eight; ++l) {
        sum5 += squares5[l];
        sum3 += squares3[l];
    }
    const double both = sum5 + 0.01 * sum3;
    return both == 0 ? 0 : std::fabs(h) * sum5 / std::sqrt(static_cast<double>(n) * both);
}

ANHOLON_CLONES void dense_output(const double* from, const double* to, const double* k, std::size_t columns,
                                 double h, double* rows) {
    const double* const end = k + stages * columns;
    for (std::size_t i = 0; i < columns; ++i) {
        const double change = to[i] - from[i], bend = h * k[i] - change;
        rows[i] = from[i];
        rows[columns + i] = change;
        rows[2 * columns + i] = bend;
        rows[3 * columns + i] = change - h * end[i] - bend;
    }
    for (std::size_t at = 0; at < columns; at += eight) {
        double* const row = rows + 4 * columns + at;
        const std::array<Eight, dense_rows> sums = {
            weighted<d[0], all_stages>(k + at, columns), weighted<d[1], all_stages>(k + at, columns),
            weighted<d[2], all_stages>(k + at, columns), weighted<d[3], all_stages>(k + at, columns)};
        for (std::size_t m = 0; m < dense_rows; ++m)
            for (std::size_t l = 0; l < eight; ++l) row[m * columns + l] = h * sums[m][l];
    }
}

// r_0 + s (r_1 + (1 − s) (r_2 + s (r_3 + …)))
ANHOLON_CLONES void dense_value(const double* rows, std::size_t columns, double part, double* value,
                                double* slope) {
    std::fill_n(value, columns, 0.0);
    std::fill_n(slope, columns, 0.0);
    for (std::size_t m = dense_coefficients; m-- > 0;) {
        const bool is_forward = m % 2 == 0;  // what stands inside is multiplied by s
        const double factor = is_forward ? part : 1 - part, derivative = is_forward ? 1 : -1;
        for (std::size_t i = 0; i < columns; ++i) {
            slope[i] = slope[i] * factor + value[i] * derivative;
            value[i] = rows[m * columns + i] + value[i] * factor;
        }
    }
}

}  // namespace anholon::runge_kutta
