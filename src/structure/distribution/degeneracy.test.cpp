#include "structure/distribution/degeneracy.hpp"

#include <gtest/gtest.h>

#include "structure/distribution/model.test.hpp"

namespace anholon {
namespace {

// Borisov, Kilin, Mamaev (4.11): both skates along the line between them.
TEST(Degeneracy, OfTwoSkatesIsWhereBothStandAcross) {
    const Fact cart = asked("degeneracy", from_gallery("cart-two-skates"));
    EXPECT_EQ(cart.verdict, "somewhere");
    EXPECT_TRUE(says(cart, "dependent where cos(theta1) = 0 and cos(theta2) = 0")) << page(cart);
    EXPECT_TRUE(says(asked("degeneracy", from_gallery("beam-on-two-skates")),
                     "dependent where sin(a1 - a2) = 0 and cos(psi - a2) = 0"));
    // The rear skate does not turn: nowhere.
    const Fact fixed =
        asked("degeneracy",
              from_gallery("cart-two-skates", "(v1 + b2*psi')*cos(theta2) + v2*sin(theta2)", "v1 + b2*psi'"));
    EXPECT_TRUE(says(fixed, "the constraint forms are independent everywhere")) << page(fixed);
}

// (I⁻¹a, b) ≠ 0                                                                                   theory §4
TEST(Degeneracy, OfServoBodiesIsTheirPolynomial) {
    const char* const polynomial = "I11*I22*b3 - I11*I23*b2 - I12^2*b3 + I12*I13*b2 = 0";
    for (const char* name : {"servo-body-first", "servo-body-second"}) {
        const Fact fact = asked("degeneracy", from_gallery(name));
        EXPECT_EQ(fact.verdict, "somewhere") << name;
        EXPECT_TRUE(says(fact, polynomial)) << page(fact);
    }
    // A torque about the axis itself, and no products of inertia: Suslov's body, always solvable.
    EXPECT_EQ(asked("degeneracy",
                    from_gallery("servo-body-first", "(I11, I22, I33; I12, I13, I23)", "(I11, I22, I33)"))
                  .verdict,
              "nowhere");
    // Across it: never.
    const Fact never = asked(
        "degeneracy", from_gallery("servo-sleigh", "(a*cos(phi) - b*sin(phi), a*sin(phi) + b*cos(phi), c)",
                                   "(a*cos(phi), a*sin(phi), c)"));
    EXPECT_EQ(never.verdict, "everywhere") << page(never);
}

TEST(Degeneracy, InQuaternionsIsNoneAndInEulersAnglesThePole) {
    for (const char* name : {"rolling-ball", "rubber-ball", "chaplygin-ball", "heavy-top-quaternion"})
        EXPECT_EQ(asked("degeneracy", from_gallery(name)).verdict, "nowhere") << name;
    const Fact disc = asked("degeneracy", from_gallery("rolling-disc"));
    EXPECT_EQ(disc.verdict, "somewhere");
    EXPECT_TRUE(says(disc, "sin(theta) = 0")) << page(disc);
}

TEST(Degeneracy, OfInertiaIsAConditionOnParameters) {
    const Fact car = asked("degeneracy", from_gallery("bottema-car"));
    EXPECT_EQ(car.verdict, "nowhere");
    EXPECT_TRUE(says(car, "J - m*a^2 = 0")) << page(car);
    // The mass centre on the rear axle: no condition.
    EXPECT_FALSE(says(asked("degeneracy", from_gallery("bottema-car", " + m*a*vy*psi'", "")), "until"));
}

// The gradient of a homogeneous constraint vanishes at rest, which it allows; Gauss's thermostat never rests.
TEST(Degeneracy, OfNonlinearConstraintsIsThatOfTheirGradients) {
    const Fact wheel = asked("degeneracy", from_gallery("appell-hamel"));
    EXPECT_EQ(wheel.verdict, "somewhere");
    EXPECT_TRUE(says(wheel, "dependent where x' = 0, y' = 0 and z' = 0")) << page(wheel);
    EXPECT_EQ(asked("degeneracy", from_gallery("gauss-thermostat")).verdict, "nowhere");
    EXPECT_EQ(asked("degeneracy",
                    from_gallery("appell-hamel", "constraint wheel", "motion vakonomic\n  constraint wheel"))
                  .verdict,
              "not decided");
}

// Products of inertia: positive for the stated values, until a determinant of the parameters vanishes.
TEST(Degeneracy, EnergyWithProductsOfInertia) {
    const Fact stone = asked("rattleback", "degeneracy");
    EXPECT_EQ(stone.verdict, "nowhere");
    EXPECT_TRUE(says(stone, "stays so until I1*I2 - I12^2 = 0")) << all_lines(stone);
    const auto ball = [](const char* k) {
        std::string text(gallery_text("chaplygin-ball"));
        for (std::size_t at = text.find("  expect"); at != std::string::npos; at = text.find("  expect"))
            text.erase(at, text.find('\n', at) + 1 - at);
        return asked(changed_model(text, {{"I3 = 2.5 [kg m^2]",
                                           "k = " + std::string(k) + " [kg m^2], I3 = 2.5 [kg m^2]"},
                                          {"I3*o3^2)/2", "I3*o3^2)/2 + k*o1*o2"}}),
                     "degeneracy");
    };
    EXPECT_TRUE(says(ball("0.1"), "stays so until I1*I2 - k^2 = 0")) << all_lines(ball("0.1"));
    EXPECT_NE(ball("3").verdict, "nowhere") << all_lines(ball("3"));
}

}  // namespace
}  // namespace anholon
