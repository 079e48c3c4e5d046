#include "integrate/gpu/ensemble.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "code/cuda/ensemble_kernel.hpp"
#include "code/eliminated.hpp"
#include "expr/context.hpp"
#include "integrate/gpu/host_machine.test.hpp"
#include "integrate/runge_kutta/dop853.hpp"
#include "integrate/taylor/taylor.hpp"
#include "model/read_model.test.hpp"
#include "request/reduced.hpp"
#include "study/flow.hpp"
#include "study/variations.hpp"

namespace anholon {
namespace {

// ẋ = v, v̇ = −w² x, by hand.
RateEquations oscillator(Context& c) {
    RateEquations e;
    e.name = e.title = "Oscillator";
    e.t = c.time();
    e.state = {c.variable("x"), c.variable("v")};
    e.parameters = {c.constant("w")};
    e.parameter_values = {Rational(2)};
    e.rates = {e.state[1], -pow(e.parameters[0], 2) * e.state[0]};
    return e;
}

std::vector<double> moved(Integrator& integrator, std::span<const double> x, std::span<const double> p,
                          double until) {
    integrator.start(0, x, p);
    while (integrator.time() != until) EXPECT_EQ(integrator.step(until).outcome, Step::Outcome::advanced);
    return {integrator.state().begin(), integrator.state().end()};
}

// The core of a model of the gallery with tangent vectors, in both ways in which variations are made.
struct CoreCase {
    explicit CoreCase(const std::string& name, std::size_t tangents)
        : system(request::reduced(from_gallery(name)).system), flow(system, {}) {
        const RateEquations& whole = flow.formulation().equations();
        const auto pivots = pivots_at(whole, 0, flow.start(), flow.parameters());
        kernel.equations = eliminated_with_variations(whole, pivots, tangents);
        kernel.tangents = tangents;
        kernel.parameters = flow.parameters();
        of_study = with_variations(flow.equations(), tangents);
        for (std::size_t i = 0; i < tangents * flow.size(); ++i)
            tangent.push_back(0.3 + 0.1 * static_cast<double>(i * i % 7));
    }
    std::vector<double> start() const {
        std::vector<double> y = flow.start();
        y.insert(y.end(), tangent.begin(), tangent.end());
        return y;
    }

    System system;
    Flow flow;
    EnsembleKernel kernel;
    RateEquations of_study;
    std::vector<double> tangent;
};

constexpr double agreement = 1e-10;

TEST(Ensemble, OfOscillatorsIsKnownInClosedForm) {
    Context c;
    EnsembleKernel kernel{.equations = oscillator(c), .scanned = {0}, .parameters = {2}};
    const Expr x = kernel.equations.state[0], v = kernel.equations.state[1];
    kernel.measures = {{Measure::Kind::maximum, x},      {Measure::Kind::minimum, x},
                       {Measure::Kind::integral, x * x}, {Measure::Kind::crossings, x, 1},
                       {Measure::Kind::crossings, v},    {Measure::Kind::integral, pow(c.time(), 3)}};
    const KernelText text = kernel_text(kernel);
    HostMachine machine(text);
    const std::vector<double> starts{1, 1, 1, 0, 0, 0}, w{1, 2, 3.5};
    const double pi = std::numbers::pi, until = 7.3;
    const EnsembleResults r = run_ensemble(machine, text.layout, {.count = 3, .x = starts, .parameters = w},
                                           {.stops = {1, 4, until}, .tolerance = 1e-13});
    EXPECT_EQ(machine.arrays, 0);
    for (std::size_t j = 0; j < 3; ++j) {
        SCOPED_TRACE(w[j]);
        ASSERT_EQ(r.status[j], TrajectoryStatus::done);
        EXPECT_EQ(r.t(j), until);
        EXPECT_NEAR(r.x(0, j), std::cos(w[j] * until), 1e-11);
        EXPECT_NEAR(r.x(1, j), -w[j] * std::sin(w[j] * until), 1e-11);
        EXPECT_NEAR(r.measure(text.measures[0], j), 1, 1e-11);  // inside of steps
        EXPECT_NEAR(r.measure(text.measures[1], j), -1, 1e-11);
        const auto square = [&](double t) { return t / 2 + std::sin(2 * w[j] * t) / (4 * w[j]); };
        EXPECT_NEAR(r.measure(text.measures[2], j), square(until) - square(1), 1e-11);
        EXPECT_NEAR(r.integral_at(1, 0, j), square(4) - square(1), 1e-11);
        EXPECT_NEAR(r.measure(text.measures[5], j), (std::pow(until, 4) - 1) / 4, 1e-9);
        // cos(w t) grows through 0 at w t = 3π/2 + 2πk; its slope vanishes at w t = πk.
        double ups = 0, last_up = 1, turns = 0, last_turn = 1;
        for (int k = 0; k < 20; ++k) {
            const double up = (1.5 + 2 * k) * pi / w[j], turn = k * pi / w[j];
            if (up > 1 && up < until) ++ups, last_up = up;
            if (turn > 1 && turn < until) ++turns, last_turn = turn;
        }
        EXPECT_EQ(r.measure(text.measures[3], j), ups);
        EXPECT_NEAR(r.last_crossing(text.measures[3], j), last_up, 1e-11);
        EXPECT_EQ(r.measure(text.measures[4], j), turns);
        EXPECT_NEAR(r.last_crossing(text.measures[4], j), last_turn, 1e-11);
    }
}

TEST(Ensemble, GoesBackward) {
    Context c;
    const KernelText text = kernel_text({.equations = oscillator(c), .parameters = {2}});
    HostMachine machine(text);
    const std::vector<double> starts{1, 0};
    const EnsembleResults r = run_ensemble(machine, text.layout, {.count = 1, .t = 3, .x = starts},
                                           {.stops = {1, -2}, .tolerance = 1e-13});
    EXPECT_EQ(r.t(0), -2);
    EXPECT_NEAR(r.x(0, 0), std::cos(2 * 5), 1e-11);
    EXPECT_NEAR(r.x(1, 0), 2 * std::sin(2 * 5), 1e-11);
}

void expect_near(std::span<const double> expected, const EnsembleResults& found) {
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(found.x(i, 0), expected[i], agreement * std::max(1.0, std::fabs(expected[i]))) << i;
}

// With the same method on this processor, and with power series.
void expect_agreement(const std::string& name, std::size_t tangents, double tolerance) {
    SCOPED_TRACE(name);
    CoreCase one(name, tangents);
    const KernelText text = kernel_text(one.kernel);
    HostMachine machine(text);
    const EnsembleResults r =
        run_ensemble(machine, text.layout, {.count = 1, .x = one.flow.start(), .tangents = one.tangent},
                     {.stops = {0, 2, 5}, .tolerance = tolerance});
    ASSERT_EQ(r.status[0], TrajectoryStatus::done);
    const std::size_t n = one.flow.size();
    const auto runge_kutta = dop853({one.of_study}, {.tolerance = tolerance});
    const std::vector<double> a = moved(*runge_kutta, one.start(), one.flow.parameters(), 5);
    expect_near(std::span(a).first(n), r);
    Taylor taylor({one.of_study});
    const std::vector<double> b = moved(taylor, one.start(), one.flow.parameters(), 5);
    expect_near(std::span(b).first(n), r);
    if (tangents == 0) return;
    // The tangent vector: its direction, and its length by the growth that was gathered.
    double length = 0, first = 0;
    for (std::size_t i = n; i < 2 * n; ++i) {
        length += b[i] * b[i];
        first += one.tangent[i - n] * one.tangent[i - n];
    }
    const double growth = std::log(length / first) / 2;
    EXPECT_NEAR(r.growth(0, 0), growth, agreement * growth);
    EXPECT_EQ(r.growth(0, 0), r.growth_at(2, 0, 0));
    for (std::size_t i = n; i < 2 * n; ++i) EXPECT_NEAR(r.x(i, 0), b[i] / std::sqrt(length), agreement);
}

TEST(Ensemble, AgreesWithOtherMethodsOnTheRollingDisc) { expect_agreement("rolling-disc", 0, 1e-12); }
// It amplifies the errors of steps 5000 times until then: at 1e-12 DOP853 itself is 7e-10 away from the series.
TEST(Ensemble, AgreesWithOtherMethodsOnTheRattlebackWithATangentVector) {
    expect_agreement("rattleback", 1, 1e-13);
}

// The sum of all growths is the integral of the divergence, which needs no tangent vectors: with w a damping, −w T.
TEST(Ensemble, KeepsTangentVectorsOrthonormal) {
    Context c;
    RateEquations e = oscillator(c);
    e.rates[1] = e.rates[1] - e.parameters[0] * e.state[1] - pow(e.state[0], 3);
    EnsembleKernel kernel{.equations = with_variations(e, 2), .tangents = 2, .parameters = {0.7}};
    const KernelText text = kernel_text(kernel);
    HostMachine machine(text);
    const std::vector<double> starts{1, 0.5}, tangents{1, 0.2, -0.3, 2};
    const EnsembleResults r =
        run_ensemble(machine, text.layout, {.count = 1, .x = starts, .tangents = tangents},
                     {.stops = {2, 30}, .tolerance = 1e-12});
    EXPECT_NEAR(r.growth(0, 0) + r.growth(1, 0), -0.7 * 28, 1e-9);
    EXPECT_NEAR(r.x(2, 0) * r.x(4, 0) + r.x(3, 0) * r.x(5, 0), 0, 1e-14);
    EXPECT_NEAR(std::hypot(r.x(4, 0), r.x(5, 0)), 1, 1e-14);
}

// However many steps a launch takes, whether it went on from a checkpoint, and beside whichever trajectories: bit for bit.
TEST(Ensemble, DoesNotDependOnLaunches) {
    CoreCase one("rattleback", 1);
    one.kernel.scanned = {5, 9};  // h, I12
    one.kernel.measures = {{Measure::Kind::maximum, one.kernel.equations.state[5]},
                           {Measure::Kind::crossings, one.kernel.equations.state[5]},
                           {Measure::Kind::integral, one.kernel.equations.state[3]}};
    const KernelText text = kernel_text(one.kernel);
    HostMachine machine(text);
    const std::size_t count = 3, n = one.flow.size();
    std::vector<double> x, p;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < count; ++j) x.push_back(one.flow.start()[i]);
    for (const double h : {0.010, 0.008, 0.012}) p.push_back(h);
    for (const double I12 : {-2e-5, -1e-5, -3e-5}) p.push_back(I12);
    const EnsembleStarts starts{.count = count, .x = x, .parameters = p, .tangents = one.tangent};
    LaunchOptions options{.stops = {0.5, 1, 2}, .tolerance = 1e-9, .steps_per_launch = 1'000'000};
    const EnsembleResults at_once = run_ensemble(machine, text.layout, starts, options);
    const int launches = machine.launches;
    options.steps_per_launch = 7;
    const EnsembleResults by_seven = run_ensemble(machine, text.layout, starts, options);
    EXPECT_GT(machine.launches, launches + 20);
    EXPECT_EQ(at_once.state, by_seven.state);
    EXPECT_EQ(at_once.status, by_seven.status);
    for (std::size_t j = 0; j < count; ++j) EXPECT_EQ(at_once.status[j], TrajectoryStatus::done);

    // Interrupted, read, and continued in another run.
    int asked = 0;
    options.goes_on = [&](const EnsembleProgress& now) {
        EXPECT_GT(now.part, 0);
        EXPECT_LT(now.part, 1);
        return ++asked < 5;
    };
    const EnsembleResults interrupted = run_ensemble(machine, text.layout, starts, options);
    EXPECT_EQ(asked, 5);
    EXPECT_EQ(interrupted.status[0], TrajectoryStatus::running);
    EnsembleRun again(machine, interrupted, p, options);
    while (!again.is_done()) again.advance();
    EXPECT_EQ(again.results().state, at_once.state);

    // Alone.
    const std::vector<double> p1{p[1], p[count + 1]};
    const EnsembleResults alone = run_ensemble(
        machine, text.layout, {.count = 1, .x = one.flow.start(), .parameters = p1, .tangents = one.tangent},
        {.stops = {0.5, 1, 2}});
    for (std::size_t c = 0; c < text.layout.size(3); ++c) EXPECT_EQ(alone.at(c, 0), at_once.at(c, 1)) << c;
    EXPECT_NE(at_once.x(5, 0), at_once.x(5, 1));  // the parameters count
}

TEST(Ensemble, SaysWhyATrajectoryEnds) {
    Context c;
    RateEquations e;
    e.t = c.time();
    e.state = {c.variable("x")};
    e.parameters = {c.constant("k")};
    e.rates = {pow(e.state[0], 2) * e.parameters[0]};  // ends at t = 1/k
    EnsembleKernel kernel{.equations = e, .scanned = {0}, .parameters = {1}};
    const KernelText text = kernel_text(kernel);
    HostMachine machine(text);
    const std::vector<double> x{1, 1, std::nan("")}, k{0.5, 2, 1};
    const EnsembleResults r = run_ensemble(machine, text.layout, {.count = 3, .x = x, .parameters = k},
                                           {.stops = {0, 1}, .tolerance = 1e-9});
    EXPECT_EQ(r.status[0], TrajectoryStatus::done);
    EXPECT_NEAR(r.x(0, 0), 2, 1e-7);
    EXPECT_TRUE(r.status[1] == TrajectoryStatus::step_too_small ||
                r.status[1] == TrajectoryStatus::not_finite);
    EXPECT_NEAR(r.t(1), 0.5, 1e-6);
    EXPECT_EQ(r.status[2], TrajectoryStatus::not_finite);

    const EnsembleResults few = run_ensemble(
        machine, text.layout, {.count = 1, .x = std::span(x).first(1), .parameters = std::span(k).first(1)},
        {.stops = {0, 1}, .tolerance = 1e-9, .most_steps = 3});
    EXPECT_EQ(few.status[0], TrajectoryStatus::too_many_steps);
    EXPECT_EQ(few.accepted(0) + few.refused(0), 3);

    kernel.guards = {Rational(3, 2) - e.state[0]};
    const KernelText guarded = kernel_text(kernel);
    HostMachine other(guarded);
    const EnsembleResults left = run_ensemble(
        other, guarded.layout, {.count = 1, .x = std::span(x).first(1), .parameters = std::span(k).first(1)},
        {.stops = {0, 1}, .tolerance = 1e-9});
    EXPECT_EQ(left.status[0], TrajectoryStatus::left);
    EXPECT_GT(left.x(0, 0), 1.5);
    EXPECT_LT(left.t(0), 1);
}

// x and v of the oscillator pulled back to the energy they had.
TEST(Ensemble, ProjectsAfterEachStep) {
    Context c;
    EnsembleKernel kernel{.equations = oscillator(c), .parameters = {2}};
    const Expr x = kernel.equations.state[0], v = kernel.equations.state[1];
    const Expr factor = pow(4 * x * x + v * v, Rational(-1, 2)) * 2;
    kernel.projection = {x * factor, v * factor};
    const KernelText text = kernel_text(kernel);
    HostMachine machine(text);
    const std::vector<double> starts{1, 0};
    const EnsembleResults r =
        run_ensemble(machine, text.layout, {.count = 1, .x = starts}, {.stops = {0, 200}, .tolerance = 1e-4});
    EXPECT_NEAR(4 * std::pow(r.x(0, 0), 2) + std::pow(r.x(1, 0), 2), 4, 1e-13);
}

TEST(Ensemble, RefusesWhatDoesNotFit) {
    Context c;
    const RateEquations e = oscillator(c);
    EXPECT_THROW(kernel_text({.equations = e, .tangents = 2, .parameters = {2}}), std::invalid_argument);
    EXPECT_THROW(kernel_text({.equations = e, .parameters = {}}), std::invalid_argument);
    EXPECT_THROW(kernel_text({.equations = e, .scanned = {1}, .parameters = {2}}), std::invalid_argument);
    const KernelText text = kernel_text({.equations = e, .parameters = {2}});
    HostMachine machine(text);
    const std::vector<double> starts{1, 0};
    const EnsembleStarts good{.count = 1, .x = starts};
    const std::vector<double> parallel{1, 2, 2, 4};
    const KernelText two =
        kernel_text({.equations = with_variations(e, 2), .tangents = 2, .parameters = {2}});
    EXPECT_THROW(
        run_ensemble(machine, two.layout, {.count = 1, .x = starts, .tangents = parallel}, {.stops = {1}}),
        std::invalid_argument);
    EXPECT_THROW(run_ensemble(machine, text.layout, good, {.stops = {}}), std::invalid_argument);
    EXPECT_THROW(run_ensemble(machine, text.layout, good, {.stops = {1, 3, 2}}), std::invalid_argument);
    EXPECT_THROW(run_ensemble(machine, text.layout, good, {.stops = {1, -1}}), std::invalid_argument);
    EXPECT_THROW(run_ensemble(machine, text.layout, good, {.stops = {1}, .tolerance = 0}),
                 std::invalid_argument);
    EXPECT_THROW(run_ensemble(machine, text.layout, {.count = 2, .x = starts}, {.stops = {1}}),
                 std::invalid_argument);
    EXPECT_EQ(machine.arrays, 0);
}

}  // namespace
}  // namespace anholon
