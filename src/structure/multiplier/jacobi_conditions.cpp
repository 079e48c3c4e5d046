#include "structure/multiplier/jacobi_conditions.hpp"

namespace anholon {

using At = StateSampler::At;

JacobiConditions::JacobiConditions(const Setting& s, const AlmostPoisson& bracket,
                                   const ConstrainedInertia& inertia,
                                   const std::vector<std::vector<Expr>>& symmetries)
    : s_(s), n_(s.q.size()), l_(bracket.l()), symmetries_(symmetries.size()) {
    for (std::size_t r = 1; r <= l_; ++r)
        for (std::size_t k = r + 1; k <= l_; ++k) pairs_.emplace_back(r, k);
    for (std::size_t r = 1; r <= l_; ++r) add(bracket.X(r));
    for (const auto& xi : symmetries) add(xi);
    for (const auto& [r, k] : pairs_) {
        std::vector<Expr> known;
        const std::vector<Expr> slopes = gradient(bracket.of_momenta(r, k), bracket.y());
        for (std::size_t i = 0; i < n_; ++i) {
            Expr e = bracket.along(k, bracket.X(r)[i]) - bracket.along(r, bracket.X(k)[i]);
            for (std::size_t j = 1; j <= l_; ++j) e -= slopes[j - 1] * bracket.X(j)[i];
            known.push_back(e);
        }
        add(known);
    }
    for (const auto& [r, k] : pairs_) {
        std::vector<Expr> of_T(n_, s.c.zero());
        for (std::size_t j = 1; l_ == 3 && j <= 3; ++j)
            for (std::size_t m = 1; m <= 3; ++m)
                for (std::size_t i = 0; i < n_; ++i)
                    of_T[i] -= permutation_sign(r, k, j) * inertia.inverse_G(j - 1, m - 1) * bracket.X(m)[i];
        add(of_T);
    }
}

JacobiConditions::Solvable JacobiConditions::are_solvable(Parameters parameters, const Budget& budget) const {
    StateSampler sampler(s_, table_, At::states, 3);
    if (parameters == Parameters::stated) sampler.set_parameters({ParameterValues::Kind::stated, {}});
    const auto samples = sampler.draw(sampler.enough_states(), budget);
    if (!samples) return {};
    std::size_t contradictions = 0, states = 0, columns = 0;
    for (std::size_t lane = 0; lane < samples->rows.size(); ++lane)
        for (const ResidueRow& row : samples->rows[lane]) {
            const PrimeField& F = *samples->fields[lane];
            ResidueRows u(l_, ResidueRow(n_));  // u_r = σ_i X_r^i
            for (std::size_t r = 0; r < l_; ++r)
                for (std::size_t i = 0; i < n_; ++i) u[r][i] = row[r * n_ + i];
            ResidueRows rows = conditions(F, row, u);
            columns = rows[0].size();
            for (std::size_t a = 0; a < symmetries_; ++a) {  // σ_i ξ_a^i = 0
                ResidueRow invariant(columns);
                for (std::size_t i = 0; i < n_; ++i) invariant[hidden() + i] = row[(l_ + a) * n_ + i];
                rows.push_back(std::move(invariant));
            }
            const Echelon e = echelon(F, rows, columns);
            contradictions += !e.pivots.empty() && e.pivots.back() + 1 == columns;
            ++states;
        }
    // At a generic configuration, or at a special one alone.
    if (contradictions < states) return {Answer::yes, 0};
    return {Answer::no, sampler.chance_of_error(static_cast<double>(table_.size() * columns), states)};
}

Relations JacobiConditions::exponents(const std::vector<Expr>& factors, const AlmostPoisson& bracket,
                                      const Budget& budget) const {
    std::vector<Expr> table = table_;
    for (std::size_t r = 1; r <= l_; ++r)
        for (const Expr& P : factors) table.push_back(bracket.along(r, P) / P);
    RelationProblem problem;
    problem.columns = factors.size() + 1;
    problem.conditions_per_state = pairs_.size() * n_;
    problem.conditions = [&](const PrimeField& F, std::span<const Residue> row) {
        ResidueRows u(l_, ResidueRow(factors.size()));
        for (std::size_t r = 0; r < l_; ++r)
            for (std::size_t j = 0; j < factors.size(); ++j)
                u[r][j] = row[table_.size() + r * factors.size() + j];
        const ResidueRows rows = conditions(F, row, u);
        const Echelon e = echelon(F, rows, rows[0].size());
        ResidueRows left;  // what no choice of T and κ fulfils
        for (std::size_t k = 0; k < e.rows.size(); ++k)
            if (e.pivots[k] >= hidden())
                left.emplace_back(e.rows[k].begin() + static_cast<long>(hidden()), e.rows[k].end());
        return left;
    };
    StateSampler sampler(s_, table, At::states, 7);
    return constant_relations(s_, sampler, problem, budget);
}

ResidueRows JacobiConditions::conditions(const PrimeField& F, std::span<const Residue> row,
                                         const ResidueRows& u) const {
    const auto entry = [&](std::size_t vector, std::size_t i) { return row[vector * n_ + i]; };
    const std::size_t unknowns = u[0].size(), first_known = l_ + symmetries_;
    ResidueRows rows;
    for (std::size_t p = 0; p < pairs_.size(); ++p)
        for (std::size_t i = 0; i < n_; ++i) {
            const auto [r, k] = pairs_[p];
            ResidueRow condition(hidden() + unknowns + 1);
            for (std::size_t a = 0; a < symmetries_; ++a) condition[p * symmetries_ + a] = entry(l_ + a, i);
            condition[hidden() - 1] = entry(first_known + pairs_.size() + p, i);
            for (std::size_t j = 0; j < unknowns; ++j)
                condition[hidden() + j] = F.subtract(F.multiply(entry(r - 1, i), u[k - 1][j]),
                                                     F.multiply(entry(k - 1, i), u[r - 1][j]));
            condition.back() = entry(first_known + p, i);
            rows.push_back(std::move(condition));
        }
    return rows;
}

}  // namespace anholon
