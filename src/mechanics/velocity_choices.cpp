#include "mechanics/velocity_choices.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "expr/linear.hpp"
#include "expr/walk.hpp"

namespace anholon {

Combinations::Combinations(std::size_t n, std::size_t m) : n_(n), chosen_(m) {
    assert(m <= n);
    std::iota(chosen_.begin(), chosen_.end(), std::size_t{0});
}

double Combinations::count() const {
    const std::size_t m = chosen_.size();
    double count = 1;
    for (std::size_t i = 1; i <= m; ++i)
        count = count * static_cast<double>(n_ - m + i) / static_cast<double>(i);  // a whole number each time
    return count;
}

bool Combinations::advance() {
    const std::size_t m = chosen_.size();
    for (std::size_t i = m; i-- > 0;)
        if (chosen_[i] + (m - i) < n_) {
            std::iota(chosen_.begin() + static_cast<long>(i), chosen_.end(), chosen_[i] + 1);
            return true;
        }
    return false;
}

std::vector<std::size_t> others(std::vector<std::size_t> chosen, std::size_t n) {
    std::ranges::sort(chosen);
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < n; ++i)
        if (!std::ranges::binary_search(chosen, i)) rest.push_back(i);
    return rest;
}

std::vector<std::size_t> order_of_elimination(const Setting& s) {
    const ConstraintRows rows = constraint_rows(s.system);
    std::vector<Expr> physics{s.L};
    for (const Constraint& k : s.system.constraints) physics.push_back(k.residual);
    const Walk walk(s.c, physics);
    const auto rank = [&](std::size_t i) {
        for (const QuasiVelocity& quasi : s.system.quasi)
            if (quasi.definition == s.v[i]) return 2;
        return walk.contains(s.q[i].id()) ? 1 : 0;
    };
    // ẋ = … contains ẋ in one constraint and with a constant coefficient.
    const auto entanglement = [&](std::size_t i) {
        std::size_t count = 0;
        for (std::size_t k = 0; k < rows.names.size(); ++k) {
            const Expr a = rows.a(k, i);
            if (a == s.c.zero()) continue;
            const Walk in(a);
            const bool is_constant =
                std::ranges::none_of(s.q, [&](const Expr& x) { return in.contains(x.id()); });
            count += is_constant ? 1 : 2;
        }
        return count;
    };
    using Key = std::tuple<int, std::size_t, std::string>;
    std::vector<Key> keys;
    for (std::size_t i = 0; i < s.n(); ++i) keys.emplace_back(rank(i), entanglement(i), s.q[i].symbol().name);
    std::vector<std::size_t> order(s.n());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t i, std::size_t j) {
        const auto& [rank_i, entangled_i, name_i] = keys[i];
        const auto& [rank_j, entangled_j, name_j] = keys[j];
        return std::tie(rank_i, entangled_i, name_j) < std::tie(rank_j, entangled_j, name_i);
    });
    return order;
}

IndependentVelocities left_by_elimination(const Setting& s) {
    if (s.on_algebra() || s.is_unconstrained() || s.has_nonlinear_constraints() ||
        states_free_velocities(s.system))
        return std::nullopt;
    const ConstraintRows rows = constraint_rows(s.system);
    const std::vector<std::size_t> order = order_of_elimination(s);
    Matrix ordered(s.c, rows.names.size(), s.n());
    for (std::size_t k = 0; k < rows.names.size(); ++k)
        for (std::size_t j = 0; j < s.n(); ++j) ordered(k, j) = rows.a(k, order[j]);
    const KernelResult null = kernel(ordered);
    if (!null.decided) return std::nullopt;
    std::vector<std::size_t> free;
    for (const std::size_t j : null.free) free.push_back(order[j]);
    std::ranges::sort(free);
    return free;
}

}  // namespace anholon
