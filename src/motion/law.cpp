#include "motion/law.hpp"

namespace anholon {

const EquationForm& form_of_motion(const Setting& setting) {
    // Both have the same motion; Maggi's equations are shorter, Hamel's know Lie algebras.
    if (setting.system.motion.axiom == Axiom::nonholonomic && !setting.no_frame())
        for (const char* id : {"maggi", "hamel"})
            if (const EquationForm& form = *find_form(id); !form.inapplicable(setting)) return form;
    return law_of_motion(setting.system);
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
