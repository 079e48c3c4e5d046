#pragma once

#include <memory>
#include <string>
#include <vector>

#include "code/rate_equations.hpp"
#include "systems.hpp"

namespace anholon::bench {

// A system ready to be integrated.
struct Case {
    std::string name;
    double until = 0;
    std::unique_ptr<System> system;
    std::string form;
    RateEquations equations;
    std::vector<double> x, p;
    double derive = 0;  // from text, in seconds
};

// In the form that is asked for, in that which simulate integrates, or in that of free quasi-velocities.
inline constexpr const char* integrated = "integrated";
Case prepared(const Text& text, double until, const char* form_id = nullptr);

// The disc that heyoka was measured on: m = 1, r = 0.5, lean 0.2, yaw' 0.5, spin' 6.
Text reference_disc();

// The largest difference of two states, relative to what is larger than 1.
double distance(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace anholon::bench
