#include "request/compare.hpp"

#include <gtest/gtest.h>

#include "model/read_model.test.hpp"
#include "model/refusal.hpp"
#include "request/reduced.hpp"

namespace anholon {
namespace {

using Kind = Conjugacy::Kind;

request::Comparison compared(const System& a, const System& b, const request::Compare& request) {
    return answer(request, "A", a, "B", b);
}
request::Comparison compared(const std::string& a, const std::string& b, const std::string& map,
                             const std::optional<std::string>& time = {}) {
    request::Compare request{.time = time};
    if (!map.empty()) request.map = {map};
    return compared(model(a), model(b), request);
}

void expect_proved(const request::Comparison& found, Kind kind) {
    EXPECT_EQ(found.verdict.holds, Answer::yes) << found.verdict.reason;
    EXPECT_EQ(found.verdict.kind, kind);
    EXPECT_LT(found.verdict.error_bound, 1e-15);
}
void expect_refuted(const request::Comparison& found) {
    EXPECT_EQ(found.verdict.holds, Answer::no) << found.verdict.reason;
    EXPECT_FALSE(found.verdict.differs.empty());
    EXPECT_NE(found.witness, "");
}

// |k| = k is not decided for all k: the note says so, and why.
TEST(Compare, WhatIsNotDecidedForAllParametersIsNotCalledFalse) {
    const auto found =
        compared("model L { param k = 4; coord x; kinetic x'^2/2; potential k*x^2/2; init x = 1 }",
                 "model B { param k = 4; coord x; kinetic x'^2/2; potential abs(k)*x^2/2; init x = 1 }",
                 "x = x, k = k");
    expect_proved(found, Kind::equivalence);
    ASSERT_EQ(found.notes.size(), 1U);
    const std::string beginning = "for general values of the parameters it is not decided: ";
    EXPECT_EQ(found.notes[0].find(beginning), 0U) << found.notes[0];
    EXPECT_GT(found.notes[0].size(), beginning.size());
}

// 003 §4.1 with the mass centre beside the wheel: the blade is then where the axle's line is nearest to it.
constexpr const char* wheel_as_blade =
    "m = m + i/h^2, a = m*Rt/(m + i/h^2), theta = psi + pi/2,"
    "x = x + m*Rn/(m + i/h^2)*cos(psi), y = y + m*Rn/(m + i/h^2)*sin(psi), ";

TEST(Compare, OneWheelIsChaplyginsSleighWithAQuadrature) {
    const std::string vehicle = gallery_text("one-wheeled-vehicle"),
                      sleigh = gallery_text("chaplygin-sleigh");
    const std::string J = "J = j - m^2*(Rn^2 + Rt^2)/(m + i/h^2)";
    const auto found = compared(vehicle, sleigh, wheel_as_blade + J);
    expect_proved(found, Kind::quotient);
    EXPECT_EQ(found.parameters, Parameters::free);
    EXPECT_EQ(found.verdict.a, 6u);
    EXPECT_EQ(found.verdict.b, 5u);
    EXPECT_EQ(found.verdict.rank, 5u);
    expect_refuted(compared(vehicle, sleigh, std::string(wheel_as_blade) + "J = j - m*(Rn^2 + Rt^2)"));
    // A term of the model changes, and with it the verdict.
    expect_refuted(compared(changed(vehicle, "i/2*phi'^2", "i*phi'^2"), sleigh, wheel_as_blade + J));
}

constexpr const char* wheel_pair = R"(model WheelPair {
  param m = 1 [kg], j = 0.5 [kg m^2], i = 0.02 [kg m^2], h = 0.2 [m], l = 0.3 [m], Rn = 0.1 [m], Rt = 0.3 [m]
  coord psi [rad], phi1 [rad], phi2 [rad], x [m], y [m]
  let vn = x'*cos(psi) + y'*sin(psi)
  let vt = y'*cos(psi) - x'*sin(psi)
  kinetic m/2*(vn^2 + vt^2) + m*psi'*(Rn*vt - Rt*vn) + j/2*psi'^2 + i/2*(phi1'^2 + phi2'^2)
  constraint side: vn = 0
  constraint roll1: h*phi1' = -vt - l*psi'
  constraint roll2: h*phi2' = -vt + l*psi'
  init psi' = 1
})";

TEST(Compare, APairIsOneWheelByFormula310) {
    const std::string wheel = gallery_text("one-wheeled-vehicle"), middle = "phi = (phi1 + phi2)/2, ";
    expect_proved(compared(wheel_pair, wheel, middle + "i = 2*i, j = j + 2*l^2/h^2*i"), Kind::quotient);
    expect_refuted(compared(wheel_pair, wheel, middle + "i = 2*i, j = j + l^2/h^2*i"));
    expect_refuted(compared(wheel_pair, wheel, middle + "i = i, j = j + 2*l^2/h^2*i"));
    expect_refuted(compared(wheel_pair, wheel, "phi = phi1, i = 2*i, j = j + 2*l^2/h^2*i"));
}

// k = Iω + λb: k' = k×ω with ω = (M⁻¹(k1, k2), 0), and a multiple of k may be added to ω.
TEST(Compare, ServoOfTheSecondKindIsATop) {
    const std::string top = R"(model Top { param J11 = 1, J22 = 2, J33 = 2.5, J12 = 0.1
  algebra so(3)
  inertia (J11, J22, J33; J12, 0, 0)
  init w1 = 1 })";
    std::string servo = gallery_text("servo-body-second");
    const std::string D = "(I11*I22 - I12^2)", N = "((1 + I11/I33)*(1 + I22/I33) - I12^2/I33^2)";
    const std::string map =
        "w1 = w1 + (I11*w1 + I12*w2)/I33, w2 = w2 + (I12*w1 + I22*w2)/I33,"
        "w3 = (I13*w1 + I23*w2 + b3*lambda)/I33, J33 = I33, J12 = I12/" +
        N + ", J11 = (I11 + " + D + "/I33)/" + N + ", J22 = (I22 + " + D + "/I33)/" + N;
    expect_refuted(compared(servo, top, map));  // b2 is not 0
    servo = changed(servo, "b2 = 0.5 in -2..2 \"axis of the gyroscope\", ", "");
    servo = changed(changed(servo, "(0, b2, b3)", "(0, 0, b3)"), "+ b2*lambda'", "");
    while (servo.find(" + b2*lambda") != std::string::npos) servo = changed(servo, " + b2*lambda", "");
    servo = changed(servo, "(0, b2, b3)", "(0, 0, b3)");
    expect_proved(compared(servo, top, map), Kind::equivalence);
}

constexpr const char* disc_as_body = R"(model Disc {
  param m = 1 [kg], R = 1 [m], g = 9.81 [m/s^2], A = 0.25 [kg m^2], C = 0.5 [kg m^2]
  ground plane z = 0
  gravity g along (0, 0, -1)
  body d { mass m; inertia (A, A, C); surface rim(R) }
  contact d on ground rolling
  init q0 = cos(pi/6), q1 = sin(pi/6), w2 = 2, w3 = -1
})";
constexpr const char* angles_to_quaternion =
    "x = xc, y = yc, z = zc, q0 = cos(theta/2)*cos((phi + psi)/2), q1 = sin(theta/2)*cos((phi - psi)/2),"
    "q2 = sin(theta/2)*sin((phi - psi)/2), q3 = cos(theta/2)*sin((phi + psi)/2)";

TEST(Compare, TheDiscInAnglesIsTheDiscAsABody) {
    request::Compare request{.map = {angles_to_quaternion}, .where = {"sin(theta) > 0"}};
    const System angles = from_gallery("rolling-disc"), body = model(disc_as_body);
    expect_proved(compared(angles, body, request), Kind::equivalence);
    // Which root is meant decides.
    request.where.clear();
    EXPECT_EQ(compared(angles, body, request).verdict.holds, Answer::no) << "where sin(theta) < 0";
    request.where = {"sin(theta) < 0"};
    EXPECT_EQ(compared(angles, body, request).verdict.holds, Answer::no);
    request.where = {"cos(theta) > 0"};
    const auto beside = compared(angles, body, request);
    EXPECT_EQ(beside.verdict.holds, Answer::no);
    EXPECT_EQ(beside.notes.front(), "no root depends on --where cos(theta) > 0");
}

TEST(Compare, KnowsChangesOfTime) {
    const std::string suslov = gallery_text("suslov"), all = "w1 = -w1, w2 = -w2, w3 = -w3";
    expect_proved(compared(suslov, suslov, all, "-1"), Kind::equivalence);
    expect_refuted(compared(suslov, suslov, all));
    // A spring of another strength, in its own time.
    const std::string spring =
        "model S { param k = 3\n coord x, y\n kinetic (x'^2 + y'^2)/2\n potential k*(x^2 + y^2)/2\n"
        " init x = 1, y' = 1 }";
    const std::string slow =
        "model S { param k = 3\n coord x, y\n kinetic (x'^2 + y'^2)/2\n potential (x^2 + y^2)/2\n"
        " init x = 1, y' = 1 }";
    expect_proved(compared(spring, slow, "x = x, y = y", "sqrt(k)"), Kind::equivalence);
    expect_refuted(compared(spring, slow, "x = x, y = y", "k"));
    expect_refuted(compared(spring, slow, "x = x, y = y"));
}

// Kepler's problem in polar coordinates, and in those of the plane.
TEST(Compare, KnowsCurvedCoordinates) {
    const std::string polar =
        "model P { param mu = 1\n coord r, phi\n kinetic (r'^2 + r^2*phi'^2)/2\n potential -mu/r\n"
        " init r = 1, phi' = 1 }";
    const std::string plane =
        "model C { param mu = 1\n coord x, y\n kinetic (x'^2 + y'^2)/2\n"
        " potential -mu/sqrt(x^2 + y^2)\n init x = 1, y' = 1 }";
    request::Compare request{.map = {"x = r*cos(phi), y = r*sin(phi)"}, .where = {"r > 0"}};
    expect_proved(compared(model(polar), model(plane), request), Kind::equivalence);
    request.map = {"x = r*cos(2*phi), y = r*sin(2*phi)"};
    EXPECT_EQ(compared(model(polar), model(plane), request).verdict.holds, Answer::no);
}

TEST(Compare, KnowsEmbeddingsAndMapsThatAreNeither) {
    const std::string line = "model L { coord x\n kinetic x'^2/2\n potential x^4/4\n init x = 1 }";
    const std::string plane =
        "model P { coord x, y\n kinetic (x'^2 + y'^2)/2\n potential x^4/4 + x*y^2\n init x = 1 }";
    expect_proved(compared(line, plane, "y = 0"), Kind::embedding);
    expect_refuted(compared(line, plane, "y = x"));
    // onto a standstill
    expect_proved(compared(plane, plane, "x = 0, y = 0"), Kind::neither);
}

// The law alone would allow it: the constraints of B must hold as well.
TEST(Compare, KeepsTheConstraintsOfTheOther) {
    const std::string line = "model L { coord x\n kinetic x'^2/2\n potential x^2/2\n init x = 1 }";
    const std::string rail =
        "model R { coord x, y\n kinetic (x'^2 + y'^2)/2\n potential x^2/2\n constraint rail: y = 1\n init x "
        "= 1, y = 1 }";
    expect_proved(compared(line, rail, "y = 1"), Kind::equivalence);
    const auto beside = compared(line, rail, "y = 0");
    expect_refuted(beside);
    EXPECT_EQ(beside.verdict.differs, std::vector<std::string>{"constraint rail"});
}

TEST(Compare, SaysWhatHoldsAtTheStatedValuesAlone) {
    const std::string a =
        "model A { param k = 4\n coord x\n kinetic x'^2/2\n potential k*x^2/2\n init x = 1 }";
    const std::string b = "model B { coord x\n kinetic x'^2/2\n potential 2*x^2\n init x = 1 }";
    const auto found = compared(a, b, "");
    expect_proved(found, Kind::equivalence);
    EXPECT_EQ(found.parameters, Parameters::stated);
}

TEST(Compare, FindsNormalModes) {
    const std::string coupled =
        "model A { coord x, y\n kinetic (x'^2 + y'^2)/2\n potential (x^2 + y^2)/2 + (x - y)^2/2\n"
        " init x = 1, y = 0.2 }";
    const std::string modes =
        "model B { coord u, v\n kinetic (u'^2 + v'^2)/2\n potential u^2/2 + 3*v^2/2\n init u = 1 }";
    const auto found = compared(coupled, modes, "");
    expect_proved(found, Kind::equivalence);
    ASSERT_FALSE(found.map.empty());
    EXPECT_EQ(found.map.front().from, request::Comparison::Image::From::found);
    // Another frequency: no affine map, and none is claimed to be excluded.
    const auto other = compared(model(coupled), model(changed(modes, "3*v^2/2", "2*v^2")), {.starts = 4});
    EXPECT_EQ(other.verdict.holds, Answer::unknown);
    EXPECT_TRUE(other.map.empty());
    EXPECT_NE(other.notes.back().find("this does not exclude one"), std::string::npos);
}

TEST(Compare, FindsTheTopInTheServoBody) {
    const std::string servo = changed(gallery_text("servo-body-second"), "I12 = 0.1", "I12 = 0");
    const auto found = compared(changed(servo, "b2 = 0.5", "b2 = 0"), gallery_text("free-top"), "");
    expect_proved(found, Kind::equivalence);
    EXPECT_EQ(found.parameters, Parameters::stated);
    const auto none =
        compared(model(servo), from_gallery("free-top"), {.starts = 4});  // |k|² is kept, the energy is not
    EXPECT_NE(none.verdict.holds, Answer::yes);
}

TEST(Compare, FindsTheSleighInTheOneWheeledVehicleAndAParameter) {
    const System vehicle = request::reduced(from_gallery("one-wheeled-vehicle")).system,
                 sleigh = request::reduced(from_gallery("chaplygin-sleigh")).system;
    expect_proved(compared(vehicle, sleigh, {}), Kind::equivalence);
    // Springs of any strength: the search may choose it.
    const System spring = model("model A { coord x\n kinetic x'^2/2\n potential 7*x^2\n init x = 1 }"),
                 other = model(
                     "model B { param k = 1\n coord y\n kinetic y'^2/2\n potential k*y^2/2\n init y = 1 }");
    const auto found = compared(spring, other, {.find = {"k"}});
    expect_proved(found, Kind::equivalence);
    EXPECT_EQ(found.map.back().value, "14");
    EXPECT_EQ(compared(spring, other, {}).verdict.holds, Answer::unknown);
}

std::string refusal(const request::Compare& request, const std::string& a, const std::string& b) {
    try {
        compared(from_gallery(a), from_gallery(b), request);
    } catch (const Refusal& why) {
        return why.what();
    }
    return "";
}

TEST(Compare, RefusesWhatIsNoMap) {
    const std::string s = "chaplygin-sleigh";
    EXPECT_EQ(refusal({.map = {"theta"}}, s, s), "--map takes NAME = EXPR, not 'theta'");
    EXPECT_EQ(refusal({.map = {"tetha = 1"}}, s, s),
              "'tetha' is neither a variable nor a parameter of ChaplyginSleigh");
    EXPECT_EQ(refusal({.map = {"v = v"}}, s, s),
              "'v' is a quasi-velocity of ChaplyginSleigh: it follows from the coordinates");
    EXPECT_EQ(refusal({.map = {"x = x, x = y"}}, s, s), "'x' is given twice");
    EXPECT_EQ(refusal({.map = {"x = x''"}}, s, s),
              "the image of 'x' contains 'x''', which is no part of the state of ChaplyginSleigh");
    EXPECT_EQ(refusal({.map = {"x = v"}}, s, s),
              "the image of 'x'' contains 'x''', which is no part of the state of ChaplyginSleigh");
    EXPECT_EQ(refusal({.map = {"w1 = x"}}, s, "free-top"), "the map does not say what 'w2' is");
    EXPECT_EQ(refusal({.where = {"x = 0"}}, s, s), "--where takes EXPR > 0 or EXPR < 0, not 'x = 0'");
    EXPECT_EQ(refusal({.find = {"q"}}, s, s), "'q' is no parameter of ChaplyginSleigh");
    EXPECT_EQ(refusal({.map = {"x = x"}, .find = {"m"}}, s, s),
              "--find is for the search, which a given map leaves out");
}

TEST(Compare, LawsThatAreGivenByCasesAreNotRefutedByTheirBranches) {
    const auto of = [](const std::string& potential) {
        return "model M { param k = 2; coord x; kinetic x'^2/2; potential " + potential + "; init x = 1 }";
    };
    for (const char* same : {"k*max(x^2,-1)", "if(x^2+1>0,k*x^2,0)", "k*abs(x^2+1)", "k*sqrt((x^2+1)^2)"})
        EXPECT_NE(compared(of(same), of("k*x^2"), "x = x").verdict.holds, Answer::no) << same;
    expect_refuted(compared(of("k*abs(x^2+1)"), of("k*x^4"), "x = x"));
}

}  // namespace
}  // namespace anholon
