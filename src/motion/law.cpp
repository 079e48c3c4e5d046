#include "motion/law.hpp"

namespace anholon {

const EquationForm& form_of_motion(const Setting& setting) {
    const EquationForm& maggi = *find_form("maggi");
    const bool is_nonholonomic = setting.system.motion.axiom == Axiom::nonholonomic;
    return is_nonholonomic && !maggi.inapplicable(setting) ? maggi : law_of_motion(setting.system);
}

const EquationForm& law_behind(const EquationForm& form) {
    return form.role == EquationForm::Role::axiom ? form : *find_form("lagrange-multipliers");
}

bool keeps_velocity_constraints(const EquationForm& form) {
    return form.id != "viscous" && form.id != "added-mass" && form.id != "free";
}

RateEquations rate_equations(const System& system, const EquationForm& form, const Equations& e) {
    RateEquations out{.name = system.name,
                      .title = system.name + ": " + form.title,
                      .t = system.t,
                      .state = e.state,
                      .parameters = {},
                      .unknowns = e.unknowns,
                      .W = e.W,
                      .r = e.r,
                      .rates = e.rates,
                      .parameter_values = {}};
    for (const Parameter& p : system.parameters) {
        out.parameters.push_back(p.symbol);
        out.parameter_values.push_back(p.value);
    }
    return out;
}

}  // namespace anholon
