#include "motion/exported.hpp"

#include <algorithm>
#include <cmath>

#include "code/explicit_equations.hpp"
#include "code/lean.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"
#include "integrate/rate_function.hpp"
#include "model/fork.hpp"
#include "model/language/unit.hpp"
#include "model/state/parameter_values.hpp"
#include "model/system_units.hpp"
#include "motion/pivots.hpp"
#include "motion/projection.hpp"
#include "motion/watched_guards.hpp"

namespace anholon {

namespace {

// Below these a program takes other velocities: one that is exported cannot change them along the way.
constexpr double least_quality = 0.1, least_quality_of_stated = 1e-6;

std::vector<double> numbers(const Point& parameters) {
    std::vector<double> list;
    for (const auto& [symbol, value] : parameters) list.push_back(value.to_double());
    return list;
}

// q, q̇ and λ, as the law holds them.
std::vector<double> law_values(const Formulation& law, const InitialState& initial) {
    std::vector<double> y;
    for (const Expr& symbol : law.equations().state) {
        y.push_back(0);
        for (const auto* list : {&initial.q, &initial.v, &initial.lambda, &initial.states})
            for (const InitialVariable& x : *list)
                if (x.symbol == symbol) y.back() = x.value;
    }
    return y;
}

class Exporter {
  public:
    Exporter(const System& system, const EquationForm& form, const Point& parameters,
             const InitialState& initial)
        : system_(system),
          form_(form),
          law_(system, law_behind(form, system)),
          parameters_(parameters),
          p_(numbers(parameters)),
          y_(law_values(law_, initial)) {}

    IndependentVelocities better_than(const Formulation& stated) const {
        if (!stated.has_free_velocities()) return std::nullopt;
        Pivots pivots(system_, law_.equations(), interpreted);
        pivots.weigh(0, y_, p_);
        const IndependentVelocities& independent = stated.independent();
        const Pivots::Choice choice = pivots.at(0, y_, p_, independent);
        const double least = independent ? least_quality : least_quality_of_stated;
        if (choice.quality >= least || independent == choice.best) return std::nullopt;
        if (form_.inapplicable(Setting(system_, choice.best))) return std::nullopt;
        return choice.best;
    }

    Formulation formulation() const {
        return Formulation(system_, form_, better_than(Formulation(system_, form_)));
    }

    ExportedEquations run(const Formulation& formulation) {
        const RateEquations& stated = formulation.equations();
        ExportedEquations out{lean(are_solved(stated) ? explicit_equations(stated) : stated)};
        RateEquations& e = out.equations;
        e.initial = initial_values(formulation);
        for (std::size_t k = 0; k < parameters_.size(); ++k) e.parameter_values[k] = parameters_[k].second;
        for (const Parameter& p : system_.parameters) e.parameter_units.push_back(si_unit(p.unit));
        e.readings = readings(formulation, {});
        RateFunction rates(e);
        rates.set_parameters(p_);
        std::vector<double> dx(e.state.size());
        out.can_start = std::ranges::all_of(e.initial, [](double x) { return std::isfinite(x); }) &&
                        rates.rates(0, e.initial, dx);
        return out;
    }

    ExportedComponent component(const Formulation& formulation) {
        ExportedEquations exported = run(formulation);
        ExportedComponent out{
            {.equations = std::move(exported.equations), .description = system_.description},
            exported.can_start};
        Component& component = out.component;
        RateEquations& e = component.equations;
        const SystemUnits units(system_);
        for (const Expr& x : e.state) component.state.push_back(note_of(x, units));
        for (const Parameter& p : system_.parameters) {
            component.parameters.push_back({si_unit(p.unit), p.description});
            component.is_input.push_back(p.is_input);
        }
        const std::vector<Guard> watched = watched_guards(system_, form_, law_);
        std::vector<Expr> functions;
        for (const Guard& guard : watched) functions.insert(functions.end(), {guard.value, guard.scale});
        e.readings = readings(formulation, functions);
        out.can_watch = e.readings.values.size() >= functions.size();
        if (out.can_watch) {
            auto& values = e.readings.values;
            const std::size_t first = values.size() - functions.size();
            for (std::size_t k = 0; k < watched.size(); ++k)
                component.guards.push_back(
                    {values[first + 2 * k].second, values[first + 2 * k + 1].second, watched[k].words});
            values.resize(first);
        }
        for (const auto& [name, value] : e.readings.values) {
            component.values.push_back(note_of_value(name, units));
            component.is_output.push_back(std::ranges::find(system_.outputs, name, &Output::name) !=
                                          system_.outputs.end());
            component.is_of_parameters.push_back(std::ranges::any_of(
                system_.derived, [&](const DerivedParameter& d) { return d.name == name; }));
        }
        ResidualsToKeep kept = residuals_to_keep(system_, formulation);
        const std::size_t nq = formulation.coordinates();
        const auto keep = [&](std::vector<Expr>& residuals, std::size_t first, std::size_t count) {
            if (!residuals.empty() && count > 0)
                component.kept.push_back({std::move(residuals), first, count});
        };
        for (const Switch& s : system_.switches)
            component.switches.push_back({formulation.lowered(s.function), text_in_brief(s.function)});
        keep(kept.of_coordinates.functions, 0, nq);
        keep(kept.of_velocities.functions, nq, formulation.velocities());
        return out;
    }

  private:
    Component::Note note_of(const Expr& x, const SystemUnits& units) const {
        for (const Coordinate& q : system_.coordinates) {
            const std::string unit = si_unit(q.unit);
            if (x == q.symbol) return {unit, q.description};
            if (x == dot(q.symbol)) return {unit.empty() ? "" : unit + "/s", "rate of " + text(q.symbol)};
        }
        for (const ControllerState& state : system_.states)
            if (x == state.symbol) return {si_unit(state.unit), state.description};
        const auto is_x = [&](const QuasiVelocity& eta) { return eta.symbol == x; };
        const bool is_quasi = std::ranges::any_of(system_.quasi, is_x);
        return {units.unit_of(x), is_quasi ? "quasi-velocity" : ""};
    }

    // In letters that every language takes.
    static std::string rate_name(const Coordinate& q) { return symbol_text(q.symbol.symbol()) + "_dot"; }

    Component::Note note_of_value(const std::string& name, const SystemUnits& units) const {
        for (const Coordinate& q : system_.coordinates)
            if (rate_name(q) == name) return note_of(dot(q.symbol), units);
        for (std::size_t k = 0; k < system_.multipliers.size(); ++k)
            if (symbol_text(system_.multipliers[k].symbol()) == name)
                return {units.unit_of(system_.multipliers[k]),
                        "multiplier of " + system_.constraints[k].name};
        for (const KnownMultiplier& k : system_.reactions)
            if (symbol_text(k.symbol.symbol()) == name) return {k.unit, "multiplier of " + k.constraint};
        for (const Output& output : system_.outputs)
            if (output.name == name)
                return {output.unit.empty() ? units.unit_of(output.value) : si_unit(output.unit),
                        output.description};
        for (const auto& [let, value] : system_.lets)
            if (let == name) return {units.unit_of(value), ""};
        for (const DerivedParameter& d : system_.derived)
            if (d.name == name) return {si_unit(d.unit), d.description};
        return {};
    }

    std::vector<double> initial_values(const Formulation& formulation) const {
        std::vector<double> x(formulation.equations().state.size());
        StateFunctions from_law(law_.equations(), law_.lowered(formulation.state_in_velocities()),
                                interpreted);
        from_law(0, y_, p_, {}, x);
        for (double& one : x) one += 0.0;  // no -0
        return x;
    }

    // The state (q, q̇, λ) of the law in the state x of the form; `more`, which the law knows, comes last and without names.
    Readings readings(const Formulation& formulation, const std::vector<Expr>& more) const {
        Readings out;
        Substitution to_x;
        try {
            const std::vector<Expr> state = formulation.lowered(law_.equations().state);
            const Walk of_state(system_.c(), state);
            for (const Expr& z : formulation.equations().unknowns)
                if (of_state.contains(z.id())) return out;  // velocities are known only once z is
            for (std::size_t k = 0; k < state.size(); ++k)
                if (state[k] != law_.equations().state[k])
                    to_x.emplace_back(law_.equations().state[k], state[k]);
        } catch (const Unavailable&) {
            return out;
        }
        std::vector<Expr> values;
        const auto add = [&](const std::string& name, const Expr& value) {
            try {
                values.push_back(substitute(law_.lowered(value), to_x));
                out.values.emplace_back(name, values.back());
            } catch (const Unavailable&) {  // not a function of the state
            }
        };
        if (form_.role != EquationForm::Role::control)
            for (const Expr& multiplier : system_.multipliers)
                add(symbol_text(multiplier.symbol()), multiplier);
        for (const KnownMultiplier& k : system_.reactions) add(symbol_text(k.symbol.symbol()), k.value);
        for (const auto& [name, value] : system_.lets) add(name, value);
        for (const DerivedParameter& d : system_.derived) add(d.name, d.definition);
        // Velocities that the state does not hold, because constraints determine them or quasi-velocities stand for them.
        for (const Coordinate& q : system_.coordinates) {
            const bool is_state = std::ranges::find(formulation.equations().state, dot(q.symbol)) !=
                                  formulation.equations().state.end();
            const bool is_taken = std::ranges::find(out.values, rate_name(q), [](const auto& v) {
                                      return v.first;
                                  }) != out.values.end();
            if (!is_state && !is_taken) add(rate_name(q), dot(q.symbol));
        }
        for (const Expr& e : more) add("", e);
        const Walk walk(system_.c(), values);
        const RateEquations& law = law_.equations();
        const bool need_unknowns =
            std::ranges::any_of(law.unknowns, [&](const Expr& u) { return walk.contains(u.id()); });
        if (!need_unknowns) return out;
        out.unknowns = law.unknowns;
        out.W = law.W;
        for (Expr& entry : out.W.entries()) entry = substitute(entry, to_x);
        for (const Expr& r : law.r) out.r.push_back(substitute(r, to_x));
        return out;
    }

    const System& system_;
    const EquationForm& form_;
    Formulation law_;
    Point parameters_;
    std::vector<double> p_, y_;
};

}  // namespace

namespace {

// Whether the constraints can be solved for the velocities other than these wherever the motion gets: their coefficients are constant.
bool are_always_regular(const System& system, const std::vector<std::size_t>& independent) {
    const ConstraintRows rows = constraint_rows(system);
    for (std::size_t i = 0; i < rows.a.rows(); ++i)
        for (std::size_t k = 0; k < rows.a.columns(); ++k) {
            if (std::ranges::find(independent, k) != independent.end()) continue;
            const std::vector<Expr> symbols = symbols_of(rows.a(i, k));
            if (std::ranges::any_of(symbols, [](const Expr& s) {
                    return s.symbol().kind == SymbolKind::variable || s.symbol().kind == SymbolKind::time;
                }))
                return false;
        }
    return true;
}

}  // namespace

const EquationForm& form_to_export(const System& system) {
    const EquationForm& form = form_to_integrate(Setting(system));
    const IndependentVelocities independent = Formulation(system, form).independent();
    return !independent || are_always_regular(system, *independent) ? form : law_of_motion(system);
}

ExportedEquations exported_equations(const System& system, const EquationForm& form,
                                     const InitialStateOptions& start) {
    Exporter exporter(system, form, parameter_point(system, start), possible_initial_state(system, start));
    return exporter.run(exporter.formulation());
}

ExportedComponent exported_component(const System& system, const EquationForm& form,
                                     const InitialStateOptions& start) {
    Exporter exporter(system, form, parameter_point(system, start), possible_initial_state(system, start));
    ExportedComponent out = exporter.component(exporter.formulation());
    if (start.experiment) out.component.until = start.experiment->until.to_double();
    return out;
}

IndependentVelocities better_independent(const System& system, const EquationForm& form,
                                         const InitialState& initial) {
    return Exporter(system, form, parameter_point(system), initial).better_than(Formulation(system, form));
}

IndependentVelocities regular_velocities(const System& system) {
    if (!system.quasi.empty()) return std::nullopt;
    const System copy = fork(system);
    const EquationForm& maggi = *find_form("maggi");
    if (maggi.inapplicable(Setting(copy))) return std::nullopt;
    const auto initial = initial_state(copy).state;
    return initial ? better_independent(copy, maggi, *initial) : std::nullopt;
}

}  // namespace anholon
