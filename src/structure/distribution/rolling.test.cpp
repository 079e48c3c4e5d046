#include "structure/distribution/rolling.hpp"

#include <gtest/gtest.h>

#include "structure/distribution/integrability.hpp"
#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

Rolling of(const System& system) { return rolling_of(Setting(system), Budget(60)); }

// Two surfaces in geodesic coordinates, ds² = du² + f² dv² and da² + h² db², which every surface has. f and h are any functions: their
// values and derivatives up to the second order at one point are letters. theta is the angle between du and da.
constexpr const char* any_two_surfaces =
    "model Any { param f = 2, fu = 3, fv = 5, fuu = 7, fuv = 11, fvv = 13, h = 17, ha = 19, hb = 23, haa = "
    "29,\n"
    "    hab = 31, hbb = 37\n"
    "  coord u, v, a, b, theta; kinetic (u'^2 + v'^2 + a'^2 + b'^2 + theta'^2)/2\n"
    "  let F = f + fu*u + fv*v + fuu*u^2/2 + fuv*u*v + fvv*v^2/2\n"
    "  let Fu = fu + fuu*u + fuv*v\n"
    "  let H = h + ha*a + hb*b + haa*a^2/2 + hab*a*b + hbb*b^2/2\n"
    "  let Ha = ha + haa*a + hab*b\n"
    "  constraint first: a' = cos(theta)*u' - sin(theta)*F*v'\n"
    "  constraint second: H*b' = sin(theta)*u' + cos(theta)*F*v'\n"
    "  constraint spin: theta' = Fu*v' - Ha*b'\n"
    "  quasi p = u', q = F*v' }";

// [X_1, X_2] leaves the distribution by (K − K')∂/∂theta, K = −f_uu/f, whatever the surfaces: Béghin's theorem for rolling without spin.
TEST(Rolling, TheBracketIsTheDifferenceOfTheCurvatures) {
    const System system = model(any_two_surfaces);
    const Setting s(system);
    const Distribution D = distribution(s);
    ASSERT_EQ(D.free.size(), 2u);
    const Field W = bracket(D, D.X[D.free[0]], D.X[D.free[1]]);
    Substitution point;
    for (std::size_t i = 0; i < 4; ++i) point.emplace_back(s.q[i], s.c.zero());  // at any theta
    const auto letter = [&](const char* name) { return s.c.find(name); };
    const Expr difference = letter("haa") / letter("h") - letter("fuu") / letter("f");
    for (std::size_t k = 0; k < 3; ++k) {
        const Expr leaves = substitute(D.form(D.constraint[k], W), point);
        if (D.names[k] == "spin") {
            EXPECT_TRUE(vanishes(leaves - difference) || vanishes(leaves + difference)) << text(leaves);
        } else {
            EXPECT_TRUE(vanishes(leaves)) << D.names[k] << ": " << text(leaves);
        }
    }
}

// With spin allowed the brackets with the spin leave it in both directions, whatever the surfaces.
TEST(Rolling, WithSpinItIsNeverIntegrable) {
    const System system =
        model(changed(changed(any_two_surfaces, "constraint spin: theta' = Fu*v' - Ha*b'", ""), "q = F*v'",
                      "q = F*v', r = theta'"));
    const Setting s(system);
    EXPECT_EQ(integrability_of(s, Budget(60)).verdict, IntegrabilityVerdict::nonholonomic);
}

TEST(GaussianCurvature, OfTheTextbooks) {
    const System system = model("model A { param R = 3, r = 1; coord u, v; kinetic (u'^2 + v'^2)/2 }");
    Context& c = system.c();
    const Expr u = system.q()[0], v = system.q()[1], R = c.find("R"), r = c.find("r");
    const Expr torus =
        gaussian_curvature({(R + r * cos(u)) * cos(v), (R + r * cos(u)) * sin(v), r * sin(u)}, u, v);
    EXPECT_TRUE(vanishes(torus - cos(u) / (r * (R + r * cos(u))))) << text(torus);
    const Expr catenoid = gaussian_curvature({cosh(u) * cos(v), cosh(u) * sin(v), u}, u, v);
    EXPECT_TRUE(vanishes(catenoid + 1 / pow(cosh(u), 4))) << text(catenoid);
    const Expr helicoid = gaussian_curvature({sinh(u) * cos(v), sinh(u) * sin(v), v}, u, v);
    EXPECT_TRUE(vanishes(catenoid - helicoid));
    EXPECT_TRUE(vanishes(gaussian_curvature({r * cos(u), r * sin(u), v}, u, v)));
}

// An ellipsoid by its normals: K = h⁴/(a b c)², h the distance of the tangent plane from its centre. A torus: mixed degrees in n.
TEST(GaussianCurvature, ByNormals) {
    const System system =
        model("model A { param a = 3, b = 2, c = 1; coord n1, n2, n3; kinetic (n1'^2 + n2'^2 + n3'^2)/2 }");
    const std::vector<Expr> n = system.q();
    Context& c = system.c();
    const Expr a = c.find("a"), b = c.find("b"), k = c.find("c");
    const Expr h = sqrt(a * a * n[0] * n[0] + b * b * n[1] * n[1] + k * k * n[2] * n[2]);
    const Expr K = curvature_by_normals({a * a * n[0] / h, b * b * n[1] / h, k * k * n[2] / h}, n);
    const Substitution on_sphere{
        {n[0], c.number(Rational(2, 7))}, {n[1], c.number(Rational(3, 7))}, {n[2], c.number(Rational(6, 7))}};
    EXPECT_TRUE(vanishes(substitute(K - pow(h / 1, 4) / pow(a * b * k, 2), on_sphere))) << text(K);
    const Expr across = sqrt(n[0] * n[0] + n[1] * n[1]);
    const Expr torus =
        curvature_by_normals({a * n[0] / across + b * n[0], a * n[1] / across + b * n[1], b * n[2]}, n);
    EXPECT_TRUE(vanishes(substitute(torus - across / (b * (a + b * across)), on_sphere))) << text(torus);
}

std::string balls(const std::string& radius) {
    return "model Balls { param r = 0.5, R = 0.3; support twin sphere(" + radius +
           "); body ball { mass 1; inertia (1, 2, 2.5); surface sphere(r) }\n contact ball on twin rubber\n"
           "init z = r + " +
           radius + " }";
}

// Hadamard 1895: equal constants. Frobenius' theorem on the brackets of the fields says the same.
TEST(Rolling, BallsOfEqualRadiiAreApplicable) {
    for (const auto& [radius, verdict] : {std::pair{"r", RollingVerdict::applicable},
                                          {"R", RollingVerdict::not_integrable},
                                          {"3*r", RollingVerdict::not_integrable}}) {
        const System system = model(balls(radius));
        const Rolling found = of(system);
        EXPECT_EQ(found.verdict, verdict) << radius;
        const bool is_integrable = verdict == RollingVerdict::applicable;
        EXPECT_EQ(integrability_of(Setting(system), Budget(60)).verdict,
                  is_integrable ? IntegrabilityVerdict::holonomic : IntegrabilityVerdict::nonholonomic);
        ASSERT_EQ(found.contacts.size(), 1u);
        EXPECT_EQ(found.contacts[0].on_body.kind, SurfaceOfPoint::Kind::sphere);
        EXPECT_EQ(found.contacts[0].is_impossible, !is_integrable);
    }
    const Fact here = asked(model(changed(balls("R"), "R = 0.3", "R = 0.5")), "rolling");
    EXPECT_TRUE(says(here, "applicable to each other, for the stated values of the parameters"))
        << all_lines(here);
    const Fact inside = asked(
        changed_model(balls("R"),
                      {{"sphere(R)", "sphere(R) inside"}, {"z = r + R", "z = R - r"}, {"R = 0.3", "R = 2"}}),
        "rolling");
    EXPECT_EQ(inside.verdict.text(), "not integrable") << all_lines(inside);
}

constexpr const char* eggs =
    "model Eggs { param b = 0.5, a = 0.8\n"
    "  support twin revolution(b*sqrt(1 - z^2/a^2), -0.7, 0.7)\n"
    "  body egg { mass 1; inertia (0.1, 0.1, 0.07); surface revolution(b*sqrt(1 - z^2/a^2), -0.7, 0.7) }\n"
    "  contact egg on twin rubber\n"
    "  init q0 = 1, x = 2*b, contact_u = 0, contact_v = pi, support_u = 0, support_v = 0 }";

// Equal bodies of revolution stay mirror images in their tangent plane: u' = u, v' = −v + const. Turned upside down, u' = −u, the second is
// the image of the first by a rotation and the reflection.
TEST(Rolling, EqualBodiesOfRevolutionHaveLeaves) {
    const System system = model(eggs);
    const Rolling found = of(system);
    ASSERT_EQ(found.verdict, RollingVerdict::applicable_from_some) << found.reason;
    const RollingContact& contact = found.contacts[0];
    ASSERT_EQ(contact.isometries.size(), 2u);
    const Expr u = contact.on_body.parameters[0], v = contact.on_body.parameters[1];
    EXPECT_EQ(contact.isometries[0].image, (std::vector{u, -v}));
    EXPECT_EQ(contact.isometries[1].image, (std::vector{-u, v}));
    EXPECT_EQ(contact.isometries[0].is_shifted, (std::vector{false, true}));
    // K of a spheroid of half axes b, b, a.
    const Expr a = system.c().find("a"), b = system.c().find("b");
    EXPECT_TRUE(vanishes(contact.on_body.K - pow(a, 6) / pow(pow(a, 4) + (b * b - a * a) * u * u, 2)));
}

// Another profile, and no piece fits: K and |∇K|² agree along no curve.
TEST(Rolling, UnequalBodiesOfRevolutionHaveNone) {
    const Rolling found = of(model(changed(eggs, "surface revolution(b*sqrt(1 - z^2/a^2)",
                                           "surface revolution(b*sqrt(1 - z^2/(2*a)^2)")));
    EXPECT_EQ(found.verdict, RollingVerdict::not_integrable);
    EXPECT_TRUE(found.contacts[0].is_impossible);
    const Rolling ball = of(model(changed(eggs, "surface revolution(b*sqrt(1 - z^2/a^2), -0.7, 0.7)",
                                          "surface revolution(sqrt(b^2 - z^2), -0.4, 0.4)")));
    EXPECT_EQ(ball.verdict, RollingVerdict::not_integrable);
    EXPECT_EQ(ball.contacts[0].on_body.is_constant, Answer::yes);
    EXPECT_TRUE(ball.contacts[0].is_impossible);
}

// Two hills: the one is curved like a cap and the other like a saddle, and nothing fits. Two different caps may or may not have pieces that do:
// that is not claimed to be decided.
TEST(Rolling, LeavesMayBeUndecided) {
    const std::string caps =
        "model Caps { support hill graph(0.1*x^2 - 0.2*x*y)\n"
        "  body b { mass 1; inertia (1, 1, 2); surface graph(0.3*x^2 + 0.4*y^2) }\n  contact b on hill "
        "rubber; init z = 0 }";
    EXPECT_TRUE(of(model(caps)).contacts[0].is_impossible);
    const System both = model(changed(caps, "- 0.2*x*y", "+ 0.7*y^2 + 0.1*y^4"));
    const Rolling open = of(both);
    EXPECT_EQ(open.verdict, RollingVerdict::not_integrable);
    EXPECT_FALSE(open.contacts[0].is_impossible);
    EXPECT_TRUE(says(asked(both, "rolling"), "whether some starts keep to leaves is not decided"));
}

// Applicable, not congruent: a helicoid laid on a catenoid.
TEST(Rolling, ACatenoidIsApplicableToAHelicoid) {
    const std::string bent =
        "model Bent { support s parametric(cosh(u)*cos(v), cosh(u)*sin(v), u)\n"
        "  body b { mass 1; inertia (1, 2, 2.5); surface parametric(sinh(u)*cos(v), sinh(u)*sin(v), v) }\n"
        "  contact b on s rubber\n  init support_u = 0.2, support_v = 0.1, contact_u = 0.2, contact_v = 0.1 "
        "}";
    EXPECT_EQ(of(model(bent)).verdict, RollingVerdict::applicable_from_some);
    EXPECT_EQ(of(model(changed(bent, "sinh(u)*sin(v), v)", "sinh(u)*sin(v), 2*v)"))).verdict,
              RollingVerdict::not_integrable);
}

// Cylinders that cross touch at one point. Both are developable: rolling without spin is integrable.
TEST(Rolling, DevelopableSurfacesAreApplicable) {
    const std::string crossed =
        "model Crossed { param r = 0.3, R = 0.5; support log parametric(R*cos(u), v, R*sin(u))\n"
        "  body tube { mass 1; inertia (1, 2, 2.5); surface parametric(v, r*cos(u), r*sin(u)) }\n"
        "  contact tube on log rubber\n"
        "  init support_u = pi/2, support_v = 0, contact_u = -pi/2, contact_v = 0, z = R + r }";
    const Rolling found = of(model(crossed));
    EXPECT_EQ(found.verdict, RollingVerdict::applicable);
    EXPECT_EQ(of(model(changed(crossed, "parametric(v, r*cos(u), r*sin(u))",
                               "parametric(v, r*(1 - v^2)*cos(u), r*(1 - v^2)*sin(u))")))
                  .verdict,
              RollingVerdict::not_integrable);
}

TEST(Rolling, PathsMayBeKnownBeforehand) {
    EXPECT_EQ(asked("beghins-ball", "rolling").verdict.text(), "known paths");
    // On a wall that turns the path on the ball is not known.
    EXPECT_EQ(asked("beghins-ball-rotating", "rolling").verdict.text(), "does not apply");
    EXPECT_EQ(
        asked("beghins-ball", "rolling", {{"contact ball on wall rolling", "contact ball on wall sliding"}})
            .verdict.text(),
        "not integrable");
}

TEST(Rolling, AnEllipsoidOnAPlane) {
    const Fact fact = asked("rubber-ellipsoid", "rolling");
    EXPECT_TRUE(
        says(fact, "(a^2*gamma1^2 + b^2*gamma2^2 + c^2*gamma3^2)^2/(a^2*b^2*c^2), which is not constant"))
        << all_lines(fact);
    EXPECT_TRUE(says(fact, "second case is excluded from every start"));
}

// By parameters of the body: no configurations are needed, of which none can be found modulo primes.
TEST(Rolling, AnEggOnAPlane) {
    const Rolling found = of(model(
        "model Egg { param a = 0.5, b = 0.3; ground plane z = 0\n"
        "  body egg { mass 1; inertia (1, 1, 2); surface revolution(b*sqrt(1 - z^2/a^2), -0.45, 0.45) }\n"
        "  contact egg on ground rubber; init q0 = cos(0.7), q1 = sin(0.7), z = 0.4 }"));
    EXPECT_EQ(found.verdict, RollingVerdict::not_integrable) << found.reason;
    EXPECT_EQ(found.contacts[0].on_support.kind, SurfaceOfPoint::Kind::plane);
    EXPECT_TRUE(found.contacts[0].is_impossible);
}

TEST(Rolling, IsOfBodiesThatRoll) {
    EXPECT_EQ(asked("chaplygin-sleigh", "rolling").verdict.text(), "does not apply");
    const Fact slides =
        asked("rubber-ellipsoid", "rolling",
              {{"egg on ground rubber", "egg on ground sliding"}, {"wx = 1, wy = 0.6", "w1 = 1"}});
    EXPECT_TRUE(says(slides, "no body rolls without slipping")) << all_lines(slides);
    const Fact cone = asked(model("model A { ground plane z = 0; body b { mass 1; inertia (1, 1, 1); surface "
                                  "cone(0.3) along (1, 0, 0) }\n"
                                  "contact b on ground rolling }"),
                            "rolling");
    EXPECT_TRUE(says(cone, "b touches ground along a line")) << all_lines(cone);
    const Fact turns = asked("ball-on-rotating-bowl", "rolling");
    EXPECT_TRUE(says(turns, "moves as a function of time")) << all_lines(turns);
}

}  // namespace
}  // namespace anholon
