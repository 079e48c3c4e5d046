#include "study/path.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/read_model.test.hpp"

namespace anholon {
namespace {

TracedPath path_of(const std::string& text, const std::string& by, double until, double every = 0) {
    const System system = model(text);
    const Flow flow(system, {});
    PathOptions options;
    options.velocity = path_velocity(Setting(system), by);
    options.until = until;
    options.every = every;
    return path(flow, options);
}

std::string why_not(const std::string& text, const std::string& by) {
    try {
        path_of(text, by, 1);
    } catch (const NoPath& e) {
        return e.what();
    }
    return "";
}

// A projectile: y is a parabola over x, and t = (x − 1)/x'.
const char* const projectile = R"(model P {
  param g = 10
  coord x, y
  kinetic (x'^2 + y'^2)/2
  potential g*y
  init x = 1, y = 2, x' = VX, y' = 3
})";

TEST(Path, OfAProjectileIsAParabola) {
    for (const double vx : {2.0, -2.0}) {
        const double until = 1 + 2 * vx;
        const TracedPath p = path_of(changed(projectile, "VX", std::to_string(vx)), "x", until, 0.5);
        EXPECT_EQ(p.columns, (std::vector<std::string>{"pi_x'", "t", "x", "y", "y_y"}));
        EXPECT_EQ(p.coordinate, "x");
        EXPECT_EQ(p.energy, 2 + 4.5 + 20);
        ASSERT_EQ(p.rows.size(), 9u);
        for (const std::vector<double>& row : p.rows) {
            const double t = (row[0] - 1) / vx;
            EXPECT_NEAR(row[1], t, 1e-14);
            EXPECT_NEAR(row[2], row[0], 1e-14);
            EXPECT_NEAR(row[3], 2 + 3 * t - 5 * t * t, 1e-12);
            EXPECT_NEAR(row[4], 3 - 10 * t, 1e-12);
        }
        EXPECT_LT(p.difference, 1e-13);
        EXPECT_FALSE(p.ended);
    }
}

// Every free velocity, brackets among them, constraints that are not integrable, redundant coordinates.
TEST(Path, IsTheMotionItself) {
    const std::string sleigh = gallery_text("chaplygin-sleigh");
    for (const auto& [text, by, until] : std::vector<std::tuple<std::string, std::string, double>>{
             {sleigh, "w", 3},
             {sleigh, "v", 8},
             {changed(sleigh, "w = 1", "w = -1"), "theta", -3},
             {gallery_text("sleigh-with-rotor"), "w", 1},
             {gallery_text("rolling-disc"), "w", 0.5},
             {gallery_text("heavy-top-quaternion"), "w3", 3},
             {gallery_text("liquid-filled-body"), "w2", 0.5}}) {
        const TracedPath p = path_of(text, by, until);
        EXPECT_FALSE(p.ended) << by << ": " << p.ended.value_or("");
        EXPECT_FALSE(p.compared_until);
        EXPECT_LT(p.difference, 1e-12) << p.columns[0];
        EXPECT_GT(p.rows.size(), 2u);
    }
}

// The path of a pendulum's bob turns back in height; that of y ends at its top.
TEST(Path, EndsWhereItsVariableTurnsBack) {
    const TracedPath p = path_of(changed(projectile, "VX", "2"), "y", 4);  // the top is y = 2.45
    ASSERT_TRUE(p.ended);
    EXPECT_NEAR(p.rows.back()[0], 2.45, 1e-3);
    EXPECT_NE(p.ended->find("tends to 0"), std::string::npos) << *p.ended;
}

// y grows beyond all bounds at a finite x, and x' is constant.
TEST(Path, NamesNoTurnWhereThereIsNone) {
    const TracedPath p = path_of(
        "model A { coord x, y; kinetic (x'^2 + y'^2)/2; potential -y^4/4; init y = 1, x' = 1, y' = 1 }", "x",
        9);
    ASSERT_TRUE(p.ended);
    EXPECT_EQ(p.ended->find("tends to 0"), std::string::npos) << *p.ended;
}

TEST(Path, SaysWhyThereIsNone) {
    EXPECT_EQ(why_not(changed(projectile, "VX", "2"), "z"),
              "'z' is no free velocity, and no coordinate whose rate is one; those are x', x, y', y");
    EXPECT_EQ(why_not(changed(projectile, "VX", "0"), "x"),
              "x' is 0 at the start, so its quasi-coordinate does not move");
    EXPECT_EQ(why_not(changed(changed(projectile, "VX", "2"), "potential g*y", "potential g*y*t"), "x"),
              "the Lagrangian depends on time");
    EXPECT_NE(why_not(gallery_text("appell-hamel"), "x"), "");
    EXPECT_NE(why_not(gallery_text("servo-sleigh"), "x").find("nonholonomic law of motion"),
              std::string::npos);
}

}  // namespace
}  // namespace anholon
