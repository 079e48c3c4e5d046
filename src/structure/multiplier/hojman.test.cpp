#include "structure/multiplier/hojman.hpp"

#include <gtest/gtest.h>

#include "structure/evidence/asked.test.hpp"
#include "structure/multiplier/chetaev_bracket.hpp"

namespace anholon {
namespace {

HojmanStructure of(const System& system) { return hojman_structure(Setting(system), Budget(60)); }

std::size_t place(const HojmanStructure& found, const char* name) {
    for (std::size_t i = 0; i < found.motion.x.size(); ++i)
        if (text(found.motion.x[i]) == name) return i;
    throw std::out_of_range(name);
}
Expr variable(const HojmanStructure& found, const char* name) { return found.motion.x[place(found, name)]; }
Expr bracket_of(const HojmanStructure& found, const char* a, const char* b) {
    return found.J(place(found, a), place(found, b));
}

// In the plane the bracket with H is one only: {v, w} = v˙/(∂H/∂w) = a w/(J + m a²) for Chaplygin's sleigh, and likewise for Suslov's body.
TEST(Hojman, BracketsOfTheSleighAndOfSuslovsBody) {
    const System sleigh = from_gallery("chaplygin-sleigh");
    const HojmanStructure of_sleigh = of(sleigh);
    ASSERT_EQ(of_sleigh.verdict, PoissonVerdict::found);
    EXPECT_TRUE(of_sleigh.scales_velocities && of_sleigh.H_is_energy);
    const auto letter = [](const System& system, const char* name) { return system.c().find(name); };
    const Expr m = letter(sleigh, "m"), J = letter(sleigh, "J"), a = letter(sleigh, "a"),
               w = variable(of_sleigh, "w");
    EXPECT_TRUE(vanishes(bracket_of(of_sleigh, "v", "w") - a * w / (J + m * a * a)));
    const System suslov = from_gallery("suslov");
    const HojmanStructure of_suslov = of(suslov);
    const auto s = [&](const char* name) { return letter(suslov, name); };
    EXPECT_TRUE(vanishes(bracket_of(of_suslov, "w1", "w2") +
                         (s("I13") * variable(of_suslov, "w1") + s("I23") * variable(of_suslov, "w2")) /
                             (s("I11") * s("I22"))));
    EXPECT_EQ(of_suslov.casimirs_wanted(), 0u);
}

// X = J dH, J dC = 0.
TEST(Hojman, TheMotionIsHamiltons) {
    for (const char* name :
         {"chaplygin-sleigh", "nonholonomic-particle", "free-top", "nose-hoover", "sleigh-with-rotor",
          "chaplygin-sleigh-incline", "vertical-rolling-disc", "two-wheels-on-axle"}) {
        const System system = from_gallery(name);
        const HojmanStructure found = of(system);
        ASSERT_EQ(found.verdict, PoissonVerdict::found) << name << ": " << found.reason;
        const auto flow = [&](const Expr& f, std::size_t i) {
            Expr sum = system.c().zero();
            for (std::size_t j = 0; j < found.motion.x.size(); ++j)
                sum += found.J(i, j) * derivative(f, found.motion.x[j]);
            return sum;
        };
        for (std::size_t i = 0; i < found.motion.x.size(); ++i) {
            EXPECT_TRUE(vanishes(flow(found.H, i) - found.motion.X[i])) << name;
            for (const Expr& C : found.casimirs) EXPECT_TRUE(vanishes(flow(C, i))) << name << ": " << text(C);
        }
    }
}

// M²/H of a free top; no other is wanted.
TEST(Hojman, CasimirOfAFreeTop) {
    const System top = from_gallery("free-top");
    const HojmanStructure found = of(top);
    ASSERT_EQ(found.casimirs.size(), 1u);
    EXPECT_EQ(found.casimirs_wanted(), 1u);
}

// One term changed, and Jacobi's identity fails; a field that is no symmetry, and it fails as well.
TEST(Hojman, JacobisIdentityIsChecked) {
    const System sleigh = from_gallery("chaplygin-sleigh");
    const HojmanStructure found = of(sleigh);
    EXPECT_EQ(jacobi_identity(found.motion.x, found.J, Budget(60)).holds, Answer::yes);
    Bivector wrong = found.J;
    wrong(0, 3) = 2 * wrong(0, 3);
    wrong(3, 0) = -wrong(0, 3);
    EXPECT_EQ(jacobi_identity(found.motion.x, wrong, Budget(60)).holds, Answer::no);
    // Y with another weight of v.
    std::vector<Expr> Y = found.Y;
    Y[3] = 3 * Y[3];
    Bivector other = found.J;
    for (std::size_t i = 0; i < Y.size(); ++i)
        for (std::size_t j = 0; j < Y.size(); ++j)
            other(i, j) =
                (found.motion.X[i] * Y[j] - found.motion.X[j] * Y[i]) / found.motion.along(Y, found.H);
    EXPECT_EQ(jacobi_identity(found.motion.x, other, Budget(60)).holds, Answer::no);
}

// A spring to one point takes the symmetries away, friction the integral.
TEST(Hojman, ATermTakesItAway) {
    EXPECT_EQ(asked("chaplygin-sleigh", "poisson").verdict.text(), "rank 2");
    const std::string text_of = gallery_text("chaplygin-sleigh");
    const std::size_t at = text_of.find("  constraint");
    const auto with = [&](const char* line) {
        return asked(model(text_of.substr(0, at) + line + text_of.substr(at)), "poisson");
    };
    const Fact spring = with("  potential 3 [N/m]*x^2*(1 + x^2/(2 [m^2]))\n");
    EXPECT_EQ(spring.verdict.text(), "none found") << all_lines(spring);
    const Fact friction = with("  force on theta: -2 [kg m^2/s]*theta'\n");
    EXPECT_EQ(friction.verdict.text(), "none found") << all_lines(friction);
}

// Hoover's thermostat: Y = ∂/∂s and Y(H) = kT. No Casimir function is known, and its motions are chaotic: so are the leaves.
TEST(Hojman, LeavesOfHooversThermostat) {
    const System system = from_gallery("nose-hoover");
    const HojmanStructure found = of(system);
    EXPECT_FALSE(found.scales_velocities);
    EXPECT_EQ(found.rate, system.c().find("kT"));
    EXPECT_TRUE(found.casimirs.empty());
    EXPECT_EQ(found.casimirs_wanted(), 2u);
}

// Rumyantsev 1994 without constraints, in any quasi-velocities; van der Schaft and Maschke 1994 with them: iff they are integrable.
TEST(ChetaevBracket, IsPoissonsWhereTheConstraintsAreIntegrable) {
    const auto of_model = [](const std::string& text_of) {
        const System system = model(text_of);
        const ChetaevBracket found = chetaev_bracket(Setting(system), Budget(60));
        EXPECT_NE(found.is_poisson, Answer::unknown) << found.reason;
        return found.is_poisson;
    };
    const std::string top =
        "model Top { param A = 2, B = 3, C = 4; coord a, b, c\n"
        "  let w1 = sin(c)*a' - cos(c)*sin(a)*b'\n  let w2 = cos(c)*a' + sin(c)*sin(a)*b'\n  let w3 = c' + "
        "cos(a)*b'\n"
        "  kinetic (A*w1^2 + B*w2^2 + C*w3^2)/2; potential 5*cos(a); quasi u = w1, v = w2, w = w3 }";
    EXPECT_EQ(of_model(top), Answer::yes);
    EXPECT_EQ(
        of_model(changed(top, "quasi u = w1, v = w2, w = w3", "constraint s: w3 = 0; quasi u = w1, v = w2")),
        Answer::no);
    const std::string leaf =
        "model A { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; potential 9*z; constraint s: x*x' + 2*y*y' "
        "= z' }";
    EXPECT_EQ(of_model(leaf), Answer::yes);
    EXPECT_EQ(of_model(changed(leaf, "x*x'", "y*x'")), Answer::no);
    EXPECT_EQ(of_model(gallery_text("chaplygin-sleigh")), Answer::no);
    EXPECT_EQ(of_model(gallery_text("free-top")), Answer::yes);
    EXPECT_EQ(of_model(gallery_text("suslov")), Answer::yes);  // two variables
}

TEST(Hojman, SaysWhereItIsNotTried) {
    EXPECT_EQ(asked("heavy-top-quaternion", "poisson").verdict.text(), "does not apply");
    EXPECT_EQ(asked("snakeboard", "poisson").verdict.text(), "does not apply");
    EXPECT_EQ(asked("vakonomic-skate", "poisson").verdict.text(), "does not apply");
    EXPECT_EQ(asked("appell-hamel", "poisson").verdict.text(), "does not apply");
}

}  // namespace
}  // namespace anholon
