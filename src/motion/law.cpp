#include "motion/law.hpp"

namespace anholon {

const EquationForm& form_of_motion(const Setting& setting) {
    const EquationForm& hamel = *find_form("hamel");
    const bool is_nonholonomic = setting.system.motion.axiom == Axiom::nonholonomic;
    return is_nonholonomic && !hamel.inapplicable(setting) ? hamel : law_of_motion(setting.system);
}

const EquationForm& law_behind(const EquationForm& form) {
    return form.role == EquationForm::Role::axiom ? form : *find_form("lagrange-multipliers");
}

bool keeps_velocity_constraints(const EquationForm& form) {
    return form.id != "viscous" && form.id != "added-mass" && form.id != "free";
}

RateEquations rate_equations(const System& system, const EquationForm& form, const Equations& e) {
    RateEquations out{
        system.name, system.name + ": " + form.title, system.t, e.state, {}, e.unknowns, e.W, e.r, e.rates,
        {}};
    for (const Parameter& p : system.parameters) {
        out.parameters.push_back(p.symbol);
        out.parameter_values.push_back(p.value);
    }
    return out;
}

}  // namespace anholon
