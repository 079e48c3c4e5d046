#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "model/state/initial_state.hpp"
#include "motion/active_form.hpp"
#include "motion/coulomb.hpp"
#include "motion/drift.hpp"
#include "motion/guards.hpp"
#include "motion/impulse.hpp"
#include "motion/input_table.hpp"
#include "motion/method.hpp"
#include "motion/observables.hpp"
#include "motion/pivots.hpp"
#include "motion/quick_start.hpp"
#include "motion/switches.hpp"

namespace anholon {

struct WatchedEvent {
    std::string name;  // as it was asked for
    Expr function;     // of t, q, q̇, q̈, η, λ, quadratures and parameters
    int direction = 0;
    bool stops = false;
};

struct SimulationOptions {
    InitialStateOptions initial = {};
    double until = 10;                           // of either sign
    std::optional<double> every = std::nullopt;  // between rows; the integrator's own steps if not given
    std::vector<double> at = {};                 // rows at these times, in their order, and at no others
    std::optional<double> tolerance = std::nullopt;
    const EquationForm* form = nullptr;  // that applies; form_to_integrate if not given
    const Method* method =
        nullptr;  // chosen by its cost, or the stiff one where that is needed, if not given
    std::vector<Quadrature> quadratures = {};
    std::vector<InputTable> tables = {};  // whose letters the system has
    // Columns of the rows, after t: these, or the standard ones and then `more`.
    std::optional<std::vector<Observable>> columns = std::nullopt;
    std::vector<Observable> more = {};
    std::vector<WatchedEvent> events = {};
    bool keeps_contact = false;        // go on where a support would have to pull, or a surface has ended
    MakeEvaluator make = interpreted;  // of what is evaluated at every step; tiered is made for it
};

struct SimulationSeconds {
    double derive = 0, compile = 0, integrate = 0;
};

// A form that can carry a state, compiled: what a run copies.
struct CompiledForm {
    ActiveForm form;
    std::optional<SwitchingFunctions> switching;  // if there are switches
    const Method* method = nullptr;               // unless the motion is stiff
    std::string why_method = {};                  // where it was chosen, and is not the first of the list
    // Not started; by method and direction of time.
    mutable std::map<std::pair<const Method*, int>, std::unique_ptr<const Integrator>> integrators = {};
};

// A system ready to move: its law, the forms that have carried it so far, columns, events and guards, derived and compiled. Any number
// of runs may move it at once, each on a thread of its own; other parameters and other initial values cost neither derivation nor
// compilation. The system's context belongs to it as long as runs go on.
class MovingSystem {
  public:
    // Throws Unavailable where a column, an event or a quadrature holds what the form does not know.
    MovingSystem(const System& system, SimulationOptions options);

    const System& stated() const { return stated_; }
    const System& system() const { return switches_.system(); }  // on one side of each switch
    const SimulationOptions& options() const { return options_; }
    const EquationForm& form() const { return form_; }
    const Formulation& law() const { return law_; }  // in which everything is reported
    const Switches& switches() const { return switches_; }
    const std::vector<Observable>& columns() const { return columns_; }
    const StateFunctions& column_functions() const { return column_functions_; }
    const DriftMonitor& drift() const { return drift_; }
    const Coulomb& coulomb() const { return coulomb_; }
    const Impulse& impulse() const { return impulse_; }
    const Guards& guards() const { return guards_; }
    // If a column or an integral needs accelerations or multipliers.
    const std::optional<RateFunction>& law_rates() const { return law_rates_; }
    const std::optional<Pivots>& pivots() const { return pivots_; }  // if there are constraints to be kept
    // The events that a switch is in.
    const std::vector<std::size_t>& jumping_events() const { return jumping_events_; }
    const std::optional<StateFunctions>& jumping_functions() const { return jumping_functions_; }
    // While runs go on: calls what reads or writes the context of the system, such as names that are to be looked up.
    template <class F>
    auto exclusively(F&& f) const {
        const std::lock_guard lock(one_at_a_time_);
        return f();
    }
    SimulationSeconds seconds() const { return seconds_; }  // of its making

    double tolerance(const Method& method) const;
    // The form in these independent velocities, or in those that it chooses; derived and compiled when first asked for. Time goes to
    // `seconds`.
    std::shared_ptr<const CompiledForm> carrier(const IndependentVelocities& independent,
                                                SimulationSeconds& seconds) const;
    std::unique_ptr<Integrator> integrator(const CompiledForm& carrier, const Method& method, int direction,
                                           SimulationSeconds& seconds) const;
    Reason inapplicable(const std::vector<std::size_t>& independent, SimulationSeconds& seconds) const;
    std::string names(const std::vector<std::size_t>& velocities) const;
    // Throws NoInitialState. With the experiment of its own options, and values of variables, it is a matter of microseconds; else, and
    // where something is near a decision, it is solved exactly, one at a time.
    InitialState initial_state(const InitialStateOptions& options) const;
    std::vector<double> parameters(const InitialStateOptions& options) const;
    // Whether these are inputs that no constraint holds: with other values of them the state stays as it is.
    bool are_loose(const std::vector<std::pair<Expr, Rational>>& parameters) const;
    // Errors in parameters that others define.
    std::optional<Diagnostic> outside_range(const InitialStateOptions& options) const;
    StateFunctions functions_of(const std::vector<Observable>& columns) const;
    void explain(DriftMonitor& drift, std::span<const double> p, const DriftMonitor::Place& first,
                 const DriftMonitor::Place& last, double tolerance) const;

  private:
    std::vector<Expr*> moved_expressions();
    std::vector<Expr*> evaluated_expressions();
    void find_jumping_events();

    // Runs read nothing of the context; what writes there, and what has been met so far, is for one at a time.
    mutable std::mutex one_at_a_time_;
    mutable std::map<IndependentVelocities, std::shared_ptr<const CompiledForm>> carriers_;
    mutable std::map<std::vector<std::size_t>, Reason> inapplicable_;
    const System& stated_;
    SimulationOptions options_;
    std::vector<Expr> loose_inputs_;
    QuickStart quick_start_;
    std::vector<Quadrature> quadratures_;  // of the options, on one side of each switch
    Switches switches_;
    SimulationSeconds seconds_;
    const EquationForm& form_;
    Formulation law_;
    std::vector<Observable> columns_;
    StateFunctions column_functions_;
    DriftMonitor drift_;
    Guards guards_;
    Coulomb coulomb_;
    Impulse impulse_;
    std::optional<RateFunction> law_rates_;
    std::optional<Pivots> pivots_;
    std::vector<std::size_t> jumping_events_;
    std::optional<StateFunctions> jumping_functions_;
};

}  // namespace anholon
