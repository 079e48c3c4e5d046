#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "integrate/rate_function.hpp"
#include "motion/formulation.hpp"

namespace anholon {

// How far what should stay has gone, so far.
struct Drift {
    std::string name;
    enum class Kind { integral, constraint } kind;
    double initial = 0;
    double change = 0;  // the largest
    // |change| against the largest of: the initial value, and the terms of the sum as it is written, wherever they are largest; the
    // energy against T, v ∂T/∂v − T and V. Where all of these vanish, the change itself.
    double relative = 0;
    // Whether the motion has to keep it: not an integral that the model expects under another law, nor beyond what the state in
    // double precision determines.
    bool is_due = true;
    std::string reason = {};  // of a drift that is too large, if one can be told
    std::optional<double> lost_at =
        {};  // the first time seen at which it has no finite value; what follows is not counted
};

// A drift beyond it is worth a warning; one beyond the other makes a motion wrong.
inline constexpr double noticeable_drift = 1e-9, wrong_drift = 1e-6;

// Energy where it is kept, the integrals that the model expects, the constraints that the form of its motion keeps.
class DriftMonitor {
  public:
    // `law`: the form in whose state and unknowns all is written.
    DriftMonitor(const System& system, const EquationForm& form, const Formulation& law, MakeEvaluator make);

    bool need_unknowns() const { return functions_.need_unknowns(); }
    void observe(double t, std::span<const double> y, std::span<const double> p, std::span<const double> z);
    const std::vector<Drift>& drifts() const { return drifts_; }
    bool has_noticeable() const;

    // A state in which it was observed.
    struct Place {
        double t = 0;
        std::vector<double> y, z;
    };
    // Looks for the reasons of noticeable drifts between two states. For one copy at a time.
    void explain(const Formulation& law, std::span<const double> p, const Place& first, const Place& last,
                 double tolerance);

  private:
    struct Watched {
        std::string name;
        Drift::Kind kind;
        Expr whole;
        std::vector<Expr> functions;  // itself, then the terms of its sum
        bool is_due;
    };
    static std::vector<Watched> watched(const System& system, const EquationForm& form,
                                        const Formulation& law);
    DriftMonitor(std::vector<Watched> list, const Formulation& law, MakeEvaluator make);
    double rounding(std::size_t k, const Place& at, std::span<const double> p);
    // The data of explain(), made when it is first called and shared by all copies.
    struct Causes;
    StateFunctions* rate_of(const Formulation& law, std::size_t k);

    std::vector<Drift> drifts_;
    std::vector<Expr> wholes_;
    std::vector<std::size_t> counts_;  // of the functions of each
    std::vector<double> scales_, values_;
    StateFunctions functions_;
    std::shared_ptr<Causes> causes_;
    bool has_begun_ = false;
};

// Whether the energy v ∂L/∂v − L stays along every motion: nothing depends on time, no force but reactions that do no work. With
// added mass L is the Lagrangian that contains it.
bool keeps_energy(const System& system, const EquationForm& form);

}  // namespace anholon
