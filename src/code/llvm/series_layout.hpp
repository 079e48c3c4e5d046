#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "code/compiler.hpp"

namespace anholon::llvm_code {

// An inner sum Σ_{0<j<k} a_j b_{k−j} is not formed when its order comes. As soon as a_k and b_k are known, they are multiplied with
// the earlier b_i and a_i, i ≤ 8, and the products go to the sums of the orders k + i to come: a multiplication of vectors by a number,
// without sums across a register. A sum keeps the orders k+1..k+8 in one register that moves on by a place an order. In the first and in
// the last orders half a register will do. Pairs with i > 8 only matter to the orders from 18 on. They are few, and are taken in
// together when the last of them are known, at the order N − 8, when the register holds the orders up to the last one, N.
constexpr std::uint32_t near = 8, half = 4;
constexpr std::uint32_t first_far = near + 1, first_far_order = 2 * first_far;

// Where things stand in the memory of a step, in numbers: of one motion doubles, of several as many doubles as motions.
struct StepLayout {
    explicit StepLayout(const SeriesProgram& p) : columns((p.states + p.watched.size() + 7) / 8 * 8) {}
    std::size_t leading = 0, newest = 0, pivot = 0;
    std::vector<std::size_t> inverse;  // of W_0, by block
    std::size_t columns;               // of a row of coefficients
    std::size_t size = 0;              // of all
};

// Of one motion.
struct SeriesLayout : StepLayout {
    explicit SeriesLayout(const SeriesProgram& p) : StepLayout(p), history(p.series.size(), none) {
        for (const Convolution& c : p.convolutions)
            for (const std::uint32_t s : {c.a, c.b})
                if (history[s] == none) history[s] = histories++;
        const auto place = [&](std::size_t count) {
            const std::size_t at = size;
            size += (count + 7) / 8 * 8;
            return at;
        };
        near_history = place(histories * near);
        near_sum = place(p.sums * near);
        cleared = size;
        far_history = place(histories * far_width);
        leading = place(p.series.size());
        newest = place(p.series.size());
        pivot = place(p.series.size());
        std::size_t longest = 0;
        for (const LinearBlock& block : p.blocks) {
            matrix.push_back(place(block.size() * block.size()));
            inverse.push_back(place(block.size() * block.size()));
            longest = std::max(longest, block.size());
        }
        scratch = place(2 * longest);
    }

    static constexpr std::uint32_t none = ~0U;
    // The coefficients from first_far on, behind zeros in place of those before.
    static constexpr std::uint32_t far_zeros = near - 1, far_width = 16;
    static_assert(far_zeros + max_order - near - first_far + 1 <= far_width);
    std::vector<std::uint32_t> history;  // by series: its place among those that are convolved
    std::uint32_t histories = 0;
    std::size_t near_history, near_sum, far_history;
    std::size_t cleared;              // what stands before it is zero before order 1
    std::vector<std::size_t> matrix;  // W_0, by block
    std::size_t scratch;              // two vectors of the largest block
};

}  // namespace anholon::llvm_code
