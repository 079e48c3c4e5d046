#include "motion/law.hpp"

#include <algorithm>

#include "expr/operations.hpp"
#include "mechanics/forms/forms.hpp"

namespace anholon {

namespace {

// Equations in free quasi-velocities hold the inverse of the frame, written out. Where that has grown beyond this and the equations
// with multipliers are that much shorter, those are taken.
constexpr std::size_t long_equations = 10000, much_shorter = 4;

std::size_t length(const Setting& setting, const EquationForm& form) {
    const Equations e = form.derive(setting);
    std::vector<Expr> all(e.W.entries().begin(), e.W.entries().end());
    all.insert(all.end(), e.r.begin(), e.r.end());
    all.insert(all.end(), e.rates.begin(), e.rates.end());
    return operations(all).total();
}

// A tree of joints with more velocities than these moves by articulated bodies. Their operations grow with the number of joints, those of
// other forms with its square, and W z = r with its cube: docs/decisions/2026-11-17-articulated-bodies.md.
constexpr std::size_t few_joints = 5;

bool is_large_tree(const Setting& setting) {
    return setting.system.motion.axiom == Axiom::nonholonomic && setting.n() > few_joints &&
           !find_form("articulated-body")->inapplicable(setting);
}

}  // namespace

const EquationForm& form_of_motion(const Setting& setting) {
    const EquationForm& law = law_of_motion(setting.system);
    // Displacements that nonlinear constraints allow are solved for once and for all, and have poles where the motion has none.
    if (setting.system.motion.axiom != Axiom::nonholonomic || setting.has_nonlinear_constraints()) return law;
    // The same motion; Maggi's equations are shorter, Hamel's know Lie algebras.
    for (const char* id : {"maggi", "hamel"}) {
        const EquationForm& form = *find_form(id);
        if (form.inapplicable(setting)) continue;
        constexpr std::size_t few = 12;  // coordinates: no frame of so few is long
        if (setting.n() <= few) return form;
        const std::size_t ours = length(setting, form);
        return ours > long_equations && length(setting, law) * much_shorter < ours ? law : form;
    }
    return law;
}

const EquationForm& form_to_integrate(const Setting& setting) {
    if (setting.system.finished) return *find_form("core");
    const EquationForm& kane = *find_form("kane");
    const bool is_of_bodies =
        setting.system.motion.axiom == Axiom::nonholonomic && !setting.system.bodies.empty();
    if (is_of_bodies && is_large_tree(setting)) return *find_form("articulated-body");
    if (!is_of_bodies || kane.inapplicable(setting)) return form_of_motion(setting);
    return setting.frame_of_bodies().goes_through_base_velocities() ? kane : form_of_motion(setting);
}

const EquationForm& as_integrated(const EquationForm& form, const Setting& setting) {
    if (form.id != "added-mass" || added_mass_in_momenta_inapplicable(setting)) return form;
    static const EquationForm in_momenta{form.id,
                                         form.title,
                                         form.source,
                                         form.formula,
                                         form.role,
                                         added_mass_in_momenta_inapplicable,
                                         added_mass_in_momenta};
    return in_momenta;
}

const EquationForm& law_behind(const EquationForm& form, const System& system) {
    if (form.role == EquationForm::Role::axiom) return *find_form(form.id);
    if (system.finished) return *find_form("core");
    // The same law, in the same state where there are no constraints.
    const bool is_tree = system.constraints.empty() && is_large_tree(Setting(system));
    return *find_form(is_tree ? "articulated-body" : "lagrange-multipliers");
}

bool keeps_velocity_constraints(const EquationForm& form) {
    return form.id != "viscous" && form.id != "added-mass" && form.id != "free";
}

Reason lacks_number(const System& system, const EquationForm& form) {
    if (form.id != "viscous" && form.id != "added-mass") return std::nullopt;
    const bool has_N = system.motion.stiffness ||
                       std::ranges::any_of(system.parameters,
                                           [](const Parameter& p) { return p.symbol.symbol().name == "N"; });
    if (has_N) return std::nullopt;
    return "it needs a value for N: declare `param N = 1000`, or state `motion " + form.id + " N = 1000`";
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
