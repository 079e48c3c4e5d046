#pragma once

#include <span>
#include <string>
#include <vector>

#include "integrate/aligned.hpp"
#include "integrate/rate_function.hpp"

// What decides about the length of steps, and whether one is taken: of a single motion and of several side by side, whose numbers stand
// as those of the stages do (stages.hpp).
namespace anholon::runge_kutta {

// The error that is allowed to each variable: the tolerance times the largest value it has had, which counts as at least 1e-4 of the
// largest of all, or 1e-4.
class Allowance {
  public:
    Allowance(std::size_t n, std::size_t lanes, double tolerance);

    void start(std::size_t lane);  // no values so far
    void grow(const double* x);    // the values of all lanes
    double allowed(std::size_t i, std::size_t lane = 0) const;
    double* scale() const { return scale_.data(); }  // the largest values
    const double* inverse() const {
        return inverse_.data();
    }  // 1 over what is allowed, 0 behind the variables
    // √Σ (v_i / allowed_i)²
    double norm(const double* v, std::size_t lane = 0) const;

  private:
    std::size_t n_, lanes_;
    double tolerance_;
    AlignedDoubles scale_, inverse_;
    std::vector<double> floor_;  // of each lane
};

enum class Trial { fine, inaccurate, unlike, without_rates };

// A step that was taken: its length, and the eighth root of its error. Before the first step both are 0.
struct TakenStep {
    double h = 0, root = 0;
};

// The length to go on with after a trial, of which `trial_step` holds the length and the root. The error is φ h⁸; the next step has the φ of
// this one, or, where φ has grown since the step before, a φ that has grown as much again. That is the rule of K. Gustafsson, Control-theoretic
// techniques for stepsize selection in implicit Runge–Kutta methods (1994), in the form that takes the shorter of both lengths: Hairer and
// Wanner, IV.8. A step after a refused trial is not longer than that trial.
double next_length(Trial trial, const TakenStep& trial_step, const TakenStep& before, bool is_first);

// The first step: Hairer, Nørsett and Wanner, II.4. A step of Euler's method of this length gives a second derivative,
double euler_step(double size, double speed, double longest);
// and the step follows from its size.
double first_length(double euler, double speed, double bend, double longest);

// Whether a step is so much longer than the last that something short may lie between its stages. Its polynomial is then compared with
// the rates at these parts of it,
bool may_miss(double h, double last);
inline constexpr double compared_parts[] = {0.29, 0.53, 0.71, 0.87};
// and the two may differ by so much of a variable's size.
double unlike_above(double tolerance);

// Is a step of this length no step at the time t?
bool is_too_short(double h, double t);

// Why there is no step, in words.
std::string why_stuck(double tolerance, double h);
std::string why_no_rates(RateFunction rates, std::span<const double> p, double t, std::span<const double> x);

}  // namespace anholon::runge_kutta
