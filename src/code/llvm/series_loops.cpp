#include "code/llvm/series_loops.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace anholon::llvm_code {

namespace {

using Eight = double __attribute__((vector_size(64)));
using Four = double __attribute__((vector_size(32)));

// Vectors are passed and returned in other registers in each clone of the functions below: what they call must be part of them.
#define ANHOLON_INLINE inline __attribute__((always_inline))

// A history with the coefficient of order k ≤ 8 in its place.
ANHOLON_INLINE Eight with_newest(const Eight& history, std::size_t k, double newest) {
    using Orders = std::int64_t __attribute__((vector_size(64)));
    return Orders{1, 2, 3, 4, 5, 6, 7, 8} == static_cast<std::int64_t>(k) ? Eight{} + newest : history;
}
ANHOLON_INLINE Four with_newest(const Four& history, std::size_t k, double newest) {
    using Orders = std::int64_t __attribute__((vector_size(32)));
    return Orders{1, 2, 3, 4} == static_cast<std::int64_t>(k) ? Four{} + newest : history;
}

ANHOLON_INLINE Eight moved(const Eight& v) {
    return __builtin_shufflevector(v, Eight{}, 1, 2, 3, 4, 5, 6, 7, 8);
}
ANHOLON_INLINE Four moved(const Four& v) { return __builtin_shufflevector(v, Four{}, 1, 2, 3, 4); }

}  // namespace

SeriesLoops::SeriesLoops(const SeriesProgram& program, const SeriesLayout& layout)
    : p_(program), at_(layout) {
    const auto u = [](std::size_t k) { return static_cast<std::uint32_t>(k); };
    const auto product = [&](const Convolution& c) {
        const std::uint32_t i = at_.history[c.a], j = at_.history[c.b];
        return Product{u(at_.newest + c.a),
                       u(at_.newest + c.b),
                       u(at_.near_history + i * near),
                       u(at_.near_history + j * near),
                       u(at_.far_history + i * SeriesLayout::far_width),
                       u(at_.far_history + j * SeriesLayout::far_width)};
    };
    std::vector<std::vector<Product>> of_sum(p_.sums);
    for (const Convolution& c : p_.convolutions) of_sum[c.sum].push_back(product(c));
    for (const bool is_single : {true, false}) {
        for (std::uint32_t s = 0; s < p_.sums; ++s) {
            const auto& list = of_sum[s];
            if (list.empty() || (list.size() == 1 && list[0].a != list[0].b) != is_single) continue;
            const std::uint32_t begin = u(products_.size());
            products_.insert(products_.end(), list.begin(), list.end());
            sums_.push_back({begin, u(products_.size()), u(at_.near_sum + s * near)});
        }
        if (is_single) singles_ = sums_.size();
    }
    for (std::uint32_t s = 0; s < p_.series.size(); ++s)
        if (at_.history[s] != SeriesLayout::none) convolved_.push_back(s);
}

// Every sum moves on by an order and takes in a_k b_i + a_i b_k for the i of the first lanes, a_k b_k among them as long as
// k ≤ 8: the operations of series_whole.cpp, in the same order.
template <class V, bool is_early>
ANHOLON_INLINE void SeriesLoops::near_products(double* memory, std::size_t k) const {
    for (std::size_t i = 0; i < singles_; ++i) {
        const Product& p = products_[i];
        const double a = memory[p.a], b = memory[p.b];
        const V &a_i = *reinterpret_cast<const V*>(memory + p.near_a),
                &b_i = *reinterpret_cast<const V*>(memory + p.near_b);
        V& at = *reinterpret_cast<V*>(memory + sums_[i].near);
        V s = moved(at);
        s += a * (is_early ? with_newest(b_i, k, b) : b_i);
        s += b * a_i;
        at = s;
    }
    for (std::size_t i = singles_; i < sums_.size(); ++i) {
        V& at = *reinterpret_cast<V*>(memory + sums_[i].near);
        V s = moved(at);
        for (std::uint32_t c = sums_[i].begin; c < sums_[i].end; ++c) {
            const Product& p = products_[c];
            const double a = memory[p.a], b = memory[p.b];
            const V &a_i = *reinterpret_cast<const V*>(memory + p.near_a),
                    &b_i = *reinterpret_cast<const V*>(memory + p.near_b);
            const V b_with_k = is_early ? with_newest(b_i, k, b) : b_i;
            if (p.a == p.b) {
                s += a * (b_i + b_with_k);
            } else {
                s += a * b_with_k;
                s += b * a_i;
            }
        }
        at = s;
    }
    if constexpr (is_early)
        for (const std::uint32_t s : convolved_)
            memory[at_.near_history + at_.history[s] * near + k - 1] = memory[at_.newest + s];
}

ANHOLON_CLONES void near_products(const SeriesLoops& loops, double* memory, std::size_t k, std::size_t last) {
    if (k <= half)
        loops.near_products<Four, true>(memory, k);
    else if (k <= near)
        loops.near_products<Eight, true>(memory, k);
    else if (k + half <= last)  // then half a register holds what is left
        loops.near_products<Eight, false>(memory, k);
    else
        loops.near_products<Four, false>(memory, k);
}

// The products Σ_{9 ≤ j ≤ N − 9} a_j b_{n−j}, of coefficients that are not near, for the orders n from N − 7 to N.
ANHOLON_CLONES void far_products(const SeriesLoops& loops, double* memory, std::size_t last) {
    constexpr std::size_t shift = first_far - SeriesLayout::far_zeros;
    for (const auto& sum : loops.sums_) {
        Eight& at = *reinterpret_cast<Eight*>(memory + sum.near);
        Eight s = at;
        for (std::size_t j = first_far; j + first_far <= last; ++j)
            for (std::uint32_t c = sum.begin; c < sum.end; ++c) {
                const auto& p = loops.products_[c];
                Eight b;
                std::memcpy(&b, memory + p.far_b + last - (near - 1) - j - shift, sizeof b);
                s += memory[p.far_a + j - shift] * b;
            }
        at = s;
    }
}

void SeriesLoops::products(double* memory, std::size_t k, std::size_t last) const {
    llvm_code::near_products(*this, memory, k, last);
    if (last < first_far_order || k < first_far) return;
    constexpr std::size_t shift = first_far - SeriesLayout::far_zeros;
    if (k + first_far <= last)
        for (const std::uint32_t s : convolved_)
            memory[at_.far_history + at_.history[s] * SeriesLayout::far_width + k - shift] =
                memory[at_.newest + s];
    if (k + near == last) far_products(*this, memory, last);
}

bool SeriesLoops::start(double* memory, const double* scalars, std::size_t which) const {
    const LinearBlock& block = p_.blocks[which];
    const std::size_t n = block.size();
    const auto leading = [&](std::uint32_t operand) {
        return is_scalar(operand) ? scalars[operand & ~scalar_flag] : memory[at_.leading + operand];
    };
    double *matrix = memory + at_.matrix[which], *inverse = memory + at_.inverse[which];
    for (std::size_t i = 0; i < n; ++i)  // by columns, and so is then the inverse
        for (std::size_t j = 0; j < n; ++j)
            matrix[j * n + i] = inverse[j * n + i] = leading(block.W[i * n + j]);
    if (!anholon_invert(inverse, static_cast<std::int64_t>(n))) return false;
    double* z = memory + at_.leading + block.z;
    for (std::size_t i = 0; i < n; ++i) z[i] = leading(block.r[i]);
    solve_in_place(memory, which, z);
    std::copy_n(z, n, memory + at_.newest + block.z);
    return true;
}

// The rows as block_right_side (recurrence.hpp) writes them.
void SeriesLoops::solve(double* memory, std::size_t which) const {
    const LinearBlock& block = p_.blocks[which];
    const std::size_t n = block.size();
    const double *newest = memory + at_.newest, *z_0 = memory + at_.leading + block.z;
    double* z = memory + at_.newest + block.z;
    for (std::size_t i = 0; i < n; ++i) {
        double sum = memory[at_.near_sum + (block.first_sum + i) * near];
        for (std::size_t j = 0; j < n; ++j)
            if (const std::uint32_t w = block.W[i * n + j]; !is_scalar(w)) sum += newest[w] * z_0[j];
        z[i] = (is_scalar(block.r[i]) ? 0 : newest[block.r[i]]) - sum;
    }
    solve_in_place(memory, which, z);
}

// A v of a matrix by columns: no sum runs across a register.
ANHOLON_CLONES static void multiply(const double* A, std::size_t n, const double* v, double* result) {
    std::fill_n(result, n, 0.0);
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = 0; i < n; ++i) result[i] += A[j * n + i] * v[j];
}

// As block_solution (recurrence.hpp) does it.
void SeriesLoops::solve_in_place(double* memory, std::size_t which, double* z) const {
    const std::size_t n = p_.blocks[which].size();
    const double *matrix = memory + at_.matrix[which], *inverse = memory + at_.inverse[which];
    double *right = memory + at_.scratch, *rest = right + n;
    std::copy_n(z, n, right);
    multiply(inverse, n, right, z);
    multiply(matrix, n, z, rest);
    for (std::size_t i = 0; i < n; ++i) rest[i] = right[i] - rest[i];
    multiply(inverse, n, rest, right);
    for (std::size_t i = 0; i < n; ++i) z[i] += right[i];
}

}  // namespace anholon::llvm_code
