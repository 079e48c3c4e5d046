#include "structure/groups/lie_algebra.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/enclosure.hpp"
#include "expr/linear.hpp"
#include "structure/evidence/asked.test.hpp"
#include "structure/groups/casimir.hpp"
#include "structure/groups/invariant_lines.hpp"
#include "structure/groups/servo_body.hpp"

namespace anholon {
namespace {

Fact fact_of(const std::string& text) {
    const System system = model(text);
    return answer(*find_question("lie-algebra"), Setting(system), Budget(60));
}

std::string all_of(const Fact& fact) {
    std::string out = fact.verdict.text() + "\n";
    for (const auto& sentence : fact.statement) out += sentence.text + "\n";
    return out;
}

std::vector<Expr> casimirs_of(const System& system, int degree) {
    const auto g = group_system(Setting(system)).system;
    std::vector<Expr> m;
    for (std::size_t i = 1; i <= g->n(); ++i) m.push_back(system.c().variable("m_" + std::to_string(i)));
    return casimirs(*g, m, degree, Budget(60)).functions;
}

TEST(LieAlgebra, SuslovHasALineOfEquilibria) {
    const Fact fact = fact_of(gallery_text("suslov"));
    EXPECT_EQ(fact.verdict.text(), "Suslov") << all_of(fact);
    EXPECT_TRUE(says(fact, "a line of equilibria: I13*w1 + I23*w2 = 0")) << all_of(fact);
    EXPECT_TRUE(says(fact, "dw1/dtau = -w2/I11, dw2/dtau = w1/I22")) << all_of(fact);
    EXPECT_TRUE(says(fact, "first integral: I11*w1^2 + I22*w2^2"));
    EXPECT_TRUE(says(fact, "the origin is stable"));
    EXPECT_TRUE(says(fact, "1 real, counted with multiplicity, 1 distinct"));
}

TEST(LieAlgebra, ATiltedServoAxisDestroysTheLineOfEquilibria) {
    const std::string text = gallery_text("servo-body-first");
    const Fact tilted = fact_of(text);
    EXPECT_EQ(tilted.verdict.text(), "servo first");
    EXPECT_FALSE(says(tilted, "a line of equilibria")) << all_of(tilted);
    EXPECT_TRUE(says(tilted, "odd and at most 3")) << all_of(tilted);
    EXPECT_TRUE(says(tilted, "no linear or quadratic first integral"));
    const Fact straight = fact_of(changed(text, "b2 = 0.5", "b2 = 0"));
    EXPECT_TRUE(says(straight, "a line of equilibria")) << all_of(straight);
    EXPECT_TRUE(says(straight, "for the parameters of the model"));
    EXPECT_TRUE(says(straight, "the origin is stable"));
}

// Five and four free velocities on so(4): v = 0 is solved, and found again among what it is to vanish on.
TEST(LieAlgebra, FamiliesOfEquilibriaForAnyNumberOfFreeVelocities) {
    const auto found = [](const System& system) { return lie_algebra_system(Setting(system), Budget(60)); };
    const auto expect_zeros = [](const LieAlgebraSystem& of) {
        ASSERT_TRUE(of.equilibria.has_value());
        EXPECT_FALSE(of.equilibria->families.empty());
        for (const SolvedFamily& family : of.equilibria->families) {
            EXPECT_FALSE(family.free.empty());
            for (const Expr& v : of.v) EXPECT_EQ(is_zero(substitute(v, family.solved)).answer, Answer::yes);
        }
    };
    const System five =
        model("model S { algebra so(4)\n inertia (1, 2, 3, 4, 5, 6)\n constraint (1, 1, 0, 0, 0, 1)\n}");
    expect_zeros(found(five));
    const System four = model(
        "model S { algebra so(4)\n inertia (1, 2, 3, 4, 5, 6)\n constraint (0, 0, 0, 0, 0, 1)\n constraint "
        "(0, 0, 0, 0, "
        "1, 0)\n}");
    const LieAlgebraSystem all = found(four);
    expect_zeros(all);
    EXPECT_TRUE(all.equilibria->are_all);
    EXPECT_EQ(all.equilibria->families.size(), 3U);  // w1 w2 = w1 w4 = w2 w4 = 0, any w3
    // Three, for a body and a wheel: lines that were enclosed are such, as v vanishes on them.
    const System three = model(
        "model S { algebra so(3) * r(1)\n inertia (1, 2, 3, 4; 0.1, 0.3, 0.2, 0.2, 0.5, 0.3)\n constraint "
        "(1, 0.5, 0.2, "
        "0.7)\n}");
    const LieAlgebraSystem body = found(three);
    EXPECT_TRUE(body.energy_is_definite);
    if (body.lines)
        for (const EnclosedLine& line : *body.lines) {
            Substitution at;
            for (std::size_t k = 0; k < body.x.size(); ++k)
                at.emplace_back(body.x[k], three.c().number(Rational(std::lround(line.direction[k] * 1e12),
                                                                     1000000000000)));
            for (const Expr& v : body.v)
                EXPECT_LT(std::fabs(enclosure(substitute(v, at), {}, 128).midpoint()), 1e-9);
        }
    else
        expect_zeros(body);
    // An energy that is not positive definite says nothing.
    const System indefinite =
        model("model S { algebra so(4)\n inertia (1, 2, 3, -4, 5, 6)\n constraint (0, 0, 0, 0, 0, 1)\n}");
    EXPECT_FALSE(found(indefinite).energy_is_definite);
    EXPECT_FALSE(found(indefinite).equilibria.has_value());
}

TEST(LieAlgebra, RealisabilityOfTheServoBody) {
    const std::string text = gallery_text("servo-body-second");
    EXPECT_TRUE(says(fact_of(text), "b2*(I12*I13 - I11*I23) + b3*(I11*I22 - I12^2) is not zero"));
    // 0.5 (0.03 − 0.8) + b3 (3 − 0.01) = 0
    const Fact lost = fact_of(changed(text, "b3 = 1 in 0.1..2", "b3 = 385/2990 in 0.1..2"));
    EXPECT_EQ(lost.verdict.text(), "not realisable") << all_of(lost);
}

TEST(LieAlgebra, CasimirOfTheServoBodyIsAnIntegral) {
    const std::string text = gallery_text("servo-body-second");
    const Fact fact = fact_of(text);
    EXPECT_EQ(fact.verdict.text(), "servo second");
    EXPECT_TRUE(says(fact,
                     "first integral, a Casimir function of m + lambda b: (I11*w1 + I12*w2)^2 + (I13*w1 + "
                     "I23*w2 + b3*lambda)^2 + (I22*w2 + I12*w1 + b2*lambda)^2"))
        << all_of(fact);
    EXPECT_TRUE(says(fact, "Haar's measure is not preserved"));
    const Fact parallel = fact_of(changed(text, "b2 = 0.5", "b2 = 0"));
    EXPECT_TRUE(says(parallel, "Haar's measure is preserved")) << all_of(parallel);
    EXPECT_TRUE(says(parallel, "Euler's equations with J3 = 0"));
    const Fact vakonomic = fact_of(changed(text, "motion servo momentum (0, b2, b3)", "motion vakonomic"));
    EXPECT_EQ(vakonomic.verdict.text(), "vakonomic");
    EXPECT_TRUE(says(vakonomic, "vakonomic energy")) << all_of(vakonomic);
    EXPECT_TRUE(says(vakonomic, "Casimir function of m + lambda b"));
}

// k (γ, I⁻¹a × I⁻¹b)/(a, I⁻¹b), theory §4
TEST(LieAlgebra, HaarDivergenceIsTheOneOfTheory) {
    const System system = model(gallery_text("servo-body-second"));
    const auto g = *group_system(Setting(system)).system;
    std::vector<Expr> gamma;
    for (int i = 1; i <= 3; ++i) gamma.push_back(system.c().variable("gamma_" + std::to_string(i)));
    const auto a = solve(g.I, g.a[0]).x, b = solve(g.I, g.b[0]).x;
    const Expr triple = gamma[0] * (a[1] * b[2] - a[2] * b[1]) + gamma[1] * (a[2] * b[0] - a[0] * b[2]) +
                        gamma[2] * (a[0] * b[1] - a[1] * b[0]);
    EXPECT_EQ(is_zero(haar_divergence(g, gamma) - triple / dot(g.a[0], b)).answer, Answer::yes);
}

// Stated in coordinates, the sleigh is found to live on e(2).
TEST(LieAlgebra, ServoSleighHasALinearIntegral) {
    const std::string text = gallery_text("servo-sleigh");
    const Fact fact = fact_of(text);
    EXPECT_TRUE(says(fact, "first integral: J*a*w - m*c*u")) << all_of(fact);
    EXPECT_TRUE(says(fact, "3 real, counted with multiplicity, 3 distinct"));
    const Fact on_algebra = fact_of(
        "model S { param m = 1, J = 2, a = 0.5, b = 1, c = 0.8\n algebra e(2)\n velocities u, v, w\n inertia "
        "(m, m, J)\n"
        " constraint (0, 1, 0)\n motion servo force (a, b, c)\n}");
    EXPECT_TRUE(says(on_algebra, "first integral: J*a*w - m*c*u")) << all_of(on_algebra);
    // A mass centre off the blade couples u and ω.
    const Fact offset =
        fact_of(changed(text, "J/2*phi'^2", "J/2*phi'^2 + m*c/8*phi'*(y'*cos(phi) - x'*sin(phi))"));
    EXPECT_FALSE(says(offset, "first integral: J*a*w - m*c*u")) << all_of(offset);
}

// Every motion is steady: v = 0.
TEST(LieAlgebra, TwoWheelsKeepTheirVelocities) {
    const Fact fact = fact_of(gallery_text("two-wheels-on-axle"));
    EXPECT_TRUE(says(fact, "every line through the origin is invariant")) << all_of(fact);
    EXPECT_TRUE(says(fact, "first integral: v"));
}

TEST(LieAlgebra, EverySystemOfTheGalleryIsAnswered) {
    for (const GalleryModel& m : gallery()) {
        const Fact fact = fact_of(std::string(m.text));
        EXPECT_FALSE(fact.verdict.text().empty() || fact.statement.empty()) << m.name;
    }
}

TEST(LieAlgebra, HypothesesAreChecked) {
    const auto why_not = [](const std::string& text) {
        const Fact fact = fact_of(text);
        return fact.verdict.is_inapplicable() ? fact.statement[0].text : fact.verdict.text();
    };
    const std::string position = "does not apply: the potential energy depends on the position";
    EXPECT_EQ(why_not(gallery_text("rolling-disc")), position);
    EXPECT_EQ(why_not("model S { algebra so(3)\n inertia (1, 2, 3)\n constraint w3 = 1\n}"),
              "does not apply: a constraint is not homogeneous in the velocities");
    EXPECT_EQ(why_not(gallery_text("appell-hamel")),
              "does not apply: a constraint is not linear in the velocities");
    EXPECT_EQ(why_not(changed(gallery_text("suslov"), "init ", "torque (0, 0, 1)\n  init ")),
              "does not apply: a torque or force acts besides the reactions");
    // A free point is left-invariant, but not in polar velocities: this is not seen, and not denied.
    const std::string polar = "model P { coord r, f; kinetic (r'^2 + r^2*f'^2)/2; init r = 1 }";
    EXPECT_EQ(why_not(polar), "not decided");
    EXPECT_EQ(why_not(changed(polar, "; init", "; potential r; init")), position);
    EXPECT_EQ(why_not(changed(polar, "; init", "; force on f: sin(t); init")),
              "does not apply: a torque or force acts besides the reactions");
    // On the plane z = 0 the potential energy z^2 is constant.
    const std::string plane =
        "model Q { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; constraint z = 0; potential z^2 }";
    EXPECT_EQ(why_not(plane), "not decided");
    EXPECT_EQ(why_not(changed(plane, "z^2 }", "z^2 + x }")), position);
    EXPECT_EQ(why_not("model T { coord x; kinetic (2 + cos(t))*x'^2/2 }"),
              "does not apply: the Lagrangian depends on time");
}

TEST(Casimirs, AreThoseOfTheTextbooks) {
    const auto on = [](const std::string& algebra, std::size_t n) {
        std::string inertia = "inertia (1";
        for (std::size_t i = 1; i < n; ++i) inertia += ", 1";
        return model("model M { algebra " + algebra + "\n " + inertia + ")\n}");
    };
    const System so3 = on("so(3)", 3);
    ASSERT_EQ(casimirs_of(so3, 3).size(), 1u);
    EXPECT_EQ(text(casimirs_of(so3, 3)[0]), "m_1^2 + m_2^2 + m_3^2");
    const System e3 = on("e(3)", 6);  // (M, γ), (γ, γ)
    EXPECT_EQ(casimirs_of(e3, 3).size(), 2u);
    const System so4 = on("so(4)", 6);
    EXPECT_EQ(casimirs_of(so4, 3).size(), 2u);
    const System heisenberg = on("heisenberg", 3);
    ASSERT_EQ(casimirs_of(heisenberg, 3).size(), 1u);
    EXPECT_EQ(text(casimirs_of(heisenberg, 3)[0]), "m_3");
    const System abelian = on("r(2)", 2);
    EXPECT_EQ(casimirs_of(abelian, 3).size(), 2u);
}

TEST(RealRoots, AreCountedWithMultiplicity) {
    using Q = std::vector<Rational>;
    const auto roots = [](const Q& c) {
        const RealRoots r = real_roots(c);
        return std::pair(r.distinct, r.with_multiplicity);
    };
    EXPECT_EQ(roots(Q{-1, 0, 0, 1}), std::pair(1, 1));  // s³ = 1
    EXPECT_EQ(roots(Q{0, -1, 0, 1}), std::pair(3, 3));  // s³ = s
    EXPECT_EQ(roots(Q{0, 0, -1, 1}), std::pair(2, 3));  // s² (s − 1)
    EXPECT_EQ(roots(Q{1, 0, 1, 0}), std::pair(1, 1));   // (1 + s²), and the point at infinity
    EXPECT_EQ(roots(Q{1, 0, 0, 0}), std::pair(1, 3));   // infinity alone
    EXPECT_EQ(roots(Q{Rational(-1, 8), Rational(3, 4), Rational(-3, 2), 1}), std::pair(1, 3));  // (s − 1/2)³
}

}  // namespace
}  // namespace anholon
