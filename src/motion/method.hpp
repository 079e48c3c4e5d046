#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "code/evaluator.hpp"
#include "integrate/integrator.hpp"

namespace anholon {

// A way to integrate. The first of the list is taken if none is asked for and the motion is not stiff.
struct Method {
    std::string_view name;
    double tolerance;  // if none is given
    bool is_for_stiff = false;
    std::unique_ptr<Integrator> (*make)(Problem problem, double tolerance, MakeEvaluator make);
};

std::span<const Method> all_methods();
const Method* find_method(std::string_view name);  // nothing if there is none
const Method& stiff_method();

// Beyond it the motion is handed over to the stiff method.
inline constexpr double stiff_from = 1000;

}  // namespace anholon
