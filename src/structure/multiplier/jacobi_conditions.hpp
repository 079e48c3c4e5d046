#pragma once

#include "structure/evidence/constant_relations.hpp"
#include "structure/multiplier/almost_poisson.hpp"

namespace anholon {

// Jacobi's identity for a function of the configuration and two momenta: e^σ {., .} satisfies it on functions that the
// symmetries ξ leave alone iff at every configuration
//   [X_s, X_r] − ∂{y_r, y_s}/∂y_k X_k − T ε_rsj G^jk X_k + u_s X_r − u_r X_s = κ^a ξ_a,   u_s = X_s σ, for some T, κ.
class JacobiConditions {
  public:
    JacobiConditions(const Setting& s, const AlmostPoisson& bracket, const ConstrainedInertia& inertia,
                     const std::vector<std::vector<Expr>>& symmetries);

    // With σ any function that the symmetries leave alone: whether u, T and κ exist at random configurations.
    struct Solvable {
        Answer answer = Answer::unknown;
        double error_bound = 0;  // chance that a no is wrong: that the rank was smaller at all of them
    };
    Solvable are_solvable(Parameters parameters, const Budget& budget) const;

    // The k_j of σ = Σ k_j log P_j, and a last coefficient by which they are to be divided.
    Relations exponents(const std::vector<Expr>& factors, const AlmostPoisson& bracket,
                        const Budget& budget) const;

  private:
    void add(const std::vector<Expr>& vector) { table_.insert(table_.end(), vector.begin(), vector.end()); }
    std::size_t hidden() const { return pairs_.size() * symmetries_ + 1; }  // κ for each pair, and T

    // A row for each pair and component: κ, T, the unknowns of which u_r = Σ u[r][j] x_j, and 1.
    ResidueRows conditions(const PrimeField& F, std::span<const Residue> row, const ResidueRows& u) const;

    const Setting& s_;
    std::size_t n_, l_, symmetries_;
    std::vector<std::pair<std::size_t, std::size_t>> pairs_;
    std::vector<Expr> table_;  // X_r, ξ_a, then what is known and the factor of T of each pair
};

}  // namespace anholon
