#include "structure/substitution/substitution.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "expr/simplify.hpp"
#include "structure/evidence/asked.test.hpp"
#include "structure/substitution/hadamard.hpp"
#include "structure/substitution/quasi_holonomic.hpp"
#include "verify/eliminations.hpp"
#include "verify/verify.hpp"

namespace anholon {
namespace {

Fact fact_of(const std::string& text) {
    const System system = model(text);
    return answer(*find_question("substitution"), Setting(system), Budget(60));
}

std::string all_of(const Fact& fact) {
    std::string out = fact.verdict.text() + "\n";
    for (const auto& sentence : fact.statement) out += sentence.text + "\n";
    return out;
}

TEST(Substitution, TheVerticalDiscIsNonholonomicYetQuasiHolonomic) {
    const Fact fact = fact_of(gallery_text("vertical-rolling-disc"));
    EXPECT_EQ(fact.verdict.text(), "right") << all_of(fact);
    EXPECT_TRUE(says(fact, "the constraints are nonholonomic nevertheless"));
    EXPECT_TRUE(says(fact, "quasi-holonomic: x' = R*phi'*cos(psi), y' = R*phi'*sin(psi)"));
    EXPECT_TRUE(says(fact, "l^2 + p^2 = F(u), so both"));
}

// The mass centre off the axle, along the disc's plane: Sumbatov's condition fails.
TEST(Substitution, AnOffsetMassTurnsTheDiscsVerdict) {
    const std::string offset = changed(gallery_text("vertical-rolling-disc"), "J/2*psi'^2",
                                       "J/2*psi'^2 + m*e*psi'*(y'*cos(psi) - x'*sin(psi))");
    const Fact wrong = fact_of(changed(offset, "R = 0.5", "e = 0.1 [m], R = 0.5"));
    EXPECT_EQ(wrong.verdict.text(), "wrong") << all_of(wrong);
    EXPECT_TRUE(says(wrong, " at ")) << "no witness";
    const Fact right = fact_of(changed(offset, "R = 0.5", "e = 0 [m], R = 0.5"));
    EXPECT_EQ(right.verdict.text(), "right") << all_of(right);
    EXPECT_TRUE(says(right, "for the stated values of the parameters, not for all"));
}

TEST(Substitution, BothEquationsOfTwoWheelsOnAnAxleAreLagranges) {
    const std::string text = gallery_text("two-wheels-on-axle");
    const Fact fact = fact_of(text);
    EXPECT_EQ(fact.verdict.text(), "right") << all_of(fact);
    EXPECT_TRUE(says(fact, "Hadamard: 2 of 3"));
    // The axle's mass centre ahead of its middle.
    const Fact shifted = fact_of(changed(text, "s^2/3*psi'^2", "s^2/3*psi'^2 + s*along*psi'"));
    EXPECT_EQ(shifted.verdict.text(), "wrong") << all_of(shifted);
}

TEST(Substitution, OnlyTheNutationOfADiscIsLagranges) {
    for (const char* name : {"rolling-disc", "rolling-hoop"}) {
        const Fact fact = fact_of(gallery_text(name));
        EXPECT_EQ(fact.verdict.text(), "partly right") << all_of(fact);
        EXPECT_TRUE(says(fact, "only that of theta is right")) << all_of(fact);
        EXPECT_TRUE(says(fact, "never has all three equations in Lagrange's form"));
    }
    const Fact fact = fact_of(gallery_text("rolling-disc"));
    EXPECT_TRUE(says(fact, "the equation of phi lacks -m*R^2*theta'*psi'*sin(theta)"));
}

// A wheel pair that turns on a frame: 003 (3.5)–(3.8).
const char* const wheel_pair = R"(model WheelPair {
  param m = 1, I = 0.5, mk = 0.3, jk = 0.1, i = 0.02, h = 0.2, l = 0.4, r1 = 0.1, r2 = 0.7, Rn = 0.05, Rt = 0.1, pn = 0.02
  coord x, y, psi, theta, phi, chi
  let v1 = x'*cos(psi) + y'*sin(psi)
  let v2 = y'*cos(psi) - x'*sin(psi)
  let w = psi' + theta'
  let un = (v1 - r2*psi')*cos(theta) + (v2 + r1*psi')*sin(theta)
  let ut = (v2 + r1*psi')*cos(theta) - (v1 - r2*psi')*sin(theta)
  kinetic m/2*(v1^2 + v2^2) + I/2*psi'^2 + mk/2*(un^2 + ut^2) + mk*w*(Rn*ut - Rt*un) + jk/2*w^2 + i*phi'^2 + i*chi'^2
  constraint side: un = 0
  constraint roll: h*phi' = -(ut + w*pn)
  constraint differ: h*chi' = -l*w
  quasi a = ut, b = psi', c = psi' + theta'
})";

TEST(Substitution, AWheelPairIsQuasiHolonomicBesideItsSkate) {
    const System system = model(wheel_pair);
    const Setting s(system);
    const Budget budget(60);
    Vanishing vanishes(s, budget);
    bool found = false;
    for (const QuasiHolonomicSet& set : quasi_holonomic_sets(s, budget, vanishes))
        if (set.y == std::vector<std::size_t>{4, 5}) {
            found = true;
            EXPECT_EQ(set.verdict.answer, Answer::yes);
            EXPECT_TRUE(set.as_written);
            EXPECT_EQ(set.rest, std::vector<std::string>{"side"});
        }
    EXPECT_TRUE(found);
    const Fact fact = fact_of(wheel_pair);
    EXPECT_TRUE(says(fact, "[g_phi] = (c/h) d(side)")) << all_of(fact);  // (3.11)
    EXPECT_TRUE(says(fact, "[g_chi] = 0: integrable"));
    // A wheel that slips in proportion to its steering is none of 003's.
    const Fact slips = fact_of(changed(wheel_pair, "h*phi' = -(ut + w*pn)", "h*phi' = -(1 + theta)*ut"));
    EXPECT_FALSE(says(slips, "[g_phi]")) << all_of(slips);
}

TEST(Substitution, TheoremsOneAndTwoAreOne) {
    const System system = model(wheel_pair);
    const Setting s(system);
    const Expr g = system.c().find("x", 1) * cos(system.c().find("theta")) + system.c().find("psi", 1);
    const auto in_coordinates = lagrange_along_frame(s, g), in_frame = lagrange_in_quasi_velocities(s, g);
    for (std::size_t j = 0; j < in_frame.size(); ++j)
        EXPECT_EQ(is_zero(in_frame[j] - in_coordinates[j]).answer, Answer::yes) << j;
}

TEST(Substitution, TheMultipliersOfAHomogeneousBallVanish) {
    const std::string text = gallery_text("rolling-ball");
    EXPECT_TRUE(says(fact_of(text), "the multipliers of the velocity constraints vanish"));
    const std::string weighted = changed(text, "oz^2)", "oz^2) + m*a^2*0.1*ox^2");
    EXPECT_FALSE(says(fact_of(weighted), "constraints vanish"));
}

// s' = 0 needs no force; the sphere does: its multiplier is the tension, and Lagrange's equations without it are those of free fall.
TEST(Substitution, MultipliersOfGeometricConstraintsAreAnotherMatter) {
    const Fact fact = fact_of(
        "model A { coord x, y, z, s; kinetic (x'^2 + y'^2 + z'^2 + s'^2)/2; potential z\n"
        "constraint x^2 + y^2 + z^2 = 1; constraint s' = 0; init z = -1 }");
    EXPECT_TRUE(says(fact, "the multipliers of the velocity constraints vanish")) << all_of(fact);
    EXPECT_TRUE(says(fact, "under the geometric constraints alone")) << all_of(fact);
    EXPECT_FALSE(says(fact, "all coordinates")) << all_of(fact);
}

TEST(Substitution, IsRightWhereVerifySaysSo) {
    for (const GalleryModel& m : gallery()) {
        const System system = model(std::string(m.text));
        const Setting s(system);
        const ConstraintSubstitution found = constraint_substitution(s, Budget(60));
        if (found.equations.empty() || !system.frictions.empty()) continue;
        std::vector<std::size_t> independent;
        for (std::size_t i = 0; i < s.n(); ++i)
            if (std::ranges::find(found.coordinates, s.q[i].symbol().name) != found.coordinates.end())
                independent.push_back(i);
        for (const FormVerdict& v :
             verify(system, {.only = find_form("forbidden"), .independent = independent}))
            if (v.form->id == "forbidden") {
                EXPECT_EQ(found.verdict == SubstitutionVerdict::right, v.agrees == Answer::yes) << m.name;
            }
    }
}

// Each choice of eliminated velocities by linear algebra at states, and by the forbidden equations compared with Lagrange's.
TEST(Substitution, EveryChoiceIsRightWhereVerifySaysSo) {
    for (const char* name :
         {"vertical-rolling-disc", "two-wheels-on-axle", "nonholonomic-particle", "chaplygin-sleigh-incline",
          "spherical-pendulum", "beghins-ball", "rubber-ball"}) {
        const System system = model(gallery_text(name));
        std::map<std::set<std::string>, Answer> expected;
        for (const auto& [eliminated, verdict] : forbidden_by_elimination(system).choices)
            expected[{eliminated.begin(), eliminated.end()}] = verdict.agrees;
        std::map<std::set<std::string>, Answer> found;
        for (NamedChoice choice : constraint_substitution(Setting(system), Budget(60)).choices) {
            for (std::string& velocity :
                 choice.eliminated)  // coordinates that are tied are named without dots
                if (!velocity.ends_with("'")) velocity += "'";
            found[{choice.eliminated.begin(), choice.eliminated.end()}] =
                choice.is_right ? Answer::yes : Answer::no;
        }
        EXPECT_EQ(found, expected) << name;
    }
}

TEST(Substitution, DoesNotDependOnTheOrderOfCoordinates) {
    const std::string disc =
        "model D { coord ORDER; kinetic (x'^2 + y'^2 + psi'^2/4)/2 + phi'^2/4\n"
        "constraint x' = phi'*cos(psi); constraint y' = phi'*sin(psi) }";
    for (const char* order : {"phi, psi, x, y", "x, y, phi, psi", "psi, y, x, phi"}) {
        const Fact fact = fact_of(changed(disc, "ORDER", order));
        EXPECT_EQ(fact.verdict.text(), "right") << order << all_of(fact);
        EXPECT_TRUE(says(fact, "l^2 + p^2 = F(u), so both")) << order << all_of(fact);
        EXPECT_TRUE(says(fact, "eliminated instead, none is right")) << order << all_of(fact);
    }
}

TEST(Substitution, SuslovsProblemInQuasiVelocities) {
    const std::string text = gallery_text("suslov");
    EXPECT_EQ(fact_of(text).verdict.text(), "wrong");
    EXPECT_EQ(fact_of(changed(text, "; 0, I13, I23)", ")")).verdict.text(), "right");
}

TEST(Substitution, HypothesesAreChecked) {
    EXPECT_EQ(fact_of(gallery_text("appell-hamel")).statement[0].text,
              "not decided: constraints are nonlinear");
    EXPECT_EQ(fact_of(gallery_text("vakonomic-skate")).verdict.text(), "does not apply");
    EXPECT_EQ(fact_of(gallery_text("free-top")).verdict.text(), "no constraints");
    const Fact top = fact_of(gallery_text("heavy-top-quaternion"));
    EXPECT_TRUE(says(top, "the constraints are holonomic")) << all_of(top);
    const System system = model(gallery_text("trailer-5"));
    EXPECT_EQ(answer(*find_question("substitution"), Setting(system), Budget(0)).verdict.text(),
              "not decided");
}

TEST(Hadamard, ThereAreAtLeastAsManyCombinationsAsPromised) {
    for (const GalleryModel& m : gallery()) {
        const System system = model(std::string(m.text));
        const Setting s(system);
        if (s.is_unconstrained() || s.no_frame()) continue;
        const SubstitutableCombinations found = hadamard(s);
        ASSERT_TRUE(found.why_not.empty()) << m.name;
        const std::size_t l = s.frame().l(), pairs = l * (l + 1) / 2;  // with time
        EXPECT_GE(found.combinations.size() + pairs, found.constraints) << m.name;
        EXPECT_EQ(found.combinations.size() == found.constraints, s.frame().is_closed() == Answer::yes)
            << m.name;
    }
}

// One constraint that no combination of the others mends: ż = y ẋ.
TEST(Hadamard, FindsCombinationsThatHoldForEveryLagrangian) {
    const std::string two =
        "model M { param m = 1\n coord x, y, z, u\n kinetic KINETIC\n"
        " constraint a: z' = y*x'\n constraint b: u' = 2*y*x' + cos(x)*x'\n}";
    const System system = model(changed(two, "KINETIC", "m/2*(x'^2 + y'^2 + z'^2 + u'^2)"));
    const auto found = hadamard(Setting(system));
    ASSERT_EQ(found.combinations.size(), 1u);  // m − l(l−1)/2
    EXPECT_EQ(text(found.combinations[0]), "u' - x'*cos(x) - 2*z'");
}

// To put geometric constraints in is no error: with their coordinates, not with their velocities alone.
TEST(Substitution, GeometricConstraintsMayBePutIn) {
    for (const char* name : {"spherical-pendulum", "heavy-top-quaternion", "beghins-ball"})
        EXPECT_EQ(asked(name, "substitution").verdict.text(), "right")
            << name << all_lines(asked(name, "substitution"));
    const Fact two = fact_of(
        "model A { param g = 9.81; coord x, y, z, u; kinetic (x'^2 + y'^2 + z'^2 + u'^2)/2; potential g*z + "
        "u^2*y\n"
        "constraint x^2 + y^2 + z^2 = 1; constraint u = x*y; init x = 0.6, z = 0.8 }");
    EXPECT_EQ(two.verdict.text(), "right") << all_of(two);
}

// Ferrers: the nutation of a hoop is Lagrange's, in coordinates of the disc by hand and as a body with angles.
// A rubber ball on a sphere of its own radius is holonomic, but only where the two touch: off that set the brackets do not close.
TEST(Substitution, ConstraintsAreIntegrableWhereTheGeometricOnesHold) {
    const auto spheres = [](const std::string& radius) {
        return fact_of(
            "model M { gravity 9.81 along (0, 0, -1); support dome sphere(0.5); body ball { mass 1; inertia "
            "(0.1, 0.12, 0.15); surface sphere(" +
            radius + ") }; contact ball on dome rubber }");
    };
    EXPECT_TRUE(says(spheres("0.5"), "the constraints are holonomic"));
    EXPECT_FALSE(says(spheres("0.4"), "the constraints are holonomic"));
}

TEST(Substitution, TheDiscsNutationIsLagrangesAsABodyToo) {
    const Fact body = fact_of(
        "model D { param m = 1, R = 0.3, g = 9.81; gravity g along (0, 0, -1); ground plane z = 0\n"
        "body disc { mass m; shape disc(R) along (0, 1, 0); surface rim(R) along (0, 1, 0)\n"
        "angles psi about z, theta about x, phi about y }\n contact disc on ground rolling\n"
        "init theta = 0.2, phi' = 5 }");
    EXPECT_EQ(body.verdict.text(), "partly right") << all_of(body);
    EXPECT_FALSE(says(body, "the equation of theta lacks")) << all_of(body);
}

// A disc that stays upright, as a body with two angles, and a weight on it.
TEST(Substitution, SumbatovsTwoDegreesOfFreedomAsABody) {
    const std::string upright =
        "model V { param m = 1, R = 0.3; gravity 9.81 along (0, 0, -1); ground plane z = 0\n"
        "body disc { mass m; shape disc(R) along (0, 1, 0); surface rim(R) along (0, 1, 0)\n"
        "angles psi about z, phi about y }\n contact disc on ground rolling\n WEIGHT }";
    const auto with_weight = [&](const char* at) {
        return fact_of(
            changed(upright, "WEIGHT",
                    "body weight { mass 0.4; inertia (0.01, 0.02, 0.03) }\n joint weight on disc at " +
                        std::string(at) + " weld"));
    };
    for (const Fact& right : {fact_of(changed(upright, "WEIGHT", "")), with_weight("(0, 0.1, 0)")}) {
        EXPECT_EQ(right.verdict.text(), "right") << all_of(right);
        EXPECT_TRUE(says(right, "l^2 + p^2 = F(u), so both")) << all_of(right);
    }
    const Fact wrong = with_weight("(0.1, 0, 0)");
    EXPECT_NE(wrong.verdict.text(), "right") << all_of(wrong);
    EXPECT_TRUE(says(wrong, "Sumbatov: X' and Y' are independent")) << all_of(wrong);
}

TEST(Substitution, SumbatovsTheoremForBodiesByQuaternions) {
    for (const char* name : {"chaplygin-ball", "chaplygin-top", "rattleback", "rolling-ball"})
        EXPECT_TRUE(says(asked(name, "substitution"), "with three degrees of freedom never has all three"))
            << name;
    EXPECT_TRUE(says(asked("body-with-rotor", "substitution"), "with four degrees of freedom never"));
    // Its point of contact does not roll on a plane of Chaplygin's kind: nothing is said.
    EXPECT_FALSE(says(asked("ball-on-turntable", "substitution"), "Sumbatov"));
}

// Ferrers in axes of the body: the nutation is the turn about γ × e_3, the line of nodes; Chaplygin's ball has its vertical turn, whose
// equation gives (K, γ) = const; and a ball whose mass centre is off its centre has the turn about r = R γ − h e_3, which
// gives Jellett's integral.
TEST(Substitution, FindsCombinationsOfEquationsThatAreRight) {
    const std::string disc =
        "model D { param m = 1, R = 0.3; gravity 9.81 along (0, 0, -1); ground plane z = 0\n"
        "body disc { mass m; shape disc(R); surface rim(R) }\n contact disc on ground rolling\n"
        "init q0 = cos(0.6), q1 = sin(0.6) }";
    const Fact by_quaternion = fact_of(disc);
    EXPECT_EQ(by_quaternion.verdict.text(), "partly right") << all_of(by_quaternion);
    EXPECT_TRUE(says(by_quaternion, "the equations of w1 and w2, multiplied by -gamma2 and gamma1 and added"))
        << all_of(by_quaternion);
    const Fact ball = asked("chaplygin-ball", "substitution");
    EXPECT_EQ(ball.verdict.text(), "partly right") << all_of(ball);
    EXPECT_TRUE(says(ball, "the equations of w1, w2 and w3, multiplied by g1, g2 and g3 and added, give"));
    EXPECT_TRUE(says(asked("chaplygin-top", "substitution"),
                     "multiplied by R*gamma1, R*gamma2 and R*gamma3 - h and added, give"));
    const Fact stone = asked("rattleback", "substitution");
    EXPECT_EQ(stone.verdict.text(), "wrong");
    EXPECT_TRUE(says(stone, "no combination of these equations is right"));
    EXPECT_TRUE(
        says(asked("rolling-disc", "substitution"), "no other combination of these equations is right"));
}

// A spherical pendulum on a skate: the rod ties z, and the blade moves Y. The bob's own equations are right.
TEST(Substitution, AGeometricConstraintTiesWhatNoOtherConstraintMoves) {
    const Fact fact = fact_of(
        "model S { param M = 2, m = 1, J = 0.3, l = 0.7, g = 9.81; coord X, Y, psi, x, y, z\n"
        "kinetic M/2*(X'^2 + Y'^2) + J/2*psi'^2 + m/2*(x'^2 + y'^2 + z'^2); potential m*g*z\n"
        "constraint rod: (x - X)^2 + (y - Y)^2 + z^2 = l^2; constraint blade: X'*sin(psi) = Y'*cos(psi)\n"
        "init z = -0.6, x = 0.2, X' = 1 }");
    EXPECT_EQ(fact.verdict.text(), "partly right") << all_of(fact);
    EXPECT_TRUE(says(fact, "(Y' and z eliminated): only those of x and y are right")) << all_of(fact);
}

}  // namespace
}  // namespace anholon
