#pragma once

#include <span>
#include <string>
#include <vector>

#include "integrate/rate_function.hpp"
#include "motion/formulation.hpp"

namespace anholon {

// The functions of the state that vanish along every motion, and that the equations of a form do not keep by themselves.
struct ResidualsToKeep {
    struct List {
        std::vector<Expr> functions;
        std::vector<std::string> names;
    };
    List of_coordinates, of_velocities;
};
ResidualsToKeep residuals_to_keep(const System& system, const Formulation& formulation);

// Brings a state back onto the constraints that its form does not keep by itself: the coordinates onto the geometric ones, then
// the velocities onto the others and the geometric ones' rates, each by Newton's method with the correction of least
// energy, so that the unit of length does not matter.
class Projection {
  public:
    Projection(const System& system, const Formulation& formulation, MakeEvaluator make);

    bool is_empty() const { return stages_.empty(); }
    // The scales are the roots of the inertia of each velocity; each is 1 if none are given. False where the constraints are
    // dependent; why() then tells.
    bool operator()(double t, std::span<double> x, std::span<const double> p,
                    std::span<const double> scales = {});
    double correction() const { return correction_; }  // of the last call: the largest change of a variable
    std::string why() const { return why_; }

  private:
    struct Stage {
        std::size_t first, count;  // of the variables that move
        std::vector<std::string> names;
        StateFunctions residuals_and_slopes;
        std::vector<double> values;
        bool is_weighed;  // its variables are the model's coordinates or their rates
    };
    void add_stage(const Formulation& formulation, std::vector<Expr> residuals,
                   std::vector<std::string> names, std::size_t first, std::size_t count, MakeEvaluator make);
    void weigh(const Stage& stage, std::span<const double> scales);
    bool orthogonalize(const Stage& stage, const double* J);
    bool run(Stage& stage, double t, std::span<double> x, std::span<const double> p);

    std::vector<Stage> stages_;
    std::vector<std::vector<std::size_t>>
        alike_;  // coordinates on a common sphere: only together they have an inertia
    std::vector<double> root_mobility_, Q_, L_, step_;
    double correction_ = 0;
    std::string why_;
};

}  // namespace anholon
