#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "expr/enclosure.hpp"
#include "integrate/rate_function.hpp"
#include "motion/formulation.hpp"
#include "study/standstill/symmetry_action.hpp"

namespace anholon {

// Where nothing moves; or nothing but cyclic coordinates and, in axes that turn along with symmetries, all stands still.
enum class Standstill { equilibrium, steady };

// The equations depend on time: nothing stands still.
struct DependsOnTime : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// δẋ = A δx for independent variables x of the kept part, across the orbits of its symmetries; what constraints tie to them
// follows by δx_kept = T δx.
struct LinearPart {
    std::vector<std::size_t> independent;  // places among the kept
    std::vector<double> A;                 // by rows
    std::vector<double> T;                 // kept × independent, by rows
    std::size_t orbit = 0;                 // the dimension along the symmetries, left out
};

// The part of a motion's state that stands still in an equilibrium (all of it) or in a steady motion: without the cyclic
// coordinates, on which no rate of what is kept depends. With symmetries ξ_k given, a steady motion is a relative equilibrium:
// ẋ = c_k ξ_k(x) with constants c, and what stands still is x in the axes that these turn.
class SteadyPart {
  public:
    SteadyPart(const System& system, Standstill what);

    // Throws DependsOnTime, if the equations do so for these values of the parameters.
    void demand_autonomous(const Substitution& values) const;
    // Symmetries to be used from now on, in place of those before. A part begins without any.
    void use(const std::vector<InfinitesimalSymmetry>& symmetries);

    const Formulation& formulation() const { return formulation_; }
    const std::vector<Expr>& state() const { return formulation_.equations().state; }
    const std::vector<std::size_t>& kept() const { return kept_; }  // places in the state, ascending
    Standstill what() const { return what_; }
    const std::vector<Expr>& cyclic() const { return cyclic_; }  // kept in an equilibrium all the same
    // Cyclic coordinates that are not kept, at numbers where the equations have values: they may have any.
    const Substitution& left_out() const { return left_out_; }

    const SymmetryAction& symmetries() const { return symmetries_; }
    std::vector<double> symmetries_at(std::span<const double> x) {  // ξ_k(x), kept × symmetries, by rows
        return symmetries_.fields_at(x, parameters());
    }
    // c_k ∂ξ_k/∂x, kept × kept, by rows; empty without symmetries.
    std::vector<double> slopes_of_symmetries_at(std::span<const double> x, std::span<const double> c) {
        return symmetries_.slopes_at(x, parameters(), c);
    }

    void set_parameters(std::span<const double> p);  // to these numbers exactly
    void set_parameters(const Point& values);
    std::span<const double> parameters() const { return rates_.parameters(); }
    const Point& values() const { return values_; }                             // of parameters
    const Substitution& exact_parameters() const { return exact_parameters_; }  // 30 [deg] is pi/6
    // Functions of the state that are proved to be constant along all motions: the energy and integrals that the model expects.
    const std::vector<Expr>& integrals();
    RateFunction& rates() { return rates_; }
    std::string why() const { return rates_.why(); }

    // The state at given coordinates, velocities and multipliers, as the law of motion holds them (q, q̇, λ).
    std::vector<double> state_at(std::span<const double> law_state);
    const std::vector<Expr>& law_state() const { return law_.equations().state; }

    // The residuals of the constraints that are not kept by themselves, and their slopes, rows of one number for each kept
    // variable.
    struct Residuals {
        std::vector<double> values, slopes;
    };
    const std::vector<Expr>& constraints() const { return constraints_; }
    Residuals constraints_at(std::span<const double> x);
    // Nothing where the rates have no value; why() then tells.
    std::optional<Residuals> rates_at(std::span<const double> x);
    // The c with which ẋ − c_k ξ_k(x) is least; of several the shortest.
    std::optional<std::vector<double>> turning_at(std::span<const double> x);
    Slice slice_at(std::span<const double> x);

    // Moves the kept variables as little as it can until constraints hold, ẋ = c_k ξ_k for the kept and the `held` functions have
    // their values: Newton's method by least squares, for x and c. False if they do not come to vanish.
    struct Held {
        Expr function;  // of the state
        double value;
    };
    // Such functions with their slopes, prepared once for many states.
    class HeldFunctions {
      public:
        HeldFunctions(const SteadyPart& part, const std::vector<Held>& held);
        void set(std::size_t k, double value) { values_[k] = value; }

      private:
        friend class SteadyPart;
        static std::vector<Expr> with_slopes(const SteadyPart& part, const std::vector<Held>& held);
        StateFunctions functions_;
        std::vector<Expr> list_;
        std::vector<double> values_;
    };
    Residuals held_at(std::span<const double> x, HeldFunctions& held);
    bool settle(std::vector<double>& x, HeldFunctions& held);
    bool settle(std::vector<double>& x, const std::vector<Held>& held = {});
    double residual() const { return residual_; }  // the norm of what settle() left
    int steps() const { return steps_; }           // how many it took
    // Why settle() did not take a state whose rates it found to vanish; empty where they did not.
    const std::string& refused() const { return refused_; }

    std::optional<LinearPart> linear_part(std::span<const double> x);

    // All symbols of the equations in balls: x with an uncertainty relative to its size, and the z that belong to it. Empty if W may be singular.
    std::optional<EnclosedPoint> enclosed_near(std::span<const double> x, double uncertainty) const;

  private:
    void find_kept();
    void find_constraints();
    void place_left_out();
    std::size_t kept_coordinates() const;
    bool moves_others(const std::vector<double>& x, const Residuals& left);
    std::optional<Residuals> stacked(std::span<const double> x, std::span<const double> c,
                                     HeldFunctions& held);
    double size_beside(std::size_t variable, std::span<const double> x) const;
    std::optional<bool> may_stand_still(std::span<const double> x, const HeldFunctions& held,
                                        double uncertainty) const;
    bool stands_still_to_rounding(std::span<const double> x, std::span<const double> c, HeldFunctions& held);

    const System& system_;
    Standstill what_;
    Formulation formulation_, law_;
    RateFunction rates_;
    Point values_;
    Substitution exact_parameters_, left_out_;
    std::optional<std::vector<Expr>> integrals_;
    StateFunctions from_law_;
    std::vector<std::size_t> kept_;
    std::vector<Expr> cyclic_, rates_with_time_;
    SymmetryAction symmetries_;
    std::vector<Expr> constraints_;
    std::optional<StateFunctions> constraint_functions_, all_velocities_;
    double residual_ = 0;
    int steps_ = 0;
    std::string refused_;
};

// ẋ with z solved for; as it is where that is not possible.
std::vector<Expr> explicit_rates(const RateEquations& equations);

// Changes of the kept variables along the family of standstills to which one with this linear part belongs, independent and across
// the orbits: at most as many as the kernel of A has dimensions.
std::vector<std::vector<double>> family_directions(SteadyPart& part, const std::vector<double>& x,
                                                   const LinearPart& linear);
// How many there are.
std::size_t family_dimension(SteadyPart& part, const std::vector<double>& x, const LinearPart& linear);

}  // namespace anholon
