#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "code/tiered.hpp"
#include "model/read_model.test.hpp"
#include "motion/simulation.hpp"

// Motions that are known in closed form, from the models of the gallery to twelve digits and more.
namespace anholon {
namespace {

using Values = std::vector<std::pair<std::string, Rational>>;
using Final = std::map<std::string, double>;

Final moved(const System& system, double t, const Values& parameters, const Values& start,
            const char* method = "taylor", std::optional<double> tolerance = std::nullopt) {
    SimulationOptions options;
    options.until = options.every.emplace(t);
    options.make = tiered;
    options.method = find_method(method);
    options.tolerance = tolerance;
    const auto symbols = [&](const Values& values) {
        std::vector<std::pair<Expr, Rational>> list;
        for (const auto& [name, value] : values) {
            const bool is_rate = name.ends_with("'");
            list.emplace_back(system.c().find(is_rate ? name.substr(0, name.size() - 1) : name, is_rate),
                              value);
        }
        return list;
    };
    options.initial.parameters = symbols(parameters);
    options.initial.values = symbols(start);
    Simulation simulation(system, std::move(options));
    const SimulationResult result = simulation.run();
    EXPECT_EQ(result.end, SimulationResult::End::reached) << system.name << ": " << result.reason;
    Final final;
    for (std::size_t k = 0; k < simulation.columns().size(); ++k)
        final[simulation.columns()[k].name] = result.final[k];
    return final;
}

void expect_twelve_digits(double found, double expected) {
    EXPECT_NEAR(found, expected, 1e-12 * std::max(1.0, std::fabs(expected)));
}

// u = U tanh λ(t − t0), ω = W sech λ(t − t0); the heading turns by ∫ω = (W/λ)(gd…).
TEST(ClosedForms, ChaplyginsSleigh) {
    const Final x = moved(from_gallery("chaplygin-sleigh"), 4, {{"m", 2}, {"J", 3}, {"a", Rational(1, 2)}},
                          {{"theta", Rational(3, 10)}, {"v", Rational(-7, 10)}, {"w", Rational(6, 5)}});
    const double E = 3.01, U = std::sqrt(E), W = std::sqrt(2 * E / 3.5),
                 lambda = 0.5 * std::sqrt(4 * E) / 3.5, t0 = -std::atanh(-0.7 / U) / lambda;
    expect_twelve_digits(x.at("v"), U * std::tanh(lambda * (4 - t0)));
    expect_twelve_digits(x.at("w"), W / std::cosh(lambda * (4 - t0)));
    const auto turn = [&](double t) { return W / lambda * 2 * std::atan(std::tanh(lambda * (t - t0) / 2)); };
    expect_twelve_digits(x.at("theta"), 0.3 + turn(4) - turn(0));
}

TEST(ClosedForms, SkateOnAnIncline) {
    const Final x = moved(from_gallery("chaplygin-sleigh-incline"), 3, {}, {{"w", Rational(3, 2)}});
    expect_twelve_digits(x.at("x"), std::pow(std::sin(4.5), 2) / 4.5);
    expect_twelve_digits(x.at("y"), (4.5 - std::sin(9) / 2) / 4.5);
}

// ω1 = −√(2E/I11) tanh(t/T), ω2 = √(2E/I22) sech(t/T), T = √I11·I22/(I23 √(2E)) where I13 = 0.
TEST(ClosedForms, SuslovWithoutGravity) {
    const double I11 = 2, I22 = 0.5, I23 = 0.45, w2 = 1.5, E = I22 * w2 * w2 / 2;
    const Final x =
        moved(from_gallery("suslov"), 3,
              {{"I11", 2}, {"I22", Rational(1, 2)}, {"I33", 2}, {"I13", 0}, {"I23", Rational(9, 20)}},
              {{"w1", 0}, {"w2", Rational(3, 2)}});
    const double T = std::sqrt(I11) * I22 / (I23 * std::sqrt(2 * E));
    expect_twelve_digits(x.at("w1"), -std::sqrt(2 * E / I11) * std::tanh(3 / T));
    expect_twelve_digits(x.at("w2"), std::sqrt(2 * E / I22) / std::cosh(3 / T));
}

TEST(ClosedForms, AppellAndHamel) {
    const Final x = moved(from_gallery("appell-hamel"), 2, {}, {});
    const double z = -2 - 9.81 / 3.25 * 2, run = -1.5 * z;
    expect_twelve_digits(x.at("z"), z);
    expect_twelve_digits(x.at("x"), run * std::cos(0.7));
    expect_twelve_digits(x.at("y"), run * std::sin(0.7));
}

TEST(ClosedForms, NonholonomicParticle) {
    const Final x = moved(from_gallery("nonholonomic-particle"), 10, {}, {});
    const double c = 1.3 * std::sqrt(1.25) / 0.7;
    expect_twelve_digits(x.at("y"), 7.5);
    expect_twelve_digits(x.at("x"), 0.1 + c * (std::asinh(7.5) - std::asinh(0.5)));
    expect_twelve_digits(x.at("z"), -0.2 + c * (std::sqrt(1 + 7.5 * 7.5) - std::sqrt(1.25)));
}

TEST(ClosedForms, VerticalPenny) {
    const Final x = moved(from_gallery("vertical-rolling-disc"), 10, {}, {});
    expect_twelve_digits(x.at("x"), (std::sin(6.4) - std::sin(0.4)) / 0.6);
    expect_twelve_digits(x.at("y"), (std::cos(0.4) - std::cos(6.4)) / 0.6);
}

// v̇ = (k/(1+k)) Ω ẑ×v: a circle at 2/7 of the table's rate.
TEST(ClosedForms, BallOnATurntable) {
    const Final x = moved(from_gallery("ball-on-rotating-plane"), 5, {}, {});
    const double rate = 6.0 / 7, c = std::cos(5 * rate), s = std::sin(5 * rate);
    const double cx = 1 + 0.4 / rate, cy = 0.2 + 0.5 / rate;  // the centre, r + ẑ×v/rate
    const double dx = 1 - cx, dy = 0.2 - cy;
    expect_twelve_digits(x.at("x"), cx + dx * c - dy * s);
    expect_twelve_digits(x.at("y"), cy + dx * s + dy * c);
}

// The height swings with the frequency φ'√(k/(1+k)) about −g/(k φ'²).
TEST(ClosedForms, BallInACylinder) {
    const double t = 2.5, rate = 6 * std::sqrt(0.4 / 1.4), middle = -9.81 / (0.4 * 36);
    const Final x = moved(from_gallery("ball-in-cylinder"), t, {}, {});
    expect_twelve_digits(x.at("phi"), 6 * t);
    expect_twelve_digits(x.at("z"), middle - middle * std::cos(rate * t));
}

TEST(ClosedForms, ServoSleigh) {
    const Final x = moved(from_gallery("servo-sleigh"), 3, {}, {});
    const double u = 0.79 / (0.4 - (0.4 - 0.79 / 0.6) * std::exp(0.79 * 3));
    expect_twelve_digits(x.at("u"), u);
    expect_twelve_digits(x.at("w"), (0.4 * u - 0.79) / 0.5);
}

// A disc in steady circular motion stays so: θ = π/3, Ω = 3, ω3 from the equation of nutation (cases.md §2).
TEST(ClosedForms, DiscInACircle) {
    const double pi = std::numbers::pi, p = 3 * std::sin(pi / 3);
    const double w3 = (0.25 * p * p / std::tan(pi / 3) - 9.81 * std::cos(pi / 3)) / (1.5 * p);
    EXPECT_NEAR(w3, -1.008623586833385, 1e-15);
    const Rational exact(-1008623586833385, 1000000000000000);
    const Final x = moved(from_gallery("rolling-disc"), 10, {}, {{"w", exact}});
    EXPECT_NEAR(x.at("theta"), pi / 3, 1e-14);
    EXPECT_NEAR(x.at("phi"), 30, 1e-12);
    EXPECT_NEAR(x.at("w"), w3, 1e-14);
}

TEST(ClosedForms, ChaplyginsBall) {
    const Final x = moved(from_gallery("chaplygin-ball"), 10, {}, {});
    EXPECT_NEAR(x.at("w1"), 1.0858605021, 6e-11);
    EXPECT_NEAR(x.at("w2"), 0.1067703385, 6e-11);
    EXPECT_NEAR(x.at("w3"), -0.9148581945, 6e-11);
    EXPECT_NEAR(x.at("energy"), 1.817578795181, 6e-13);
}

// Two integrators that share nothing but the right-hand side.
TEST(Gallery, TaylorAndCvodeAgreeOnEverySystem) {
    for (const GalleryModel& model : gallery()) {
        const System system = from_gallery(std::string(model.name));
        const double until = std::min(2.0, system.experiments.at(0).until.to_double());
        const Final series = moved(system, until, {}, {});
        const Final steps = moved(system, until, {}, {}, "cvode-adams", 1e-12);
        for (const auto& [name, value] : series)
            EXPECT_NEAR(steps.at(name), value, 2e-8 * std::max(1.0, std::fabs(value)))
                << model.name << ": " << name;
    }
}

}  // namespace
}  // namespace anholon
