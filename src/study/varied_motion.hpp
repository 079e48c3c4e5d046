#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "study/flow_run.hpp"

namespace anholon {

struct VariationOptions {
    double until = 1;
    double every = 0;                           // the distance of rows in time; each step has one if 0
    std::vector<std::vector<double>> tangents;  // at the start, in the variables of the flow
    FlowRunOptions run = {.tolerance = 1e-14, .method = nullptr};
    std::function<bool(double t)> goes_on = [](double) { return true; };  // asked after every step
};

// What the equations in variations v̇ = ∂f/∂x v keep along a motion, and how well it was kept.
struct VariationInvariant {
    std::string name;
    double start = 0;
    double drift = 0;  // the largest change, relative to the lengths of the vectors that it is a product of
};

// A motion with tangent vectors beside it.
struct VariedMotion {
    std::vector<std::string> variables;
    std::vector<std::vector<double>> tangents;  // at the start, on the surface
    std::vector<double> moved;                  // how far each had to move to be tangent to the surface
    std::vector<std::vector<double>> rows;      // t, x, v_1, v_2, …
    // Of each pair of tangent vectors, Poincaré's bilinear invariant dp_i ∧ dq_i with p = ∂L/∂q̇.
    std::vector<VariationInvariant> bilinear;
    std::optional<std::string> not_invariant;  // why dp ∧ dq need not be constant
    std::vector<VariationInvariant> linear;    // dF(v) of first integrals F
    std::optional<std::string> ended;          // why before its time
    std::string method;
    double tolerance = 0;
    std::size_t steps = 0;
};

// Why Poincaré's invariant  δp_i Δq_i − Δp_i δq_i  need not be constant; nothing if it must be: all constraints are geometric and there are no
// forces without a potential.
std::optional<std::string> no_bilinear_invariant(const System& system);

VariedMotion varied_motion(const Flow& flow, const VariationOptions& options);

}  // namespace anholon
