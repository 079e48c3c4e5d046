#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "code/rate_equations.hpp"

namespace anholon {

struct ExportOptions {
    bool jacobian = false;            // also a function for d(dx/dt)/dx
    std::vector<bool> is_input = {};  // of each parameter: set from outside along the way; none if empty
    bool has_input(std::size_t k) const { return k < is_input.size() && is_input[k]; }
};

// A number that no double holds.
struct NumberTooLarge : std::range_error {
    using std::range_error::range_error;
};

// One function a language, each in the file of its name; registry.hpp lists them. All write W, r, the rates, the right-hand side
// that solves W z = r, the model's parameters and initial state, the names of everything, the readings, and a test of their own
// against exactly computed values. They throw NumberTooLarge.

// A translation unit that allocates nothing and needs <math.h> only. The test is a main(), compiled with
// -DANHOLON_SELF_TEST.
std::string c99(const RateEquations& e, const ExportOptions& options);
std::string c99_header(const RateEquations& e, const ExportOptions& options);  // what it declares to others

// The same functions for host and device, a step of Runge and Kutta, and a kernel that advances a trajectory a thread. A
// C++ compiler takes it too and leaves the kernel out.
std::string cuda(const RateEquations& e, const ExportOptions& options);

// A module on NumPy; the test runs where the module is run.
std::string python(const RateEquations& e, const ExportOptions& options);

// A module with functions in place, as DifferentialEquations.jl calls them; the test runs where the file is run.
std::string julia(const RateEquations& e, const ExportOptions& options);

// A function file for MATLAB and Octave; the test runs where the function is called without arguments.
std::string matlab(const RateEquations& e, const ExportOptions& options);

// A model with names for variables. It has neither test nor Jacobian: Modelica's tools differentiate themselves.
std::string modelica(const RateEquations& e, const ExportOptions& options);

// A header with a class that holds a state and moves it by DOP853; it allocates nothing. The test is a main(), compiled with
// -DANHOLON_SELF_TEST.
std::string cpp(const RateEquations& e, const ExportOptions& options);

// A C MEX S-function of level 2 for Simulink. It has neither test nor Jacobian.
std::string sfunction(const RateEquations& e, const ExportOptions& options);

}  // namespace anholon
