#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "code/tiered.hpp"
#include "model/read_model.test.hpp"
#include "motion/simulation.hpp"

// A blade on an incline, held by strong friction or by a large added mass across: what it tends to as N grows, and how fast.
namespace anholon {
namespace {

struct Place {
    double x, y, phi;
    std::string_view method;
};

Place at(const std::string& name, double t, const Rational& N, const Rational& spin, double tolerance) {
    const System system = from_gallery(name);
    SimulationOptions options;
    options.until = t;
    options.every = t;
    options.make = tiered;
    options.tolerance = tolerance;
    options.initial.parameters = {{system.c().find("N"), N}};
    options.initial.values = {{system.c().find("w"), spin}};
    Simulation simulation(system, std::move(options));
    const SimulationResult result = simulation.run();
    EXPECT_EQ(result.end, SimulationResult::End::reached);
    const auto value = [&](const std::string& column) {
        for (std::size_t k = 0; k < simulation.columns().size(); ++k)
            if (simulation.columns()[k].name == column) return result.final[k];
        return std::nan("");
    };
    return {value("x"), value("y"), value("phi"), result.method};
}

struct Realisation {
    const char* name;
    double t;
    Rational spin;
    double tolerance;
    Place limit;
    double x_rate, y_rate;  // the limits of N (x_N − x) and N (y_N − y)
};

void expect_first_order(const Realisation& r) {
    double before = 0, N_before = 0;
    for (const long N : {100L, 10000L, 1000000L, 100000000L}) {
        const Place p = at(r.name, r.t, Rational(N), r.spin, r.tolerance);
        const double number = static_cast<double>(N), dx = number * (p.x - r.limit.x),
                     dy = number * (p.y - r.limit.y);
        const double error = std::hypot(p.x - r.limit.x, p.y - r.limit.y);
        const double order = before == 0 ? NAN : std::log(before / error) / std::log(number / N_before);
        std::printf("%s: N = %.0e by %s, N (x_N - x) = %.6f, N (y_N - y) = %.6f, order %.3f\n", r.name,
                    number, std::string(p.method).c_str(), dx, dy, order);
        // What is left of 1/N², and the rounding of x times N.
        const double allowed = 5 / number + 2e-8 * number;
        EXPECT_NEAR(dx, r.x_rate, allowed * std::fabs(r.x_rate));
        EXPECT_NEAR(dy, r.y_rate, allowed * std::fabs(r.x_rate));
        if (before != 0) EXPECT_NEAR(order, 1, N < 1e8 ? 0.01 : 0.15);
        before = error;
        N_before = number;
    }
}

// N (x_N − x) → 2t − 2 sin(ωt)/ω, N (y_N − y) → (2/ω)(cos ωt − 1) at ω = 1, t = 2.
TEST(Realisations, ViscousFrictionTendsToTheNonholonomicMotionAsOneOverN) {
    const double t = 2, s = std::sin(t);
    expect_first_order({"viscous-sleigh",
                        t,
                        1,
                        1e-13,
                        {s * s / 2, (t - std::sin(2 * t) / 2) / 2, t, ""},
                        2 * t - 2 * s,
                        2 * (std::cos(t) - 1)});
}

// The vakonomic skate at t = 3: φ'' = t² sin φ cos φ, x' = t cos² φ, y' = t sin φ cos φ (cases.md §8), recomputed to more digits.
TEST(Realisations, AddedMassTendsToTheVakonomicMotionAsOneOverN) {
    const System vakonomic = from_gallery("vakonomic-skate");
    SimulationOptions options;
    options.until = options.every.emplace(3);
    Simulation simulation(vakonomic, std::move(options));
    const SimulationResult result = simulation.run();
    std::map<std::string, double> final;
    for (std::size_t k = 0; k < simulation.columns().size(); ++k)
        final[simulation.columns()[k].name] = result.final[k];
    EXPECT_NEAR(final["phi"], 1.7546820703, 1e-10);
    EXPECT_NEAR(final["x"], 3.1353377280, 1e-10);
    EXPECT_NEAR(final["y"], 1.1136719469, 1e-10);
    expect_first_order(
        {"added-mass-skate", 3, 0, 0x1p-52, {final["x"], final["y"], final["phi"], ""}, 2.8572, -0.1523});
}

// So much mass that it is the vakonomic motion to rounding; the start moves along the blade, where rounding feigns a slip.
TEST(Realisations, AnAddedMassMayBeAsLargeAsItLikes) {
    const auto place = [](const std::string& name, const Rational& N) {
        const System system = from_gallery(name);
        SimulationOptions options;
        options.until = options.every.emplace(3);
        options.make = tiered;
        if (N != 0) options.initial.parameters = {{system.c().find("N"), N}};
        options.initial.values = {{system.c().find("phi"), Rational(1, 10)},
                                  {system.c().find("v"), Rational(7, 10)},
                                  {system.c().find("s"), 0},
                                  {system.c().find("w"), Rational(3, 10)}};
        if (!system.c().find("s"))
            std::erase_if(options.initial.values, [](const auto& v) { return !v.first; });
        Simulation simulation(system, std::move(options));
        const SimulationResult r = simulation.run();
        EXPECT_EQ(r.end, SimulationResult::End::reached) << r.reason;
        return std::vector(r.final.begin() + 1, r.final.begin() + 4);
    };
    const std::vector<double> limit = place("vakonomic-skate", 0);
    for (const char* N : {"1e10", "1e12", "1e14"}) {
        const std::vector<double> q = place("added-mass-skate", *Rational::parse(N));
        for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(q[i], limit[i], 1e-8) << N << " " << i;
    }
}

}  // namespace
}  // namespace anholon
