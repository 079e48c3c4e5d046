#include "structure/integrals/linear_equations.hpp"

#include <algorithm>

#include "expr/linear.hpp"
#include "mechanics/forms/registry.hpp"

namespace anholon {

namespace {

constexpr std::size_t kMostVelocities = 4;

// The velocity n with θ̇ = h(θ) n; nothing if there is none.
std::optional<std::size_t> speed_of(const Setting& s) {
    std::optional<std::size_t> found;
    for (std::size_t k = 0; k < s.n(); ++k) {
        const Expr slope = derivative(s.q_dot[0], s.v[k]);
        if (vanishes(slope)) continue;
        if (found || !std::ranges::all_of(gradient(slope, s.v), vanishes)) return std::nullopt;
        found = k;
    }
    const Substitution rest = found ? Substitution{{s.v[*found], s.c.zero()}} : Substitution{};
    return found && vanishes(substitute(s.q_dot[0], rest)) ? found : std::nullopt;
}

// What vanishes if u̇ = n A(θ) u: of each rate what is left at n = 0 and at u = 0, and the derivatives of its slope in n by n and
// twice by u.
std::vector<Expr> conditions(const Setting& s, std::size_t speed, const std::vector<Expr>& rates) {
    std::vector<Expr> u, list;
    Substitution without_u;
    for (std::size_t k = 0; k < s.n(); ++k)
        if (k != speed) {
            u.push_back(s.v[k]);
            without_u.emplace_back(s.v[k], s.c.zero());
        }
    for (std::size_t k = 0; k < s.n(); ++k) {
        if (k == speed) continue;
        const Expr slope = derivative(rates[k], s.v[speed]);
        list.push_back(substitute(rates[k], {{s.v[speed], s.c.zero()}}));
        list.push_back(substitute(slope, without_u));
        list.push_back(derivative(slope, s.v[speed]));
        list.push_back(derivative(rates[k], s.t));
        const Matrix seconds = hessian(slope, u);
        list.insert(list.end(), seconds.entries().begin(), seconds.entries().end());
    }
    return list;
}

}  // namespace

std::optional<LinearEquations> linear_equations(const Setting& s, const Budget& budget) {
    const bool is_small = s.on_algebra() && s.q.size() == 1 && s.n() > 1 && s.n() <= kMostVelocities;
    if (!is_small || !s.is_unconstrained()) return std::nullopt;
    const auto speed = speed_of(s);
    const Equations law = law_of_motion(s.system).derive(s);
    const Solution z = speed ? solve(law.W, law.r) : Solution{};
    if (!speed || z.outcome != Solution::Outcome::unique) return std::nullopt;
    LinearEquations found{s.q[0], s.v[*speed], {}};
    for (const auto& verdict :
         vanish(s, conditions(s, *speed, z.x), StateSampler::At::states, Parameters::free, budget)) {
        if (verdict.answer != Answer::yes) return std::nullopt;
        found.error_bound = std::max(found.error_bound, verdict.error_bound);
    }
    for (std::size_t k = 0; k < s.n(); ++k)
        if (k != *speed) found.obeying.push_back(s.v[k]);
    return found;
}

}  // namespace anholon
