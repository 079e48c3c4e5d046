// Entries that have been stored one by one would have to wait for each other if they were read as vectors.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

#include "code/linear_solve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace anholon {

namespace {

// By W = L D Lᵀ, unless a pivot is not positive. The entries have just been stored one by one, and are read so: nothing is written but z.
template <std::size_t n>
bool solve_positive(const double* system, double* z) {
    const double* const W = system;
    double L[n][n], U[n][n], inverse[n], y[n];  // U = D Lᵀ
#pragma GCC unroll 4
    for (std::size_t j = 0; j < n; ++j) {
        double pivot = W[j * n + j];
#pragma GCC unroll 4
        for (std::size_t k = 0; k < j; ++k) pivot -= L[j][k] * U[k][j];
        if (!(pivot > least_pivot(n) * W[j * n + j])) return false;
        inverse[j] = 1 / pivot;
#pragma GCC unroll 4
        for (std::size_t i = j + 1; i < n; ++i) {
            double u = W[j * n + i];
#pragma GCC unroll 4
            for (std::size_t k = 0; k < j; ++k) u -= L[j][k] * U[k][i];
            U[j][i] = u;
            L[i][j] = u * inverse[j];
        }
    }
#pragma GCC unroll 4
    for (std::size_t i = 0; i < n; ++i) {
        y[i] = system[n * n + i];
#pragma GCC unroll 4
        for (std::size_t k = 0; k < i; ++k) y[i] -= L[i][k] * y[k];
    }
#pragma GCC unroll 4
    for (std::size_t i = n; i-- > 0;) {
        y[i] *= inverse[i];
#pragma GCC unroll 4
        for (std::size_t k = i + 1; k < n; ++k) y[i] -= L[k][i] * y[k];
        z[i] = y[i];
    }
    return true;
}

bool solve_positive(const double* system, std::size_t n, double* z) {
    static_assert(most_positive_unknowns == 6);
    switch (n) {
        case 2: return solve_positive<2>(system, z);
        case 3: return solve_positive<3>(system, z);
        case 4: return solve_positive<4>(system, z);
        case 5: return solve_positive<5>(system, z);
        case 6: return solve_positive<6>(system, z);
        default: return false;
    }
}

// What each row and each column is multiplied by, so that units do not decide about pivots. False if an entry is not finite.
bool find_scales(const double* W, std::size_t n, double* rows, double* columns) {
    std::fill_n(columns, n, 0.0);
    double none = 0;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            columns[j] = std::max(columns[j], std::fabs(W[i * n + j]));
            none += W[i * n + j] * 0;
        }
    for (std::size_t j = 0; j < n; ++j) columns[j] = columns[j] > 0 ? 1 / columns[j] : 0;
    for (std::size_t i = 0; i < n; ++i) {
        double largest = 0;
        for (std::size_t j = 0; j < n; ++j) largest = std::max(largest, std::fabs(W[i * n + j]) * columns[j]);
        rows[i] = largest > 0 ? 1 / largest : 0;
    }
    return none == 0;
}

// Gauss's elimination of W and r together. Each pivot is the largest of its column, in rows of the same size.
int eliminate(double* W, std::size_t n, double* rows, double* columns, double* z) {
    double* const r = W + n * n;
    if (!find_scales(W, n, rows, columns)) return 0;
    const double least = least_pivot(n);
    int sign = 1;
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t p = k;
        double largest = 0;
        for (std::size_t i = k; i < n; ++i)
            if (const double size = std::fabs(W[i * n + k]) * rows[i]; size > largest) largest = size, p = i;
        if (!(largest * columns[k] > least)) return 0;
        if (p != k) {
            sign = -sign;
            std::swap_ranges(W + p * n, W + p * n + n, W + k * n);
            std::swap(rows[p], rows[k]);
            std::swap(r[p], r[k]);
        }
        if (W[k * n + k] < 0) sign = -sign;
        const double inverse = 1 / W[k * n + k];
        for (std::size_t i = k + 1; i < n; ++i) {
            const double factor = W[i * n + k] * inverse;
            if (factor == 0) continue;
            for (std::size_t j = k + 1; j < n; ++j) W[i * n + j] -= factor * W[k * n + j];
            r[i] -= factor * r[k];
        }
    }
    for (std::size_t i = n; i-- > 0;) {
        double sum = r[i];
        for (std::size_t j = i + 1; j < n; ++j) sum -= W[i * n + j] * z[j];
        z[i] = sum / W[i * n + i];
    }
    return sign;
}

}  // namespace

int solve_linear(double* system, std::size_t n, bool is_symmetric, double* z) {
    if (n == 0) return 1;
    if (n == 1) {
        const double W = system[0];
        if (W == 0 || !std::isfinite(W)) return 0;
        z[0] = system[1] / W;
        return W > 0 ? 1 : -1;
    }
    if (is_symmetric && solve_positive(system, n, z)) return 1;
    constexpr std::size_t few = 16;
    std::array<double, 2 * few> some;
    std::vector<double> many(n > few ? 2 * n : 0);
    double* const scales = n > few ? many.data() : some.data();
    return eliminate(system, n, scales, scales + n, z);
}

}  // namespace anholon
