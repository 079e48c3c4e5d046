#include "structure/integrals/noether.hpp"

#include <algorithm>

#include "expr/dependence.hpp"

namespace anholon {

std::vector<LinearField> linear_fields(const Setting& s) {
    std::vector<LinearField> fields;
    for (std::size_t i = 0; i < s.n(); ++i) {
        fields.push_back({i, s.c.one()});
        for (const Expr& q : s.q) fields.push_back({i, q});
    }
    return fields;
}

std::vector<Expr> combined(const Setting& s, const std::vector<LinearField>& fields,
                           std::span<const Expr> c) {
    std::vector<Expr> xi(s.n(), s.c.zero());
    for (std::size_t k = 0; k < fields.size(); ++k) xi[fields[k].i] += c[k] * fields[k].f;
    return xi;
}

std::vector<SymmetryField> symmetries_in_the_distribution(const Setting& s, const Budget& budget) {
    if (s.on_algebra() || s.system.motion.axiom != Axiom::nonholonomic || s.has_nonlinear_constraints())
        return {};
    const ConstraintRows rows = constraint_rows(s.system);
    const std::vector<LinearField> fields = linear_fields(s);
    std::vector<Expr> table;
    for (const auto& [i, f] : fields)  // ξ_i ∂L/∂q_i + ξ̇_i ∂L/∂q̇_i
        table.push_back(f * derivative(s.L, s.q[i]) + Dt(f) * derivative(s.L, s.v[i]));
    for (const auto& [i, f] : fields) table.push_back(f * s.Q[i]);
    for (std::size_t m = 0; m < rows.a0.size(); ++m)
        for (const auto& [i, f] : fields) table.push_back(f * rows.a(m, i));
    const std::vector<Expr> jumps = jump_arguments(std::span(&s.L, 1));
    for (const Expr& u : jumps)
        for (const auto& [i, f] : fields)
            table.push_back(f * derivative(u, s.q[i]) + Dt(f) * derivative(u, s.v[i]));
    RelationProblem problem;
    problem.columns = fields.size();
    problem.conditions_per_state = 2 + rows.a0.size() + jumps.size();
    problem.conditions = rows_of_length(problem.columns);
    StateSampler sampler(s, table, StateSampler::At::states);
    std::vector<SymmetryField> found;
    for (const Relation& relation : constant_relations(s, sampler, problem, budget).list) {
        SymmetryField field{combined(s, fields, relation.c), relation.valid};
        const Expr momentum = dot(field.xi, gradient(s.L, s.v));
        const auto proof = vanish(s, {Dt(momentum)}, StateSampler::At::motion, relation.valid, budget)[0];
        if (proof.answer != Answer::yes) continue;
        field.error_bound = proof.error_bound;
        found.push_back(std::move(field));
    }
    return found;
}

std::vector<IdleConstraint> idle_constraints(const Setting& s, const Budget& budget) {
    std::vector<const Constraint*> candidates;
    std::vector<Expr> multipliers;
    if (s.system.motion.axiom != Axiom::nonholonomic) return {};
    const std::vector<Expr> lambda = s.multipliers();
    for (std::size_t k = 0; k < lambda.size(); ++k) {
        if (s.system.constraints[k].kind == Constraint::Kind::geometric) continue;
        candidates.push_back(&s.system.constraints[k]);
        multipliers.push_back(lambda[k]);
    }
    std::vector<IdleConstraint> idle;
    const auto always = vanish(s, multipliers, StateSampler::At::motion, Parameters::free, budget);
    const auto here = vanish(s, multipliers, StateSampler::At::motion, Parameters::stated, budget);
    for (std::size_t k = 0; k < candidates.size(); ++k) {
        if (always[k].answer == Answer::yes)
            idle.push_back({candidates[k], Parameters::free});
        else if (here[k].answer == Answer::yes)
            idle.push_back({candidates[k], Parameters::stated});
    }
    return idle;
}

}  // namespace anholon
