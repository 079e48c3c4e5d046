#include <gtest/gtest.h>

#include <cmath>

#include "model/read_model.test.hpp"
#include "motion/moved.test.hpp"

namespace anholon {
namespace {

std::string digits(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
}

// Zhukovskii: a liquid without vortices adds constant moments of inertia, for an ellipsoid m/5 (b² − c²)²/(b² + c²) and so on around.
TEST(LiquidFilledBody, MovesAsASolidOneWhereTheLiquidHasNoVortices) {
    const double m = 2, half[] = {0.9, 0.7, 0.5}, J[] = {0.5, 0.7, 0.8}, w[] = {0.3, 1, 0.2};
    std::string liquid = gallery_text("liquid-filled-body"), solid = gallery_text("free-top");
    const char* const u[] = {"u1 = 0.4", "u2 = -0.5", "u3 = 0.6"};
    const char* const I[] = {"I1 = 1", "I2 = 2", "I3 = 2.5"};
    const char* const spin[] = {"w1 = 0.01", "w2 = 1,", "w3 = 0.01"};
    for (int k = 0; k < 3; ++k) {
        const double b = half[(k + 1) % 3], c = half[(k + 2) % 3], sum = b * b + c * c,
                     difference = b * b - c * c;
        const std::string place = std::to_string(k + 1);
        liquid = changed(liquid, u[k], "u" + place + " = " + digits(2 * b * c / sum * w[k]));
        solid =
            changed(solid, I[k], "I" + place + " = " + digits(J[k] + m / 5 * difference * difference / sum));
        solid = changed(solid, spin[k], "w" + place + " = " + digits(w[k]) + (k == 1 ? "," : ""));
    }
    const Values with = at(model(liquid), 20), without = at(model(solid), 20);
    for (const char* name : {"w1", "w2", "w3"}) EXPECT_NEAR(with.at(name), without.at(name), 1e-12) << name;
    // A liquid that was a solid part would move otherwise.
    EXPECT_GT(std::fabs(at(model(gallery_text("liquid-filled-body")), 20).at("w1") - with.at("w1")), 0.01);
}

}  // namespace
}  // namespace anholon
