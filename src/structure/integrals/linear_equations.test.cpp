#include "structure/integrals/linear_equations.hpp"

#include <gtest/gtest.h>

#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "model/read_model.test.hpp"
#include "request/reduced.hpp"
#include "structure/integrals/linear_solutions.hpp"

namespace anholon {
namespace {

// How many integrals the force on s leaves to the core in q, q' and s'.
std::size_t integrals_with(const std::string& force) {
    const System full =
        model("model A { coord q, s\n kinetic (q'^2 + s'^2)/2\n potential cos(q)\n force on s: " + force +
              "\n init q = 1 }");
    const request::Reduced core = request::reduced(full);
    EXPECT_EQ(core.system.coordinates.size(), 1u);
    const Setting s(core.system);
    const auto found = linear_equations(s, Budget(10));
    return found ? found->obeying.size() : 0;
}

TEST(LinearEquations, AreThoseOfTheOtherVelocities) {
    EXPECT_EQ(integrals_with("q'*s'*sin(q)"), 1u);  // s' e^cos(q) is constant
    EXPECT_EQ(integrals_with("q'^2*sin(q)"), 0u);
    EXPECT_EQ(integrals_with("q'*s'^2*sin(q)"), 0u);
    EXPECT_EQ(integrals_with("q'*sin(q)"), 1u);  // s' + cos(q)
    EXPECT_EQ(integrals_with("s'*sin(q)"), 0u);
}

std::optional<LinearEquations> found_in(const System& system) {
    return linear_equations(Setting(system), Budget(60));
}
std::string with(const char* gallery, const std::string& from, const std::string& to) {
    return changed(gallery_text(gallery), from, to);
}
std::string ball_on(const std::string& support, const std::string& init) {
    return "model A { param g = 9.81, p = 1, a = 0.1\n support bowl " + support +
           "\n gravity g along (0, 0, -1)\n body ball { mass 1; shape ball(a) }\n contact ball on bowl "
           "rolling\n" +
           "init " + init + " }";
}

// (C + m R²) w′ = m R² u, A u′ = C w − A u cot θ: cases §2.
TEST(LinearEquations, OfADiscAreAppells) {
    const System disc = model(gallery_text("rolling-disc"));
    const auto e = found_in(disc);
    ASSERT_TRUE(e && e->is_homogeneous());
    const auto p = [&](const char* name) { return disc.c().constant(name); };
    const Expr m = p("m"), R = p("R"), A = p("A"), C = p("C"), theta = e->x, a2 = m * R * R;
    EXPECT_EQ(theta, disc.coordinates[1].symbol);
    EXPECT_TRUE(vanishes(e->A(0, 0) + cos(theta) / sin(theta)));
    EXPECT_TRUE(vanishes(e->A(0, 1) - C / A));
    EXPECT_TRUE(vanishes(e->A(1, 0) - a2 / (C + a2)));
    EXPECT_TRUE(vanishes(e->A(1, 1)));
    const auto second = linear_solutions(*e, disc).second_order;
    ASSERT_TRUE(second && second->in_z);
    EXPECT_EQ(second->z, cos(theta));
    EXPECT_EQ(second->in_z->kind, SecondOrderEquation::Kind::legendre);
    EXPECT_TRUE(vanishes(second->in_z->degree_product + C * a2 / (A * (C + a2))));
}

TEST(LinearEquations, AreLostWithASymmetryOrByAForce) {
    EXPECT_TRUE(found_in(model(gallery_text("chaplygin-top"))));
    EXPECT_FALSE(found_in(model(with("chaplygin-top", "(I1, I1, I3)", "(I1, 1.2*I1, I3)"))));
    EXPECT_FALSE(found_in(model(with("chaplygin-top", "at (0, 0, h)", "at (0, h/10, h)"))));
    EXPECT_FALSE(found_in(model(with("rolling-disc", "  quasi", "  force on phi: -A*phi'/10 [s]\n  quasi"))));
    EXPECT_FALSE(found_in(model(gallery_text("rattleback"))));
}

TEST(LinearEquations, OfATopHaveAnIntegralInClosedForm) {
    const System top = model(gallery_text("chaplygin-top"));
    const auto e = found_in(top);
    const LinearSolutions solutions = linear_solutions(*e, top);
    ASSERT_EQ(solutions.first_order.size(), 1u);
    EXPECT_EQ(e->letters[solutions.first_order[0].component].symbol().name, "w3");
    EXPECT_TRUE(solutions.first_order[0].integrating_factor);
}

// The rotor's own angular velocity is a constant among them.
TEST(LinearEquations, WithARotorHaveItsConstant) {
    const System body = model(gallery_text("body-with-rotor"));
    const auto e = found_in(body);
    ASSERT_TRUE(e);
    EXPECT_EQ(e->letters.size(), 3u);
    const LinearSolutions solutions = linear_solutions(*e, body);
    ASSERT_EQ(solutions.constants.size(), 1u);
    EXPECT_TRUE(vanishes(solutions.constants[0] - e->letters[1] - e->letters[2]) ||
                vanishes(solutions.constants[0] + e->letters[1] + e->letters[2]));
    EXPECT_TRUE(solutions.has_inhomogeneous_terms);
}

TEST(LinearEquations, OfBallsOnSurfacesOfRevolutionAreRouths) {
    const std::string init = "x = 0.5, y = 0, y' = 1.5";
    const std::string placed = "x = 0.5, y = 0, support_v = 0, y' = 1.5, w3 = 0";
    const System tube = model(ball_on("cylinder(p) inside", "x = p - a, y = 0, z = 0, y' = 1.5"));
    const auto cylinder = found_in(tube);
    ASSERT_TRUE(cylinder);
    EXPECT_EQ(linear_solutions(*cylinder, tube).constants.size(), 1u);  // wz
    for (const auto& [support, start] :
         {std::pair{std::string("sphere(p) inside at (0, 0, p)"), std::string("x = 0.3, y' = 1")},
          {"cone(0.6) inside", init},
          {"revolution(2*z) inside", placed},
          {"revolution(sqrt(2*p*z)) inside", placed},
          {"revolution(sqrt(2*p*z)) inside turning 2", placed}})
        EXPECT_TRUE(found_in(model(ball_on(support, start)))) << support;
    // A bowl that is not round.
    EXPECT_FALSE(found_in(model(ball_on("graph(x^2/2 + y^2/3)", init))));
}

}  // namespace
}  // namespace anholon
