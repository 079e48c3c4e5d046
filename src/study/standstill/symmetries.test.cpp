#include "study/standstill/symmetries.hpp"

#include <gtest/gtest.h>

#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

Fact symmetries_of(const std::string& text) {
    const System s = model(text);
    return asked(s, "symmetries", 30);
}

std::string all_of(const Fact& fact) {
    std::string text;
    for (const auto& line : fact.statement) text += line.text + "\n";
    return text;
}

TEST(Symmetries, OfTheSleigh) {
    const std::string sleigh = gallery_text("chaplygin-sleigh");
    EXPECT_EQ(symmetries_of(sleigh).verdict.text(), "4 fields, reversible");
    EXPECT_TRUE(says(symmetries_of(sleigh), "leaves 2"));
    // On a slope L changes by a constant, the equations do not; the rotation is lost.
    const Fact slope = symmetries_of(gallery_text("chaplygin-sleigh-incline"));
    EXPECT_TRUE(says(slope, "translation ∂/∂x")) << all_of(slope);
    EXPECT_TRUE(says(slope, "translation ∂/∂y"));
    EXPECT_FALSE(says(slope, "rotation -"));
    // A blade that turns twice as fast as the sleigh: no rotation either.
    const Fact fixed =
        symmetries_of(changed(sleigh, "cos(theta)*y' - sin(theta)*x'", "cos(2*theta)*y' - sin(2*theta)*x'"));
    EXPECT_FALSE(says(fixed, "+ ∂/∂theta")) << all_of(fixed);
}

TEST(Symmetries, FrictionLetsNoTimeRunBack) {
    const std::string pendulum =
        "model P { param l = 2, r = 1; coord x, y; kinetic (x'^2 + y'^2)/2; potential x^2 + y^2 }";
    const Fact free = symmetries_of(pendulum);
    EXPECT_TRUE(free.verdict.text().ends_with("reversible")) << free.verdict.text();
    EXPECT_TRUE(says(free, "rotation -y*∂/∂x + x*∂/∂y: its momentum is an integral")) << all_of(free);
    const Fact rubbed =
        symmetries_of(changed(pendulum, "potential", "dissipation r*(x'^2 + y'^2)\n  potential"));
    EXPECT_TRUE(rubbed.verdict.text().ends_with("no reversal")) << rubbed.verdict.text();
    // Still a symmetry, but its momentum decays.
    EXPECT_NE(all_of(rubbed).find("rotation -y*∂/∂x + x*∂/∂y\n"), std::string::npos) << all_of(rubbed);
    EXPECT_FALSE(says(symmetries_of(changed(pendulum, "x^2 + y^2", "x^2 + 2*y^2")), "rotation -"));
    EXPECT_EQ(symmetries_of(gallery_text("viscous-sleigh")).verdict.text(), "2 fields, no reversal");
    EXPECT_TRUE(symmetries_of(gallery_text("added-mass-skate")).verdict.text().ends_with("reversible"));
}

TEST(Symmetries, ReversalMayNeedReflections) {
    // A magnetic field: t → −t only together with a reflection.
    const std::string charged = "model C { param B = 1; coord x, y; lagrangian (x'^2 + y'^2)/2 + B*x*y' }";
    const Fact fact = symmetries_of(charged);
    EXPECT_TRUE(says(fact, "reversible: t → -t, x → -x")) << all_of(fact);
    EXPECT_TRUE(
        symmetries_of(changed(charged, "B*x*y'", "B*(x + x^2)*y'")).verdict.text().ends_with("reversible"));
    EXPECT_TRUE(says(symmetries_of(changed(charged, "B*x*y'", "B*x^2*y'")), "reversible: t → -t, y → -y"));
}

TEST(Symmetries, ScalingsKnowTheirExponents) {
    const Fact kepler = symmetries_of(
        "model K { param k = 1; coord x, y; kinetic (x'^2 + y'^2)/2; potential -k/sqrt(x^2 + y^2); init x = "
        "1 }");
    // Kepler's third law: T² ~ a³
    EXPECT_TRUE(says(kepler, "scaling 2*x/3*∂/∂x + 2*y/3*∂/∂y + t*∂/∂t")) << all_of(kepler);
    const Fact spring = symmetries_of(
        "model K { param k = 1; coord x, y; kinetic (x'^2 + y'^2)/2; potential k*(x^2 + y^2) }");
    EXPECT_FALSE(says(spring, "∂/∂t")) << all_of(spring);
}

TEST(Symmetries, OfSuslovsBody) {
    const Fact fact = symmetries_of(gallery_text("suslov"));
    EXPECT_EQ(fact.verdict.text(), "reversible");
    EXPECT_TRUE(says(fact, "reversible: t → -t, w1 → -w1, w2 → -w2")) << all_of(fact);
    EXPECT_FALSE(says(fact, "reflection"));
    // With I13 = 0 a rotation may be turned over.
    EXPECT_TRUE(
        says(symmetries_of(changed(gallery_text("suslov"), "I13 = 0.3", "I13 = 0")), "reflection: w2 → -w2"));
}

TEST(Symmetries, WithoutGravityThereAreMore) {
    const std::string pendulum = gallery_text("spherical-pendulum");
    EXPECT_EQ(symmetries_of(pendulum).verdict.text(), "1 field, reversible");
    const Fact free = symmetries_of(changed(pendulum, "g = 9.81", "g = 0"));
    EXPECT_EQ(free.verdict.text(), "4 fields, reversible") << all_of(free);  // three rotations, and time
}

TEST(Symmetries, RotationsOfQuaternions) {
    const Fact fact = symmetries_of(gallery_text("heavy-top-quaternion"));
    EXPECT_EQ(fact.verdict.text(), "2 fields, reversible");
    EXPECT_TRUE(says(fact, "leaves 4"));
}

// A force or a potential that jumps has the slope 0 beside its jump. What is a symmetry takes the jump to itself.
TEST(Symmetries, JumpsAreSeen) {
    const auto with = [](const std::string& law) {
        return symmetries_of("model J { coord x, y; kinetic (x'^2 + y'^2)/2; " + law + "; init x = 1 }");
    };
    const Fact force = with("force on x: -sign(x)"), potential = with("potential sign(x)"),
               differences = with("force on x: -sign(x - y); force on y: sign(x - y)"),
               circle = with("potential if(x^2 + y^2 > 2, 1, 0)");
    for (const Fact& fact : {force, potential}) {
        EXPECT_FALSE(says(fact, "translation ∂/∂x")) << all_of(fact);
        EXPECT_TRUE(says(fact, "translation ∂/∂y")) << all_of(fact);
    }
    EXPECT_TRUE(says(differences, "translation ∂/∂x + ∂/∂y")) << all_of(differences);
    EXPECT_TRUE(says(circle, "rotation -y*∂/∂x + x*∂/∂y")) << all_of(circle);
    EXPECT_FALSE(says(circle, "translation ∂")) << all_of(circle);
}

TEST(Symmetries, OfEverySystemOfTheGallery) {
    for (const GalleryModel& model : gallery()) {
        const Fact fact = symmetries_of(std::string(model.text));
        EXPECT_FALSE(fact.verdict.text().empty()) << model.name;
        EXPECT_FALSE(fact.statement.empty()) << model.name;
        // One of them turns points with the ratio of their masses.
        const bool has_point_masses = model.name == "constraints-as-integrals" || model.name == "four-bodies";
        EXPECT_EQ(says(fact, "left out"), has_point_masses) << all_of(fact);
    }
}

TEST(Symmetries, TimeThatIsUpIsNoVerdict) {
    const System s = model(gallery_text("trailer-5"));
    EXPECT_EQ(answer(*find_question("symmetries"), Setting(s), Budget(0)).verdict.text(), "not decided");
}

}  // namespace
}  // namespace anholon
