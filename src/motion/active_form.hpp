#pragma once

#include <span>
#include <vector>

#include "integrate/stiffness.hpp"
#include "motion/formulation.hpp"
#include "motion/projection.hpp"
#include "motion/slips.hpp"
#include "motion/slopes.hpp"

namespace anholon {

// The form that is integrated, with the way between its state x and the state y = (q, q̇, λ, quadratures) of the law in which
// everything is reported. For one thread at a time; copies share the code.
class ActiveForm {
  public:
    ActiveForm(const System& system, Formulation formulation, const Formulation& law, MakeEvaluator make);

    const Formulation& formulation() const { return formulation_; }
    Projection& projection() { return projection_; }
    std::size_t size() const { return formulation_.equations().state.size(); }

    // False where the velocities have no value.
    bool read(double t, std::span<const double> x, std::span<const double> p, std::span<double> y);
    void write(double t, std::span<const double> y, std::span<const double> p, std::span<double> x);
    // How stiff the motion is here.
    Stiffness stiffness_at(double t, std::span<const double> x, std::span<const double> p, int direction);

  private:
    Formulation formulation_;
    StateFunctions to_law_, from_law_;
    Slips slips_;
    Projection projection_;
    RateFunction rates_;  // interpreted: it is rarely asked
    Slopes slopes_;
    std::vector<double> z_, dx_, J_;
};

}  // namespace anholon
