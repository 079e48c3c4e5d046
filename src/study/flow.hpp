#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/state/initial_state.hpp"
#include "motion/active_form.hpp"
#include "motion/guards.hpp"

namespace anholon {

// Why the motion of a system cannot be studied as a flow.
struct NoFlow : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The motions of a system as a flow ẋ = f(t, x, p), on the surface of x that the constraints allow: what is asked of many motions, of
// motions beside a motion, and of what returns to itself. The system outlives it.
class Flow {
  public:
    // In free velocities that the system states or that a core has; otherwise in all velocities, so that no choice of free ones can
    // degenerate. Throws NoFlow, NoInitialState.
    Flow(const System& system, const InitialStateOptions& start);

    const System& system() const { return system_; }
    const Formulation& formulation() const { return formulation_; }
    const RateEquations& equations() const { return equations_; }  // without unknowns
    std::size_t size() const { return equations_.state.size(); }
    bool is_autonomous() const { return is_autonomous_; }

    // Functions of t, x and p that vanish on the surface.
    const std::vector<Expr>& surface() const { return surface_; }
    // What every motion keeps: the energy where it does, and the integrals that the model expects, as functions of x and p.
    struct Integral {
        std::string name;
        Expr function;
    };
    const std::vector<Integral>& integrals() const { return integrals_; }

    // An expression in t, q, q̇, η and parameters as a function of t, x and p. Throws Unavailable.
    Expr written(const Expr& e) const;

    // Where motions start by default.
    const std::vector<double>& start() const { return start_; }
    const std::vector<double>& parameters() const { return parameters_; }
    // With other initial values. Throws NoInitialState.
    std::vector<double> start(const InitialStateOptions& options);

    // Back onto the surface. False where the constraints are dependent; why() then tells.
    bool project(double t, std::span<double> x, std::span<const double> p);
    std::string why() { return form_->projection().why(); }
    // Is there anything that can make the system another one?
    bool is_guarded() const { return !guards_.is_empty(); }
    // What has happened at a state that makes the system another, such as a body that leaves its support.
    std::optional<std::string> broken(double t, std::span<const double> x, std::span<const double> p);

  private:
    void find_integrals();

    const System& system_;
    Formulation formulation_, law_;
    std::optional<ActiveForm> form_;
    std::optional<RateFunction> law_rates_;
    Guards guards_;
    RateEquations equations_;
    std::vector<Expr> surface_;
    std::vector<Integral> integrals_;
    bool is_autonomous_ = true;
    std::vector<double> start_, parameters_, y_, z_;
};

// The place of a symbol among the parameters of a flow, if it is one.
std::optional<std::size_t> parameter_place(const Flow& flow, const Expr& symbol);

}  // namespace anholon
