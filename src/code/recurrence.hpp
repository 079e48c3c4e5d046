#pragma once

#include <algorithm>

#include "code/series.hpp"

namespace anholon {

// A sum or a difference whose one part is s a for a scalar s takes the product in with one rounding.
template <class M>
typename M::Value coefficient_of_sum(M& m, const SeriesProgram& program, const Series& s) {
    const auto scaled = [&](std::uint32_t operand) -> const Series* {
        if (is_scalar(operand)) return nullptr;
        const Series& part = program.series[operand];
        return part.kind == Series::Kind::scale ? &part : nullptr;
    };
    const bool is_difference = s.kind == Series::Kind::subtract;
    if (const Series* part = scaled(s.b)) {
        const auto factor = m.leading(part->b);
        return m.add_product(is_difference ? m.negate(factor) : factor, m.newest(part->a), m.newest(s.a));
    }
    const auto other = is_difference ? m.negate(m.newest(s.b)) : m.newest(s.b);
    if (const Series* part = scaled(s.a)) return m.add_product(m.leading(part->b), m.newest(part->a), other);
    return is_difference ? m.subtract(m.newest(s.a), m.newest(s.b)) : m.add(m.newest(s.a), other);
}

// The k-th coefficient of a series, k ≥ 1. What comes from lower orders is put together first, so that little has to wait for the
// newest coefficients; of these the operand that stands later in the list is known later and comes in last. M says what numbers are (doubles, or values of a compiler, one motion or several side
// by side), which of them are at hand, and how they are multiplied and added:
//   newest(u), leading(u)   u_k and u_0 of an operand
//   inner(sum)              Σ_{0<j<k} a_j b_{k−j}, over all convolutions of the sum
//   rate(i)                 the (k−1)-th coefficient of ẋ_i
//   pivot(i)                1/b_0 of a quotient a/b, 1/(2r_0) of a root r, sign(a_0) of |a|
//   unknown(block, j)       z_j of a linear block
template <class M>
typename M::Value coefficient(M& m, const SeriesProgram& program, std::uint32_t i) {
    const Series& s = program.series[i];
    switch (s.kind) {
        case Series::Kind::state: return m.over_k(m.rate(s.a));
        case Series::Kind::add:
        case Series::Kind::subtract: return coefficient_of_sum(m, program, s);
        case Series::Kind::negate: return m.negate(m.newest(s.a));
        case Series::Kind::scale: return m.multiply(m.leading(s.b), m.newest(s.a));
        case Series::Kind::product: {
            const auto inner = m.inner(s.sum);
            if (s.a == s.b) return m.add_product(m.newest(s.a), m.add(m.leading(s.a), m.leading(s.a)), inner);
            const auto [early, late] = std::minmax(s.a, s.b);
            return m.add_product(m.newest(late), m.leading(early),
                                 m.add_product(m.leading(late), m.newest(early), inner));
        }
        case Series::Kind::theta_product: return m.add_product(m.newest(s.a), m.leading(s.b), m.inner(s.sum));
        case Series::Kind::quotient: {  // a_k = Σ b_j c_{k−j}
            const auto minus = m.negate(m.pivot(i));
            const auto rest = m.add_product(m.multiply(minus, m.leading(i)), m.newest(s.b),
                                            m.multiply(minus, m.inner(s.sum)));
            return m.add_product(m.pivot(i), m.newest(s.a), rest);
        }
        case Series::Kind::square_root:  // a_k = Σ r_j r_{k−j}
            return m.add_product(m.pivot(i), m.newest(s.a), m.negate(m.multiply(m.pivot(i), m.inner(s.sum))));
        case Series::Kind::theta: return m.times_k(m.newest(s.a));
        case Series::Kind::integral: return m.over_k(m.newest(s.a));
        case Series::Kind::theta_integral: {
            const auto inner = m.over_k(m.inner(s.sum)), factor = m.leading(s.b);
            return s.is_negative ? m.add_product(m.newest(s.a), m.negate(factor), m.negate(inner))
                                 : m.add_product(m.newest(s.a), factor, inner);
        }
        case Series::Kind::turned: return m.multiply(m.pivot(i), m.newest(s.a));
        case Series::Kind::piecewise: return m.zero();
        case Series::Kind::chosen: return m.choose(m.leading(s.u), m.newest(s.a), m.newest(s.v));
        case Series::Kind::unknown: return m.unknown(s.a, s.b);
    }
    return m.zero();
}

// The right side of a row of a linear block once z_k stands alone on the left:  r_k − Σ_{0<j<k} W_j z_{k−j} − W_k z_0.
template <class M>
typename M::Value block_right_side(M& m, const LinearBlock& block, std::size_t row) {
    const std::size_t n = block.size();
    auto moved = m.zero();
    bool has_series = false;
    for (std::size_t j = 0; j < n; ++j) {
        const std::uint32_t w = block.W[row * n + j];
        if (is_scalar(w)) continue;
        has_series = true;
        moved = m.add_product(m.newest(w), m.leading(block.z + static_cast<std::uint32_t>(j)), moved);
    }
    if (has_series) moved = m.add(m.inner(block.first_sum + static_cast<std::uint32_t>(row)), moved);
    return m.subtract(m.newest(block.r[row]), moved);
}

// z with W_0 z = right:  z = X right, then z += X (right − W_0 z). X is the inverse of W_0 up to rounding; where W_0 is ill
// conditioned, as with a large added mass, the second step puts right what the first leaves. M has inverse(which, i, j) besides.
template <class M>
std::vector<typename M::Value> block_solution(M& m, const LinearBlock& block, std::uint32_t which,
                                              const std::vector<typename M::Value>& right) {
    const std::size_t n = block.size();
    const auto applied = [&](const std::vector<typename M::Value>& v) {
        std::vector<typename M::Value> product(n, m.zero());
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                product[i] = m.add_product(m.inverse(which, i, j), v[j], product[i]);
        return product;
    };
    std::vector<typename M::Value> z = applied(right), left(n, m.zero());
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
            left[i] = m.add_product(m.leading(block.W[i * n + j]), z[j], left[i]);
        left[i] = m.subtract(right[i], left[i]);
    }
    const std::vector<typename M::Value> correction = applied(left);
    for (std::size_t i = 0; i < n; ++i) z[i] = m.add(z[i], correction[i]);
    return z;
}

// The coefficient of order 0: a value as any other. M has the operations of Op besides.
template <class M>
typename M::Value leading_coefficient(M& m, const SeriesProgram& program, std::uint32_t i) {
    const Series& s = program.series[i];
    switch (s.kind) {
        case Series::Kind::state: return m.state(s.a);
        case Series::Kind::add: return m.add(m.leading(s.a), m.leading(s.b));
        case Series::Kind::subtract: return m.subtract(m.leading(s.a), m.leading(s.b));
        case Series::Kind::negate: return m.negate(m.leading(s.a));
        case Series::Kind::scale:
        case Series::Kind::product: return m.multiply(m.leading(s.a), m.leading(s.b));
        case Series::Kind::theta_product:
        case Series::Kind::theta: return m.zero();
        case Series::Kind::quotient: return m.divide(m.leading(s.a), m.leading(s.b));
        case Series::Kind::square_root: return m.call(Op::square_root, m.leading(s.a), m.zero());
        case Series::Kind::integral:
        case Series::Kind::theta_integral: return m.call(s.function, m.leading(s.u), m.leading(s.v));
        case Series::Kind::turned: return m.call(Op::abs, m.leading(s.a), m.zero());
        case Series::Kind::piecewise: return m.call(Op::sign, m.leading(s.a), m.zero());
        case Series::Kind::chosen: return m.choose(m.leading(s.u), m.leading(s.a), m.leading(s.v));
        case Series::Kind::unknown: return m.unknown(s.a, s.b);
    }
    return m.zero();
}

}  // namespace anholon
