#include "motion/method.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/runge_kutta/dop853.hpp"
#include "integrate/sundials/cvode.hpp"
#include "integrate/taylor/taylor.hpp"

namespace anholon {

namespace {

template <CvodeOptions::Method method>
std::unique_ptr<Integrator> by_cvode(Problem problem, double tolerance, MakeEvaluator make) {
    return cvode(std::move(problem), {.method = method, .tolerance = tolerance, .make = make});
}

std::unique_ptr<Integrator> by_series(Problem problem, double tolerance, MakeEvaluator) {
    return std::make_unique<Taylor>(problem, TaylorOptions{.tolerance = tolerance});
}

std::unique_ptr<Integrator> by_runge_kutta(Problem problem, double tolerance, MakeEvaluator make) {
    return dop853(std::move(problem), {.tolerance = tolerance, .make = make});
}

// Counted of x'' = −x: 5.25 by series of machine precision, 15.2 and 35.9 by dop853 with 1e-9 and 1e-12, whose steps have a length
// proportional to the eighth root of the tolerance.
double few_in_period(double) { return 5.25; }
double by_order_8_in_period(double tolerance) { return 1.135 * std::pow(tolerance, -1.0 / 8); }

constexpr Method methods[] = {
    {"taylor", 0x1p-52, 0, false, few_in_period, by_series},
    {"dop853", 1e-12, 1e-14, false, by_order_8_in_period, by_runge_kutta},
    {"cvode-adams", 1e-12, 1e-14, false, few_in_period, by_cvode<CvodeOptions::Method::adams>},
    {"cvode-bdf", 1e-10, 1e-12, true, few_in_period, by_cvode<CvodeOptions::Method::bdf>},
};

}  // namespace

std::span<const Method> all_methods() { return methods; }

const Method* find_method(std::string_view name) {
    const auto found = std::ranges::find(methods, name, &Method::name);
    return found == std::end(methods) ? nullptr : found;
}

const Method& stiff_method() { return *std::ranges::find(methods, true, &Method::is_for_stiff); }

namespace {

constexpr double least_ratio = 1000, least_steps = 20000;

}  // namespace

bool may_be_stiff(double step, double time_left) {
    return !(step > 0) || std::fabs(time_left) / step >= least_steps;
}

bool is_stiff(const Stiffness& stiffness, double step, double time_left) {
    // A series of order 20 is stable up to about 8/decay. Steps that are much shorter are so for another reason.
    const double stable = 8 / stiffness.decay;
    if (!(stiffness.ratio >= least_ratio) || (step > 0 && step < stable / 4)) return false;
    return may_be_stiff(step > 0 ? step : stable, time_left);
}

}  // namespace anholon
