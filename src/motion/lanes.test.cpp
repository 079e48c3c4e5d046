#include "integrate/runge_kutta/lanes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "code/lean.hpp"
#include "integrate/taylor/batch.hpp"
#include "model/read_model.test.hpp"
#include "model/state/initial_state.hpp"
#include "motion/law.hpp"
#include "motion/method.hpp"

namespace anholon {
namespace {

struct Moving {
    System system;
    RateEquations equations;
    std::vector<BatchStart> starts;

    // Starts near that of the model.
    explicit Moving(const std::string& name, const char* form_id = nullptr) : system(from_gallery(name)) {
        const Setting setting(system);
        const EquationForm& form = form_id == nullptr ? form_to_integrate(setting) : *find_form(form_id);
        equations = lean(rate_equations(system, form, form.derive(setting)));
        const InitialState initial = initial_state(system).state.value();
        BatchStart start;
        for (const Expr& symbol : equations.state)
            for (const auto* list : {&initial.q, &initial.v, &initial.eta, &initial.lambda})
                for (const InitialVariable& variable : *list)
                    if (variable.symbol == symbol) start.x.push_back(variable.value);
        for (const Rational& value : equations.parameter_values) start.p.push_back(value.to_double());
        for (int k = 0; k < 11; ++k) {
            starts.push_back(start);
            starts.back().x.back() += 1e-3 * k;
        }
    }
};

class LanesOf : public testing::TestWithParam<std::pair<const char*, const char*>> {};

double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        worst = std::max(worst, std::fabs(a[i] - b[i]) / std::max(1.0, std::fabs(b[i])));
    return worst;
}

// Against the steps of a single motion, and against the series.
TEST_P(LanesOf, MoveAsSingleMotionsDo) {
    const auto [name, form] = GetParam();
    const Moving moving(name, form);
    const double until = 0.5;
    const auto by_stages =
        integrate_batch(moving.equations, moving.starts, until, {.method = dop853_lanes, .tolerance = 1e-12});
    const auto by_series =
        integrate_batch(moving.equations, moving.starts, until, {.method = taylor_lanes, .tolerance = 1e-18});
    const auto single = find_method("dop853")->make({moving.equations}, 1e-12, interpreted);
    for (std::size_t k = 0; k < moving.starts.size(); ++k) {
        ASSERT_EQ(by_stages.ends[k].outcome, Step::Outcome::advanced) << by_stages.ends[k].reason;
        single->start(0, moving.starts[k].x, moving.starts[k].p);
        std::size_t steps = 0;
        for (; single->time() != until; ++steps)
            ASSERT_EQ(single->step(until).outcome, Step::Outcome::advanced);
        const std::vector<double> x(single->state().begin(), single->state().end());
        EXPECT_LT(distance(by_stages.ends[k].x, by_series.ends[k].x), 1e-10);
        EXPECT_LT(distance(by_stages.ends[k].x, x), 1e-13 * static_cast<double>(steps));
        EXPECT_NEAR(static_cast<double>(by_stages.ends[k].steps), static_cast<double>(steps), 1);
    }
}

INSTANTIATE_TEST_SUITE_P(Systems, LanesOf,
                         testing::Values(std::pair{"rolling-disc", nullptr}, std::pair{"rattleback", nullptr},
                                         std::pair{"whipple-bicycle", nullptr},
                                         std::pair{"rolling-disc", "lagrange-multipliers"}),
                         [](const auto& tested) {
                             std::string name = std::string(tested.param.first) +
                                                (tested.param.second ? "_with_multipliers" : "");
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace anholon
