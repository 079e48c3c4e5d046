#include "study/standstill/equilibria.hpp"

#include <gtest/gtest.h>

#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

// Constants for potentials, in the units of the model.
std::string with_weights(const std::string& text) {
    return changed(text, "coord", "param G = 1 [m/s^2], S = 1 [kg/s^2], D = 1 [kg m^2/s^2]\n  coord");
}

Fact equilibria_of(const std::string& text) {
    const System s = model(text);
    return asked(s, "equilibria", 30);
}

std::string all_of(const Fact& fact) {
    std::string text;
    for (const auto& line : fact.statement) text += line.text + "\n";
    return text;
}

TEST(Equilibria, OfTheFirstKindWithoutForcesOfTheSecondOnASlope) {
    const std::string car = with_weights(gallery_text("bottema-car"));
    const Fact level = equilibria_of(car);
    EXPECT_EQ(level.verdict.text(), "first kind");
    EXPECT_NE(all_of(level).find("every configuration: a family of dimension 4"), std::string::npos)
        << all_of(level);
    // A slope: the car stays where it stands across it, in families as large as its two constraints at least.
    const Fact slope = equilibria_of(changed(car, "constraint rear", "potential -m*G*x\n  constraint rear"));
    EXPECT_EQ(slope.verdict.text(), "second kind");
    EXPECT_NE(all_of(slope).find("of dimension 3, of the second kind"), std::string::npos) << all_of(slope);
    // A spring to one place beside the slope's.
    const Fact spring = equilibria_of(changed(
        car, "constraint rear", "potential (S*(x^2 + y^2) + D*(psi^2 + theta^2))/2\n  constraint rear"));
    EXPECT_NE(spring.verdict.text(), "first kind") << all_of(spring);
}

// x'' = -V'(x) has no steady motion x' = const where V' is not zero, be V' ever so piecewise constant.
TEST(Equilibria, ACornerOfThePotentialLeavesNothingCyclic) {
    for (const char* const V : {"abs(x)", "max(x, 0)", "sqrt(x^2) + x/2", "if(x > 0, x, -2*x)"}) {
        const std::string text = std::string("model A { coord x; kinetic x'^2/2; potential ") + V + " }";
        const std::string said = all_of(equilibria_of(text));
        EXPECT_EQ(said.find("with the cyclic coordinates"), std::string::npos) << V << "\n" << said;
        EXPECT_EQ(said.find("any x'"), std::string::npos) << V << "\n" << said;
    }
    const std::string free = "model A { coord x; kinetic x'^2/2; potential abs(2) }";
    EXPECT_NE(all_of(equilibria_of(free)).find("any x'"), std::string::npos);
}

TEST(Equilibria, SteadyMotionsOfTheCarAreStableOneWay) {
    const Fact fact = equilibria_of(gallery_text("bottema-car"));
    EXPECT_NE(all_of(fact).find("w = p*sin(theta)/b, for any theta, p: a family of dimension 2"),
              std::string::npos);
    EXPECT_NE(all_of(fact).find("stable, asymptotically except along the family at theta = 0.1, p = 1"),
              std::string::npos);
    EXPECT_NE(all_of(fact).find("unstable at theta = 0.1, p = -1"), std::string::npos);
}

TEST(Equilibria, OfBlackallsParticle) {
    const Fact free = equilibria_of(gallery_text("blackall"));
    EXPECT_EQ(free.verdict.text(), "first kind");
    EXPECT_NE(all_of(free).find("every configuration: a family of dimension 3"), std::string::npos);
    // With V = x the constraint must hold the weight, ∂V = λ(b²yz, 0, −1), which it cannot; with V = z it can where y z = 0.
    EXPECT_EQ(equilibria_of(changed(with_weights(gallery_text("blackall")), "constraint slope",
                                    "potential m*G*x\n  constraint slope"))
                  .verdict.text(),
              "none");
    const Fact held = equilibria_of(changed(with_weights(gallery_text("blackall")), "constraint slope",
                                            "potential m*G*z\n  constraint slope"));
    EXPECT_EQ(held.verdict.text(), "second kind");
    EXPECT_NE(all_of(held).find("of dimension 2, of the second kind"), std::string::npos) << all_of(held);
}

TEST(Equilibria, OfPendulums) {
    const Fact spherical = equilibria_of(gallery_text("spherical-pendulum"));
    EXPECT_EQ(spherical.verdict.text(), "first kind");
    EXPECT_NE(all_of(spherical).find("z = l: a family of dimension 0, of the first kind\n    unstable"),
              std::string::npos);
    EXPECT_NE(all_of(spherical).find("z = -l: a family of dimension 0, of the first kind\n    stable"),
              std::string::npos);
    const std::string plane =
        "model P { param g = 9, k = 20; coord phi; kinetic phi'^2/2; potential -g*cos(phi) - k*sin(phi) }";
    EXPECT_NE(all_of(equilibria_of(plane)).find("phi = "), std::string::npos);
    // A constant moment turns it over where it is larger than the weight can hold.
    const std::string pushed =
        "model P { param g = 9, M = 8; coord phi; kinetic phi'^2/2; potential -g*cos(phi); force on phi: M }";
    EXPECT_EQ(equilibria_of(pushed).verdict.text(), "first kind");
    EXPECT_EQ(equilibria_of(changed(pushed, "M = 8", "M = 10")).verdict.text(), "none");
}

// The stiffness (k, e + mgb; e, c) is not symmetric: (ms² + rs + k)(ms² + rs + c) = e(e + mgb), and one eigenvalue 0 of the family.
TEST(Equilibria, SmallVibrationsOfTheSecondKindMayFlutter) {
    const std::string particle = gallery_text("bottema-vibrations");
    const Fact held = equilibria_of(particle);
    EXPECT_EQ(held.verdict.text(), "second kind");
    EXPECT_NE(all_of(held).find("x = 0, y = 0, for any z: a family of dimension 1, of the second kind"),
              std::string::npos)
        << all_of(held);
    EXPECT_NE(all_of(held).find("stable, asymptotically except along the family at z = 0; 1 zero eigenvalue"),
              std::string::npos);
    // (k − c)² + 4e(e + mgb) < 0 without friction: no energy holds it, as it would at a minimum of V.
    const auto without_friction = [&](const char* e) {
        return all_of(equilibria_of(changed(changed(particle, "r = 0.5", "r = 0"), "e = 4", e)));
    };
    EXPECT_NE(without_friction("e = -5").find("unstable at z = 0; 1 zero eigenvalue, 1 of the family"),
              std::string::npos);
    EXPECT_EQ(without_friction("e = -0.5").find("unstable"), std::string::npos);
    // Without weight the constraint gives no reaction.
    EXPECT_EQ(equilibria_of(changed(particle, "g = 9.81", "g = 0")).verdict.text(), "first kind");
}

TEST(Equilibria, OfTheSleighOnASlope) {
    const std::string sleigh = gallery_text("chaplygin-sleigh-incline");
    EXPECT_EQ(equilibria_of(sleigh).verdict.text(), "second kind");
    EXPECT_EQ(equilibria_of(changed(sleigh, "G = 1 ", "G = 0 ")).verdict.text(), "first kind");
    // Without its blade it runs down.
    EXPECT_EQ(equilibria_of(changed(sleigh, "quasi", "motion free\n  quasi")).verdict.text(), "none");
}

TEST(Equilibria, SuslovsLineOfSteadyRotations) {
    const Fact fact = equilibria_of(gallery_text("suslov"));
    EXPECT_EQ(fact.verdict.text(), "steady rotations");
    EXPECT_NE(all_of(fact).find("w1 = -I23*w2/I13, for any w2: a family of dimension 1"), std::string::npos)
        << all_of(fact);
    EXPECT_NE(all_of(fact).find("unstable at w2 = -0.5"), std::string::npos);
    EXPECT_NE(all_of(fact).find("stable, asymptotically except along the family at w2 = 0.5"),
              std::string::npos);
    // The axis of the constraint a principal one: every rotation is steady.
    const Fact principal = equilibria_of(
        changed(changed(gallery_text("suslov"), "I13 = 0.3", "I13 = 0"), "I23 = 0.4", "I23 = 0"));
    EXPECT_NE(all_of(principal).find("any w1, w2: a family of dimension 2"), std::string::npos)
        << all_of(principal);
}

// At rest the vakonomic reaction is λ̇ a: it rests where the nonholonomic skate does, its multiplier grows.
TEST(Equilibria, UnderTheVakonomicLawAreThoseOfTheNonholonomicOne) {
    const std::string skate = gallery_text("vakonomic-skate");
    const Fact fact = equilibria_of(skate);
    EXPECT_EQ(fact.verdict.text(), "second kind");
    EXPECT_NE(all_of(fact).find("phi = pi/2, for any x, y: a family of dimension 2, of the second kind"),
              std::string::npos)
        << all_of(fact);
    EXPECT_NE(all_of(fact).find("with multipliers that grow steadily"), std::string::npos);
    EXPECT_EQ(equilibria_of(changed(skate, "G = 1 ", "G = 0 ")).verdict.text(), "first kind");
    EXPECT_EQ(equilibria_of(changed(changed(skate, "coord", "param u = 1 [m/s]\n  coord"), "= 0\n", "= u\n"))
                  .verdict.text(),
              "not decided");
}

TEST(Equilibria, SaysWhatIsOutsideItsHypotheses) {
    for (const char* name : {"appell-hamel", "bilimovich-pendulum", "gauss-thermostat"})
        EXPECT_EQ(equilibria_of(gallery_text(name)).verdict.text(), "not decided") << name;
}

TEST(Equilibria, FoundInFloatingPointWhereTheyAreNotSolvedFor) {
    const Fact fact = equilibria_of(gallery_text("suslov-gravity"));
    EXPECT_EQ(fact.verdict.text(), "second kind");
    EXPECT_NE(text(fact.proof).find("floating point"), std::string::npos);
    EXPECT_NE(all_of(fact).find("a family of dimension 2, of the second kind"), std::string::npos)
        << all_of(fact);
}

TEST(Equilibria, OfEverySystemOfTheGallery) {
    for (const GalleryModel& model : gallery()) {
        const Fact fact = equilibria_of(std::string(model.text));
        EXPECT_FALSE(fact.verdict.text().empty()) << model.name;
        EXPECT_FALSE(fact.statement.empty()) << model.name;
        // No more of the family than there are zeros.
        for (const auto& line : fact.statement) {
            const std::size_t place = line.text.find(" zero eigenvalue");
            if (place == std::string::npos) continue;
            const std::size_t start = line.text.find_last_not_of("0123456789", place - 1) + 1;
            const char* const after = line.text.c_str() + line.text.find(", ", place) + 2;
            const unsigned long zeros = std::stoul(line.text.substr(start, place - start));
            const unsigned long family = std::stoul(after);
            EXPECT_LE(family, zeros) << model.name << ": " << line.text;
        }
    }
}

TEST(Equilibria, TimeThatIsUpIsNoVerdict) {
    const System s = model(gallery_text("heavy-top-quaternion"));
    EXPECT_EQ(answer(*find_question("equilibria"), Setting(s), Budget(0)).verdict.text(), "not decided");
}

// On x = y = 0 the constraint holds the spring of z, but for z = 0, where there is nothing to hold.
TEST(Equilibria, AFamilyOfTheSecondKindMayHoldOnesOfTheFirst) {
    const Fact fact = equilibria_of(
        "model A { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; potential (x^2 + 2*y^2 + 3*z^2)/2\n"
        "constraint z' = y*x'; init x = 0.01 }");
    EXPECT_EQ(fact.verdict.text(), "both kinds") << all_of(fact);
    EXPECT_TRUE(says(fact, "of the first kind, without reactions")) << all_of(fact);
    EXPECT_TRUE(says(fact, "    stable")) << all_of(fact);
}

// The carriage moves, so that the wheel turns while all free velocities vanish.
TEST(Equilibria, ATowedWheelRunsStraight) {
    const Fact fact = equilibria_of(gallery_text("towed-wheel"));
    EXPECT_FALSE(says(fact, "none but rest")) << all_of(fact);
    EXPECT_TRUE(says(fact, "s = 0")) << all_of(fact);
}

// A skate that points across the slope slides at constant speed, y' = 3: there x' and phi' do not determine y', and a list in them lacks it.
TEST(Equilibria, ListsAreCompleteWhereTheVelocitiesChosenAreIndependent) {
    const std::string text =
        "model Skate { coord x, y, phi; kinetic (x'^2 + y'^2 + phi'^2)/2; potential -x\n"
        "constraint x'*sin(phi) = y'*cos(phi) }";
    const Fact fact = equilibria_of(text);
    EXPECT_TRUE(says(fact, "none but rest")) << all_of(fact);
    EXPECT_TRUE(says(fact, "these are all where cos(phi) is not 0")) << all_of(fact);
    const Data* all = Data::find(fact.results, "steady_motions_are_all");
    ASSERT_TRUE(all);
    EXPECT_FALSE(std::get<bool>(all->value));
    // v and w determine x' = v cos(phi), y' = v sin(phi) and phi' = w everywhere.
    const Fact sleigh = equilibria_of(gallery_text("chaplygin-sleigh"));
    EXPECT_FALSE(says(sleigh, "these are all where")) << all_of(sleigh);
}

}  // namespace
}  // namespace anholon
