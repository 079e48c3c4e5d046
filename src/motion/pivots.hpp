#pragma once

#include <span>
#include <vector>

#include "integrate/rate_function.hpp"
#include "mechanics/adapted_frame.hpp"

namespace anholon {

// How well the constraints a q̇ + a_0 = 0 can be solved for the velocities that are not free, and whether they are independent.
// Each velocity is measured by the energy that it has alone, √M_jj q̇_j, so that no choice of units decides.
// In this measure the rows of the constraints, and those of the free velocities beneath them, have length 1; the choice of free
// velocities is as good as |det| of them all.
class Pivots {
  public:
    // `equations`: such as have q, q̇ and t among their variables.
    Pivots(const System& system, const RateEquations& equations, MakeEvaluator make);

    bool is_empty() const { return m_ == 0; }  // there are no linear constraints
    // Takes M and the rows from a state, for condition().
    void inspect(double t, std::span<const double> y, std::span<const double> p);
    // Also measures velocities from now on by this M: at the start, and where velocities are picked.
    void weigh(double t, std::span<const double> y, std::span<const double> p);

    std::span<const double> scales() const { return scales_; }  // √M_jj of each velocity

    struct Choice {
        double quality = 0;      // of the free velocities in use: 1 is that of the best velocities
        double determinant = 0;  // theirs, not measured: units multiply it by a constant
        int sign = 0;            // of it: where it changes, they degenerate on the way
        double rank = 0;         // |det| of the best velocities: 0 where the constraints are dependent
        std::vector<std::size_t> best;
    };
    // Of the independent velocities, or of the quasi-velocities that the system states.
    Choice at(double t, std::span<const double> y, std::span<const double> p,
              const IndependentVelocities& independent);
    // ‖W‖‖W⁻¹‖ of the mass matrix in these free velocities where inspect() was called last, rows and columns scaled; 1 if there is none.
    double condition(const IndependentVelocities& independent) const;
    // The constraint that adds least to the others where at() was asked last.
    const std::string& most_dependent() const { return names_[most_dependent_]; }

  private:
    std::vector<double> mass_matrix(double t, std::span<const double> y, std::span<const double> p);
    void measure();

    std::size_t m_ = 0, n_ = 0, first_velocity_ = 0;
    std::vector<std::string> names_;  // of the constraints
    StateFunctions rows_;             // of the constraints, then of the stated quasi-velocities
    StateFunctions momenta_;          // ∂L/∂q̇
    std::vector<double> a_;           // the rows as numbers, measured
    std::vector<double> lengths_;     // of the rows
    std::vector<double> scales_;      // of the velocities
    std::vector<double> inspected_, M_;
    std::size_t most_dependent_ = 0;
};

}  // namespace anholon
