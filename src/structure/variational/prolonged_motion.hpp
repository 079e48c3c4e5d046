#pragma once

#include <string>
#include <vector>

#include "structure/evidence/state_sampler.hpp"

namespace anholon {

// Random states of the constraint manifold over prime fields with the derivatives of the motion through them: of W z = r come z, then
// ż from W ż = ṙ − Ẇ z, and so on. Expressions may contain the unknowns z of the equations and their time derivatives below `order`.
class ProlongedMotion {
  public:
    ProlongedMotion(const Setting& s, const Equations& equations, std::size_t order,
                    std::vector<Expr> expressions, Parameters parameters);

    // At least so many states modulo each prime; nothing if they cannot be found, with the reason in why().
    std::optional<Samples> draw(std::size_t states, const Budget& budget);
    const std::string& why() const { return why_; }
    // So many that little chance is left of an error in so many steps: more where roots leave each state little to say.
    std::size_t enough_states(double steps) const;
    // That something computed in so many rational steps vanishes at so many states without being zero.
    double chance_of_error(double steps, std::size_t states) const;

  private:
    void solve();

    const Setting& s_;
    std::vector<Expr> expressions_, W_;
    std::vector<std::vector<Expr>> unknowns_, right_;  // z, ż, …; and what W makes of each
    std::optional<ManifoldPoints> points_;
    std::string why_;
};

// d/dt of a function of t, q, v and of what else moves.
Expr rate_of(const Setting& s, Expr e);
std::vector<Expr> rates_of(const Setting& s, std::span<const Expr> e);

}  // namespace anholon
