#include "study/device_chart.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "integrate/gpu/host_machine.test.hpp"
#include "integrate/gpu/nvrtc.hpp"
#include "integrate/gpu/shared_library.hpp"
#include "model/read_model.test.hpp"
#include "request/reduced.hpp"

namespace anholon {
namespace {

using Kind = ChartMeasure::Kind;

// Energies and the angle δ of the paraboloid rattleback, on its core.
struct Stone {
    Stone() : system(request::reduced(from_gallery("paraboloid-rattleback")).system), flow(system, {}) {
        for (const Flow::Integral& integral : flow.integrals())
            if (integral.name == "energy") energy = integral.function;
        options.axes = {{"delta", system.c().find("delta"), 0.2, 1.4, 4}, {"energy", energy, 150, 500, 3}};
        options.until = 6;
        options.transient = 1;
        options.run.tolerance = 1e-13;
    }

    System system;
    Flow flow;
    Expr energy;
    ChartOptions options;
};

std::vector<std::size_t> numbered(std::size_t count) {
    std::vector<std::size_t> out(count);
    std::iota(out.begin(), out.end(), 0);
    return out;
}

// The kernel's text as C++ on this processor against what ChartWork computes.
void expect_same(const Flow& flow, const ChartOptions& options, double agreement) {
    const std::vector<ChartPoint> cpu =
        chart_points(ChartWork(flow, options), 0, options.points(), {.threads = 2});
    const DeviceChart device(flow, options);
    HostMachine machine(device.kernel());
    const std::vector<ChartPoint> found = device.points(machine, numbered(options.points()), {.threads = 2});
    ASSERT_EQ(found.size(), cpu.size());
    std::size_t done = 0;
    for (std::size_t k = 0; k < cpu.size(); ++k) {
        SCOPED_TRACE(k);
        ASSERT_EQ(name(found[k].status), name(cpu[k].status));
        EXPECT_NEAR(found[k].value, cpu[k].value, agreement * std::max(1.0, std::fabs(cpu[k].value)));
        done += found[k].status == ChartPoint::Status::done ? 1 : 0;
    }
    EXPECT_GT(done, cpu.size() / 2);
}

TEST(DeviceChart, HasTheExponentsOfTheCpu) {
    const Stone stone;
    expect_same(stone.flow, stone.options, 1e-8);
}

TEST(DeviceChart, HasTheFinalValuesAndMeansOfTheCpu) {
    Stone stone;
    stone.options.until = 3;  // before neighbours are far from each other
    for (const Kind kind : {Kind::final, Kind::mean}) {
        stone.options.measure = {.kind = kind, .function = stone.flow.equations().state[5], .text = "w3"};
        expect_same(stone.flow, stone.options, 1e-9);
    }
}

// In the full system, which stands on its constraints: x moves back onto them after each step.
TEST(DeviceChart, HasTheExponentsOfTheCpuOnConstraints) {
    const System system = from_gallery("towed-wheel");
    const Flow flow(system, {});
    ASSERT_EQ(flow.surface().size(), 2u);
    ChartOptions options;
    options.axes = {{"V", system.c().find("V"), 4, 8, 5}};
    options.until = 3;
    options.transient = 0.5;
    options.run.tolerance = 1e-13;
    expect_same(flow, options, 1e-8);
}

// Van der Pol's cycle attracts so strongly that a vector which is not kept across the motion in the transient turns into its direction. The
// exponent is the mean divergence, μ (1 − x²), by the CPU and without tangent vectors; over a finite time up to the ends.
TEST(DeviceChart, CountsVectorsModuloTheMotion) {
    const System system = model(
        "model A { param mu = 1; coord x; kinetic x'^2/2; potential x^2/2; force on x: mu*(1 - x^2)*x'; "
        "init x = 1 }");
    const Flow flow(system, {});
    const Expr mu = flow.equations().parameters[0], x = flow.equations().state[0];
    ChartOptions options;
    options.axes = {{"mu", mu, 0.8, 1.6, 3}};
    options.until = 500;
    options.transient = 300;
    const DeviceChart device(flow, options);
    HostMachine machine(device.kernel());
    const std::vector<ChartPoint> found = device.points(machine, numbered(3), {.threads = 1});
    options.measure = {.kind = Kind::mean, .function = mu * (1 - x * x), .text = "divergence"};
    const std::vector<ChartPoint> divergence = chart_points(ChartWork(flow, options), 0, 3, {.threads = 1});
    for (std::size_t k = 0; k < 3; ++k) {
        ASSERT_EQ(name(found[k].status), "done");
        EXPECT_NEAR(found[k].value, divergence[k].value, 0.02);
        EXPECT_LT(found[k].value, -0.7);
    }
}

TEST(DeviceChart, DoesNotDependOnWhatElseIsAsked) {
    Stone stone;
    stone.options.run.tolerance = 1e-9;
    const DeviceChart device(stone.flow, stone.options);
    HostMachine machine(device.kernel());
    const std::vector<ChartPoint> all =
        device.points(machine, numbered(stone.options.points()), {.threads = 2});
    const std::vector<std::size_t> some{7, 2};
    const std::vector<ChartPoint> few = device.points(machine, some, {.threads = 1});
    EXPECT_EQ(few[0], all[7]);
    EXPECT_EQ(few[1], all[2]);
    const Stop stop;
    stop.request();
    for (const ChartPoint& point : device.points(machine, some, {.stop = stop}))
        EXPECT_EQ(point.status, ChartPoint::Status::pending);
    // A stop between two launches.
    bool is_told = false;
    const std::vector<ChartPoint> stopped = device.points(
        machine, numbered(stone.options.points()),
        {.progress = [&](std::size_t, std::size_t) { is_told = true; }, .asked = [&] { return is_told; }});
    EXPECT_TRUE(is_told);
    for (const ChartPoint& point : stopped) EXPECT_EQ(point.status, ChartPoint::Status::pending);
}

// Errors of steps move the energy by about 1e-6 of it, and it explains an exponent nevertheless: what is left is that of a cycle which
// attracts, and not the zero of the energy. With shorter steps the exponent is the same.
TEST(DeviceChart, TakesErrorsOfStepsForNoChangeOfTheEnergy) {
    Stone stone;
    const auto delta = [&] { return stone.system.c().find("delta"); };
    stone.options.axes = {{"delta", delta(), 1.1219973762820692, 1.13, 2},
                          {"energy", stone.energy, 475.7142857142857, 476, 2}};
    stone.options.until = 800;
    stone.options.transient = 300;
    stone.options.run.tolerance = 1e-9;
    const DeviceChart device(stone.flow, stone.options);
    HostMachine machine(device.kernel());
    const std::vector<std::size_t> first{0};
    const ChartPoint found = device.points(machine, first, {.threads = 1})[0];
    const ChartPoint coarse = chart_points(ChartWork(stone.flow, stone.options), 0, 1, {.threads = 1})[0];
    stone.options.run.tolerance = 1e-12;
    const ChartPoint fine = chart_points(ChartWork(stone.flow, stone.options), 0, 1, {.threads = 1})[0];
    ASSERT_EQ(name(fine.status), "done");
    EXPECT_LT(fine.value, -0.08);
    for (const ChartPoint& point : {found, coarse}) {
        ASSERT_EQ(name(point.status), "done");
        EXPECT_NEAR(point.value, fine.value, 1e-4);
    }
}

// For a GPU that need not be there.
TEST(DeviceChart, HasAKernelThatTheCompilerOfGpusTakes) {
    try {
        const Nvrtc nvrtc;
        const std::vector<int> known = nvrtc.architectures();
        if (std::ranges::find(known, 90) == known.end()) GTEST_SKIP() << nvrtc.library() << " is too old";
        Stone stone;
        for (const Kind kind : {Kind::lyapunov, Kind::max, Kind::time}) {
            stone.options.measure = {.kind = kind, .function = stone.flow.equations().state[0], .text = "it"};
            EXPECT_TRUE(
                nvrtc.compile(DeviceChart(stone.flow, stone.options).kernel().text, 90).is_machine_code);
        }
    } catch (const GpuError& error) {
        if (std::string(error.what()).find("is not found") == std::string::npos) throw;
        GTEST_SKIP() << error.what();
    }
}

TEST(DeviceChart, SaysWhatItCannotDo) {
    Stone stone;
    stone.options.measure = {.kind = Kind::period, .function = stone.energy, .text = "it"};
    EXPECT_THROW(DeviceChart(stone.flow, stone.options), NotOnDevice);
}

// What happens inside of steps is found where it happens.
TEST(DeviceChart, HasTheExtremesAndPassagesOfTheCpu) {
    Stone stone;
    stone.options.until = 3;
    for (const Kind kind : {Kind::max, Kind::min, Kind::count, Kind::time}) {
        SCOPED_TRACE(static_cast<int>(kind));
        for (const int direction : {0, -1}) {
            stone.options.measure = {.kind = kind,
                                     .function = stone.flow.equations().state[0],
                                     .direction = kind == Kind::count || kind == Kind::time ? direction : 0,
                                     .text = "gamma1"};
            expect_same(stone.flow, stone.options, 1e-9);
        }
    }
}

// x = cos wt: closed forms, and a passage that does not come.
TEST(DeviceChart, KnowsPassagesInClosedForm) {
    const System system =
        model("model A { param w = 1; coord x; kinetic x'^2/2; potential w^2*x^2/2; init x = 1 }");
    const Flow flow(system, {});
    const Expr x = flow.equations().state[0];
    ChartOptions options;
    options.axes = {{"w", flow.equations().parameters[0], 1, 4, 7}};
    options.until = 3;
    options.transient = 0.25;
    options.run.tolerance = 1e-12;
    options.measure = {.kind = Kind::time, .function = x, .direction = 1, .text = "time(x:up)"};
    const DeviceChart device(flow, options);
    HostMachine machine(device.kernel());
    const std::vector<ChartPoint> found = device.points(machine, numbered(7), {.threads = 1});
    for (std::size_t k = 0; k < 7; ++k) {
        const double up = 1.5 * std::numbers::pi / options.axes[0].at(k);
        SCOPED_TRACE(k);
        ASSERT_EQ(name(found[k].status), up < 3 ? "done" : "never");
        if (up < 3) {
            EXPECT_NEAR(found[k].value, up, 1e-10);
        }
    }
    options.measure = {.kind = Kind::max, .function = x * x * x, .text = "max(x^3)"};
    options.transient = 1.6;
    const DeviceChart highest(flow, options);
    HostMachine other(highest.kernel());
    const std::vector<ChartPoint> tops = highest.points(other, numbered(7), {.threads = 1});
    for (std::size_t k = 0; k < 7; ++k) {
        // The next top is at 2πn/w; otherwise the largest value is at an end.
        const double w = options.axes[0].at(k), turn = 2 * std::numbers::pi / w;
        const double top = turn * std::ceil(1.6 / turn);
        const double ends = std::max(std::cos(1.6 * w), std::cos(3 * w));
        EXPECT_NEAR(tops[k].value, top < 3 ? 1 : std::pow(ends, 3), 1e-10) << k;
    }
}

// The reaction of the ground is not among the unknowns of the equations of motion: it follows from the law with multipliers.
TEST(DeviceChart, WatchesReactions) {
    const System system = from_gallery("rattleback");
    const Flow flow(system, {});
    ASSERT_TRUE(flow.is_guarded());
    const auto find = [&](const std::string& name) {
        for (const Expr& x : flow.equations().state)
            if (symbol_text(x.symbol()) == name) return x;
        return Expr();
    };
    const Expr w3 = find("w3");
    ASSERT_TRUE(w3);
    ChartOptions options;
    options.axes = {{"w3", w3, -70, -5, 6}};
    options.until = 0.1;
    options.run.tolerance = 1e-12;
    options.measure = {.kind = Kind::final, .function = w3, .text = "w3"};
    const std::vector<ChartPoint> cpu = chart_points(ChartWork(flow, options), 0, 6, {.threads = 1});
    const DeviceChart device(flow, options);
    HostMachine machine(device.kernel());
    const std::vector<ChartPoint> found = device.points(machine, numbered(6), {.threads = 1});
    std::size_t left = 0;
    for (std::size_t k = 0; k < 6; ++k) {
        EXPECT_EQ(name(found[k].status), name(cpu[k].status)) << k;
        EXPECT_NEAR(found[k].value, cpu[k].value, 1e-8 * std::max(1.0, std::fabs(cpu[k].value))) << k;
        left += found[k].status == ChartPoint::Status::left ? 1 : 0;
    }
    EXPECT_GT(left, 0u);
    EXPECT_LT(left, 6u);
}

}  // namespace
}  // namespace anholon
