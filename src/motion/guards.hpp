#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "integrate/rate_function.hpp"
#include "motion/formulation.hpp"

namespace anholon {

// Conditions under which the model of a system is valid: a support pushes and does not pull, a surface has an end.
class Guards {
  public:
    // Those that the law knows how to evaluate.
    Guards(const System& system, const EquationForm& form, const Formulation& law, MakeEvaluator make);

    bool is_empty() const { return words_.empty(); }
    bool need_unknowns() const { return functions_.need_unknowns(); }
    // The violated condition at a state, in words; nothing if all hold.
    std::optional<std::string> broken(double t, std::span<const double> y, std::span<const double> p,
                                      std::span<const double> z);
    // How far the nearest was from being broken when last asked, relative to its scale; infinite if there are none.
    double margin() const;

  private:
    std::vector<std::string> words_;
    StateFunctions functions_;  // value and scale, one guard after the other
    std::vector<double> values_;
};

}  // namespace anholon
