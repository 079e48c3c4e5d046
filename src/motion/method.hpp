#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "code/evaluator.hpp"
#include "integrate/integrator.hpp"
#include "integrate/stiffness.hpp"

namespace anholon {

// A way to integrate. The first of the list is taken if none is asked for and the motion is not stiff.
struct Method {
    std::string_view name;
    double tolerance, least_tolerance;  // if none is given; that it can keep
    bool is_for_stiff = false;
    // How many of its steps a period has of the fastest oscillation that they resolve.
    double (*steps_in_period)(double tolerance);
    std::unique_ptr<Integrator> (*make)(Problem problem, double tolerance, MakeEvaluator make);
};

std::span<const Method> all_methods();
const Method* find_method(std::string_view name);  // nothing if there is none
const Method& stiff_method();

// Would decaying modes hold back the steps of a method for motions that are not stiff, with so much time left that the stiff method is
// worth its lower accuracy? `step`: their length so far; 0 before the first.
bool is_stiff(const Stiffness& stiffness, double step, double time_left);
// False where the steps that are left are too few for any stiffness to matter.
bool may_be_stiff(double step, double time_left);

}  // namespace anholon
