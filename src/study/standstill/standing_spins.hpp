#pragma once

#include "structure/zeros/zero_set.hpp"
#include "study/standstill/steady_part.hpp"

namespace anholon {

// A body that its core knows by one axis γ of the unit sphere: γ̇ = γ×ω vanishes where ω = c γ, and nowhere else. So c takes the place
// of ω in what a steady motion has to satisfy.
class StandingSpins {
  public:
    // Nothing if the rates of the coordinates are others.
    static std::optional<StandingSpins> of(const System& system, const SteadyPart& part);

    std::vector<Expr> in_c(
        const std::vector<Expr>& conditions) const;  // without those that hold by themselves
    std::vector<Expr> variables(std::vector<Expr> kept) const;
    SolvedFamily in_velocities(const SolvedFamily& family) const;

  private:
    std::vector<Expr> axis_, omega_;
    Expr c_;
};

}  // namespace anholon
