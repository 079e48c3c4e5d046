#include "model/space/base_velocities.hpp"

#include <algorithm>

#include "expr/context.hpp"

namespace anholon {

// First where a definition stands as it is, up to a factor, then q̇ one by one.
Expr BaseVelocities::in_base(Expr e) const {
    Substitution whole;
    for (const auto& [u, definition] : definitions) whole.emplace_back(definition, u);
    return substitute(substitute(e, with_multiples(whole)), rates);
}

Expr BaseVelocities::in_coordinates(Expr e) const { return substitute(e, definitions); }

std::vector<Expr> BaseVelocities::all(std::span<const Expr> q_dot) const {
    std::vector<Expr> out;
    for (const Expr& v : q_dot)
        if (std::ranges::find(rates, v, &std::pair<Expr, Expr>::first) == rates.end()) out.push_back(v);
    for (const auto& [u, definition] : definitions) out.push_back(u);
    return out;
}

}  // namespace anholon
