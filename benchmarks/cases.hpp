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

// In the form that its motion is computed in, or in the one asked for.
Case prepared(const Text& text, double until, const char* form_id = nullptr);
// Its core, in the form that its motion is computed in.
Case core_of(const Text& text, double until);

// The disc that heyoka was measured on: m = 1, r = 0.5, lean 0.2, yaw' 0.5, spin' 6.
Text reference_disc();

// The largest difference of two states, relative where a number is above 1; no number where one of them has none.
double distance(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace anholon::bench
