#include "request/surface.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/print.hpp"
#include "model/read_model.test.hpp"
#include "model/refusal.hpp"
#include "request/reduced.hpp"

namespace anholon {
namespace {

std::vector<std::string> names(const request::SurfaceFound& found) {
    std::vector<std::string> out;
    for (const auto& v : found.equations.variables) out.push_back(v.name);
    return out;
}

std::string refusal(const request::Surface& request, const System& system) {
    try {
        answer(request, "M", system);
    } catch (const Refusal& e) {
        return e.diagnostics.all().front().code;
    }
    return "";
}

// 003 (4.9), (4.10): v1, v2, ψ̇, θ1, θ2 with θ̇_k = C_k − ψ̇; by hand a closed surface of genus 5 that M_s⁴ cuts along four circles into two tori
// with four holes.
TEST(Surface, OfTheCartOnTwoSkates) {
    request::Surface request;
    request.cells = "10";
    request.starts = "12";
    const auto found = answer(request, "M", from_gallery("cart-two-skates"));
    EXPECT_EQ(names(found), (std::vector<std::string>{"v1", "v2", "psi'", "theta1", "theta2"}));
    std::vector<std::string> eliminated, absent;
    for (const auto& [x, value] : found.equations.eliminated)
        eliminated.push_back(text(x) + " = " + text(value));
    for (const auto& v : found.equations.absent) absent.push_back(v.name);
    EXPECT_EQ(eliminated, (std::vector<std::string>{"theta1' = c2 - psi'", "theta2' = c3 - psi'"}));
    EXPECT_EQ(absent, (std::vector<std::string>{"psi", "x", "y"}));
    EXPECT_EQ(text(found.equations.equations.back().right), "c1 - j*(c2^2 + c3^2)/2");
    ASSERT_TRUE(found.traced.is_decided);
    EXPECT_EQ(found.traced.topology.components, (std::vector{SurfaceType{-8, true, 0}}));
    EXPECT_EQ(found.traced.curves.size(), 4U);
    ASSERT_EQ(found.traced.topology.parts.size(), 2U);
    for (const auto& part : found.traced.topology.parts) EXPECT_EQ(part.kind, (SurfaceType{-4, true, 4}));
}

// At the least energy all is at rest in these velocities: a torus of singular points.
TEST(Surface, AtTheLeastEnergyNothingIsClaimed) {
    request::Surface request;
    request.levels = {"energy=0.0025", "w1", "w2"};
    const auto found = answer(request, "M", from_gallery("cart-two-skates"));
    EXPECT_FALSE(found.traced.is_decided);
    ASSERT_FALSE(found.traced.singular.empty());
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found.traced.singular[0][i], 0, 1e-4);
}

// Liouville's tori of Lagrange's top.
TEST(Surface, OfTheHeavyTop) {
    const System core = request::reduced(from_gallery("heavy-top-quaternion")).system;
    const auto found = answer(request::Surface{}, "M", core);
    ASSERT_TRUE(found.traced.is_decided);
    EXPECT_EQ(found.traced.topology.components, (std::vector{SurfaceType{0, true, 0}}));
    EXPECT_EQ(found.equations.implied.size(), 1U);
}

constexpr const char* pendulum = R"(model P {
  coord theta mod 2*pi, phi mod 2*pi
  kinetic (theta'^2 + sin(theta)^2*phi'^2)/2
  potential -9.8*cos(theta)
  init theta = 1, theta' = 0.3, phi' = 1
  expect integral energy
  expect integral sin(theta)^2*phi'
})";

// θ and φ cover the sphere twice, so there are two tori; φ is kept, since without it there would be curves.
TEST(Surface, OfTheSphericalPendulum) {
    const auto found = answer(request::Surface{}, "M", model(pendulum));
    ASSERT_TRUE(found.traced.is_decided);
    EXPECT_EQ(found.equations.kept, (std::vector<std::string>{"phi"}));
    EXPECT_EQ(found.traced.topology.components,
              (std::vector{SurfaceType{0, true, 0}, SurfaceType{0, true, 0}}));
}

constexpr const char* double_well = R"(model W {
  coord x, y
  kinetic (x'^2 + y'^2)/2
  potential (x^2 - 1)^2/4 + y^2
  init x = 1.2, x' = 0.4, y = 0.5, y' = 1
  expect integral x'^2/2 + (x^2 - 1)^2/4
  expect integral y'^2/2 + y^2
})";

// Below the barrier 1/4 there are two tori, above it one, at it a circle of singular points.
TEST(Surface, OfADoubleWell) {
    const System system = model(double_well);
    const auto with = [&](const std::string& value) {
        request::Surface request;
        request.levels = {"x'^2/2 + (x^2 - 1)^2/4 = " + value, "y'^2/2 + y^2"};
        return answer(request, "M", system).traced;
    };
    const TracedSurface above = with("0.5"), at = with("0.25"), below = with("0.1");
    EXPECT_TRUE(above.is_decided && below.is_decided);
    EXPECT_EQ(above.topology.components.size(), 1U);
    EXPECT_EQ(below.topology.components.size(), 2U);
    EXPECT_FALSE(at.is_decided);
    ASSERT_FALSE(at.singular.empty());
    EXPECT_NEAR(at.singular[0][0], 0, 1e-6);
    EXPECT_NEAR(at.singular[0][2], 0, 1e-6);
}

// Spin and turn are constant, and the two angles fill a torus on which there is no equation left.
TEST(Surface, OfTheVerticalDisc) {
    const auto found = answer(request::Surface{}, "M", from_gallery("vertical-rolling-disc"));
    EXPECT_TRUE(found.equations.equations.empty());
    EXPECT_EQ(found.equations.kept, (std::vector<std::string>{"phi", "psi"}));
    ASSERT_TRUE(found.traced.is_decided);
    EXPECT_EQ(found.traced.topology.components, (std::vector{SurfaceType{0, true, 0}}));
}

// The motion keeps to the surface, and does not pass from u = a1 × a2 to u = −a1 × a2.
TEST(Surface, AMotionStaysInItsPart) {
    request::Surface request;
    request.cells = "10";
    request.starts = "4";
    request.motion = "3";
    const auto found = answer(request, "M", from_gallery("cart-two-skates"));
    ASSERT_TRUE(found.motion);
    EXPECT_LT(found.motion->apart, 1e-10);
    EXPECT_EQ(found.motion->parts.size(), 1U);
    EXPECT_EQ(found.motion->points.size(), 2001U);
    request.levels = {"energy=2", "w1", "w2"};
    EXPECT_EQ(refusal(request, from_gallery("cart-two-skates")), "motion-levels");
}

// s is a function of the others by the energy, q is in that function.
TEST(Surface, WhatAnEliminatedCoordinateDependsOnIsKept) {
    EXPECT_EQ(refusal({}, from_gallery("nose-hoover")), "surface-dimension");
}

// `expect integral linear` has no formula.
TEST(Surface, IntegralsWithoutAFormulaAreNotTaken) {
    EXPECT_EQ(refusal({}, from_gallery("ball-on-rotating-bowl")), "surface-levels");
    EXPECT_EQ(refusal({}, from_gallery("rolling-hoop")), "surface-dimension");
}

TEST(Surface, OfOtherDimensionsIsRefused) {
    EXPECT_EQ(refusal({}, from_gallery("free-top")), "surface-dimension");
    EXPECT_EQ(refusal({}, from_gallery("roller-racer")), "surface-dimension");
}

// The velocities of the coordinates leave ψ in the equations: three levels are then too few.
TEST(Surface, VelocitiesMayBeChosen) {
    request::Surface request;
    request.velocities = "psi', theta1', theta2', x', y'";
    EXPECT_EQ(refusal(request, from_gallery("cart-two-skates")), "surface-dimension");
    request.velocities = "psi', theta1', theta2', along = y'*cos(psi) - x'*sin(psi), y'";
    EXPECT_EQ(refusal(request, from_gallery("cart-two-skates")), "velocities-degenerate");
}

}  // namespace
}  // namespace anholon
