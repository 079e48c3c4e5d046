#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expr/context.hpp"
#include "model/system.hpp"

namespace anholon {

// c^m_rs of [e_r, e_s] = c^m_rs e_m, indices from 0.
struct StructureConstants {
    std::size_t n = 0;
    std::vector<Expr> c;

    StructureConstants(Context& context, std::size_t dimension)
        : n(dimension), c(dimension * dimension * dimension, context.zero()) {}
    Expr& operator()(std::size_t m, std::size_t r, std::size_t s) { return c[(m * n + r) * n + s]; }
    const Expr& operator()(std::size_t m, std::size_t r, std::size_t s) const {
        return c[(m * n + r) * n + s];
    }
    // [e_r, e_s] = … + value e_m, and the reverse of it
    void set(std::size_t r, std::size_t s, std::size_t m, Expr value) {
        (*this)(m, r, s) = value;
        (*this)(m, s, r) = -value;
    }
};

inline constexpr std::size_t max_algebra_dimension = 45;  // so(10)

// so(n), e(2), e(3), sl(2), heisenberg(3), r(n); nothing if there is none of this name and size. Bases:
//   so(3)       [e1, e2] = e3 and so on around, so that the free top reads ṁ = m × ω
//   so(n)       E_ij = e_i e_jᵀ − e_j e_iᵀ, i < j, in the order 12, 13, …, 23, …
//   e(2)        two translations, then the rotation: [e3, e1] = e2, [e3, e2] = −e1
//   e(3)        three rotations, then three translations
//   sl(2)       [e1, e2] = 2e2, [e1, e3] = −2e3, [e2, e3] = e1
//   heisenberg  [e1, e2] = e3
//   r(n)        all brackets vanish
std::optional<StructureConstants> named_algebra(Context& context, std::string_view name, std::size_t size);
std::vector<std::string> algebra_names();

// The direct product: brackets between the factors vanish.
StructureConstants product(Context& context, const StructureConstants& a, const StructureConstants& b);

// A triple (i, j, k) for which Jacobi's identity fails, if there is one.
std::optional<std::array<std::size_t, 3>> jacobi_failure(Context& context, const StructureConstants& c);

}  // namespace anholon
