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

// The linear constraints a q̇ + a_0 = 0 solved for the first velocities of the order that determine them, by the one determinant of
// these: poles of single pivots would lie where the solution has none. Why not, if they cannot be.
std::optional<std::string> solve_linear(const ConstraintRows& rows, const std::vector<std::size_t>& order,
                                        const std::vector<Expr>& v, std::vector<Expr>& solution) {
    Context& c = rows.a.context();
    const std::size_t m = rows.a.rows(), n = order.size();
    Matrix ordered(c, m, n + 1);
    for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = 0; j < n; ++j) ordered(i, j) = rows.a(i, order[j]);
        ordered(i, n) = rows.a0[i];
    }
    const KernelResult null = kernel(ordered);
    if (!null.decided) return "the constraints' rank cannot be decided: " + null.reason;
    const std::vector<std::size_t>& free = null.free;
    if (std::ranges::find(free, n) == free.end()) return "the constraints contradict each other";
    if (free.size() + m != n + 1) return "the constraints are dependent";
    std::vector<std::size_t> solved;
    for (std::size_t j = 0; j < n; ++j)
        if (std::ranges::find(free, j) == free.end()) solved.push_back(j);
    Matrix left(c, m, m), right(c, m, free.size());
    for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t k = 0; k < m; ++k) left(i, k) = ordered(i, solved[k]);
        for (std::size_t b = 0; b < free.size(); ++b) right(i, b) = -ordered(i, free[b]);
    }
    const InverseResult result = inverse_times(left, right);
    if (result.outcome != InverseResult::Outcome::regular)
        return "the constraints cannot be solved for velocities: " + result.reason;
    for (std::size_t k = 0; k < m; ++k) {
        Expr g = c.zero();
        for (std::size_t b = 0; b < free.size(); ++b)
            g += simplified(result.inverse(k, b)) * (free[b] == n ? c.one() : v[order[free[b]]]);
        solution[order[solved[k]]] = g;
    }
    return std::nullopt;
}

}  // namespace

SolvedConstraints::SolvedConstraints(const System& system, const IndependentVelocities& independent_ones) {
    const std::vector<Expr> v = system.velocities();
    const std::size_t n = v.size();
    const ConstraintRows rows = constraint_rows(system);
    const std::vector<std::size_t> order = order_of_solution(system, independent_ones);
    std::vector<Expr> solution(n);  // g by place; empty for independent ones

    if (!rows.empty()) why_not = solve_linear(rows, order, v, solution);
    if (why_not) return;

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
