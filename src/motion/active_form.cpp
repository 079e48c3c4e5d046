#include "motion/active_form.hpp"

namespace anholon {

ActiveForm::ActiveForm(const System& system, Formulation formulation, const Formulation& law,
                       MakeEvaluator make)
    : formulation_(std::move(formulation)),
      to_law_(formulation_.equations(), formulation_.lowered(law.equations().state), make),
      from_law_(law.equations(), law.lowered(formulation_.state_in_velocities()), interpreted),
      slips_(system, formulation_, law),
      projection_(system, formulation_, make),
      rates_(formulation_.equations()),
      slopes_(formulation_.equations()),
      z_(formulation_.equations().unknowns.size()) {}

bool ActiveForm::read(double t, std::span<const double> x, std::span<const double> p, std::span<double> y) {
    if (to_law_.need_unknowns()) {
        rates_.set_parameters(p);
        if (!rates_.solve(t, x, z_)) return false;
    }
    to_law_(t, x, p, z_, y);
    return true;
}

void ActiveForm::write(double t, std::span<const double> y, std::span<const double> p, std::span<double> x) {
    from_law_(t, y, p, {}, x);
    slips_.remove(t, y, p, x);
}

Stiffness ActiveForm::stiffness_at(double t, std::span<const double> x, std::span<const double> p,
                                   int direction) {
    rates_.set_parameters(p);
    dx_.resize(rates_.size());
    J_.resize(rates_.size() * rates_.size());
    if (!rates_.rates(t, x, dx_) || !slopes_(t, x, p, J_)) return {};
    return stiffness(J_, dx_, direction);
}

}  // namespace anholon
