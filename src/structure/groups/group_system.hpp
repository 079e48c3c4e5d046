#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mechanics/setting.hpp"

namespace anholon {

// A left-invariant system on a Lie group, stated on its algebra or in quasi-velocities whose brackets and Lagrangian are
// constant:  m = Iω, constraints (a_μ, ω) = 0, and                                                  theory §4
//   first kind   ṁ_k = c^i_jk m_i ω_j + λ_μ b_μk                 b = a: Euler–Poincaré–Suslov
//   second kind  (m + λ_μ b_μ)˙_k = c^i_jk (m + λ_μ b_μ)_i ω_j   b = a: vakonomic
struct GroupSystem {
    enum class Law { free, suslov, first_kind, vakonomic, second_kind };

    std::string algebra;  // "so(3)", or the quasi-velocities
    Law law = Law::free;
    std::vector<Expr> omega;
    std::vector<Expr> constants;
    Matrix I;
    std::vector<std::vector<Expr>> a, b;
    std::vector<Expr> lambda;  // one a constraint

    std::size_t n() const { return omega.size(); }
    Context& context() const { return omega[0].context(); }
    const Expr& c(std::size_t i, std::size_t j, std::size_t k) const {
        return constants[(i * n() + j) * n() + k];
    }
    bool is_second_kind() const { return law == Law::vakonomic || law == Law::second_kind; }
};

struct GroupSystemResult {
    std::optional<GroupSystem> system;
    std::string why_not;
    bool is_outside = false;  // it is none in any other quasi-velocities either
};
GroupSystemResult group_system(const Setting& setting);

// det [I b; aᵀ 0], for one constraint Σ b_i (adj(I) a)_i: the constraints can be kept iff it is not zero.
Expr realisability(const GroupSystem& system);

// Rates of ω and of λ (second kind), or ω̇ and λ (first kind), with ω on the constraints; nothing if not realisable.
struct ReducedSystem {
    std::vector<Expr> x;          // those of the ω that are free, p of them
    Substitution on_constraints;  // all ω in x
    std::vector<Expr> omega_dot;  // all n, in x (and λ)
    std::vector<Expr> v;          // ẋ
    std::vector<Expr> lambda;     // λ in x, or λ̇ in x and λ
};
std::optional<ReducedSystem> reduced(const GroupSystem& system);

}  // namespace anholon
