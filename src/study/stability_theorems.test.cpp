#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "expr/zero.hpp"
#include "model/read_model.test.hpp"
#include "study/symbolic_stability.hpp"

namespace anholon {

namespace {

using Values = std::vector<std::pair<std::string, Rational>>;
using enum PotentialMinimum::Outcome;
using Frozen = FrozenConstraints::Outcome;
using Verdict = Stability::Verdict;

struct Found {
    System system;
    SymbolicStability stability;

    Expr operator()(const std::string& name, int dots = 0) const { return system.c().find(name, dots); }
    const PotentialMinimum& potential() const { return *stability.potential; }
    const RouthLyapunov& routh() const { return *stability.routh; }
    // The conditions of an extremum are these, up to positive factors that are numbers.
    void expect_conditions(std::size_t extremum, const std::vector<Expr>& positive) const {
        ASSERT_LT(extremum, routh().extrema.size()) << routh().reason;
        const auto& found = routh().extrema[extremum].conditions;
        ASSERT_EQ(found.size(), positive.size());
        for (std::size_t k = 0; k < positive.size(); ++k) {
            const Expr ratio = found[k].expression(system.c()) / positive[k];
            const bool is_same = vanishes(found[k].expression(system.c()) - positive[k]);
            EXPECT_TRUE(is_same || (ratio.is_number() && ratio.number().sign() > 0))
                << text(found[k].expression(system.c()));
        }
    }
};

Found found(const std::string& text, Standstill at, const Values& initial = {}) {
    Found out{model(text), {}};
    SymbolicOptions options{.standstill = {.at = at}};
    for (const auto& [name, value] : initial)
        options.standstill.initial.values.emplace_back(out.system.c().find(name), value);
    out.stability = symbolic_stability(out.system, options);
    return out;
}
Found at_rest(const std::string& text) { return found(text, Standstill::equilibrium); }

// Three coordinates at rest at the origin.
std::string particle(const std::string& V, const std::string& more = "") {
    return "model P { param k = 2, c = 3, d = 1, e = 1; coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; "
           "potential " +
           V + "; " + more + " }";
}
const std::string skate = "constraint side: z' = x*y'";

}  // namespace

// ------------------------------------------------------------------ Lagrange and Dirichlet

TEST(PotentialEnergy, IsStrictlyLeastUnderConstraintsOnVelocities) {
    const Found least = at_rest(particle("k*x^2 + c*y^4 + z^2", skate));
    EXPECT_EQ(least.potential().outcome, minimum);
    EXPECT_EQ(least.stability.here.verdict, Verdict::stable);
    EXPECT_EQ(at_rest(particle("k*x^2 - c*y^4 + z^2", skate)).potential().outcome, no_minimum);
    EXPECT_EQ(at_rest(particle("k*x^2 + c*y^2 + z^2", skate)).potential().outcome, definite);
}

TEST(PotentialEnergy, MayBeDissipatedOnTheWay) {
    const std::string V = "k*x^2 + c*y^2 + z^2";
    const Found damped = at_rest(particle(V, "dissipation d*x'^2/2; " + skate));  // of rank 1
    EXPECT_EQ(damped.potential().outcome, definite);
    EXPECT_TRUE(damped.potential().is_dissipated);
    EXPECT_EQ(at_rest(particle(V, "dissipation -d*x'^2/2; " + skate)).potential().outcome, outside);
    // Friction that may have either sign is a condition.
    const Found either =
        at_rest(changed(particle(V, "dissipation d*x'^2/2; " + skate), "d = 1", "d = 1 in -1..1"));
    EXPECT_TRUE(std::ranges::any_of(either.potential().conditions, [](const StabilityCondition& c) {
        return c.name.find("dissipation") != std::string::npos;
    }));
    EXPECT_EQ(at_rest(particle(V, "force on x: d*x; " + skate)).potential().outcome,
              outside);  // circulatory: Q(q)
    EXPECT_EQ(at_rest(particle(V, "force on x: -d*x'^3; " + skate)).potential().outcome, outside);
    // Gyroscopic forces and terms do no work.
    EXPECT_EQ(at_rest(particle(V, "force on x: d*y'; force on y: -d*x'")).potential().outcome, definite);
    EXPECT_EQ(at_rest(changed(particle(V), ")/2; pot", ")/2 + d*x*y'; pot")).potential().outcome, definite);
}

// Power −d (x' + y')² has rank 1; with d (x'² + 4 x'y' + y'²) it takes both signs.
TEST(PotentialEnergy, IsDissipatedOnlyByFormsOfOneSign) {
    const std::string V = "k*x^2 + c*y^2 + z^2";
    EXPECT_EQ(at_rest(particle(V, "dissipation d*(x' + y')^2/2")).potential().outcome, definite);
    EXPECT_EQ(at_rest(particle(V, "dissipation d*(x'^2 + 4*x'*y' + y'^2)/2")).potential().outcome, outside);
}

TEST(PotentialEnergy, SaysThatTheSecondKindIsAnotherMatter) {
    const Found held = at_rest(particle("k*(x^2 + y^2)/2 + e*z", skate));
    EXPECT_EQ(held.potential().outcome, outside);
    EXPECT_TRUE(held.potential().is_second_kind);
    EXPECT_FALSE(at_rest(particle("k*(x^2 + y^2)/2 + e*z^2", skate)).potential().is_second_kind);
}

TEST(PotentialEnergy, IsExpandedOnSurfaces) {
    const auto on = [](const std::string& surface) {
        return at_rest(particle("c*z", "constraint surface: z = " + surface));
    };
    EXPECT_EQ(on("k*(x^4 + y^4)").potential().outcome, minimum);
    EXPECT_EQ(on("k*x^2 + y^4").potential().outcome, minimum);
    EXPECT_EQ(on("k*x^2 - y^4").potential().outcome, no_minimum);
    // k (x − y²)² − y⁴ + y⁴ k' …: along x = y² the height is (1 − 2) y⁴.
    EXPECT_EQ(on("k*(x - y^2)^2 - y^4").potential().outcome, no_minimum);
    EXPECT_EQ(on("k*(x - y^2)^2 + y^4").potential().outcome, minimum);
    EXPECT_EQ(on("k*x^2*y^2 - x^6").potential().outcome,
              degenerate);  // x²y² is not negative where it was tried
}

TEST(PotentialEnergy, OfSeveralFlatDirectionsIsAForm) {
    const auto with = [](const std::string& V) { return at_rest(particle(V + " + z^2")); };
    EXPECT_EQ(with("x^4 + 3*x^2*y^2 + y^4").potential().outcome, minimum);
    const Found saddle = with("x^4 - 3*x^2*y^2 + y^4");
    EXPECT_EQ(saddle.potential().outcome, no_minimum);
    EXPECT_EQ(text(saddle.potential().term), "-1");
    EXPECT_EQ(with("x^3 - 3*x*y^2").potential().outcome, no_minimum);  // a monkey saddle
    EXPECT_EQ(with("x^4 + 2*x^2*y^2").potential().outcome, degenerate);
}

// |x|³ − x⁴ has a minimum, though its derivatives at 0, where they are written down, say −x⁴.
TEST(PotentialEnergy, IsNotExpandedWhereItHasNoSeries) {
    EXPECT_EQ(at_rest(particle("x^2*abs(x) - x^4 + y^2 + z^2")).potential().outcome, outside);
    EXPECT_EQ(at_rest(particle("x^2*sqrt(x^2) - x^4 + y^2 + z^2")).potential().outcome, outside);
    EXPECT_EQ(at_rest(particle("x^2*sqrt(x^2 + 1) - x^4 + y^2 + z^2")).potential().outcome, definite);
}

// With friction in all velocities and no constraints a flat minimum attracts, a flat maximum does not hold (Barbashin, Krasovskii).
TEST(PotentialEnergy, WithFrictionInAllVelocities) {
    const auto with = [](const std::string& V, const std::string& more) {
        return at_rest("model Q { param d = 1; coord x, y; kinetic (x'^2 + y'^2)/2; potential " + V +
                       " + y^2; " + more + " }");
    };
    const std::string friction = "dissipation d*(x'^2 + y'^2)/2";
    EXPECT_EQ(with("x^6", friction).stability.here.verdict, Verdict::asymptotic);
    EXPECT_EQ(with("-x^6", friction).stability.here.verdict, Verdict::unstable);
    EXPECT_EQ(with("-x^6", "dissipation d*y'^2/2").potential().outcome, degenerate);
    EXPECT_EQ(with("x^6", "dissipation d*y'^2/2").stability.here.verdict, Verdict::stable);
    EXPECT_EQ(with("x^5", friction).stability.here.verdict, Verdict::unstable);
    EXPECT_EQ(with("-x^6", "force on x: d*y'; force on y: -d*x'").potential().outcome, degenerate);
}

// ------------------------------------------------------------------ Kozlov

// x² − y⁴, or x² − z⁴: the constraint lets y change, and not z.
TEST(Kozlov, OnlyAllowedDirectionsCount) {
    const Found permitted = at_rest(particle("k*x^2 - c*y^4 + z^2", skate));
    EXPECT_EQ(permitted.potential().outcome, no_minimum);
    EXPECT_EQ(permitted.potential().order, 4U);
    EXPECT_EQ(permitted.potential().forbidden, 1U);
    EXPECT_EQ(permitted.stability.here.verdict, Verdict::unstable);
    const Found forbidden = at_rest(particle("k*x^2 + y^2 - c*z^4", skate));
    EXPECT_EQ(forbidden.potential().outcome, degenerate);
    EXPECT_EQ(forbidden.stability.here.verdict, Verdict::undecided);
    EXPECT_EQ(at_rest(particle("k*x^2 + y^2 + c*z^4", skate)).stability.here.verdict, Verdict::stable);
}

// The same constraint, written so that its last velocity is not determined by it at rest.
TEST(Kozlov, DoesNotDependOnHowTheConstraintIsWritten) {
    const Found forbidden = at_rest(particle("k*x^2 - c*y^4 + z^2", "constraint side: y' = x*z'"));
    EXPECT_EQ(forbidden.potential().outcome, degenerate);
    const Found permitted = at_rest(particle("k*x^2 + y^2 - c*z^4", "constraint side: y' = x*z'"));
    EXPECT_EQ(permitted.potential().outcome, no_minimum);
    EXPECT_EQ(permitted.stability.here.verdict, Verdict::unstable);
}

// z is of the order τ², of which z' = x y' leaves x y: with V = −y⁴ + z² both terms are of order 4, with z³ one is not.
TEST(Kozlov, ForbiddenDisplacementsMayNotEnterAtTheSameOrder) {
    EXPECT_EQ(at_rest(particle("-c*y^4 + z^2", skate)).potential().outcome, degenerate);
    EXPECT_EQ(at_rest(particle("-c*y^4 + z^3", skate)).potential().outcome, no_minimum);
    EXPECT_EQ(at_rest(particle("-c*y^3 + z^2", skate)).potential().outcome, no_minimum);
    EXPECT_EQ(at_rest(particle("-c*y^3 + k*y*z", skate)).potential().outcome, degenerate);
    // Without the motion in x the constraint bends less: z is of the order τ³.
    EXPECT_EQ(at_rest(particle("k*x^2 - c*y^4 + z^2", skate)).potential().outcome, no_minimum);
    EXPECT_EQ(
        at_rest(particle("k*x^2 - c*y^4 + z^2", "constraint side: z' = y*y' + x*y'")).potential().outcome,
        degenerate);
}

TEST(Kozlov, NeedsMotionsThatCanBeReversed) {
    const std::string V = "-c*(x^4 + y^4) + z^3";
    EXPECT_EQ(at_rest(particle(V, skate)).potential().outcome, no_minimum);
    EXPECT_EQ(at_rest(particle(V, skate + "; dissipation d*(x'^2 + y'^2 + z'^2)/2")).potential().outcome,
              degenerate);
    EXPECT_EQ(at_rest(changed(particle(V, skate), ")/2; pot", ")/2 + d*x*y'; pot")).potential().outcome,
              degenerate);
}

// A negative direction of V'' that is allowed is a root with a positive real part: k = 2.
TEST(Kozlov, OfSecondOrderIsLinear) {
    EXPECT_EQ(at_rest(particle("k*x^2 - c*y^2 + z^2", skate)).stability.here.verdict, Verdict::unstable);
    EXPECT_NE(at_rest(particle("k*x^2 + c*y^2 - z^2", skate)).stability.here.verdict, Verdict::unstable);
}

// ------------------------------------------------------------------ Korteweg, Whittaker

TEST(FrozenConstraints, AreEnoughAtEquilibriaOfTheFirstKind) {
    const std::string bent = "constraint side: z' = (x + k*y)*y' + sin(y)*x'";
    const auto outcome = [&](const std::string& V, const std::string& more = "") {
        return at_rest(particle(V, bent + more)).stability.frozen.outcome;
    };
    EXPECT_EQ(outcome("k*x^2 + c*y^2 + x*y + z^2 + x*z"), Frozen::same);
    EXPECT_EQ(outcome("k*x^2 + c*y^2 + x*y + z^2 + x*z", "; dissipation d*x'*y' + d*x'^2; force on y: x"),
              Frozen::same);
    EXPECT_EQ(outcome("k*x^2 + c*y^2 + e*z"), Frozen::different);
    EXPECT_EQ(at_rest(particle("x^2 + y^2 + z^2")).stability.frozen.outcome, Frozen::none);
}

// z' = e x moves z to first order, so s³ + 2k s + e; frozen, z' = 0 gives s³ + 2k s.
TEST(FrozenConstraints, AreNotComparedWhereAConstraintHasATermWithoutVelocities) {
    const Found moving = at_rest(particle("k*x^2 + c*y^2 + x*z", "constraint side: z' = x*y' + e*x"));
    EXPECT_EQ(moving.stability.frozen.outcome, Frozen::not_compared);
    EXPECT_EQ(moving.stability.numbers.frozen.outcome, Frozen::not_compared);
}

// The equation along y has −∂V/∂y − x ∂V/∂z, so that freezing loses −e δx on the right: e δx on the left is missing, with its sign −.
TEST(FrozenConstraints, LoseWhatReactionsChange) {
    const Found held = at_rest(particle("k*(x^2 + y^2)/2 + e*z", skate));
    const FrozenConstraints& f = held.stability.frozen;
    ASSERT_EQ(f.outcome, Frozen::different);
    ASSERT_EQ(f.along.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < held.stability.variables.size(); ++j) {
            const bool is_it = f.along[i] == held("y") && held.stability.variables[j] == held("x");
            EXPECT_TRUE(vanishes(f.difference(i, j) + (is_it ? held("e") : held.system.c().zero())))
                << text(f.difference(i, j));
        }
}

TEST(FrozenConstraints, ComparedInNumbersSayTheSame) {
    for (const auto& [name, expected] :
         {std::pair{"hemisphere-on-hemisphere", Frozen::same}, {"bottema-vibrations", Frozen::different}}) {
        const System system = model(gallery_text(name));
        EXPECT_EQ(linearisation(system, {.at = Standstill::equilibrium}).frozen.outcome, expected) << name;
    }
    for (const std::string V : {"k*(x^2 + y^2)/2 + e*z", "k*(x^2 + y^2)/2 + e*z^2"}) {
        const Found both = at_rest(particle(V, skate));
        EXPECT_EQ(both.stability.frozen.outcome, both.stability.numbers.frozen.outcome) << V;
    }
}

// ÿ = −k y − e x beside ẍ = −k x: a double pair that rounding splits is no instability.
TEST(Linearisation, DoesNotTakeRoundingForGrowth) {
    const Found twice = at_rest(particle("k*(x^2 + y^2)/2 + e*z", skate));
    EXPECT_EQ(twice.stability.numbers.stability.verdict, Verdict::undecided);
    EXPECT_EQ(twice.stability.here.verdict, Verdict::undecided);
}

// ------------------------------------------------------------------ Routh and Lyapunov

namespace {

std::string disc_at(const std::string& u, const std::string& w) {
    return changed(gallery_text("rolling-disc"), "init theta = pi/3, u = 3*sin(pi/3), w = -1",
                   "init theta = pi/2, u = " + u + ", w = " + w);
}

}  // namespace

// The integrals of the disc are Legendre's functions; the condition is Vierkandt's, also where the linear equations say "to first order".
TEST(RouthLyapunov, OfADiscThatRollsStraight) {
    const Found disc = found(disc_at("0", "2"), Standstill::steady);
    const Expr m = disc("m"), R = disc("R"), g = disc("g"), A = disc("A"), C = disc("C"), w = disc("w");
    disc.expect_conditions(0, {C * (C + m * R * R) * w * w - A * m * g * R});
    EXPECT_EQ(disc.routh().extrema.size(), 1U);
    EXPECT_EQ(disc.stability.here.verdict, Verdict::stable);
    EXPECT_EQ(found(disc_at("0", "1"), Standstill::steady).stability.here.verdict, Verdict::unstable);
}

TEST(RouthLyapunov, OfADiscThatSpinsOnItsDiameter) {
    const Found disc = found(disc_at("5", "0"), Standstill::steady);
    const Expr m = disc("m"), R = disc("R"), g = disc("g"), A = disc("A"), u = disc("u");
    disc.expect_conditions(0, {(A + m * R * R) * u * u - m * g * R});
}

// On circles the condition is that of the linear equations.
TEST(RouthLyapunov, OfADiscOnACircleIsTheLinearOne) {
    const Found disc = found(gallery_text("rolling-disc"), Standstill::steady);
    ASSERT_EQ(disc.stability.conditions.size(), 1U);
    disc.expect_conditions(0, {disc.stability.conditions[0].condition.expression(disc.system.c())});
    EXPECT_EQ(disc.stability.here.verdict, Verdict::stable);
}

// C²ω² > 4 A m g l, the factor of the area integral being free; hanging, a top needs nothing.
TEST(RouthLyapunov, OfASleepingTop) {
    const std::string top =
        "model Top { param A = 2, C = 1, m = 1, g = 9.81, l = 0.5; coord x, y, psi; kinetic A/2*(x'^2 + "
        "y'^2) + "
        "C/2*(psi' + (x*y' - y*x')/2)^2; potential -m*g*l*(x^2 + y^2)/2; init psi' = 20 }";
    const Found asleep = found(top, Standstill::steady);
    const Expr A = asleep("A"), C = asleep("C"), P = asleep("m") * asleep("g") * asleep("l"),
               n = asleep("psi", 1);
    asleep.expect_conditions(0, {C * C * n * n - Rational(4) * A * P});
    EXPECT_EQ(asleep.routh().extrema.size(), 1U);
    EXPECT_EQ(asleep.stability.here.verdict, Verdict::stable);
    const Found slow = found(changed(top, "psi' = 20", "psi' = 4"), Standstill::steady);
    EXPECT_EQ(slow.stability.here.verdict, Verdict::unstable);
    EXPECT_TRUE(found(changed(top, "potential -", "potential "), Standstill::steady)
                    .routh()
                    .extrema[0]
                    .conditions.empty());
    // The same in quaternions.
    const Found body = found(gallery_text("heavy-top-quaternion"), Standstill::steady);
    const Expr w3 = body("w3");
    body.expect_conditions(
        0, {body("C") * body("C") * w3 * w3 - Rational(4) * body("A") * body("m") * body("g") * body("h")});
}

// Every conical motion is stable: s = cos θ, so that it is solved for.
TEST(RouthLyapunov, OfAConicalPendulum) {
    const std::string pendulum =
        "model Cone { param l = 1 in 0..10, m = 1 in 0..10, g = 9.81 in 0..20; coord s, phi; kinetic "
        "m*l^2*(s'^2/(1 - "
        "s^2) + (1 - s^2)*phi'^2)/2; potential m*g*l*s; init s = -0.5, phi' = 4.4 }";
    const Found cone = found(pendulum, Standstill::steady);
    EXPECT_EQ(cone.stability.here.verdict, Verdict::stable);
    const Expr l = cone("l"), g = cone("g"), rate = cone("phi", 1);
    cone.expect_conditions(0, {l * rate * rate - g});  // that there is one: cos θ = g/(l φ̇²) < 1
    // In θ the rate is solved for, φ̇ = √(g/(l cos θ)), by its sign here.
    for (const std::string rate_here : {"4", "-4"}) {
        const Found angle = found(
            "model Cone { param l = 1 in 0..10, m = 1 in 0..10, g = 9.81 in 0..20; coord theta, phi; kinetic "
            "m*l^2*(theta'^2 + sin(theta)^2*phi'^2)/2; potential -m*g*l*cos(theta); init theta = 1, phi' = " +
                rate_here + " }",
            Standstill::steady);
        EXPECT_EQ(angle.stability.here.verdict, Verdict::stable);
        EXPECT_TRUE(angle.routh().extrema.at(0).conditions.empty());
        EXPECT_EQ(angle.stability.at.value(angle.stability.at.at(angle("phi", 1))) > 0, rate_here == "4");
    }
}

// V = k r² − e r⁴/2 with s = r², so that circles are solved for: φ̇² = 2 (k − e s). By Routh's amended potential they are stable if and only if
// r V'' + 3 V' > 0, that is 3 φ̇² > 2 k.
TEST(RouthLyapunov, OfCirclesAboutACentre) {
    const auto circle = [](const std::string& init) {
        return found(
            "model Orbit { param k = 1 in 0..9, e = 1 in 0..9; coord s, phi; kinetic (s'^2/(4*s) + "
            "s*phi'^2)/2; "
            "potential k*s - e*s^2/2; init " +
                init + " }",
            Standstill::steady);
    };
    const Found inner = circle("s = 0.3, phi' = 1.18"), outer = circle("s = 0.8, phi' = 0.63");
    EXPECT_EQ(inner.stability.here.verdict, Verdict::stable);
    EXPECT_EQ(outer.stability.here.verdict, Verdict::unstable);
    const Expr rate = inner("phi", 1), expected = Rational(3) * rate * rate - Rational(2) * inner("k");
    EXPECT_TRUE(std::ranges::any_of(inner.routh().extrema[0].conditions, [&](const StabilityCondition& c) {
        return vanishes(c.expression(inner.system.c()) - expected);
    }));
}

// About the least and the greatest axis, and not about the middle one.
TEST(RouthLyapunov, OfAFreeTop) {
    const auto about = [](const std::string& I2) {
        return found("model Top { param I1 = 2 in 0.1..10, I2 = " + I2 +
                         " in 0.1..10, I3 = 3 in 0.1..10; algebra so(3); inertia (I1, I2, I3); init w2 = 1 }",
                     Standstill::steady);
    };
    EXPECT_EQ(about("1").stability.here.verdict, Verdict::stable);
    EXPECT_EQ(about("4").stability.here.verdict, Verdict::stable);
    EXPECT_EQ(about("2.5").stability.here.verdict, Verdict::unstable);
    EXPECT_TRUE(about("1").routh().extrema[0].is_maximum);
    EXPECT_FALSE(about("4").routh().extrema[0].is_maximum);
    EXPECT_EQ(about("4").routh().extrema.size(), 2U);
}

// Friction leaves no integral.
TEST(RouthLyapunov, NeedsIntegrals) {
    const std::string rotor =
        "model R { param k = 2, d = 1; coord r, phi; kinetic (r'^2 + (1 + r^2)*phi'^2)/2; potential k*r^2; "
        "init phi' = 1 }";
    EXPECT_EQ(found(rotor, Standstill::steady).stability.here.verdict, Verdict::stable);
    const Found damped = found(changed(rotor, "; init", "; force on r: r'*r^2; init"), Standstill::steady);
    EXPECT_EQ(damped.routh().outcome, RouthLyapunov::Outcome::not_decided);
    EXPECT_EQ(damped.stability.here.verdict, Verdict::undecided);
    // φ̇² > 2 k tips it over: W = … r² (k − φ̇²/2).
    EXPECT_EQ(found(changed(rotor, "phi' = 1", "phi' = 3"), Standstill::steady).stability.here.verdict,
              Verdict::unstable);
}

// Where an extremum is claimed no eigenvalue has a positive real part, at random values of all letters.
TEST(RouthLyapunov, NeverContradictsEigenvalues) {
    std::size_t claimed = 0, unclaimed = 0;
    for (const auto& [text, initial] : {std::pair<std::string, Values>{gallery_text("rolling-disc"), {}},
                                        {disc_at("0", "2"), {}},
                                        {gallery_text("heavy-top-quaternion"), {}},
                                        {gallery_text("chaplygin-top"), {}},
                                        {gallery_text("chaplygin-ball"), {}},
                                        {gallery_text("free-top"), {}}}) {
        const Found f = found(text, Standstill::steady, initial);
        ASSERT_EQ(f.routh().outcome, RouthLyapunov::Outcome::definite) << f.system.name << f.routh().reason;
        std::mt19937_64 random(11);
        StandstillEquations equations(f.system, Standstill::steady);
        for (int trial = 0; trial < 30; ++trial) {
            LinearisationOptions options{.at = Standstill::steady};
            Point at = f.stability.at.values;
            for (auto& [letter, value] : at) {
                const double factor = std::exp2(std::ldexp(static_cast<double>(random()), -63) - 1);
                value = value * Rational(std::lround(factor * 1e6), 1000000);
                const bool is_parameter = std::ranges::any_of(
                    f.system.parameters, [&, &symbol = letter](const auto& p) { return p.symbol == symbol; });
                (is_parameter ? options.initial.parameters : options.initial.values)
                    .emplace_back(letter, value);
            }
            for (const auto& [variable, value] : f.stability.at.kept) {
                const double number = value_at(value, at);
                if (value != variable && std::isfinite(number))
                    options.initial.values.emplace_back(variable,
                                                        Rational(std::lround(number * 1e9), 1000000000));
            }
            bool is_claimed = false;
            for (const auto& one : f.routh().extrema)
                is_claimed =
                    is_claimed || std::ranges::all_of(one.conditions, [&](const StabilityCondition& c) {
                        return value_at(c.expression(f.system.c()), at) > 0;
                    });
            const Linearisation l = linearisation(equations, options);
            ++(is_claimed ? claimed : unclaimed);
            if (is_claimed)
                EXPECT_NE(l.stability.verdict, Verdict::unstable) << f.system.name << ", trial " << trial;
        }
    }
    EXPECT_GE(claimed, 40U);
    EXPECT_GE(unclaimed, 20U);
}

}  // namespace anholon
