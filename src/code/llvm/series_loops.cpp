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

// v with its lane for the order `k` of a list that begins with order `first` put to 1.
template <class V>
ANHOLON_INLINE V lane_of(std::size_t k, std::size_t first) {
    V v{};
    if (k >= first && k < first + sizeof(V) / sizeof(double)) v[static_cast<int>(k - first)] = 1;
    return v;
}

ANHOLON_INLINE Eight moved(Eight v, double entering) {
    return __builtin_shufflevector(v, Eight{entering}, 1, 2, 3, 4, 5, 6, 7, 8);
}
ANHOLON_INLINE Four moved(Four v, double entering) {
    return __builtin_shufflevector(v, Four{entering}, 1, 2, 3, 4);
}

}  // namespace

SeriesLoops::SeriesLoops(const SeriesProgram& program, const SeriesLayout& layout)
    : p_(program), at_(layout) {
    const auto u = [](std::size_t k) { return static_cast<std::uint32_t>(k); };
    for (std::size_t c = 0; c < p_.convolutions.size();) {
        const std::uint32_t s = p_.convolutions[c].sum;
        Sum sum{u(c), 0, u(at_.near_sum + s * near), u(at_.far_sum + s * SeriesLayout::far_width)};
        for (; c < p_.convolutions.size() && p_.convolutions[c].sum == s; ++c) {
            const auto& [a, b, of] = p_.convolutions[c];
            const std::uint32_t i = at_.history[a], j = at_.history[b];
            products_.push_back({u(at_.newest + a), u(at_.newest + b), u(at_.near_history + i * near),
                                 u(at_.near_history + j * near), u(at_.far_history + i * far),
                                 u(at_.far_history + j * far)});
        }
        sum.end = u(c);
        sums_.push_back(sum);
    }
    for (std::uint32_t s = 0; s < p_.series.size(); ++s)
        if (at_.history[s] != SeriesLayout::none) convolved_.push_back(s);
}

// Every sum moves on by an order and takes in a_k b_i + a_i b_k for the i of the first lanes, a_k b_k among them as long as
// k ≤ 8. In the first and in the last orders four lanes will do.
template <class V, bool is_early>
ANHOLON_INLINE void SeriesLoops::near_products(double* memory, std::size_t k) const {
    const V lane = lane_of<V>(k, 1);
    const bool has_far = k + near >= first_far_order && sizeof(V) == sizeof(Eight);
    for (const Sum& sum : sums_) {
        V& at = *reinterpret_cast<V*>(memory + sum.near);
        V s = moved(at, has_far ? memory[sum.far + k + near - first_far_order] : 0);
        for (std::uint32_t c = sum.begin; c < sum.end; ++c) {
            const Product& p = products_[c];
            const double a = memory[p.a], b = memory[p.b];
            s += a * *reinterpret_cast<const V*>(memory + p.near_b);
            s += b * *reinterpret_cast<const V*>(memory + p.near_a);
            if constexpr (is_early) s += (a * b) * lane;
        }
        at = s;
    }
    if constexpr (is_early)
        for (const std::uint32_t s : convolved_)
            memory[at_.near_history + at_.history[s] * near + k - 1] = memory[at_.newest + s];
}

ANHOLON_CLONES void near_products(const SeriesLoops& loops, double* memory, std::size_t k, std::size_t last) {
    if (k <= far)
        loops.near_products<Four, true>(memory, k);
    else if (k <= near)
        loops.near_products<Eight, true>(memory, k);
    else if (k + far < last)
        loops.near_products<Eight, false>(memory, k);
    else
        loops.near_products<Four, false>(memory, k);
}

// k ≥ 9: the orders k + 9 to k + 12.
ANHOLON_CLONES void far_products(const SeriesLoops& loops, double* memory, std::size_t k) {
    const std::size_t shift = k - near - 1;
    const Four lane = lane_of<Four>(k, near + 1);
    for (const auto& sum : loops.sums_) {
        double* const at = memory + sum.far + shift;  // at no boundary of vectors
        Four s;
        std::memcpy(&s, at, sizeof s);
        for (std::uint32_t c = sum.begin; c < sum.end; ++c) {
            const auto& p = loops.products_[c];
            const double a = memory[p.a], b = memory[p.b];
            s += a * *reinterpret_cast<const Four*>(memory + p.far_b);
            s += b * *reinterpret_cast<const Four*>(memory + p.far_a);
            s += (a * b) * lane;
        }
        std::memcpy(at, &s, sizeof s);
    }
    if (shift >= far) return;
    for (const std::uint32_t s : loops.convolved_)
        memory[loops.at_.far_history + loops.at_.history[s] * far + shift] = memory[loops.at_.newest + s];
}

void SeriesLoops::products(double* memory, std::size_t k, std::size_t last) const {
    llvm_code::near_products(*this, memory, k, last);
    if (k > near && k + near + 1 <= last) far_products(*this, memory, k);
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
