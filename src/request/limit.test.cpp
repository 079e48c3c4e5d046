#include "request/limit.hpp"

#include <gtest/gtest.h>

#include "model/read_model.test.hpp"
#include "model/refusal.hpp"

namespace anholon {
namespace {

const request::LimitFound::Candidate& to(const request::LimitFound& found, const std::string& name) {
    for (const auto& c : found.candidates)
        if (c.name.starts_with(name)) return c;
    throw std::runtime_error("no candidate " + name);
}

void expect_limit(const request::LimitFound& found, const std::string& name, const std::string& other) {
    EXPECT_EQ(to(found, name).approach.tends, Answer::yes);
    EXPECT_NEAR(to(found, name).approach.exponent.value_or(0), -1, 0.01);
    EXPECT_EQ(to(found, other).approach.tends, Answer::no);
}

// N (x_N − x) → 2.181405, N (y_N − y) → −2.832294 at ω = 1, t = 2: cases §8.
TEST(LimitOfMotions, FrictionIsNonholonomic) {
    request::Limit request{.numbers = "1e4..1e6"};
    request.start.until = "2";
    const auto found = answer(request, "M", from_gallery("viscous-sleigh"));
    expect_limit(found, "nonholonomic", "vakonomic");
    EXPECT_NEAR(to(found, "nonholonomic").approach.factors[0], 2.181405, 1e-3);
    EXPECT_NEAR(to(found, "nonholonomic").approach.factors[1], -2.832294, 1e-3);
}

TEST(LimitOfMotions, AddedMassIsVakonomic) {
    request::Limit request{.as = "added-mass", .numbers = "1e3..1e9:4"};
    request.start.until = "3";
    const auto found = answer(request, "M", from_gallery("vakonomic-skate"));
    expect_limit(found, "vakonomic", "nonholonomic");
    const std::vector<double>& end = to(found, "vakonomic").end.values;
    EXPECT_NEAR(end[0], 3.1353377280, 1e-9);
    EXPECT_NEAR(end[1], 1.1136719469, 1e-9);
    EXPECT_NEAR(end[2], 1.7546820703, 1e-9);
    EXPECT_NEAR(to(found, "nonholonomic").end.values[0], 4.4551498, 1e-7);
}

TEST(LimitOfMotions, BothTogetherAreNeither) {
    request::Limit request{.as = "mixed", .numbers = "1e3..1e6", .mu = "2"};
    request.start.until = "3";
    const auto found = answer(request, "M", from_gallery("vakonomic-skate"));
    expect_limit(found, "mixed", "nonholonomic");
    expect_limit(found, "mixed", "vakonomic");
}

// Where constraints are integrable all three are one motion.
TEST(LimitOfMotions, OfIntegrableConstraintsIsOne) {
    const System ring = model(R"(model Ring { coord x, y
 kinetic (x'^2 + y'^2)/2
 potential y
 constraint ring: x*x' + y*y' = 0
 init x = 1, y = 0, y' = 0.3 })");
    for (const char* how : {"viscous", "added-mass"}) {
        const auto found = answer(request::Limit{.as = how, .numbers = "1e4..1e6"}, "M", ring);
        EXPECT_EQ(to(found, "nonholonomic").approach.tends, Answer::yes) << how;
        EXPECT_EQ(to(found, "vakonomic").approach.tends, Answer::yes) << how;
    }
}

// Appell's machine with the weight a distance rho from the wheel's point of contact. The wheel swings behind the weight like a castor
// on one side of it, and away from there on the other.
std::string machine(const std::string& side) {
    return R"(model Machine { param m = 1, g = 9.81, s = 1.5, rho = 0.1
 coord x, y, z, phi
 kinetic m/2*(x'^2 + y'^2 + z'^2)
 potential m*g*z
 constraint along: x'*cos(phi) + y'*sin(phi) = -s*z'
 constraint across: y'*cos(phi) - x'*sin(phi) = )" +
           side + R"(rho*phi'
 quasi u = z', w = phi'
 init phi = 0.7, u = -1, w = 0.5 })";
}

TEST(LimitOfMotions, LinearConstraintsBecomeThatOfAppellAndHamelOnOneSide) {
    const System limit = from_gallery("appell-hamel");
    const request::Limit request{.over = "rho=0.01..1e-4"};
    const auto behind = answer(request, "M", model(machine("")), &limit, "appell-hamel");
    EXPECT_EQ(behind.columns, (std::vector<std::string>{"x", "y", "z"}));
    EXPECT_EQ(to(behind, "appell-hamel").approach.tends, Answer::yes);
    EXPECT_NEAR(*to(behind, "appell-hamel").approach.exponent, 1, 0.02);
    const auto ahead = answer(request, "M", model(machine("-")), &limit, "appell-hamel");
    EXPECT_NE(to(ahead, "appell-hamel").approach.tends, Answer::yes);
}

std::string refusal(const request::Limit& request, const std::string& name) {
    try {
        answer(request, "M", from_gallery(name));
    } catch (const Refusal& why) {
        return why.what();
    }
    return "";
}

TEST(LimitOfMotions, RefusesWhatHasNone) {
    EXPECT_EQ(refusal({}, "chaplygin-sleigh"), "the model states no realisation");
    EXPECT_EQ(refusal({.as = "viscous"}, "free-top"), "the model has no velocity constraints to realise");
    EXPECT_EQ(refusal({.as = "viscous"}, "servo-sleigh"),
              "servo-constraints are no limit of friction or of added masses");
    EXPECT_EQ(refusal({.as = "mixed"}, "chaplygin-sleigh"),
              "--as mixed needs --mu, the ratio of friction to added mass");
    EXPECT_EQ(refusal({.as = "mixed", .mu = "-1"}, "chaplygin-sleigh"),
              "--mu takes a ratio that is not negative");
    EXPECT_EQ(refusal({.as = "viscous", .numbers = "5"}, "chaplygin-sleigh"),
              "--N takes FROM..TO[:COUNT], not '5'");
    EXPECT_EQ(refusal({.as = "viscous", .numbers = "-5..3"}, "chaplygin-sleigh"),
              "--N takes FROM..TO[:COUNT], with positive numbers");
    EXPECT_EQ(refusal({.over = "a=1..2"}, "chaplygin-sleigh"), "--over needs --against MODEL");
}

}  // namespace
}  // namespace anholon
