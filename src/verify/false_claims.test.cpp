#include <gtest/gtest.h>

#include <cmath>

#include "model/read_model.test.hpp"
#include "verify/verify.hpp"

// Claims that were once decided wrongly, and their likes. Each truth is a short calculation by hand.
namespace anholon {
namespace {

struct Expected {
    std::string claim;
    Answer holds;
};

void expect_verdicts(const std::string& statements, const std::vector<Expected>& expected) {
    std::string text = "model A { " + statements;
    for (const Expected& e : expected) text += "\nexpect " + e.claim;
    const System system = model(text + "\n}");
    for (const std::uint64_t seed : {1u, 2u, 77u}) {
        const auto verdicts = check_expectations(system, seed);
        ASSERT_EQ(verdicts.size(), expected.size());
        for (std::size_t k = 0; k < expected.size(); ++k)
            EXPECT_EQ(verdicts[k].holds, expected[k].holds)
                << text << "\n"
                << expected[k].claim << ": " << verdicts[k].reason << " (seed " << seed << ")";
    }
}

constexpr auto yes = Answer::yes, no = Answer::no, open = Answer::unknown;

TEST(FalseClaims, ARootOfASymbolDoesNotChangeItsValue) {
    expect_verdicts("coord x, y; kinetic (x'^2+y'^2)/2; force on x: sqrt(y); init y = 4",
                    {{"equation x'' = abs(y)", no},
                     {"equation x''^2 = y^2", no},
                     {"equation x''^2 = y", yes},
                     {"equation x'' = sqrt(abs(y))", yes},
                     {"equation x'' = abs(y)^(3/2)/y", yes},
                     {"equation x''^4 = y^2", yes},
                     {"equation y'' = 0", yes}});
    expect_verdicts("param y = 4; coord x; kinetic x'^2/2; potential sqrt(y)*x^2/2; init x = 1",
                    {{"integral x'^2 + abs(y)*x^2", no}, {"integral x'^2 + sqrt(y)*x^2", yes}});
    expect_verdicts("coord r, f; kinetic (r'^2+r^2*f'^2)/2; potential r^(3/2); init r = 1, f' = 1",
                    {{"integral energy", yes}, {"integral r^2*f'", yes}, {"integral r*f'", no}});
    expect_verdicts(
        "param G = 2; coord r, f; kinetic (r'^2+r^2*f'^2)/2; potential -G/sqrt(r); init r = 1, f' = 1",
        {{"integral energy", yes}, {"equation r'' = r*f'^2 - G/(2*r^(3/2))", yes}});
    expect_verdicts(
        "param m = 1, k = 2; coord x, y, z; kinetic m*(x'^2+y'^2+k*z'^2)/2; constraint z' = sqrt(k)*y*x'; "
        "init y = 1, x' = 1",
        {{"integral energy", yes}, {"nonholonomic", yes}});
}

// On the circle both constraints say z' = w'; beside it they would stop both.
TEST(FalseClaims, ConstraintsAreCountedWhereTheyHold) {
    const std::string plane =
        "coord x, y, z, w; kinetic (x'^2+y'^2+z'^2+w'^2)/2; init x = 1, y = 1, y' = 0; ";
    const auto circle = [&](const std::string& others) {
        return changed(plane, "y = 1, y'", "y'") + "constraint s: x^2 + y^2 = 1; " + others;
    };
    expect_verdicts(circle("constraint a: (x^2+y^2)*z' = w'; constraint b: z' = w'; init z' = 1, w' = 1"),
                    {{"dof 2", yes},
                     {"dof 1", no},
                     {"integral z'", yes},
                     {"integral z' + x", no},
                     {"equation z' = w'", yes},
                     {"equation z' = 0", no}});
    expect_verdicts(circle("constraint a: (x^2+y^2+1)*z' = w'; constraint b: z' = w'"),
                    {{"dof 1", yes}, {"dof 2", no}, {"equation z' = 0", yes}});
    expect_verdicts(plane +
                        "constraint s: x^4 + y^4 + x*y = 3; constraint a: (x^4+y^4+x*y)*z' = 3*w'; "
                        "constraint b: z' = w'",
                    {{"dof 2", yes}, {"dof 1", no}, {"equation z' = 0", open}});
    // A law that does not keep a constraint leaves all velocities free, and the constraint what it is.
    expect_verdicts(
        "coord x, y, z; kinetic (x'^2+y'^2+z'^2)/2; constraint z' = y*x'; motion viscous N = 10; init y = 1",
        {{"dof 3", yes}, {"nonholonomic", yes}, {"holonomic", no}});
    // z' = u w' is not holonomic; beside the circle z and w would stand still.
    expect_verdicts(
        "coord x, y, z, w, u; kinetic (x'^2+y'^2+z'^2+w'^2+u'^2)/2; init x = 1; constraint s: x^2 + y^2 = 1; "
        "constraint a: (x^2+y^2)*z' = u*w'; constraint b: z' = u*w'",
        {{"dof 3", yes}, {"holonomic", open}, {"nonholonomic", open}});
    expect_verdicts("param k = 1; " + plane + "constraint a: k*z' = w'; constraint b: z' = w'",
                    {{"dof 3", yes}, {"dof 2", no}});
}

TEST(FalseClaims, ConstraintsOnALevelHoldThemselves) {
    expect_verdicts(
        "coord x, y, z; kinetic (x'^2+y'^2+z'^2)/2; constraint s: x^4 + y^4 + x*y = 3; "
        "constraint n: x'^2 + z'^4 = 2; init x = 1, y = 1, x' = 1, y' = -1, z' = 1",
        {{"equation x^4 + y^4 + x*y = 3", yes},
         {"equation z'*(x^4 + y^4 + x*y) = 3*z'", yes},
         {"equation z'^4 = 2 - x'^2", yes},
         {"equation x'^2/x + z'^4/x = 2/x", yes},
         {"equation x^4 + y^4 + x*y = 4", no},
         {"equation z'*(x^4 + y^4 + x*y) = 4*z'", no},
         {"equation x'^2 + z'^4 = 3", no}});
    expect_verdicts(
        "param l = 1; coord x, y; kinetic (x'^2+y'^2)/2; constraint x^4 + y^4 = l^4; init x = 1, y' = 1",
        {{"equation x^4 + y^4 = 1", yes}, {"equation x^4 + y^4 = l^4", yes}, {"equation l = 1", yes}});
}

// abs(k) = k for k > 0 alone: said of the signs that are declared, not of the declared values.
TEST(FalseClaims, SignsOfParametersAreStated) {
    const System system = model(
        "model A { param k = 2, c = -3, m = 1 in 0.5..3; coord x, y; kinetic m*(x'^2+y'^2)/2; potential "
        "k*x^2/2;"
        " init x = 1, y' = 1\n"
        "expect equation m*x'' = -abs(k)*x\nexpect integral x'^2*m + sqrt(k^2)*x^2\n"
        "expect equation abs(k) + abs(c) = k - c\n"
        "expect equation abs(k) = 2\nexpect equation abs(m) = m\nexpect equation abs(k) = -k }");
    const auto verdicts = check_expectations(system, 1);
    const auto restriction = [&](std::size_t k) { return verdicts.at(k).restriction; };
    for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(verdicts.at(k).holds, yes) << verdicts[k].reason;
    EXPECT_EQ(restriction(0).rfind("where k > 0", 0), 0u) << restriction(0);
    EXPECT_EQ(restriction(1).rfind("where k > 0", 0), 0u) << restriction(1);
    EXPECT_EQ(restriction(2).rfind("where k > 0 and c < 0", 0), 0u) << restriction(2);
    EXPECT_EQ(restriction(3).rfind("for the parameters as declared", 0), 0u) << restriction(3);
    EXPECT_EQ(restriction(4), "");
    EXPECT_EQ(verdicts.at(5).holds, no);
}

TEST(FalseClaims, FormsAgreeWhereRootsOfSymbolsOccur) {
    for (const char* statements :
         {"coord r, p; kinetic (r'^2 + r^2*p'^2)/2; potential sqrt(r); init r = 1, p' = 1",
          "coord x, y, z; kinetic (x'^2+y'^2+z'^2)/2; constraint z' = sqrt(y)*x'; init y = 1, x' = 1",
          "param k = 2; coord x; kinetic x'^2/2; force on x: -k*x'^(3/2); init x = 1, x' = 0.5",
          "param k = 2; coord x, y, z; kinetic (x'^2+y'^2+z'^2)/2; constraint z' = sqrt(k)*y*x'; init y = 1, "
          "x' = 1"}) {
        const System system = model(std::string("model A { ") + statements + " }");
        for (const FormVerdict& v : verify(system))
            EXPECT_TRUE(is_as_it_must_be(v)) << statements << "\n"
                                             << v.form->id << ": " << v.reason << v.difference;
    }
}

// C5: constant between its jumps is not constant.
TEST(FalseClaims, AFunctionThatJumpsIsNoIntegral) {
    for (const char* function :
         {"sign(x)", "step(x')", "if(x > 0, 1, 2)", "atan(x) + atan(1/x)", "atan(tan(x)) - x", "abs(x)/x",
          "log(x) - log(-x)", "atan2(y, x) - atan(y/x)", "sqrt(x^2)/x"}) {
        const System system = model(std::string("model A { coord x, y; kinetic (x'^2+y'^2)/2; potential "
                                                "(x^2+y^2)/2; init x = 1, y = 0.3\nexpect integral ") +
                                    function + " }");
        EXPECT_NE(check_expectations(system, 1)[0].holds, Answer::yes) << function;
    }
    expect_verdicts("coord x; kinetic x'^2/2; potential x^2/2; init x = 1",
                    {{"integral energy", yes},
                     {"integral abs(x'^2 + x^2)", yes},
                     {"integral sqrt(x'^2 + x^2)", yes},
                     {"integral (x'^2 + x^2)^(3/2)", yes},
                     {"integral exp(x'^2 + x^2)", yes}});
    // A pole of the integral itself is no jump.
    expect_verdicts("coord x; kinetic x'^2/2; potential 1/x; init x = 1",
                    {{"integral x'^2/2 + 1/x", yes}, {"integral sign(x)", open}});
}

// A motion ends where the potential is infinite: what is not continuous there may still be an integral. A pole that the equations do not
// see keeps no motion from passing.
TEST(FalseClaims, MotionsEndWherePotentialsAreInfinite) {
    expect_verdicts("coord x, y; kinetic (x'^2+y'^2)/2; potential -1/sqrt(x^2+y^2); init x = 1, y' = 1",
                    {{"integral y'*(x*y' - y*x') - x/sqrt(x^2+y^2)", yes},
                     {"integral -x'*(x*y' - y*x') - y/sqrt(x^2+y^2)", yes},
                     {"integral y'*(x*y' - y*x') + x/sqrt(x^2+y^2)", no}});
    expect_verdicts("coord x; kinetic x'^2/2; potential 1/x; init x = 1", {{"integral abs(x)/x", yes}});
    expect_verdicts("coord x; kinetic x'^2/2; potential 1/x + (x - 1)/x; init x = 1",
                    {{"integral abs(x)/x", open}});
    expect_verdicts("coord x; lagrangian x'^2/2 + x'/x^2; init x = 1", {{"integral abs(x)/x", open}});
}

// That a divisor of the law vanishes keeps no motion from passing: sin(x)/x is smooth, and what jumps needs an impulse.
TEST(FalseClaims, WhatJumpsWithTheLawIsNoIntegral) {
    for (const auto& [statements, integral] : std::vector<std::pair<std::string, std::string>>{
             {"coord x; kinetic x'^2/2; force on x: sin(x)/x - 1 - x; init x = 1", "sign(x)"},
             {"coord x; kinetic x'^2/2; potential atan(tan(x)); init x = 0, x' = 3", "energy"},
             {"coord x; kinetic x'^2/2*(2 + (t-1)/abs(t-1)); init x' = 1", "x'"},
             {"coord x; kinetic x'^2/2; potential x^2/2; force on x: -x'/abs(x')/10; init x = 1",
              "x'^2 + (x + sign(x')/10)^2"},
             {"coord x; kinetic x'^2/2; force on x: -sign(x'); init x' = 1", "abs(x') + t"},
             {"coord x; lagrangian x'^2/2 + abs(x') - x; init x' = 1", "x' + t"},
             {"coord x, y; kinetic (x'^2+y'^2)/2; constraint y' = x/abs(x)*x'; init x = 1, x' = -1, y' = -1",
              "energy"},
             {"coord x, y; kinetic (x'^2+y'^2)/2; constraint y' = atan(1/x)*x'; init x = 1, x' = -1, y' = "
              "-0.78539816",
              "energy"}}) {
        const System system = model("model A { " + statements + "\nexpect integral " + integral + " }");
        const ExpectationVerdict v = check_expectations(system, 1)[0];
        EXPECT_EQ(v.holds, Answer::unknown) << statements << ": " << integral << " " << v.reason;
    }
    // Corners of a position constraint, and of coordinates: nothing is stated there.
    for (const char* y : {"sqrt(1 - cos(x)^2)", "sqrt(x^2 - 2*x + 1)"}) {
        const System system =
            model(std::string("model A { coord x, y; kinetic (x'^2+y'^2)/2; constraint y = ") + y +
                  "; init x = 2, x' = -1\nexpect integral energy }");
        const ExpectationVerdict v = check_expectations(system, 1)[0];
        EXPECT_TRUE(v.holds == Answer::unknown || !v.restriction.empty()) << y;
    }
    // Poles that no motion passes.
    for (const char* potential :
         {"-1/sqrt(x^2+y^2)", "-log(x^2+y^2)", "1/x^2 + 3/y^2", "exp(-x^2)/(x^2+y^2)"}) {
        const System system = model(std::string("model A { coord x, y; kinetic (x'^2+y'^2)/2; potential ") +
                                    potential + "; init x = 1, y = 1, y' = 1\nexpect integral energy }");
        EXPECT_EQ(check_expectations(system, 1)[0].holds, Answer::yes) << potential;
    }
}

TEST(FalseClaims, ExpressionsKeepTheDomainInWhichTheyAreWritten) {
    expect_verdicts("coord x, y; kinetic (x'^2+y'^2)/2; init x = 1, y = 1",
                    {{"equation sqrt(y)^2 = abs(y)", yes},
                     {"equation exp(log(y)) = abs(y)", yes},
                     {"equation sin(asin(y)) = y", yes},
                     {"equation sqrt(y^2) = y", no},
                     {"equation sqrt(-1-x^2)^2 = -1-x^2", open},
                     {"equation exp(log(-1-x^2)) = -1-x^2", open},
                     {"equation sin(asin(2+x^2)) = 2+x^2", open}});
    // A state at which the law has no value contradicts nothing.
    for (const char* claim : {"abs(y) = y", "sign(y) = 1", "max(y, 0) = y"}) {
        const System system =
            model(std::string("model A { coord x, y; kinetic (x'^2+y'^2)/2; force on x: sqrt(y); init y "
                              "= 1\nexpect equation ") +
                  claim + " }");
        EXPECT_NE(check_expectations(system, 1)[0].holds, Answer::no) << claim;
    }
}

TEST(FalseClaims, ExponentsAreNotCutOff) {
    expect_verdicts("coord x, y; kinetic (x'^2+y'^2)/2; init x = 1/2",
                    {{"equation x^100000000000000000000 = x^1000000000000000000000", open},
                     {"equation x^5000 = x^4999*x", yes}});
}

// The sine vanishes at pi too, where the cosine is −1; and k sin x = 0 is no equation for k.
TEST(FalseClaims, BothComponentsOfASineAreMet) {
    for (const char* statements :
         {"coord x, y; kinetic (x'^2+y'^2)/2; constraint sin(x) = 0; init x = 0, y = 1, y' = 1",
          "param k = 1; coord x, y; kinetic (x'^2+y'^2)/2; constraint k*sin(x) = 0; init x = 0, y' = 1"}) {
        const System system =
            model(std::string("model A { ") + statements + "\nexpect equation cos(x) = 1 }");
        EXPECT_NE(check_expectations(system, 1)[0].holds, Answer::yes) << statements;
        for (const FormVerdict& v : verify(system))
            EXPECT_TRUE(is_as_it_must_be(v)) << v.form->id << v.reason;
    }
    expect_verdicts(
        "coord x, y; kinetic (x'^2+y'^2)/2; constraint sin(x-y) = 0; init x = 0, y = 0, x' = 1, y' = 1",
        {{"equation cos(x-y) = 1", open},
         {"equation sin(x) = sin(y)", open},
         {"equation cos(x-y)^2 = 1", yes}});
}

// x'' (1 + t²) = −2 t x' is not x'' = 0.
TEST(FalseClaims, KanesPointMassesAreConstant) {
    for (const char* mass : {"1 + t^2", "2 + sign(t - 1)"})
        for (const FormVerdict& v :
             verify(model(std::string("model A { coord x; kinetic x'^2/2*(") + mass + "); init x' = 1 }")))
            EXPECT_TRUE(is_as_it_must_be(v)) << mass << " " << v.form->id << ": " << v.difference;
}

// C6: a real state, or no refutation.
TEST(FalseClaims, NothingIsRefutedWithoutARealState) {
    std::string sum;
    for (int k = 1; k <= 24; ++k)
        sum += (k > 1 ? " + " : "") + std::string("abs(x^2 + ") + std::to_string(k) + ")";
    expect_verdicts(
        "coord x, y, z; kinetic (x'^2+y'^2+z'^2)/2; force on x: cos(y/(z^2+2)); init x = 1, y = 1",
        {{"equation x'' = cos(y/(abs(abs(z))^2+2))", yes},
         {"equation x'' = cos(y/(abs(z)+2))", no},
         {"equation " + sum + " = 24*x^2 + 300", yes},
         {"equation " + sum + " = 24*x^2 + 301", no}});
    expect_verdicts(
        "coord x, y, z; kinetic (x'^2+y'^2+z'^2)/2; constraint z' = y*x' + abs(2+cos(x))/(2+cos(x))*x*y'; "
        "init x' = 1",
        {{"holonomic", yes}});
    expect_verdicts("coord x, y; kinetic (x'^2+y'^2)/2; init x' = 1",
                    {{"equation sqrt(-1-x^2) = y''", open}, {"equation log(-x^2)*x'' = 0", open}});
}

// C7: a claim is about the model as declared.
TEST(FalseClaims, SpecialValuesOfParametersAreSeen) {
    const System system = model(
        "model A { param k = 1; coord x, y; kinetic (x'^2+y'^2)/2; potential (x^2+k*y^2)/2; init x = 1, y' = "
        "1\n"
        "expect integral x*y' - y*x'\nexpect integral energy }");
    const auto verdicts = check_expectations(system, 1);
    EXPECT_EQ(verdicts[0].holds, Answer::yes);
    EXPECT_NE(verdicts[0].restriction.find("as declared, not for all values"), std::string::npos)
        << verdicts[0].restriction;
    EXPECT_EQ(verdicts[1].holds, Answer::yes);
    EXPECT_EQ(verdicts[1].restriction, "");
    const System other = model(
        "model A { param k = 1; coord x, y, z; kinetic (x'^2+y'^2+z'^2)/2; constraint z' = k*y*x' + x*y'; "
        "init x' = 1\n"
        "expect holonomic\nexpect nonholonomic }");
    EXPECT_EQ(check_expectations(other, 1)[0].holds, Answer::yes);
    EXPECT_EQ(check_expectations(other, 1)[1].holds, Answer::no);
}

// x y = 0 has two components: a claim about one of them is not a claim about the model.
TEST(FalseClaims, AllComponentsOfAConstraintAreMet) {
    expect_verdicts("coord x, y; kinetic (x'^2+y'^2)/2; constraint x*y = 0; init x = 0, y = 1, y' = 1",
                    {{"equation y = 0", no}, {"integral y", no}, {"equation x*y' = -y*x'", yes}});
    expect_verdicts(
        "coord x, y, z; kinetic (x'^2+y'^2+z'^2)/2; constraint x*z = x*y; init x = 0, y = 1, z = 5, z' = 1",
        {{"equation z = y", no}, {"integral z - y", no}});
    // Irreducible: solving for y reaches all of it but a thin set.
    expect_verdicts("coord x, y; kinetic (x'^2+y'^2)/2; constraint x*y = 1; init x = 1, y = 1, x' = 1",
                    {{"integral x*y", yes}, {"integral energy", yes}, {"integral x", no}});
}

TEST(FalseClaims, WhatHoldsInGeneralIsConfirmedAtTheDeclaredParameters) {
    expect_verdicts(
        "param k = 1; coord x, y, z; kinetic (x'^2+y'^2+z'^2)/2; potential y; constraint a: x' = k*y'; "
        "constraint b: x' = y'; init z' = 1",
        {{"equation y'' = 0", no}, {"integral y'", no}, {"dof 1", no}, {"dof 2", yes}, {"integral z'", yes}});
    expect_verdicts("param k = 0; coord x; kinetic x'^2/2; potential k*x^2/2; init x = 1",
                    {{"integral (x'^2 + k*x^2)/k", open},
                     {"integral log(k)*(x'^2 + k*x^2)", open},
                     {"integral x'^2 + k*x^2", yes}});
}

TEST(FalseClaims, NothingIsStatedWhereASignSwitches) {
    const System system = model(
        "model A { coord x, y; kinetic (x'^2+y'^2)/2; force on y: sign(x)^2; init x = 1\n"
        "expect equation y'' = 1\nexpect equation x'' = 0 }");
    const auto verdicts = check_expectations(system, 1);
    EXPECT_EQ(verdicts[0].restriction, "nothing is stated where x = 0");
    // Where the sign cannot be 0 all is stated.
    const System other = model(
        "model A { coord x, y; kinetic (x'^2+y'^2)/2; force on y: sign(x^2 + 1)^2; init x = 1\n"
        "expect equation y'' = 1 }");
    EXPECT_EQ(check_expectations(other, 1)[0].restriction, "");
}

TEST(FalseClaims, WitnessesSatisfyTheConstraints) {
    const System system = model(
        "model A { coord x, y; kinetic (x'^2+y'^2)/2; constraint c: x^4 + y^4 = 1; init x = 1, y' = 1\n"
        "expect equation x'' = 0 }");
    const ExpectationVerdict v = check_expectations(system, 1)[0];
    ASSERT_EQ(v.holds, Answer::no);
    EXPECT_EQ(v.reason.find("level"), std::string::npos) << v.reason;
    const auto number = [&](const std::string& name) {
        const std::size_t at = v.reason.find(" " + name + " = ");
        EXPECT_NE(at, std::string::npos) << v.reason;
        std::size_t length = 0;
        const std::string rest = v.reason.substr(at + name.size() + 4);
        const double above = std::stod(rest, &length);
        return rest[length] == '/' ? above / std::stod(rest.substr(length + 1)) : above;
    };
    EXPECT_NEAR(std::pow(number("x"), 4) + std::pow(number("y"), 4), 1, 1e-4) << v.reason;
}

}  // namespace
}  // namespace anholon
