#pragma once

#include <optional>

#include "motion/guards.hpp"

namespace anholon {

// What makes the system another one, looked at where it stands still or moves steadily: a support that would have to pull. Reactions follow
// from the law with multipliers. For one thread at a time.
class StandstillGuards {
  public:
    // The state is that of the formulation. Nothing is watched where it does not tell the velocities of the law.
    StandstillGuards(const System& system, const Formulation& formulation);

    bool is_empty() const { return !guards_; }
    std::optional<std::string> broken(std::span<const double> x, std::span<const double> p);

  private:
    Formulation law_;
    std::optional<Guards> guards_;
    std::optional<StateFunctions> to_law_;
    std::optional<RateFunction> rates_;
    std::vector<double> y_, z_;
};

}  // namespace anholon
