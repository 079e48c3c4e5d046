#include "structure/noether.hpp"

#include <algorithm>

namespace anholon {

std::vector<std::size_t> cyclic_displacements(const Setting& s) {
    std::vector<std::size_t> cyclic;
    if (s.system.motion.axiom != Axiom::nonholonomic || s.no_frame()) return cyclic;
    const AdaptedFrame& X = s.frame();
    const Substitution zero = X.on_constraints();
    const auto vanishes = [&](Expr e) {
        return is_zero_modulo_primes(substitute(e, zero)).answer == Answer::yes;
    };
    for (std::size_t k = 1; k <= X.l(); ++k) {
        bool is_cyclic = vanishes(X.apply(k, s.L_in_frame())) && vanishes(X.force(k));
        for (std::size_t r = 0; r <= X.l() && is_cyclic; ++r)
            for (std::size_t m = 1; m <= X.n(); ++m) is_cyclic = is_cyclic && vanishes(X.c(m, r, k));
        if (is_cyclic) cyclic.push_back(k);
    }
    return cyclic;
}

namespace {

// ξ_i ∂L/∂q_i + ξ̇_i ∂L/∂q̇_i and Q_i ξ_i for ξ = f ∂/∂q_i.
Expr change_of_L(const Setting& s, std::size_t i, Expr f) {
    return f * derivative(s.L, s.q[i]) + Dt(f) * derivative(s.L, s.v[i]);
}

}  // namespace

std::vector<SymmetryField> symmetries_in_the_distribution(const Setting& s, const Budget& budget) {
    std::vector<SymmetryField> found;
    if (s.on_algebra() || s.system.motion.axiom != Axiom::nonholonomic || s.has_nonlinear_constraints())
        return found;
    const ConstraintRows rows = constraint_rows(s.system);
    std::vector<std::pair<std::size_t, Expr>> fields;  // f ∂/∂q_i
    for (std::size_t i = 0; i < s.n(); ++i) {
        fields.emplace_back(i, s.c.one());
        for (const Expr& q : s.q) fields.emplace_back(i, q);
    }
    std::vector<Expr> table;
    for (const auto& [i, f] : fields) table.push_back(f);
    for (const auto& [i, f] : fields) table.push_back(change_of_L(s, i, f));
    for (const auto& [i, f] : fields) table.push_back(f * s.Q[i]);
    for (std::size_t m = 0; m < rows.a0.size(); ++m)
        for (const auto& [i, f] : fields) table.push_back(f * rows.a(m, i));

    RelationProblem problem;
    problem.columns = fields.size();
    problem.conditions_per_state = 2 + rows.a0.size();
    problem.conditions = [&](const PrimeField&, std::span<const Residue> values) {
        ResidueRows conditions;
        for (std::size_t k = fields.size(); k < values.size(); k += fields.size())
            conditions.emplace_back(values.begin() + static_cast<long>(k),
                                    values.begin() + static_cast<long>(k + fields.size()));
        return conditions;
    };
    StateSampler sampler(s, table, StateSampler::At::states);
    for (const Relation& relation : constant_relations(s, sampler, problem, budget).list) {
        SymmetryField field{std::vector<Expr>(s.n(), s.c.zero()), relation.valid};
        Expr momentum = s.c.zero();
        for (std::size_t k = 0; k < fields.size(); ++k)
            field.xi[fields[k].first] += relation.c[k] * fields[k].second;
        for (std::size_t i = 0; i < s.n(); ++i) momentum += field.xi[i] * derivative(s.L, s.v[i]);
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
