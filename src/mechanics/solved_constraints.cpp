#include "mechanics/solved_constraints.hpp"

#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/enclosure.hpp"
#include "expr/linear.hpp"
#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"

namespace anholon {

namespace {

// +1 or −1: the sign of a velocity in the stated initial state; + if it is not given.
int initial_sign(const System& system, Expr velocity) {
    for (const InitialValue& init : system.init)
        if (init.symbol == velocity) {
            Point at;
            for (const Parameter& p : system.parameters) at.emplace_back(p.symbol, p.value);
            const Ball value = enclosure(init.value, at);
            if (value.is_finite() && value.midpoint() < 0) return -1;
        }
    return 1;
}

// f = 0 solved for u: linear, or quadratic without a linear term.
Expr solved_for(const System& system, Expr f, Expr u) {
    Context& c = system.c();
    const Expr first = derivative(f, u), second = derivative(first, u);
    const Expr rest = substitute(f, {{u, c.zero()}});
    if (vanishes(second)) {
        if (vanishes(first)) return {};
        return simplified(-rest / first);
    }
    if (!vanishes(derivative(second, u)) || !vanishes(substitute(first, {{u, c.zero()}}))) return {};
    return initial_sign(system, u) * sqrt(simplified(-2 * rest / second));
}

// The coordinates in the order in which their velocities should be solved for: first those that neither L nor the
// constraints hold, last those whose velocity is a quasi-velocity itself; among equals the last declared first.
std::vector<std::size_t> order_of_solution(const System& system, const IndependentVelocities& independent) {
    const std::vector<Expr> q = system.q(), v = system.velocities();
    std::vector<Expr> physics{system.L};
    for (const Constraint& k : system.constraints) physics.push_back(k.residual);
    const Walk walk(system.c(), physics);
    const auto rank = [&](std::size_t i) {
        if (independent) return std::ranges::binary_search(*independent, i) ? 1 : 0;
        for (const QuasiVelocity& quasi : system.quasi)
            if (quasi.definition == v[i]) return 2;
        return walk.contains(q[i].id()) ? 1 : 0;
    };
    std::vector<std::size_t> order(v.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = order.size() - 1 - i;
    std::ranges::stable_sort(order, {}, rank);
    return order;
}

}  // namespace

SolvedConstraints::SolvedConstraints(const System& system, const IndependentVelocities& independent_ones) {
    Context& c = system.c();
    const std::vector<Expr> v = system.velocities();
    const std::size_t n = v.size();
    const ConstraintRows rows = constraint_rows(system);
    const std::vector<std::size_t> order = order_of_solution(system, independent_ones);
    std::vector<Expr> solution(n);  // g by place; empty for independent ones

    if (!rows.empty()) {
        // Reduced echelon form of [a | a_0], the columns in the order in which they are to be solved for.
        Matrix ordered(c, rows.a.rows(), n + 1);
        for (std::size_t i = 0; i < rows.a.rows(); ++i) {
            for (std::size_t j = 0; j < n; ++j) ordered(i, j) = rows.a(i, order[j]);
            ordered(i, n) = rows.a0[i];
        }
        const auto null = kernel(ordered);
        if (!null.decided) {
            why_not = "the constraints' rank cannot be decided: " + null.reason;
            return;
        }
        // The kernel of [a | a_0] at last component 1 is the general solution.
        const auto is_free = [&](std::size_t j) {
            return std::ranges::find(null.free, j) != null.free.end();
        };
        if (!is_free(n)) {
            why_not = "the constraints contradict each other";
            return;
        }
        for (std::size_t j = 0; j < n; ++j) {
            if (is_free(j)) continue;
            Expr g = c.zero();
            for (std::size_t b = 0; b < null.basis.size(); ++b)
                g += simplified(null.basis[b][j]) * (null.free[b] == n ? c.one() : v[order[null.free[b]]]);
            solution[order[j]] = g;
        }
    }

    for (const Constraint& k : system.constraints) {
        if (k.kind != Constraint::Kind::nonlinear) continue;
        Substitution known;
        for (std::size_t i = 0; i < n; ++i)
            if (solution[i]) known.emplace_back(v[i], solution[i]);
        const Expr f = substitute(k.residual, known);
        bool done = false;
        for (const std::size_t i : order) {
            if (done) break;
            if (solution[i] || !Walk(f).contains(v[i].id())) continue;
            const Expr g = solved_for(system, f, v[i]);
            if (!g) continue;
            for (Expr& other : solution)
                if (other) other = substitute(other, {{v[i], g}});
            solution[i] = g;
            done = true;
        }
        if (!done) {
            why_not = "'" + k.name + "' cannot be solved for a velocity in closed form";
            return;
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        (solution[i] ? dependent : independent).push_back(i);
        if (solution[i]) g.push_back(solution[i]);
    }
}

Substitution SolvedConstraints::restriction(const System& system) const {
    const std::vector<Expr> v = system.velocities();
    Substitution s;
    for (std::size_t k = 0; k < dependent.size(); ++k) s.emplace_back(v[dependent[k]], g[k]);
    return s;
}

}  // namespace anholon
