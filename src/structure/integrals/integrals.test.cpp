#include "structure/integrals/integrals.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "mechanics/forms/reduction.hpp"
#include "structure/evidence/asked.test.hpp"
#include "structure/integrals/noether.hpp"

namespace anholon {
namespace {

// Whether some combination with constant coefficients of what was found is this, on the constraint manifold: by ranks of
// gradients it depends on what was found.
bool is_found(const Setting& s, const FirstIntegrals& found, Expr integral) {
    Substitution quasi;
    for (const QuasiVelocity& q : s.system.quasi) quasi.emplace_back(q.symbol, q.definition);
    const Expr wanted = substitute(integral, quasi);
    std::vector<Expr> functions, table, x = s.q;
    x.insert(x.end(), s.v.begin(), s.v.end());
    for (const Constraint& k : s.system.constraints) {
        functions.push_back(k.residual);
        if (k.kind == Constraint::Kind::geometric) functions.push_back(Dt(k.residual));
    }
    for (const FirstIntegral& I : found.list) functions.push_back(I.value);
    functions.push_back(wanted);
    for (const Expr& f : functions)
        for (const Expr& g : gradient(f, x)) table.push_back(g);
    StateSampler sampler(s, table, StateSampler::At::states);
    const auto samples = sampler.draw(1, Budget(60));
    if (!samples) throw std::runtime_error(sampler.why());
    ResidueRows rows;
    for (std::size_t k = 0; k < table.size(); k += x.size())
        rows.emplace_back(samples->rows[0][0].begin() + static_cast<long>(k),
                          samples->rows[0][0].begin() + static_cast<long>(k + x.size()));
    const std::size_t rank = echelon(*samples->fields[0], rows, x.size()).pivots.size();
    rows.pop_back();
    return echelon(*samples->fields[0], rows, x.size()).pivots.size() == rank;
}

// Every integral that a model of the gallery expects and that is polynomial in the velocities is found.
TEST(Integrals, WhatTheGalleryExpectsIsFound) {
    for (const char* name : {"ball-in-cylinder",
                             "ball-on-rotating-plane",
                             "beam-on-two-skates",
                             "blackall",
                             "bottema-car",
                             "cart-two-skates",
                             "chaplygin-ball",
                             "chaplygin-sleigh-incline",
                             "constraints-as-integrals",
                             "heavy-top-quaternion",
                             "one-wheeled-vehicle",
                             "rolling-ball",
                             "rubber-ball",
                             "servo-sleigh",
                             "spherical-pendulum",
                             "suslov-gravity",
                             "trailer-1",
                             "trailer-2",
                             "two-wheels-on-axle",
                             "vertical-rolling-disc"}) {
        const System system = changed_model(std::string(find_in_gallery(name)->text), {});
        const Setting s(system);
        const FirstIntegrals found = first_integrals(s, Budget(60));
        ASSERT_TRUE(found.reason.empty()) << name << found.reason;
        for (const Expectation& e : system.expectations) {
            if (e.kind != Expectation::Kind::integral || !e.left) continue;
            EXPECT_TRUE(is_found(s, found, e.left)) << name << ": " << text(e.left);
        }
    }
}

TEST(Integrals, ChaplyginsBallHasFourUntilItsMassCentreIsOffset) {
    const Fact fact = asked("chaplygin-ball", "integrals");
    EXPECT_EQ(fact.verdict.text(), "4 integrals");
    EXPECT_TRUE(says(fact, "p_w1^2 + p_w2^2 + p_w3^2, which follows from the others")) << all_lines(fact);
    EXPECT_TRUE(says(fact, "the energy"));
    const Fact offset = asked(
        "chaplygin-ball", "integrals",
        {{"a = 0.8", "c = 1, a = 0.8"}, {"constraint unit", "potential c*(g1 + 2*g3)\n  constraint unit"}});
    EXPECT_EQ(offset.verdict.text(), "2 integrals") << all_lines(offset);
    EXPECT_FALSE(says(offset, "p_w1^2"));
}

TEST(Integrals, KharlamovasIsThereIfTheMassCentreIsAcrossTheAxis) {
    const Fact across = asked("suslov-gravity", "integrals");
    EXPECT_TRUE(says(across, "I1*b1*w1 + I2*b2*w2")) << all_lines(across);
    const Fact tilted = asked("suslov-gravity", "integrals", {{"b1*g1 + b2*g2", "b1*g1 + b2*g2 + b1*g3"}});
    EXPECT_EQ(tilted.verdict.text(), "1 integral") << all_lines(tilted);
}

TEST(Integrals, TheCartsSkatesKeepTheirAngularVelocities) {
    const Fact cart = asked("cart-two-skates", "integrals");
    EXPECT_EQ(cart.verdict.text(), "3 integrals");
    EXPECT_TRUE(says(cart, "Noether: the constraints allow the symmetry xi_theta1 = 1")) << all_lines(cart);
    const Fact spring = asked(
        "cart-two-skates", "integrals",
        {{"m = 2", "c = 1, m = 2"}, {"constraint front", "potential c*theta1^2/2\n  constraint front"}});
    EXPECT_EQ(spring.verdict.text(), "2 integrals") << all_lines(spring);
}

TEST(Integrals, TheCarTurnsSteadilyIfItsTrailerIsHitchedOnTheAxle) {
    EXPECT_TRUE(
        says(asked("trailer-1", "integrals"), "Noether: the constraints allow the symmetry xi_th0 = 1"));
    const Fact behind = asked("trailer-1", "integrals",
                              {{"x1 = x - l*cos(th1), y1 = y - l*sin(th1)",
                                "x1 = x - l/3*cos(th0) - l*cos(th1), y1 = y - l/3*sin(th0) - l*sin(th1)"}});
    EXPECT_EQ(behind.verdict.text(), "1 integral") << all_lines(behind);
}

TEST(Integrals, TheFreeTopAndASymmetricOne) {
    const Fact top = asked("free-top", "integrals");
    EXPECT_EQ(top.verdict.text(), "2 integrals");
    EXPECT_TRUE(says(top, "I1^2*w1^2 + I2^2*w2^2 + I3^2*w3^2")) << all_lines(top);
    const Fact symmetric = asked("free-top", "integrals", {{"I2 = 2", "I2 = 1"}});
    EXPECT_TRUE(says(symmetric, "w3, for the stated values of the parameters")) << all_lines(symmetric);
}

TEST(Integrals, MultipliersVanishForAHomogeneousBallOnly) {
    EXPECT_TRUE(says(asked("rolling-ball", "integrals"), "the multiplier of 'along' vanishes: "));
    EXPECT_FALSE(says(asked("chaplygin-ball", "integrals"), "the multiplier of"));
    EXPECT_TRUE(says(asked("chaplygin-ball", "integrals", {{"I2 = 2", "I2 = 1"}, {"I3 = 2.5", "I3 = 1"}}),
                     "the multiplier of 'along' vanishes for the stated values of the parameters"));
}

TEST(Integrals, WhatHoldsForTheStatedParametersIsComparedThere) {
    const std::string text = "model A { param k = 0; coord x; kinetic x'^2/2; potential k*x^2/2 }";
    const System system = model(text);
    const FirstIntegrals found = first_integrals(Setting(system), Budget(60));
    ASSERT_EQ(found.list.size(), 2u);
    EXPECT_EQ(found.list[0].valid, Parameters::stated);
    EXPECT_TRUE(found.list[1].follows);
}

TEST(Integrals, DegreeIsWhatWasAskedFor) {
    const System system = changed_model(std::string(find_in_gallery("suslov-gravity")->text), {});
    const Setting s(system);
    const auto is_quadratic = [&](const FirstIntegral& I) {
        return I.printed &&
               is_zero(derivative(derivative(I.printed, s.c.find("w1")), s.c.find("w1"))).answer !=
                   Answer::yes;
    };
    EXPECT_TRUE(std::ranges::any_of(first_integrals(s, Budget(60)).list, is_quadratic));
    EXPECT_FALSE(
        std::ranges::any_of(first_integrals(s, Budget(60), {.velocity_degree = 1}).list, is_quadratic));
}

TEST(Integrals, CyclicDisplacementsOfTheFrame) {
    const System disc = changed_model(std::string(find_in_gallery("vertical-rolling-disc")->text), {});
    EXPECT_TRUE(cyclic_displacements(Setting(disc)).empty());
    // The coordinate frame of a free particle: x and y are cyclic, z falls.
    const System particle = changed_model(
        "model P { param m = 1\n coord x, y, z\n kinetic m/2*(x'^2 + y'^2 + z'^2)\n"
        " potential m*z\n}",
        {});
    EXPECT_EQ(cyclic_displacements(Setting(particle)), (std::vector<std::size_t>{1, 2}));
    const System step = changed_model(
        "model S { coord x, y\n kinetic (x'^2 + y'^2)/2\n potential sign(x)\n init x = 1 }", {});
    EXPECT_EQ(cyclic_displacements(Setting(step)), std::vector<std::size_t>{2});
}

TEST(Integrals, AnOverrunBudgetIsNotDecided) {
    const System system = changed_model(std::string(find_in_gallery("chaplygin-ball")->text), {});
    EXPECT_EQ(asked(system, "integrals", 1e-9).verdict.text(), "not decided");
}

}  // namespace
}  // namespace anholon
