#include "structure/geometry/connection.hpp"

#include <gtest/gtest.h>

#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

constexpr const char* skate =
    "model Skate { param m = 2, J = 3, a = 1; coord x, y, theta\n"
    "  kinetic m/2*((x' - a*theta'*sin(theta))^2 + (y' + a*theta'*cos(theta))^2) + J/2*theta'^2\n"
    "  constraint blade: y'*cos(theta) - x'*sin(theta) = 0\n"
    "  quasi v = x'*cos(theta) + y'*sin(theta), w = theta' }";

// v' = a w², w' = −m a v w/(J + m a²) (Chaplygin 1911).
TEST(Connection, AutoparallelsOfTheSleighAreChaplyginsEquations) {
    const System system = model(skate);
    const Setting s(system);
    const NonholonomicConnection connection(s, Budget(60));
    const Expr m = system.parameters[0].symbol, J = system.parameters[1].symbol,
               a = system.parameters[2].symbol;
    EXPECT_TRUE(vanishes(connection.gamma(1, 2, 2) + a));
    EXPECT_TRUE(vanishes(connection.gamma(2, 1, 2) + connection.gamma(2, 2, 1) - m * a / (J + m * a * a)));
    EXPECT_TRUE(vanishes(connection.gamma(1, 1, 1)));
    EXPECT_TRUE(vanishes(connection.gamma(2, 2, 2)));
}

// ∇ has no torsion within the distribution and keeps the metric.
TEST(Connection, IsMetricAndWithoutTorsion) {
    for (const char* name : {"nonholonomic-particle", "rolling-disc", "chaplygin-sleigh"}) {
        const System system = model(gallery_text(name));
        const Setting s(system);
        const NonholonomicConnection connection(s, Budget(60));
        const std::size_t l = connection.l();
        for (std::size_t r = 1; r <= l; ++r)
            for (std::size_t p = 1; p <= l; ++p)
                for (std::size_t u = 1; u <= l; ++u) {
                    EXPECT_TRUE(vanishes(connection.gamma(u, r, p) - connection.gamma(u, p, r) -
                                         connection.projected_bracket(u, r, p)));
                    Expr change = s.frame().apply(r, connection.metric(p, u));
                    for (std::size_t v = 1; v <= l; ++v)
                        change -= connection.gamma(v, r, p) * connection.metric(v, u) +
                                  connection.gamma(v, r, u) * connection.metric(p, v);
                    EXPECT_TRUE(vanishes(change)) << name;
                }
    }
}

// Without constraints it is Levi-Civita's: a sphere of radius r has the curvature 1/r², a plane in polar coordinates none.
TEST(Connection, CurvatureOfSurfaces) {
    const System sphere = model("model A { param r = 2; coord a, b; kinetic r^2/2*(a'^2 + sin(a)^2*b'^2) }");
    const Setting s(sphere);
    const NonholonomicConnection connection(s, Budget(60));
    const Expr area = connection.metric(1, 1) * connection.metric(2, 2);
    const Expr K = connection.curvature(1, 2, 1, 2) * connection.metric(1, 1) / area;
    EXPECT_TRUE(vanishes(K - 1 / pow(sphere.parameters[0].symbol, 2))) << text(K);
    EXPECT_EQ(asked(sphere, "connection").verdict.text(), "curved");
    EXPECT_EQ(
        asked(model("model B { coord r, b; kinetic (r'^2 + r^2*b'^2)/2 }"), "connection").verdict.text(),
        "flat");
}

// The distribution of an integrable constraint has the geometry of its leaf: here of a cylinder, and of a sphere.
TEST(Connection, AnIntegrableConstraintHasTheCurvatureOfItsLeaves) {
    const std::string leaf =
        "model A { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; constraint s: x*x' + y*y' = 0 }";
    EXPECT_EQ(asked(model(leaf), "connection").verdict.text(), "flat");
    EXPECT_EQ(asked(model(changed(leaf, "y*y' =", "y*y' + z*z' =")), "connection").verdict.text(), "curved");
}

// R of the skate above its mass centre: [X_1, X_2] = −N and [N, X_2] = X_1, so R(X_1, X_2) X_2 = X_1 and R(X_1, X_2) X_1 = 0.
TEST(Connection, SchoutensCurvatureOfTheSkate) {
    const System system = model(changed(skate, "a = 1", "a = 0"));
    const Fact fact = asked(system, "connection");
    EXPECT_EQ(fact.verdict.text(), "curved") << all_lines(fact);
    const Setting s(system);
    const NonholonomicConnection connection(s, Budget(60));
    const auto R = [&](std::size_t u, std::size_t p) {
        return substitute(connection.curvature(u, p, 1, 2),
                          Substitution{{system.parameters[2].symbol, system.c().zero()}});
    };
    EXPECT_TRUE(vanishes(R(1, 2) * R(1, 2) - 1)) << text(R(1, 2));
    EXPECT_TRUE(vanishes(R(1, 1)));
    EXPECT_TRUE(vanishes(R(2, 1)));
    EXPECT_TRUE(vanishes(R(2, 2)));
}

// tr² R(X_1, X_2)/det G and det R(X_1, X_2)/det G do not depend on the frame.
TEST(Connection, SchoutensCurvatureIsATensor) {
    const auto invariants = [](const System& system) {
        const Setting s(system);
        const NonholonomicConnection n(s, Budget(60));
        const Expr det = n.metric(1, 1) * n.metric(2, 2) - n.metric(1, 2) * n.metric(2, 1);
        const auto R = [&](std::size_t u, std::size_t p) { return n.curvature(u, p, 1, 2); };
        return std::vector<Expr>{pow(R(1, 1) + R(2, 2), 2) / det,
                                 (R(1, 1) * R(2, 2) - R(1, 2) * R(2, 1)) / det};
    };
    const std::string lame = changed(skate, "m/2*((", "theta'*x'/5 + m/2*((");
    const System own = model(lame);
    const std::vector<Expr> in_quasi = invariants(own);
    EXPECT_FALSE(vanishes(in_quasi[0]));
    for (const char* other :
         {"quasi v = x' + theta', w = theta'*cos(theta)", "quasi v = x' + y', w = y' - 2*theta'"}) {
        const System system =
            model(changed(lame, "quasi v = x'*cos(theta) + y'*sin(theta), w = theta'", other));
        const std::vector<Expr> here = invariants(system);
        Substitution same;
        for (std::size_t k = 0; k < own.parameters.size(); ++k)
            same.emplace_back(system.parameters[k].symbol, system.c().number(system.parameters[k].value));
        Substitution same_own;
        for (const Parameter& p : own.parameters) same_own.emplace_back(p.symbol, own.c().number(p.value));
        // Along θ at a rational point of the circle, whatever the context.
        for (std::size_t k = 0; k < 2; ++k) {
            const auto at = [&](const System& of, const Expr& e, const Substitution& values) {
                Substitution place = values;
                place.emplace_back(of.q()[2], 2 * atan(of.c().number(Rational(1) / 3)));
                return text(simplified(substitute(e, place)));
            };
            EXPECT_EQ(at(system, here[k], same), at(own, in_quasi[k], same_own)) << other;
        }
    }
}

// Γ of the skate above its mass centre vanishes: v and w are parallel everywhere. Off it Γ has ω_w alone, constant. Where the moment of inertia
// depends on the place, and on a sphere, there is no parallelism; on the leaves of a cylinder there is.
TEST(Connection, WagnersCurvature) {
    const auto of = [](const std::string& text) {
        const System system = model(text);
        return nonholonomic_connection(Setting(system), Budget(60)).is_parallel;
    };
    EXPECT_EQ(of(changed(skate, "a = 1", "a = 0")), Answer::yes);
    EXPECT_EQ(of(skate), Answer::yes);
    EXPECT_EQ(of(changed(skate, "J/2*theta'^2", "(J + x^2)/2*theta'^2")), Answer::no);
    EXPECT_EQ(
        of("model A { coord x, y, z; kinetic (x'^2 + y'^2 + (z' - y*x')^2)/2; constraint s: z' = y*x' }"),
        Answer::yes);
    EXPECT_EQ(of("model A { coord a, b; kinetic (a'^2 + sin(a)^2*b'^2)/2 }"), Answer::no);
    EXPECT_EQ(of("model A { coord r, b; kinetic (r'^2 + r^2*b'^2)/2 }"), Answer::yes);
    EXPECT_EQ(of("model A { coord r, b; kinetic (r'^2 + r^2*b'^2)/2; quasi u = r', w = r*b' }"), Answer::yes);
    const std::string space = "model A { coord r, a, b; kinetic (r'^2 + r^2*a'^2 + r^2*sin(a)^2*b'^2)/2 }";
    EXPECT_EQ(of(space), Answer::yes);
    EXPECT_EQ(of(changed(space, "r^2*sin(a)^2", "r^2*a^2")), Answer::no);
    const std::string leaf =
        "model A { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; constraint s: x*x' + y*y' = 0 }";
    EXPECT_EQ(of(leaf), Answer::yes);
    EXPECT_EQ(of(changed(leaf, "y*y' =", "y*y' + z*z' =")), Answer::no);
}

TEST(Connection, WagnersCurvatureMayVanishForTheStatedParametersOnly) {
    const std::string text = "model A { param k = 0; coord x, y; kinetic (x'^2 + (1 + k*x^2)*y'^2)/2 }";
    const System flat = model(text), curved = model(changed(text, "k = 0", "k = 1"));
    const Fact fact = asked(flat, "connection");
    EXPECT_TRUE(says(fact, "Wagner's curvature vanishes, for the stated values of the parameters"))
        << all_lines(fact);
    EXPECT_EQ(nonholonomic_connection(Setting(curved), Budget(60)).is_parallel, Answer::no);
}

TEST(Connection, HasToBeOfANaturalSystem) {
    EXPECT_EQ(asked("ball-on-rotating-plane", "connection").verdict.text(), "does not apply");
    EXPECT_EQ(asked("appell-hamel", "connection").verdict.text(), "does not apply");
    EXPECT_EQ(asked("vakonomic-skate", "connection").verdict.text(), "does not apply");
    const Fact heavy = asked("chaplygin-sleigh-incline", "connection");
    EXPECT_TRUE(says(heavy, "motions differ from its autoparallels by the forces")) << all_lines(heavy);
}

}  // namespace
}  // namespace anholon
