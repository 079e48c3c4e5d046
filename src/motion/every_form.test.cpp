#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/read_model.test.hpp"
#include "motion/simulation.hpp"

namespace anholon {
namespace {

using End = SimulationResult::End;

const Experiment* default_experiment(const System& system) {
    const auto found = std::ranges::find(system.experiments, "default", &Experiment::name);
    return found == system.experiments.end() ? nullptr : &*found;
}

struct FormRun {
    std::vector<std::string> names;
    SimulationResult result;
};

FormRun run_in(const System& system, const EquationForm* form, double until) {
    SimulationOptions options{.until = until, .form = form};
    options.every.emplace(until);
    if (const Experiment* e = default_experiment(system)) options.initial.experiment = e;
    Simulation simulation(system, std::move(options));
    FormRun out;
    for (const Observable& o : simulation.columns()) out.names.push_back(o.name);
    out.result = simulation.run();
    return out;
}

// As long as the model's own experiment, at most 4 seconds; where a form's equations are very long, less.
double horizon(const System& system, std::string_view name) {
    double until = 4;
    for (const char* costly : {"whipple-bicycle", "hemisphere-on-hemisphere", "body-on-sphere", "rattleback",
                               "ball-on-rotating-bowl", "chaplygin-top", "rubber-ellipsoid", "trailer-5",
                               "unbalanced-rubber-ball", "suslov-chaos"})
        if (name == costly) until = 0.5;
    // What Jacobi and Whittaker count the motion by turns back soon after, and steps towards that time never end.
    if (name == "paraboloid-rattleback" || name == "asymmetric-chaplygin-top") until = 0.25;
    const Experiment* e = default_experiment(system);
    return e ? std::min(until, e->until.to_double()) : until;
}

class EveryForm : public testing::TestWithParam<std::string> {};

// All forms of the equations give the same motion, or end it with a reason.
TEST_P(EveryForm, GivesTheSameMotion) {
    const System system = from_gallery(GetParam());
    if (system.motion.axiom != Axiom::nonholonomic) return;  // forms are of one law
    const double until = horizon(system, GetParam());
    const FormRun reference = run_in(system, nullptr, until);
    ASSERT_EQ(reference.result.end, End::reached) << reference.result.reason;
    for (const EquationForm& form : all_forms()) {
        if (form.role != EquationForm::Role::form || form.inapplicable(Setting(system))) continue;
        FormRun run;
        try {
            run = run_in(system, &form, until);
        } catch (
            const Unavailable& why) {  // on one side of the switches of a bicycle its energies have no bodies
            EXPECT_NE(std::string(why.what()).find("does not apply to motions with these switches"),
                      std::string::npos)
                << form.id << ": " << why.what();
            continue;
        }
        if (run.result.end != End::reached) {
            EXPECT_FALSE(run.result.reason.empty()) << form.id;
            continue;
        }
        for (std::size_t k = 0; k < run.names.size(); ++k) {
            const auto same = std::ranges::find(reference.names, run.names[k]);
            if (same == reference.names.end()) continue;
            const double wanted =
                reference.result.final[static_cast<std::size_t>(same - reference.names.begin())];
            EXPECT_NEAR(run.result.final[k], wanted, 1e-9 * std::max(1.0, std::fabs(wanted)))
                << form.id << " " << run.names[k];
        }
    }
}

std::vector<std::string> gallery_names() {
    std::vector<std::string> names;
    for (const GalleryModel& entry : gallery()) names.emplace_back(entry.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Gallery, EveryForm, testing::ValuesIn(gallery_names()), [](const auto& info) {
    std::string name = info.param;
    std::ranges::replace(name, '-', '_');
    return name;
});

// Chaplygin's form stays right as long as it can, and ends where it would need velocities with which it does not apply.
TEST(Chaplygin, KeepsItsVelocitiesOrEnds) {
    const System trailer = from_gallery("trailer-1");
    const FormRun right = run_in(trailer, nullptr, 20), same = run_in(trailer, find_form("chaplygin"), 20);
    ASSERT_EQ(same.result.end, End::reached) << same.result.reason;
    EXPECT_EQ(same.result.picks, 0u);
    for (std::size_t k = 1; k < 5; ++k) EXPECT_NEAR(same.result.final[k], right.result.final[k], 1e-9);
    // Where a coordinate that occurs is determined by the constraints, it takes its place beside those that do not.
    const System car = from_gallery("castored-car");
    const FormRun by_maggi = run_in(car, nullptr, 10), by_chaplygin = run_in(car, find_form("chaplygin"), 10);
    ASSERT_EQ(by_chaplygin.result.end, End::reached) << by_chaplygin.result.reason;
    EXPECT_GT(by_chaplygin.result.picks, 0u);
    for (std::size_t k = 1; k < 8; ++k)
        EXPECT_NEAR(by_chaplygin.result.final[k], by_maggi.result.final[k], 1e-8);
    // A force along x: with y' and theta' as the independent velocities x would have to be left out.
    const System pulled = model(
        "model Pulled { param m = 1, J = 0.5, g = 2; coord x, y, theta\n"
        "kinetic m/2*(x'^2 + y'^2) + J/2*theta'^2; potential -g*x\n"
        "constraint blade: y'*cos(theta) = x'*sin(theta); init theta = 0, theta' = 1, x' = 1 }");
    const FormRun ended = run_in(pulled, find_form("chaplygin"), 10);
    EXPECT_EQ(ended.result.end, End::singular);
    EXPECT_NE(ended.result.reason.find("Chaplygin does not apply with"), std::string::npos)
        << ended.result.reason;
    EXPECT_LT(ended.result.steps, 1000u);
}

}  // namespace
}  // namespace anholon
