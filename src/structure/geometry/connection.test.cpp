#include "structure/geometry/connection.hpp"

#include <gtest/gtest.h>

#include "expr/linear.hpp"
#include "structure/evidence/asked.test.hpp"
#include "structure/geometry/wagner_curvature.hpp"

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

const Expr* component(const std::vector<ConnectionFound::Component>& list, std::vector<std::size_t> indices) {
    for (const auto& one : list)
        if (one.indices == indices) return &one.value;
    return nullptr;
}

// A surface with a metric that does not feel z, lifted to z' = y x': vectors are carried as on the surface, ∇ along [X_1, X_2] = −∂/∂z is
// Riemann's curvature, and Wagner's curvature its derivative along the surface. With (1 + x²)(dx² + dy²) that is ∂R/∂x.
TEST(Connection, WagnersCurvatureOfALiftedSurfaceIsTheGradientOfItsCurvature) {
    const System system = model(
        "model A { coord x, y, z; kinetic (x'^2 + y'^2)/2*(1 + x^2) + (z' - y*x')^2/2; constraint s: z' = "
        "y*x' }");
    const ConnectionFound found = nonholonomic_connection(Setting(system), Budget(60));
    const Expr x = system.q()[0];
    ASSERT_EQ(found.wagner_fields.size(), 1u);
    ASSERT_EQ(found.wagner.size(), 2u);
    const Expr* R = component(found.curvature, {1, 2, 1, 2});
    const Expr* W = component(found.wagner, {1, 2, 1, 3});
    ASSERT_TRUE(R && W);
    EXPECT_TRUE(vanishes(*W - derivative(*R, x))) << text(*W);
    EXPECT_TRUE(vanishes(*W - 2 * x * (3 - x * x) / pow(1 + x * x, 3))) << text(*W);
    EXPECT_TRUE(component(found.wagner, {2, 1, 1, 3}));
    // A sphere has constant curvature: the gradient vanishes, and vectors are carried alike on all ways of equal ends upstairs.
    const System sphere = model(
        "model A { coord x, y, z; kinetic 2*(x'^2 + y'^2)/(1 + x^2 + y^2)^2 + (z' - 2*(x*y' - y*x')/(1 + x^2 "
        "+ "
        "y^2))^2/2\n constraint s: z' = 2*(x*y' - y*x')/(1 + x^2 + y^2) }");
    EXPECT_EQ(nonholonomic_connection(Setting(sphere), Budget(60)).is_parallel, Answer::yes);
}

// On a group with invariant fields [X_1, X_2] = X_3, [X_3, X_1] = κ X_2, [X_2, X_3] = κ X_1 of unit length the fields are parallel, whatever κ:
// Wagner's curvature vanishes, Schouten's is R(X_1, X_2) X_p = −[X_3, X_p]: κ on SU(2), 0 on Heisenberg's group, −κ on SL(2).
TEST(Connection, InvariantFieldsOnGroupsAreParallel) {
    const std::string su2 =
        "model A { coord a, b, c\n"
        "  let w1 = sin(c)*a' - cos(c)*sin(a)*b'\n  let w2 = cos(c)*a' + sin(c)*sin(a)*b'\n  let w3 = c' + "
        "cos(a)*b'\n"
        "  kinetic (w1^2 + w2^2 + w3^2)/2; constraint s: w3 = 0; quasi u = w1, w = w2 }";
    const std::string sl2 =
        changed(changed(changed(changed(su2, "sin(a)*b'\n  let w2", "sinh(a)*b'\n  let w2"),
                                "sin(c)*sin(a)*b'", "sin(c)*sinh(a)*b'"),
                        "cos(a)*b'", "cosh(a)*b'"),
                "model A", "model B");
    for (const auto& [text_of, sign] : {std::pair{su2, 1}, {sl2, -1}}) {
        const System system = model(text_of);
        const ConnectionFound found = nonholonomic_connection(Setting(system), Budget(60));
        EXPECT_EQ(found.is_parallel, Answer::yes) << found.parallelism_open;
        EXPECT_TRUE(found.wagner.empty());
        const Expr* R = component(found.curvature, {1, 2, 1, 2});
        ASSERT_TRUE(R);
        EXPECT_TRUE(vanishes(*R - sign) || vanishes(*R + sign)) << text(*R);
    }
    // A field that is longer elsewhere is parallel no more.
    EXPECT_EQ(
        nonholonomic_connection(Setting(model(changed(su2, "(w1^2 +", "((1 + a^2)*w1^2 +"))), Budget(60))
            .is_parallel,
        Answer::no);
}

// tr(W(X_a, X_3) W(X_b, X_3)) G^ab/det G does not depend on the frame: X_3 = [X_1, X_2] is multiplied by its determinant, modulo X_1 and
// X_2, and W(X_1, X_2) = 0.
TEST(Connection, WagnersCurvatureIsATensor) {
    const std::string text_of =
        "model A { coord x, y, z; kinetic (x'^2*(1 + y*z) + y'^2)/2 + (z' - y*x')^2/2\n"
        "  constraint s: z' = y*x'; quasi u = x', w = y' }";
    const auto invariant = [&](const char* quasi) {
        const System system = model(changed(text_of, "quasi u = x', w = y'", quasi));
        const Setting s(system);
        const NonholonomicConnection n(s, Budget(60));
        const WagnerCurvature wagner = wagner_curvature(s, n, Budget(60));
        EXPECT_EQ(wagner.vanishes, Answer::no);
        const auto W = [&](std::size_t u, std::size_t p, std::size_t a) {
            const Expr* found = component(wagner.components, {u, p, a, 3});
            return found ? *found : s.c.zero();
        };
        Expr sum = s.c.zero();
        const Expr det = n.metric(1, 1) * n.metric(2, 2) - n.metric(1, 2) * n.metric(2, 1);
        for (const std::size_t a : {1u, 2u})
            for (const std::size_t b : {1u, 2u}) {
                Expr trace = s.c.zero();
                for (const std::size_t u : {1u, 2u})
                    for (const std::size_t p : {1u, 2u}) trace += W(u, p, a) * W(p, u, b);
                const Expr G = a == b ? n.metric(3 - a, 3 - a) : -n.metric(a, b);
                sum += trace * G / det;
            }
        const Expr at = substitute(sum / det, Substitution{{s.q[0], s.c.number(Rational(2, 3))},
                                                           {s.q[1], s.c.number(Rational(1, 5))},
                                                           {s.q[2], s.c.number(Rational(3, 7))}});
        return text(simplified(at));
    };
    const std::string own = invariant("quasi u = x', w = y'");
    EXPECT_NE(own, "0");
    EXPECT_EQ(invariant("quasi u = x' + 2*y', w = y' - x'"), own);
    EXPECT_EQ(invariant("quasi u = x'*(2 + y), w = y' + z*x'"), own);
    EXPECT_EQ(invariant("quasi u = z', w = x' + y'"), own);
}

// Three allowed velocities of five: [X_2, X_3] vanishes, and e_2 ∧ e_3 is the kernel of λ^ab [X_a, X_b]; e_1 ∧ e_2 is not orthogonal to it.
// The sum of tr(W_AB W^AB) over all directions, in any frame, against the same from Riemann's tensor of the metric of (x, y, z) alone.
TEST(Connection, WagnersConstructionChoosesByTheMetric) {
    const std::string text_of =
        "model A { coord x, y, z, p, q; kinetic (x'^2*(1 + y^2) + y'^2 + (1 + x^2)*z'^2 + x'*z'/2)/2 + (p' - "
        "x*y')^2/2 + "
        "(q' - x*z')^2/2\n  constraint first: p' = x*y'\n  constraint second: q' = x*z'; quasi u = x', v = "
        "y', w = z' }";
    const auto invariant = [&](const char* quasi) {
        const System system = model(changed(text_of, "quasi u = x', v = y', w = z'", quasi));
        const Setting s(system);
        const NonholonomicConnection n(s, Budget(60));
        const WagnerCurvature wagner = wagner_curvature(s, n, Budget(60));
        EXPECT_EQ(wagner.fields.size(), 2u);
        const Substitution place{{s.q[0], s.c.number(Rational(2, 3))}, {s.q[1], s.c.number(Rational(1, 5))}};
        // The fields in coordinates.
        std::vector<std::vector<Expr>> Y;
        for (std::size_t r = 1; r <= 3; ++r) {
            const Vector B = s.frame().displacement(r);
            Y.emplace_back();
            for (std::size_t i = 0; i < 5; ++i) Y.back().push_back(B[i]);
        }
        for (const auto& field : wagner.fields) {
            Y.emplace_back(5, s.c.zero());
            for (const auto& [a, b, factor] : field.terms)
                for (std::size_t m = 1; m <= 5; ++m)
                    for (std::size_t i = 0; i < 5; ++i)
                        Y.back()[i] += factor * s.frame().c(m, a, b) * s.frame().displacement(m)[i];
        }
        const Matrix M = hessian(s.T, s.v);
        Matrix g(s.c, 5, 5);
        for (std::size_t a = 0; a < 5; ++a)
            for (std::size_t b = 0; b < 5; ++b)
                g(a, b) = simplified(substitute(dot(Y[a], M * std::span<const Expr>(Y[b])), place));
        const Matrix up = inverse(g).inverse;
        const auto W = [&](std::size_t a, std::size_t b) {
            Matrix out(s.c, 3, 3);
            for (const auto& [indices, value] : wagner.components) {
                const Expr here = substitute(value, place);
                if (indices[2] == a && indices[3] == b) out(indices[0] - 1, indices[1] - 1) = here;
                if (indices[2] == b && indices[3] == a) out(indices[0] - 1, indices[1] - 1) = -here;
            }
            return out;
        };
        Expr sum = s.c.zero();
        for (std::size_t a = 1; a <= 5; ++a)
            for (std::size_t b = 1; b <= 5; ++b)
                for (std::size_t c = 1; c <= 5; ++c)
                    for (std::size_t d = 1; d <= 5; ++d) {
                        const Matrix product = W(a, b) * W(c, d);
                        sum += up(a - 1, c - 1) * up(b - 1, d - 1) *
                               (product(0, 0) + product(1, 1) + product(2, 2));
                    }
        return text(simplified(sum));
    };
    const std::string by_riemann = "-146053871170422610560000/19385957354585762199169";
    EXPECT_EQ(invariant("quasi u = x', v = y', w = z'"), by_riemann);
    EXPECT_EQ(invariant("quasi u = y', v = z' + y', w = 2*x'"), by_riemann);
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
