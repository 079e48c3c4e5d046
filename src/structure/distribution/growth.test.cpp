#include "structure/distribution/growth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "structure/distribution/growth_by_jets.hpp"
#include "structure/distribution/integrability.hpp"
#include "structure/distribution/model.test.hpp"

namespace anholon {
namespace {

// x = 0, where z' = y x'/x has no value, lies between x = 1 and x = -1.
TEST(Growth, ChowsTheoremJoinsWhatAPathJoins) {
    const Fact fact = asked("growth", model("model A { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2\n"
                                            "constraint z' = y*x'/x; init x = 1 }"));
    EXPECT_TRUE(says(fact, "that a path joins where they have values")) << page(fact);
}

TEST(Growth, IsThatOfTheTextbooks) {
    const std::pair<const char*, const char*> known[] = {
        {"chaplygin-sleigh", "(2, 3)"},
        {"nonholonomic-particle", "(2, 3)"},
        {"rolling-ball", "(3, 5)"},
        {"rubber-ball", "(2, 3, 5)"},
        {"chaplygin-ball", "(3, 5)"},
        {"rolling-disc", "(3, 4, 5)"},
        {"vertical-rolling-disc", "(2, 3, 4)"},
        {"roller-racer", "(2, 3, 4)"},
        {"trailer-1", "(2, 3, 4)"},
        {"trailer-2", "(2, 3, 4, 5)"},
        {"suslov", "(2, 3)"},
        {"suslov-gravity", "(2, 3)"},
    };
    for (const auto& [name, vector] : known) {
        const Fact fact = asked("growth", from_gallery(name));
        EXPECT_EQ(fact.verdict.text(), vector) << name;
        EXPECT_TRUE(says(fact, "Chow and Rashevskii")) << name;
    }
}

TEST(Growth, EndsWhereAnIntegralHolds) {
    const Fact axle = asked("growth", from_gallery("two-wheels-on-axle"));
    EXPECT_EQ(axle.verdict.text(), "(2, 3, 4)");
    EXPECT_TRUE(says(axle, "every motion stays on a surface of dimension 4 of 5")) << page(axle);
    // A wheel of varying radius sets it free.
    const Fact free = asked("growth", from_gallery("two-wheels-on-axle", "r*phi2'", "x*phi2'"));
    EXPECT_EQ(free.verdict.text(), "(2, 3, 5)") << page(free);
}

TEST(Growth, FlipsWithATerm) {
    // The slope of the track no longer turns with y.
    EXPECT_EQ(asked("growth", from_gallery("nonholonomic-particle", "b*y*x'", "b*x*x'")).verdict.text(),
              "(2)");
    // A rubber ball that may spin is a rolling ball.
    const Fact ball =
        asked("growth", from_gallery("rubber-ball", "  constraint spin: oz = 0\n  quasi wx = ox, wy = oy\n",
                                     "  quasi wx = ox, wy = oy, wz = oz\n"));
    EXPECT_EQ(ball.verdict.text(), "(3, 5)");
}

TEST(Growth, DropsWhereTheBracketsDegenerate) {
    EXPECT_TRUE(says(asked("growth", from_gallery("chaplygin-sleigh")), "it drops nowhere"));
    EXPECT_TRUE(says(asked("growth", from_gallery("trailer-1")), "it drops nowhere"));
    EXPECT_TRUE(says(asked("growth", from_gallery("trailer-2")), "it drops where cos(th0 - th1) = 0"));
    // Jean: a right angle between any two that follow each other, but for the last.
    EXPECT_TRUE(says(
        asked("growth", from_gallery("trailer-5")),
        "it drops where cos(th0 - th1) = 0, cos(th1 - th2) = 0, cos(th2 - th3) = 0, or cos(th3 - th4) = 0"));
    EXPECT_TRUE(says(asked("growth", from_gallery("blackall")), "it drops where z = 0"));
    EXPECT_TRUE(
        says(asked("growth", from_gallery("roller-racer")), "it drops where phi - pi = 0 and d1 - d2 = 0"));
    // Martinet's distribution
    const Fact martinet = asked("growth", from_gallery("nonholonomic-particle", "b*y*x'", "b^2*y^2*x'"));
    EXPECT_TRUE(says(martinet, "it drops where y = 0")) << page(martinet);
}

// Jean: (2, 3, 4, 4, 5) where the first trailer stands across the car, and there only.
TEST(Growth, AJackKnifedTrailerNeedsLongerBrackets) {
    const char* const pose = "init v = 1, w = 0.5, th1 = -0.2, th2 = -0.4";
    const auto at = [&](const char* angles) {
        return asked("growth", from_gallery("trailer-2", pose, std::string("init v = 1, ") + angles));
    };
    EXPECT_TRUE(says(at("th1 = -0.2"), "at the stated point (2, 3, 4, 5) as well"));
    EXPECT_TRUE(says(at("th0 = pi/2"), "at the stated point (2, 3, 4, 4, 5): this is a singular point"));
    EXPECT_TRUE(says(at("th0 = 0.3, th1 = 0.3 - pi/2"),
                     "at the stated point (2, 3, 4, 4, 5): this is a singular point"));
    EXPECT_TRUE(says(at("th2 = pi/2"), "at the stated point (2, 3, 4, 5) as well"));
    EXPECT_TRUE(says(asked("growth", from_gallery("nonholonomic-particle", "b*y*x'", "(b*y - 1/2)^2*x'")),
                     "at the stated point (2, 2, 3): this is a singular point"));
}

TEST(Growth, IsToldAtAPoleOfTheStatedQuasiVelocities) {
    const Fact flat =
        asked("growth", from_gallery("rolling-disc", "theta = pi/3, u = 3*sin(pi/3)", "theta = 0, u = 0"));
    EXPECT_TRUE(says(flat, "at the stated point (3, 4, 5) as well")) << page(flat);
}

// With its fork locked it keeps its steer, and a surface in the seven dimensions is left.
TEST(Growth, OfABicycle) {
    const Fact free = asked("growth", from_gallery("whipple-bicycle"));
    EXPECT_EQ(free.verdict.text(), "(3, 5, 7)") << page(free);
    EXPECT_TRUE(says(free, "at the stated point (3, 4, 6, 7): this is a singular point")) << page(free);
    EXPECT_TRUE(says(free, "Chow and Rashevskii")) << page(free);
    const System locked_fork = from_gallery("whipple-bicycle", "leaning = roll', steering = steer'",
                                            "leaning = roll'\n  constraint lock: steer' = 0");
    const Fact locked = asked("growth", locked_fork);
    EXPECT_TRUE(says(locked, "every motion stays on a surface of dimension 6 of 7")) << page(locked);
    const Fact part = asked("integrability", locked_fork);
    EXPECT_EQ(part.verdict.text(), "partly integrable");
    EXPECT_TRUE(says(part, "1 combination of the 5 velocity constraints can be integrated")) << page(part);
}

// Two ways to one number: brackets fill the manifold but for the combinations that Frobenius' theorem integrates.
TEST(Growth, AndIntegrabilityAgree) {
    const auto compare = [](const System& system, const std::string& name) {
        const Budget budget(60);
        const Setting s(system);
        if (s.has_nonlinear_constraints() || !s.has_velocity_constraints()) return;
        const Distribution D = distribution(s);
        const auto jets = growth_by_jets(D, budget);
        EXPECT_EQ(jets.has_value(), !s.on_algebra()) << name;
        if (jets) EXPECT_LT(jets->vector.error_bound, 1e-12) << name;
        const IntegrablePart part = integrable_part(D, budget);
        ASSERT_TRUE(part.decided) << name << ": " << part.reason;
        const GrowthVector g = generic_growth(D, budget);
        if (!g.open.empty()) {  // formulas of too high a degree: values of brackets decide
            EXPECT_EQ(name, "whipple-bicycle") << g.open;
            EXPECT_EQ(jets->vector.dimensions, (std::vector<std::size_t>{3, 5, 7}));
            EXPECT_EQ(part.count, 0u);
            return;
        }
        if (jets) EXPECT_EQ(jets->vector.dimensions, g.dimensions) << name;
        EXPECT_EQ(g.dimensions.back(), D.dimension - part.count) << name;
        EXPECT_EQ(g.dimensions, generic_growth(in_simpler_angles(D), budget).dimensions) << name;
        EXPECT_EQ(D.frame.is_closed() == Answer::yes, part.count == D.constraint.size()) << name;
    };
    for (const GalleryModel& m : gallery())
        compare(from_gallery(std::string(m.name).c_str()), std::string(m.name));
    std::mt19937_64 engine(7);
    const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine); };
    const std::vector<std::string> q{"x", "y", "z", "u", "w"};
    for (int trial = 0; trial < 40; ++trial) {
        const int n = 3 + trial % 3, m = 1 + below(n - 1);
        const auto coefficient = [&]() -> std::string {
            const std::string a = q[static_cast<std::size_t>(below(n))];
            const std::string of[] = {"0", "1", a, "2", "sin(" + a + ")", "t", "b*" + a + "^2", "0"};
            return of[below(8)];
        };
        std::string text = "model R { param b = 2\n coord x";
        for (int i = 1; i < n; ++i) text += ", " + q[static_cast<std::size_t>(i)];
        text += "\n kinetic (x'^2";
        for (int i = 1; i < n; ++i) text += " + " + q[static_cast<std::size_t>(i)] + "'^2";
        text += ")/2\n";
        for (int k = 0; k < m; ++k) {
            text += " constraint c" + std::to_string(k) + ": " + q[static_cast<std::size_t>(k)] + "' = ";
            for (int i = m; i < n; ++i)
                text += (i == m ? "" : " + ") + coefficient() + "*" + q[static_cast<std::size_t>(i)] + "'";
            text += "\n";
        }
        compare(model(text + "}"), text);
    }
}

// On a grid of points of random distributions: dimensions are smaller exactly where the locus says so.
TEST(Growth, DropsExactlyWhereItIsToldTo) {
    std::mt19937_64 engine(5);
    const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine); };
    const std::vector<std::string> q{"x", "y", "z", "u"};
    std::size_t drops = 0, points = 0;
    for (int trial = 0; trial < 30; ++trial) {
        const int n = 3 + trial % 2, m = 1 + below(n - 2);
        const auto name = [&](int i) { return q[static_cast<std::size_t>(i)]; };
        const auto coefficient = [&]() -> std::string {
            const std::string a = name(below(n)), b = name(below(n));
            const std::string of[] = {
                "0", a, a + "*" + b, a + "^2", "(1 + " + a + ")*" + b, "(" + a + " - " + b + ")^2"};
            return of[below(6)];
        };
        std::string text = "model R {\n coord x, y, z" + std::string(n == 4 ? ", u" : "") +
                           "\n kinetic x'^2 + y'^2 + z'^2" + (n == 4 ? " + u'^2" : "") + "\n";
        for (int k = 0; k < m; ++k) {
            text += " constraint c" + std::to_string(k) + ": " + name(n - 1 - k) + "' = ";
            for (int i = 0; i < n - m; ++i)
                text += (i == 0 ? "" : " + ") + coefficient() + "*" + name(i) + "'";
            text += "\n";
        }
        const System system = model(text + "}");
        const Setting s(system);
        const Distribution D = distribution(s);
        const Budget budget(60);
        const GrowthVector generic = generic_growth(D, budget);
        const GrowthDrop drop = growth_drop(D, generic, budget);
        const auto level = [&](const GrowthVector& g) {
            return std::vector(
                g.dimensions.begin(),
                g.dimensions.begin() + static_cast<long>(std::min(drop.levels, g.dimensions.size())));
        };
        for (int k = 0; k < 25; ++k, ++points) {
            Substitution point{{s.t, s.c.zero()}};
            for (const Expr& x : s.q) point.emplace_back(x, s.c.number(below(3) - 1));
            const bool told = std::ranges::any_of(drop.locus.cases, [&](const Locus::Case& one) {
                return std::ranges::all_of(one.conditions, [&](Expr f) {
                    return is_zero(substitute(f, point)).answer == Answer::yes;
                });
            });
            const GrowthVector here = growth_at(D, point, generic, budget);
            EXPECT_EQ(level(here) != level(generic), told) << text << "\n" << described(drop.locus).text;
            drops += told;
        }
    }
    EXPECT_GT(drops, 50u);
    EXPECT_GT(points - drops, 50u);
}

TEST(Growth, KeepsToItsHypotheses) {
    EXPECT_EQ(asked("growth", from_gallery("gauss-thermostat")).verdict.text(), "does not apply");
    EXPECT_TRUE(says(asked("growth", from_gallery("ball-on-rotating-plane")), "the constraints move"));
    EXPECT_EQ(asked("growth", from_gallery("spherical-pendulum")).verdict.text(), "no velocity constraints");
    EXPECT_EQ(asked("growth", from_gallery("trailer-5"), 0).verdict.text(), "not decided");
}

// The minors vanish together where all direction cosines do, which a unit vector's cannot.
TEST(Growth, DropsNowhereOnTheUnitSphere) {
    const Fact stone = asked("rattleback", "growth");
    EXPECT_TRUE(says(stone, "it drops nowhere")) << all_lines(stone);
    EXPECT_TRUE(says(stone, "at the stated point (3, 5) as well")) << all_lines(stone);
    // Two of them may: the wheel of a unicycle whose heading is a point of the circle, and a third direction that needs one of both.
    const auto asked_of = [](const char* constraint) {
        return asked(model(std::string("model A { coord x, y, c, s\n kinetic x'^2 + y'^2 + c'^2 + s'^2\n"
                                       " constraint unit: c^2 + s^2 = 1\n constraint k: ") +
                           constraint + "\n init c = 1 }"),
                     "growth");
    };
    EXPECT_TRUE(says(asked_of("y'*c = x'*s"), "it drops nowhere")) << all_lines(asked_of("y'*c = x'*s"));
    EXPECT_FALSE(says(asked_of("y' = x'*s^2"), "it drops nowhere")) << all_lines(asked_of("y' = x'*s^2"));
}

}  // namespace
}  // namespace anholon
