#pragma once

#include <cstdint>
#include <vector>

#include "code/program.hpp"
#include "code/rate_equations.hpp"

namespace anholon {

// A power series in the time since a step began, by the way its k-th coefficient comes from the others' (k ≥ 1). θ = τ d/dτ
// multiplies the k-th coefficient by k; with it every elementary function is a product, a quotient and an integral:
//   s = sin a:  θs = c θa,   c = cos a:  θc = −s θa,   l = log a:  θl = θa / a,   p = a^e:  θp = e p θa / a.
struct Series {
    enum class Kind : std::uint8_t {
        state,           // x_k = (rate)_{k−1} / k; a: which
        add,             // a + b
        subtract,        // a − b
        negate,          // −a
        scale,           // s a; b: the scalar s
        product,         // a b
        theta_product,   // a b where a is some θu, so that a_0 = 0; b may stand later in the list
        quotient,        // a / b
        square_root,     // √a
        theta,           // θa
        integral,        // θ⁻¹a; its value at the start is that of the elementary function `function`
        theta_integral,  // ±θ⁻¹(b θa), likewise: x_k = ±(a_k b_0 + Σ_{0<j<k} j a_j b_{k−j} / k); b may stand later in the list
        turned,          // |a| = sign(a_0) a
        piecewise,       // sign a: constant between its jumps
        chosen,          // a where u > 0 at the start, else v
        unknown,         // z_b of the linear system a
    };
    Kind kind;
    Op function = Op::add;  // integral: of which instruction's operation it is the value
    std::uint32_t a = 0, b = 0;
    std::uint32_t u = 0,
                  v = 0;  // integrals: the arguments of the function; chosen: the condition, the other branch
    std::uint32_t sum = 0;     // product, theta_product, theta_integral, quotient, square_root: the inner sum
    bool is_negative = false;  // theta_integral: with the sign −
};

// Operands are series or scalars: values that do not change during a motion, made of parameters and numbers.
inline constexpr std::uint32_t scalar_flag = 1U << 31;
inline bool is_scalar(std::uint32_t operand) { return (operand & scalar_flag) != 0; }

// A part of an inner sum: Σ_{0<j<k} a_j b_{k−j}.
struct Convolution {
    std::uint32_t a, b;  // series
    std::uint32_t sum;
};

// W z = r as it is solved at every order:  W_0 z_k = r_k − Σ_{j≥1} W_j z_{k−j}.
struct LinearBlock {
    std::vector<std::uint32_t> W, r;  // operands, by rows
    std::uint32_t z = 0;              // the first of its unknowns among the series
    std::uint32_t first_sum = 0;      // of row 0; the others follow
    std::size_t size() const { return r.size(); }
};

// The equations of motion as a flat program on power series.
struct SeriesProgram {
    std::size_t states = 0;  // x, and t as the last of them
    std::vector<Series> series;
    std::vector<Convolution> convolutions;
    std::size_t sums = 0;
    std::vector<LinearBlock> blocks;
    std::vector<std::uint32_t> rates;    // operands, one a state
    std::vector<std::uint32_t> watched;  // operands: further functions whose series are wanted
    Program scalars;                     // parameters → scalars; the first is 1
};

// `watched` are functions of t, x, p and z.
SeriesProgram series_program(const RateEquations& equations, std::span<const Expr> watched = {});

}  // namespace anholon
