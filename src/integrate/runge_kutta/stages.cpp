#include "integrate/runge_kutta/stages.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/clones.hpp"

namespace anholon::runge_kutta {

namespace {

// Eight neighbouring columns: one vector register, or several of a smaller machine.
using Wide [[gnu::vector_size(64), gnu::may_alias]] = double;

inline __attribute__((always_inline)) const Wide& wide(const double* columns) {
    return *reinterpret_cast<const Wide*>(columns);
}
inline __attribute__((always_inline)) void put(double* columns, const Wide& value) {
    *reinterpret_cast<Wide*>(columns) = value;
}
inline __attribute__((always_inline)) void widen(const Eight& numbers, Wide& result) {
    for (std::size_t l = 0; l < eight; ++l) result[l] = numbers[l];
}

// sum += Σ_j weight(j) k_j, what vanishes left out.
template <auto& weights, std::size_t... j>
inline __attribute__((always_inline)) void add_stages(const double* k, std::size_t columns, Wide& sum,
                                                      std::index_sequence<j...>) {
    ((weights[j] != 0 ? void(sum += weights[j] * wide(k + j * columns)) : void()), ...);
}

template <auto& weights, std::size_t count>
inline __attribute__((always_inline)) void weighted(const double* k, std::size_t columns, Wide& sum) {
    sum = Wide{};
    add_stages<weights>(k, columns, sum, std::make_index_sequence<count>());
}

template <std::size_t i>
inline __attribute__((always_inline)) void state_of(const double* x, const double* k, std::size_t columns,
                                                    const Eight& h, double* result) {
    Wide lengths, sum;
    widen(h, lengths);
    for (std::size_t at = 0; at < columns; at += eight) {
        weighted<a[i], i>(k + at, columns, sum);
        put(result + at, wide(x + at) + lengths * sum);
    }
}

constexpr std::array<double, stages> difference_to_order_3() {
    std::array<double, stages> e{};
    for (std::size_t j = 0; j < stages; ++j) e[j] = b[j] - b3[j];
    return e;
}
constexpr std::array<double, stages> error3 = difference_to_order_3();

// The squares are added in eight sums, of every eighth variable, so that the sums are the same in every lane.
template <std::size_t lanes>
inline __attribute__((always_inline)) void roots_of(const double* k, std::size_t columns, std::size_t n,
                                                    const double* h, const double* inverse, double* result) {
    alignas(64) double all5[eight * lanes], all3[eight * lanes], sum5[lanes] = {}, sum3[lanes] = {};
    for (std::size_t first = 0; first < eight * lanes; first += eight) {
        Wide squares5{}, squares3{}, e5, e3;
        for (std::size_t at = first; at < columns; at += eight * lanes) {
            weighted<error5, stages>(k + at, columns, e5);
            weighted<error3, stages>(k + at, columns, e3);
            const Wide u = e5 * wide(inverse + at), v = e3 * wide(inverse + at);
            squares5 += u * u;
            squares3 += v * v;
        }
        put(all5 + first, squares5);
        put(all3 + first, squares3);
    }
    for (std::size_t l = 0; l < eight; ++l)
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            sum5[lane] += all5[l * lanes + lane];
            sum3[lane] += all3[l * lanes + lane];
        }
    const auto count = static_cast<double>(n);
    double roots[lanes];
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const double both = sum5[lane] + 0.01 * sum3[lane];
        const double error = std::fabs(h[lane]) * sum5[lane] / std::sqrt(count * (both == 0 ? 1 : both));
        roots[lane] = std::sqrt(std::sqrt(std::sqrt(error)));
    }
    std::copy_n(roots, lanes, result);
}

}  // namespace

ANHOLON_CLONES void stage_state(std::size_t i, const double* x, const double* k, std::size_t columns,
                                const Eight& h, double* result) {
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

ANHOLON_CLONES void end_state(const double* x, const double* rest, const double* k, std::size_t columns,
                              const Eight& h, double* end, double* end_rest) {
    Wide lengths, sum;
    widen(h, lengths);
    for (std::size_t at = 0; at < columns; at += eight) {
        weighted<b, stages>(k + at, columns, sum);
        const Wide from = wide(x + at), change = lengths * sum + wide(rest + at), to = from + change;
        put(end + at, to);
        put(end_rest + at, change - (to - from));
    }
}

ANHOLON_CLONES void error_roots(const double* k, std::size_t columns, std::size_t n, std::size_t lanes,
                                const double* h, const double* inverse, double* result) {
    switch (lanes) {
        case 1: return roots_of<1>(k, columns, n, h, inverse, result);
        case 2: return roots_of<2>(k, columns, n, h, inverse, result);
        case 4: return roots_of<4>(k, columns, n, h, inverse, result);
        case 8: return roots_of<8>(k, columns, n, h, inverse, result);
        default: return;
    }
}

ANHOLON_CLONES void dense_output(const double* from, const double* to, const double* k, std::size_t columns,
                                 const Eight& h, double* rows) {
    Wide lengths;
    widen(h, lengths);
    const double* const end = k + stages * columns;
    for (std::size_t at = 0; at < columns; at += eight) {
        const Wide change = wide(to + at) - wide(from + at), bend = lengths * wide(k + at) - change;
        put(rows + at, wide(from + at));
        put(rows + columns + at, change);
        put(rows + 2 * columns + at, bend);
        put(rows + 3 * columns + at, change - lengths * wide(end + at) - bend);
        Wide sums[dense_rows];
        weighted<d[0], all_stages>(k + at, columns, sums[0]);
        weighted<d[1], all_stages>(k + at, columns, sums[1]);
        weighted<d[2], all_stages>(k + at, columns, sums[2]);
        weighted<d[3], all_stages>(k + at, columns, sums[3]);
        for (std::size_t m = 0; m < dense_rows; ++m) put(rows + (4 + m) * columns + at, lengths * sums[m]);
    }
}

ANHOLON_CLONES void take_over(const double* from, std::size_t columns, const Eight& is_marked, double* to) {
    Wide marks;
    widen(is_marked, marks);
    for (std::size_t at = 0; at < columns; at += eight)
        put(to + at, marks != Wide{} ? wide(from + at) : wide(to + at));
}

ANHOLON_CLONES void nothing_of(const double* row, std::size_t columns, Eight& result) {
    Wide sums{};
    for (std::size_t at = 0; at < columns; at += eight) sums += wide(row + at) * 0.0;
    for (std::size_t l = 0; l < eight; ++l) result[l] = sums[l];
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
