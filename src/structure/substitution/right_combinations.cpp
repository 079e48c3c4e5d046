#include "structure/substitution/right_combinations.hpp"

#include <algorithm>

#include "expr/derivative.hpp"
#include "expr/operations.hpp"
#include "expr/walk.hpp"
#include "mechanics/forms/writing.hpp"
#include "structure/evidence/abbreviations.hpp"
#include "structure/evidence/constant_relations.hpp"

namespace anholon {

namespace {

using At = StateSampler::At;

// The coefficients of 1, u_r and u_r u_k in each N_s: a row per monomial.
std::vector<std::vector<Expr>> coefficients(const Setting& s, const std::vector<Expr>& lacking,
                                            const std::vector<Expr>& u) {
    Substitution at_rest;
    for (const Expr& velocity : u) at_rest.emplace_back(velocity, s.c.zero());
    std::vector<std::vector<Expr>> rows;
    const auto add = [&](const std::vector<Expr>& derivatives) {
        std::vector<Expr> row = substitute(derivatives, at_rest);
        if (!std::ranges::all_of(row, [&](Expr e) { return e == s.c.zero(); }))
            rows.push_back(std::move(row));
    };
    add(lacking);
    for (std::size_t r = 0; r < u.size(); ++r) {
        std::vector<Expr> first;
        for (const Expr& N : lacking) first.push_back(derivative(N, u[r]));
        add(first);
        for (std::size_t k = r; k < u.size(); ++k) {
            std::vector<Expr> second;
            for (const Expr& dN : first) second.push_back(derivative(dN, u[k]));
            add(second);
        }
    }
    return rows;
}

// The rank of a matrix of functions of t and q at a random state, for the model's values of the parameters.
std::optional<std::size_t> rank_at_a_state(const Setting& s, const std::vector<std::vector<Expr>>& rows,
                                           std::size_t columns, const Budget& budget) {
    std::vector<Expr> table;
    for (const auto& row : rows) table.insert(table.end(), row.begin(), row.end());
    if (table.empty()) return 0;
    StateSampler sampler(s, table, At::states, 13);
    sampler.set_parameters({.kind = ParameterValues::Kind::stated, .common = {}});
    const auto samples = sampler.draw(1, budget);
    if (!samples) return std::nullopt;
    const auto values = rows_of_length(columns)(*samples->fields[0], samples->rows[0][0]);
    return echelon(*samples->fields[0], values, columns).pivots.size();
}

// What the κ_s may be linear in: the direction cosines that the model names, and the sines and cosines of its angles.
std::vector<Expr> functions(const Setting& s, const std::vector<Expr>& lacking) {
    std::vector<Expr> list;
    const Abbreviations named(s);
    for (const auto& letter : named.letters()) list.push_back(letter.value);
    const Walk walk(s.c, lacking);
    for (const Expr& x : s.q)
        for (const Expr& f : {sin(x), cos(x)})
            if (walk.contains(f.id())) list.push_back(f);
    return list;
}

}  // namespace

RightCombinations right_combinations(const Setting& s, const std::vector<Expr>& lacking,
                                     const std::vector<Expr>& velocities, Vanishing& vanishes,
                                     const Budget& budget) {
    RightCombinations out;
    if (!is_quadratic(s.L, s.v)) {
        out.why_not = "the Lagrangian is not quadratic in the velocities";
        return out;
    }
    const std::size_t l = lacking.size();
    const auto N = coefficients(s, lacking, velocities);
    const auto rank = rank_at_a_state(s, N, l, budget);
    if (!rank) {
        out.why_not = "no state of the constraints was found";
        return out;
    }
    out.at_most = l - *rank;
    if (out.at_most == 0) return out;

    out.linear_in = functions(s, lacking);
    std::vector<Expr> basis{s.c.one()};
    basis.insert(basis.end(), out.linear_in.begin(), out.linear_in.end());
    std::vector<Expr> table;  // a condition per monomial, a column per equation and function
    for (const auto& row : N)
        for (const Expr& entry : row)
            for (const Expr& f : basis) table.push_back(f * entry);
    RelationProblem problem;
    problem.columns = l * basis.size();
    problem.conditions_per_state = N.size();
    problem.conditions = rows_of_length(problem.columns);
    StateSampler sampler(s, table, At::states, 17);
    std::vector<RightCombinations::One> candidates;
    for (const Relation& relation : constant_relations(s, sampler, problem, budget).list) {
        RightCombinations::One one;
        for (std::size_t k = 0; k < l; ++k)
            one.kappa.push_back(dot(std::span(relation.c).subspan(k * basis.size(), basis.size()), basis));
        candidates.push_back(std::move(one));
    }
    // The shortest come first.
    std::ranges::stable_sort(candidates, {}, [](const RightCombinations::One& one) {
        std::size_t total = 0;
        for (const Expr& kappa : one.kappa) total += operations(kappa).total();
        return total;
    });
    std::vector<std::vector<Expr>> independent;
    for (RightCombinations::One& one : candidates) {
        if (out.found.size() == out.at_most) break;
        const auto verdict = vanishes(dot(one.kappa, lacking));
        if (verdict.answer != Answer::yes) continue;
        independent.push_back(one.kappa);
        if (rank_at_a_state(s, independent, l, budget) != independent.size()) {
            independent.pop_back();
            continue;
        }
        one.for_these_parameters = verdict.for_these_parameters;
        out.found.push_back(std::move(one));
    }
    return out;
}

}  // namespace anholon
