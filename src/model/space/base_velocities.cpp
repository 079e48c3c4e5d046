#include "model/space/base_velocities.hpp"

#include <algorithm>

#include "expr/context.hpp"
#include "expr/derivative.hpp"

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

std::vector<Expr> BaseVelocities::without_names(std::span<const Expr> e) const {
    Substitution values;
    for (const Named& one : named) values.emplace_back(one.symbol, one.value);
    return substitute(e, values);
}

Expr BaseVelocities::without_names(Expr e) const { return without_names(std::span(&e, 1)).front(); }

std::vector<Expr> BaseVelocities::derivative(std::span<const Expr> e) const {
    Substitution by_names;
    for (const Named& one : named) by_names.emplace_back(dot(one.symbol), one.rate);
    return substitute(time_derivative(e), by_names);
}

Vector3 BaseVelocities::derivative(const Vector3& v) const {
    const std::vector<Expr> out = derivative(std::span<const Expr>(v));
    return {out[0], out[1], out[2]};
}

}  // namespace anholon
