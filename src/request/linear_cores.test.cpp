#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/read_model.test.hpp"
#include "request/linearize.hpp"
#include "request/model.hpp"

// The linear equations of cores, against published numbers and against those of the full systems.

namespace anholon {
namespace {

using Words = std::vector<std::string>;

Linearisation of_core(const std::string& text, Standstill at, const Words& values = {},
                      const Words& parameters = {}) {
    request::Linearize asked{.at = at};
    asked.start.values = values;
    asked.start.parameters = parameters;
    const request::StatedModel model =
        request::stated(Source("test", text), {.reduced = true, .words = &asked.start, .keeps_given = true});
    EXPECT_TRUE(model.system.algebra);
    return std::get<Linearisation>(answer(asked, model.system));
}

double value(const Linearisation& l, const std::string& name) {
    for (const NamedValue& x : l.state)
        if (x.name == name) return x.value;
    ADD_FAILURE() << name;
    return 0;
}

// cases §6
TEST(LinearCores, RattlebackSpinsAboutTheVertical) {
    const Linearisation l = of_core(gallery_text("rattleback"), Standstill::steady, {"w3 = -5"});
    const auto& mu = l.spectrum.values;
    ASSERT_EQ(mu.size(), 5u);  // of six variables one is on the sphere
    EXPECT_NEAR(mu[0].real(), 2.1206923979, 1e-9);
    EXPECT_NEAR(mu[0].imag(), 109.392322838, 1e-8);
    EXPECT_NEAR(mu[4].real(), -0.2025212833, 1e-9);
    EXPECT_NEAR(std::abs(mu[4].imag()), 34.1436916659, 1e-9);
    EXPECT_EQ(l.spectrum.zeros, 1u);
    EXPECT_EQ(l.family, 1u);
    EXPECT_NEAR(std::abs(value(l, "gamma3")), 1, 1e-14);
    EXPECT_EQ(l.count.tied, 1u);
}

// Newton's method begins beside a steady motion, and stays on the sphere.
TEST(LinearCores, TheSearchStaysOnTheSphere) {
    const Linearisation l = of_core(gallery_text("rattleback"), Standstill::steady);
    const double length = std::hypot(value(l, "gamma1"), std::hypot(value(l, "gamma2"), value(l, "gamma3")));
    EXPECT_NEAR(length, 1, 1e-12);
    EXPECT_NEAR(value(l, "w3"), -5, 0.01);  // the vertical spin beside it, and not another one far away
}

// At rest ω = 0, though γ stands still wherever ω points along it.
TEST(LinearCores, AnEquilibriumDoesNotTurn) {
    const Linearisation l = of_core(gallery_text("rattleback"), Standstill::equilibrium);
    for (const char* w : {"w1", "w2", "w3"}) EXPECT_EQ(value(l, w), 0) << w;
    request::Linearize spinning{.at = Standstill::equilibrium};
    spinning.where = {"w3 = 1"};
    const System core = request::stated(Source("test", gallery_text("rattleback")), {.reduced = true}).system;
    EXPECT_THROW(answer(spinning, core), NoStandstill);
    spinning.at = Standstill::steady;
    EXPECT_NEAR(value(std::get<Linearisation>(answer(spinning, core)), "w3"), 1, 1e-12);
}

// ω₃² > A m g R/(C(C + mR²)), and Ω² > mgR/(A + mR²)
TEST(LinearCores, ADiscIsStableWhenFast) {
    const auto is_unstable = [](const std::string& u, double w) {
        const Linearisation l = of_core(gallery_text("rolling-disc"), Standstill::steady,
                                        {"theta = pi/2", "u = " + u, "w = " + std::to_string(w)});
        EXPECT_EQ(l.spectrum.values.size(), 4u);
        return l.stability.verdict == Stability::Verdict::unstable;
    };
    const double rolling = std::sqrt(0.25 * 9.81 / (0.5 * 1.5)), spinning = std::sqrt(9.81 / 1.25);
    EXPECT_TRUE(is_unstable("0", 0.999 * rolling));
    EXPECT_FALSE(is_unstable("0", 1.001 * rolling));
    EXPECT_TRUE(is_unstable(std::to_string(0.999 * spinning), 0));
    EXPECT_FALSE(is_unstable(std::to_string(1.001 * spinning), 0));
}

// Meijaard, Papadopoulos, Ruina and Schwab 2007
TEST(LinearCores, BicycleAtFiveMetresPerSecond) {
    const Linearisation l = of_core(gallery_text("whipple-bicycle"), Standstill::steady, {"v = 5"});
    const auto has = [&](double real, double imaginary) {
        return std::ranges::any_of(l.spectrum.values, [&](const auto& mu) {
            return std::abs(mu.real() - real) < 1e-10 && std::abs(mu.imag() - imaginary) < 1e-10;
        });
    };
    EXPECT_TRUE(has(-0.32286642900409, 0));
    EXPECT_TRUE(has(-14.07838969279822, 0));
    EXPECT_TRUE(has(-0.77534188219585, 4.46486771378823));
    EXPECT_EQ(l.spectrum.zeros, 1u);  // of the speed
    request::Linearize asked{.at = Standstill::steady};
    asked.critical = "v=1..10";
    const System core =
        request::stated(Source("test", gallery_text("whipple-bicycle")), {.reduced = true}).system;
    const auto found = std::get<request::CriticalValuesFound>(answer(asked, core)).values.crossings;
    ASSERT_EQ(found.size(), 2u);
    EXPECT_NEAR(found[0].value, 4.29238253634111, 1e-11);
    EXPECT_NEAR(found[1].value, 6.02426201538837, 1e-11);
}

}  // namespace
}  // namespace anholon
