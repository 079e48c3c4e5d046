#include <gtest/gtest.h>

#include <algorithm>

#include "expr/substitute.hpp"
#include "expr/zero.hpp"
#include "model/read_model.test.hpp"
#include "model/request.hpp"

// What the parts of a vehicle become.
namespace anholon {
namespace {

Expr expression(const System& system, const std::string& text) {
    const Source source("e", text);
    Diagnostics diagnostics;
    const Expr e = read_expression(source, scope_of(system), system, diagnostics);
    EXPECT_TRUE(e) << render(diagnostics, source);
    Substitution definitions;
    for (const QuasiVelocity& eta : system.quasi) definitions.emplace_back(eta.symbol, eta.definition);
    return e ? substitute(e, definitions) : e;
}

void expect_equal(const System& system, Expr e, const std::string& text) {
    EXPECT_EQ(is_zero(e - expression(system, text)).answer, Answer::yes) << text;
}

const Constraint& constraint(const System& system, const std::string& name) {
    const auto found = std::ranges::find(system.constraints, name, &Constraint::name);
    if (found == system.constraints.end()) throw std::runtime_error("no constraint " + name);
    return *found;
}

std::vector<std::string> names(const std::vector<Expr>& symbols) {
    std::vector<std::string> out;
    for (const Expr& s : symbols) out.push_back(s.symbol().name);
    return out;
}

using Names = std::vector<std::string>;

// 003 (2.1): T of frame and link, by the velocity of the attachment and the moments about it.
TEST(Vehicles, EnergyOfACartIsThatOfTheSource) {
    const System s = model(R"(model A {
  param mf = 2, If = 1, Rx = 0.1, Ry = 0.2, b = 0.7, mk = 0.5, jk = 0.3, Rn = 0.05, Rt = 0.04, rn = 0.06, rt = 0.07,
      h = 0.1, l = 0.2, mw = 0.3, i = 0.01, j = 0.02
  frame body { mass mf; inertia If; at (Rx, Ry) }
  axle front on body at (0, b) steers theta { mass mk; inertia jk; at (Rn, Rt); offset (rn, rt); wheels radius h, track 2*l, mass mw, spin i, turn j }
  let u1 = v1 - b*psi', u2 = v2, w = psi' + theta'
  # the velocity of the attachment in axes of the link
  let an = u1*cos(theta) + u2*sin(theta), at = u2*cos(theta) - u1*sin(theta)
})");
    expect_equal(s, s.T,
                 "mf/2*(v1^2 + v2^2) + mf*psi'*(Rx*v2 - Ry*v1) + (If + mf*(Rx^2 + Ry^2))/2*psi'^2"
                 " + (mk + 2*mw)/2*(an^2 + at^2) + w*((mk*Rn + 2*mw*rn)*at - (mk*Rt + 2*mw*rt)*an)"
                 " + (jk + mk*(Rn^2 + Rt^2) + 2*j + 2*mw*(rn^2 + rt^2 + l^2))/2*w^2"
                 " + i/2*(front_phi1'^2 + front_phi2'^2)");
    // (2.4), with the turns of the wheels positive forwards
    expect_equal(s, constraint(s, "front_side1").residual, "an - w*rt");
    expect_equal(s, constraint(s, "front_roll1").residual, "at + w*(rn + l) - h*front_phi1'");
    expect_equal(s, constraint(s, "front_roll2").residual, "at + w*(rn - l) - h*front_phi2'");
    EXPECT_EQ(names(s.q()), (Names{"x", "y", "psi", "theta", "front_phi1", "front_phi2"}));
}

TEST(Vehicles, OneSideConditionOfAPairFollowsFromTheOther) {
    const Source source("s.anh", gallery_text("cart-two-wheel-pairs"));
    Diagnostics diagnostics;
    const auto s = elaborate_model(source, diagnostics);
    ASSERT_TRUE(s);
    EXPECT_EQ(diagnostics.warnings(), 0u);  // of the parts, not of the author
    EXPECT_EQ(s->constraints.size(), 6u);
    ASSERT_EQ(s->redundant.size(), 2u);
    EXPECT_EQ(s->redundant[0].name, "front_side2");
    EXPECT_EQ(s->redundant[0].relation.substr(0, 26), "front_side2 = front_side1 ");
    EXPECT_EQ(s->redundant[1].name, "rear_side2");
}

TEST(Vehicles, ARowThatTheAuthorWroteIsStillAWarning) {
    const Source source("s.anh", R"(model A {
frame f { mass 1; inertia 1 }
axle a on f { skate }
constraint again: 2*v1 = 0
})");
    Diagnostics diagnostics;
    const auto s = elaborate_model(source, diagnostics);
    ASSERT_TRUE(s);
    EXPECT_EQ(diagnostics.warnings(), 1u);
    ASSERT_EQ(s->redundant.size(), 1u);
    EXPECT_EQ(s->redundant[0].relation, "again = 2·a_side (line 3)");
}

// Three side conditions of rank two, in which square roots of the linkage take part.
TEST(Vehicles, JeantaudsLinkageMakesOneRowDependent) {
    const System s = from_gallery("jeantaud-car");
    EXPECT_EQ(s.redundant.size(), 2u);
    EXPECT_EQ(s.redundant[1].name, "left_side");
    // Without the linkage the axes do not meet, and the frame is held.
    std::string text = gallery_text("jeantaud-car");
    EXPECT_THROW(model(changed(text, "b*cos(theta) - l*sin(theta)", "b*cos(theta) - 2*l*sin(theta)")),
                 std::runtime_error);
}

TEST(Vehicles, NamesOfTrailersAndOfSeveralVehicles) {
    const System s = model(R"(model A {
  param l = 1, b = 0.3
  frame car { mass 1; inertia 1 }
  frame trailer { mass 1; inertia 1 }
  hitch trailer at (0, l) to car at (0, -b) turns phi
  axle rear on car { skate }
  axle last on trailer { wheel radius 1 }
})");
    EXPECT_EQ(names(s.q()), (Names{"x", "y", "psi", "phi", "last_phi"}));
    expect_equal(s, expression(s, "trailer_x"), "x + b*sin(psi) + l*sin(psi + phi)");
    expect_equal(s, expression(s, "trailer_y"), "y - b*cos(psi) - l*cos(psi + phi)");
    expect_equal(s, expression(s, "trailer_psi"), "psi + phi");
    expect_equal(s, expression(s, "last_v"), "trailer_v2");
    expect_equal(s, constraint(s, "last_side").residual, "trailer_v1");
    const System two = model(R"(model A {
  frame car { mass 1; inertia 1 }
  frame sleigh { mass 1; inertia 1 }
  axle a on car { skate }
})");
    EXPECT_EQ(names(two.q()), (Names{"car_x", "car_y", "car_psi", "sleigh_x", "sleigh_y", "sleigh_psi"}));
    const System both = model(R"(model A {
  frame car { mass 1; inertia 1 }
  body ball { mass 1; shape ball(1) }
})");
    EXPECT_EQ(both.coordinates.back().symbol.symbol().name, "car_psi");
}

TEST(Vehicles, AGuidedFrameHasNoCoordinatesOfItsOwn) {
    const System s = from_gallery("towed-wheel");
    EXPECT_EQ(names(s.q()), (Names{"s", "theta", "castor_phi"}));
    expect_equal(s, constraint(s, "castor_side").residual, "s'*cos(theta) + V*sin(theta) + a*theta'");
    expect_equal(s, s.T,
                 "m/2*(s'^2 + V^2) + mw/2*((s' + a*theta'*cos(theta))^2 + (V + a*theta'*sin(theta))^2)"
                 " + (jc + jw)/2*theta'^2 + i/2*castor_phi'^2");
}

// Drawn along y, a wheel that steers by a coordinate must look along y: a condition on the place, not on velocities.
TEST(Vehicles, ARowOfAGuidedFrameMayBeGeometric) {
    const System s = model(R"(model A {
  param V = 2
  coord u
  frame rail { mass 1; pose (0, V*t, 0) }
  axle a on rail steers th = u { wheel radius 1, turn 1, spin 1 }
})");
    EXPECT_EQ(constraint(s, "a_side").kind, Constraint::Kind::geometric);
    expect_equal(s, constraint(s, "a_side").residual, "V*sin(u)");
    EXPECT_EQ(constraint(s, "a_roll").kind, Constraint::Kind::linear);
}

TEST(Vehicles, CoordinatesHaveUnitsWhereOthersDo) {
    const System s = from_gallery("stueckler-car");
    EXPECT_EQ(s.coordinates[0].unit, "m");
    EXPECT_EQ(s.coordinates[3].unit, "rad");
    EXPECT_TRUE(s.coordinates[3].modulus);
    EXPECT_EQ(s.coordinates[4].description, "right wheel of rear");
    EXPECT_EQ(model("model A { frame f { mass 1; inertia 1 } }").coordinates[0].unit, "");
}

}  // namespace
}  // namespace anholon
