#include "code/llvm/series_loops.hpp"

#include <algorithm>
#include <vector>

namespace anholon::llvm_code {

namespace {

using Eight = double __attribute__((vector_size(64)));
using Four = double __attribute__((vector_size(32), aligned(8)));

constexpr Eight lane_of(std::size_t k) {
    Eight v{};
    if (k >= 1 && k <= near) v[static_cast<int>(k - 1)] = 1;
    return v;
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

// Every sum moves on by an order and takes in a_k b_i + a_i b_k for i = 1..8, a_k b_k among them.
ANHOLON_CLONES void near_products(const SeriesLoops& loops, double* memory, std::size_t k) {
    const Eight lane = lane_of(k);
    const bool has_far = k + near >= first_far_order;
    for (const auto& sum : loops.sums_) {
        auto& at = *reinterpret_cast<Eight*>(memory + sum.near);
        const double entering = has_far ? memory[sum.far + k + near - first_far_order] : 0;
        const Eight next{entering};
        Eight s = __builtin_shufflevector(at, next, 1, 2, 3, 4, 5, 6, 7, 8);
        for (std::uint32_t c = sum.begin; c < sum.end; ++c) {
            const auto& p = loops.products_[c];
            const double a = memory[p.a], b = memory[p.b];
            s += a * *reinterpret_cast<const Eight*>(memory + p.near_b);
            s += b * *reinterpret_cast<const Eight*>(memory + p.near_a);
            s += (a * b) * lane;
        }
        at = s;
    }
    if (k > near) return;
    for (const std::uint32_t s : loops.convolved_)
        memory[loops.at_.near_history + loops.at_.history[s] * near + k - 1] = memory[loops.at_.newest + s];
}

// k ≥ 9: the orders k + 9 to k + 12.
ANHOLON_CLONES void far_products(const SeriesLoops& loops, double* memory, std::size_t k) {
    const std::size_t shift = k - near - 1;
    Four lane{};
    if (shift < far) lane[static_cast<int>(shift)] = 1;
    for (const auto& sum : loops.sums_) {
        auto& at = *reinterpret_cast<Four*>(memory + sum.far + shift);
        Four s = at;
        for (std::uint32_t c = sum.begin; c < sum.end; ++c) {
            const auto& p = loops.products_[c];
            const double a = memory[p.a], b = memory[p.b];
            s += a * *reinterpret_cast<const Four*>(memory + p.far_b);
            s += b * *reinterpret_cast<const Four*>(memory + p.far_a);
            s += (a * b) * lane;
        }
        at = s;
    }
    if (shift >= far) return;
    for (const std::uint32_t s : loops.convolved_)
        memory[loops.at_.far_history + loops.at_.history[s] * far + shift] = memory[loops.at_.newest + s];
}

void SeriesLoops::products(double* memory, std::size_t k, std::size_t last) const {
    near_products(*this, memory, k);
    if (k > near && k + near + 1 <= last) far_products(*this, memory, k);
}

bool SeriesLoops::start(double* memory, const double* scalars, std::size_t which) const {
    const LinearBlock& block = p_.blocks[which];
    const std::size_t n = block.size();
    double* inverse = memory + at_.inverse[which];
    const auto leading = [&](std::uint32_t operand) {
        return is_scalar(operand) ? scalars[operand & ~scalar_flag] : memory[at_.leading + operand];
    };
    for (std::size_t k = 0; k < n * n; ++k) inverse[k] = leading(block.W[k]);
    if (!anholon_invert(inverse, static_cast<std::int64_t>(n))) return false;
    for (std::size_t i = 0; i < n; ++i) {
        double z = 0;
        for (std::size_t j = 0; j < n; ++j) z += inverse[i * n + j] * leading(block.r[j]);
        memory[at_.leading + block.z + i] = memory[at_.newest + block.z + i] = z;
    }
    return true;
}

// The rows as block_right_side (recurrence.hpp) writes them.
void SeriesLoops::solve(double* memory, std::size_t which) const {
    const LinearBlock& block = p_.blocks[which];
    const std::size_t n = block.size();
    const double *inverse = memory + at_.inverse[which], *newest = memory + at_.newest;
    thread_local std::vector<double> right;
    right.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        double sum = memory[at_.near_sum + (block.first_sum + i) * near];
        for (std::size_t j = 0; j < n; ++j)
            if (const std::uint32_t w = block.W[i * n + j]; !is_scalar(w))
                sum += newest[w] * memory[at_.leading + block.z + j];
        right[i] = (is_scalar(block.r[i]) ? 0 : newest[block.r[i]]) - sum;
    }
    for (std::size_t i = 0; i < n; ++i) {
        double z = 0;
        for (std::size_t j = 0; j < n; ++j) z += inverse[i * n + j] * right[j];
        memory[at_.newest + block.z + i] = z;
    }
}

}  // namespace anholon::llvm_code
