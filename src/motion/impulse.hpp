#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "integrate/rate_function.hpp"
#include "motion/formulation.hpp"

namespace anholon {

// The jump of the velocities where a switch changes the kinetic energy, or the speed that constraints demand. The reactions are then
// impulses along the displacements that the constraints exclude:
//   p⁺ − p⁻ = Jᵀ Λ,  f(t, q, v⁺) = 0,  p = ∂L/∂v, J = ∂f/∂v.
// That is the limit of ever faster changes as long as J and q do not jump. Copies share the code.
class Impulse {
  public:
    // A system on one side of each switch. Empty if no switch is in what could jump.
    Impulse(const System& system, const EquationForm& form, const Formulation& law, MakeEvaluator make);

    bool is_empty() const { return !functions_; }
    // The velocities of the law's state y, with the parameters before and behind the switches of these names. What stands in the way,
    // in words.
    std::optional<std::string> apply(double t, std::span<double> y, std::span<const double> before,
                                     std::span<const double> behind, const std::string& switches,
                                     bool are_of_time);

  private:
    using Numbers = std::vector<double>;
    Numbers values(double t, std::span<const double> y, std::span<const double> p);
    std::span<const double> part(const Numbers& all, std::size_t k) const;
    std::optional<std::string> moved_place(const Numbers& before, const Numbers& behind) const;
    bool has_jump(std::span<const double> v, const Numbers& before, const Numbers& behind) const;
    bool has_turned(const Numbers& before, const Numbers& behind) const;
    bool solve(double t, std::span<double> y, std::span<const double> p, std::span<const double> momenta);

    std::optional<StateFunctions> functions_;  // p, f, J, M, F and the sizes of the terms of each F
    std::size_t n_ = 0, m_ = 0, first_velocity_ = 0;
    std::vector<std::string> places_;  // the geometric constraints
    std::vector<std::size_t> first_;   // of each part of the functions
    bool is_ideal_ = false, is_linear_ = false;
};

}  // namespace anholon
