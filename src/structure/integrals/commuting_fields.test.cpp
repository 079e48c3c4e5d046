#include "structure/integrals/commuting_fields.hpp"

#include <gtest/gtest.h>

#include "calculus/vector_field.hpp"
#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

CommutingFields found_in(const std::string& text) {
    const System system = model(text);
    return commuting_fields(Setting(system), Budget(60));
}

const char* const plane =
    "model E2 { param m = 1, n = 2, J = 3, K = 1/2; coord x, y, phi\n"
    "  quasi u = x'*cos(phi) + y'*sin(phi); quasi v = y'*cos(phi) - x'*sin(phi); quasi w = phi'\n"
    "  kinetic m*u^2/2 + n*v^2/2 + J*w^2/2 + K*u*w }";
const char* const angles =
    "model SO3 { param A = 1, B = 2, C = 3; coord psi, theta, phi\n"
    "  quasi p = psi'*sin(theta)*sin(phi) + theta'*cos(phi)\n"
    "  quasi q = psi'*sin(theta)*cos(phi) - theta'*sin(phi)\n"
    "  quasi r = psi'*cos(theta) + phi'\n"
    "  kinetic A*p^2/2 + B*q^2/2 + C*r^2/2; init theta = 1 }";
const char* const heisenberg =
    "model Heisenberg { param A = 1, B = 2, C = 3; coord x, y, z\n"
    "  quasi u = x'; quasi v = y'; quasi w = z' - x*y'\n"
    "  kinetic A*u^2/2 + B*v^2/2 + C*w^2/2 + u*w/3 }";
const char* const affine =
    "model Affine { param A = 1, B = 2; coord x, y; quasi u = x'/y; quasi v = y'/y\n"
    "  kinetic A*u^2/2 + B*v^2/2; init y = 1 }";
const char* const sol =
    "model Sol { param k = 2; coord x, y, z; quasi u = exp(k*z)*x'; quasi v = exp(-k*z)*y'; quasi w = z'\n"
    "  kinetic (u^2 + 2*v^2 + 3*w^2)/2 }";

const char* const spiral =
    "model Bianchi7 { param a = 1/3; coord x, y, z; quasi w = z'\n"
    "  quasi u = exp(a*z)*(x'*cos(z) + y'*sin(z)); quasi v = exp(a*z)*(y'*cos(z) - x'*sin(z))\n"
    "  kinetic u^2/2 + v^2 + w^2 + u*w/3 }";
const char* const pseudo =
    "model Bianchi6 { param a = 1/3; coord x, y, z; quasi w = z'\n"
    "  quasi u = exp(a*z)*(x'*cosh(z) + y'*sinh(z)); quasi v = exp(a*z)*(y'*cosh(z) + x'*sinh(z))\n"
    "  kinetic u^2/2 + v^2 + w^2 + u*w/3 }";

// Right-invariant fields commute with left-invariant ones.
TEST(CommutingFields, OfLieGroups) {
    for (const char* text : {plane, angles, heisenberg, affine, sol, spiral, pseudo}) {
        const System system = model(text);
        const Setting s(system);
        const CommutingFields found = commuting_fields(s, Budget(60));
        ASSERT_TRUE(found.applies) << text << found.why_not;
        ASSERT_EQ(found.fields.size(), s.q.size()) << text << found.why_not;
        const Chart chart(s.t, s.q);
        for (const auto& field : found.fields) {
            std::vector<Expr> components{s.c.zero()};
            components.insert(components.end(), field.components.begin(), field.components.end());
            const VectorField Y(chart, Vector(components));
            for (std::size_t r = 1; r <= s.q.size(); ++r) {
                const VectorField zero = bracket(s.frame().frame()[r], Y);
                for (const Expr& e : zero.components()) EXPECT_TRUE(vanishes(e)) << text;
            }
        }
    }
}

// Those of the plane are the translations and the rotation.
TEST(CommutingFields, OfThePlaneAreItsMotions) {
    const System system = model(plane);
    const CommutingFields found = commuting_fields(Setting(system), Budget(60));
    ASSERT_EQ(found.fields.size(), 3u);
    EXPECT_EQ(text(found.fields[0].components[0]), "1");
    EXPECT_EQ(text(found.fields[0].components[2]), "0");
    EXPECT_EQ(text(found.fields[2].components[0]), "-y");
    EXPECT_EQ(text(found.fields[2].components[1]), "x");
    EXPECT_EQ(text(found.fields[2].components[2]), "1");
}

TEST(CommutingFields, NeedAGroupAndALagrangianWithoutCoordinates) {
    EXPECT_FALSE(found_in(changed(plane, "K*u*w", "K*x*w^2")).applies);
    EXPECT_FALSE(found_in(changed(heisenberg, "x*y'", "x^2*y'")).applies);
    EXPECT_FALSE(found_in(changed(plane, "K*u*w }", "K*u*w; force on x: -x' }")).applies);
    EXPECT_FALSE(found_in("model A { coord x, y; kinetic (x'^2 + y'^2)/2 }").applies);
}

// Coefficients exp(±k z) are beyond the functions in which integrals are looked for otherwise.
TEST(CommutingFields, AddIntegralsToTheFact) {
    const Fact fact = asked(model(sol), "integrals");
    EXPECT_TRUE(says(fact, "Markhashov")) << all_lines(fact);
    EXPECT_FALSE(says(asked(model(changed(sol, "3*w^2)/2", "3*w^2 + z^2)/2")), "integrals"), "Markhashov"));
}

}  // namespace
}  // namespace anholon
