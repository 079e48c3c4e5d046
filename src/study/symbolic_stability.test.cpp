#include "study/symbolic_stability.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "expr/zero.hpp"
#include "model/read_model.test.hpp"
#include "study/stability_region.hpp"
#include "study/standstill/corners.hpp"

namespace anholon {

namespace {

using Claim = SymbolicStability::Claim;
using Values = std::vector<std::pair<std::string, Rational>>;

struct Asked {
    System system;
    SymbolicStability found;

    Expr operator()(const std::string& name, int dots = 0) const { return system.c().find(name, dots); }
    // The single condition that is left, as what has to be positive, is a positive multiple of e.
    void expect_single(const Expr& e) const {
        ASSERT_EQ(found.conditions.size(), 1U);
        const Expr positive = found.conditions[0].condition.expression(system.c());
        const Expr ratio = positive / e;
        EXPECT_TRUE(ratio.is_number() || vanishes(positive - e)) << text(positive);
        if (ratio.is_number()) EXPECT_GT(ratio.number().sign(), 0);
    }
    // The characteristic polynomial is a multiple of this one.
    void expect_polynomial(const Expr& p) const {
        Expr product = system.c().one();
        const Expr s = found.polynomial.s;
        for (const CharacteristicFactor& f : found.polynomial.factors) {
            Expr sum = system.c().zero();
            for (std::size_t k = 0; k < f.coefficients.size(); ++k)
                sum += f.coefficients[k] * pow(s, Rational(static_cast<long>(k)));
            product *= pow(sum, Rational(f.multiplicity));
        }
        // Both have the same ratio at s and at s + 1, so at all s.
        const Substitution next{{s, s + Rational(1)}};
        EXPECT_TRUE(vanishes(product * substitute(p, next) - substitute(product, next) * p)) << text(product);
    }
};

Asked asked(const std::string& text, Standstill at, const Values& initial = {},
            const std::optional<std::vector<std::string>>& letters = std::nullopt) {
    Asked out{model(text), {}};
    SymbolicOptions options{.standstill = {.at = at}};
    for (const auto& [name, value] : initial)
        options.standstill.initial.values.emplace_back(out.system.c().find(name), value);
    if (letters) {
        options.letters.emplace();
        for (const std::string& name : *letters) options.letters->push_back(out.system.c().find(name));
    }
    out.found = symbolic_stability(out.system, options);
    return out;
}

std::string disc_at(const std::string& u, const std::string& w) {
    return changed(gallery_text("rolling-disc"), "init theta = pi/3, u = 3*sin(pi/3), w = -1",
                   "init theta = pi/2, u = " + u + ", w = " + w);
}

}  // namespace

// ω² > A m g R/(C (C + m R²)): Vierkandt's and Routh's, cases of the literature.
TEST(SymbolicStability, OfADiscThatRollsStraight) {
    const Asked disc = asked(disc_at("0", "2"), Standstill::steady);
    const Expr m = disc("m"), R = disc("R"), g = disc("g"), A = disc("A"), C = disc("C"), w = disc("w");
    disc.expect_single(C * (C + m * R * R) * w * w - A * m * g * R);
    EXPECT_EQ(disc.found.claim, Claim::first_order);
    EXPECT_EQ(disc.found.polynomial.zeros, 2U);
}

// Ω² > m g R/(A + m R²)
TEST(SymbolicStability, OfADiscThatSpinsOnItsDiameter) {
    const Asked disc = asked(disc_at("3", "0"), Standstill::steady);
    const Expr m = disc("m"), R = disc("R"), g = disc("g"), A = disc("A"), u = disc("u");
    disc.expect_single((A + m * R * R) * u * u - m * g * R);
}

// By hand: j s̈ … : (j + m a²) μ³ + (d + m V a) μ² + k a² μ + k V a with j = jc + jw, and d a > j V.
TEST(SymbolicStability, OfATowedWheel) {
    const Asked wheel = asked(gallery_text("towed-wheel"), Standstill::steady);
    const Expr m = wheel("m"), k = wheel("k"), V = wheel("V"), a = wheel("a"), d = wheel("d"),
               j = wheel("jc") + wheel("jw"), mu = wheel.found.polynomial.s;
    EXPECT_NE(mu.symbol().name, "s");  // which is the pivot's coordinate
    wheel.expect_polynomial((j + m * a * a) * mu * mu * mu + (d + m * V * a) * mu * mu + k * a * a * mu +
                            k * V * a);
    wheel.expect_single(a * d - j * V);
    EXPECT_EQ(wheel.found.claim, Claim::asymptotic);
    EXPECT_EQ(wheel.found.conditions[0].sign, -1);  // at 6 m/s
}

// Rocard: I1 d2 = I2 d1 is the border, and the direction decides on which side.
TEST(SymbolicStability, OfARollerRacer) {
    const Asked racer = asked(gallery_text("roller-racer"), Standstill::steady, {{"phi", 0}, {"w", 0}});
    const Expr I1 = racer("I1"), I2 = racer("I2"), d1 = racer("d1"), d2 = racer("d2"), v = racer("v");
    ASSERT_EQ(racer.found.conditions.size(), 1U);
    const StabilityCondition& c = racer.found.conditions[0].condition;
    ASSERT_EQ(c.factors.size(), 2U);
    EXPECT_TRUE(vanishes(c.expression(racer.system.c()) - (I2 * d1 - I1 * d2) * v));
    EXPECT_EQ(racer.found.claim, Claim::asymptotic_but_family);
    EXPECT_TRUE(racer.found.is_family_in_letters);
}

// Weave and capsize speeds; Meijaard, Papadopoulos, Ruina and Schwab (2007) print 4.29238253634111 and 6.02426201538837. The last digits
// below are those of their matrices in multiple precision.
TEST(SymbolicStability, OfABicycleBySpeed) {
    const Asked bicycle =
        asked(gallery_text("whipple-bicycle"), Standstill::steady, {{"v", 5}}, std::vector<std::string>{});
    const auto has = [&](double speed) {
        for (const CriticalLetter& c : bicycle.found.critical)
            for (const double value : c.values)
                if (std::fabs(value - speed) < 4e-15) return true;
        return false;
    };
    EXPECT_TRUE(has(4.292382536341103718576));
    EXPECT_TRUE(has(6.024262015388358280876));
    EXPECT_EQ(bicycle.found.claim, Claim::asymptotic_but_family);
    for (const JudgedCondition& c : bicycle.found.conditions) EXPECT_EQ(c.sign, 1);
}

// The coefficient of s³ is odd in ω₃: a stone that spins well in one direction does not in the other. Without a product of inertia it does
// not care.
TEST(SymbolicStability, OfARattlebackDependsOnTheSense) {
    const Asked stone = asked(gallery_text("rattleback"), Standstill::steady, {{"w3", -5}});
    const Expr w3 = stone("w3");
    bool is_odd = false;
    for (const JudgedCondition& c : stone.found.conditions) {
        const Expr e = c.condition.expression(stone.system.c());
        is_odd = is_odd || vanishes(e + substitute(e, {{w3, -w3}}));
    }
    EXPECT_TRUE(is_odd);
    EXPECT_EQ(stone.found.claim, Claim::asymptotic_but_family);
    const std::string symmetric = changed(gallery_text("rattleback"), "; I12, 0, 0)", ")");
    const Asked even = asked(symmetric, Standstill::steady, {{"w3", -5}});
    EXPECT_EQ(even.found.claim, Claim::first_order);
}

// A top that sleeps: C²ω² > 4 A m g l. Without its weight nothing is left to demand.
TEST(SymbolicStability, OfASleepingTop) {
    const std::string top =
        "model Top { param A = 2, C = 1, m = 1, g = 9.81, l = 0.5; coord x, y, psi; kinetic A/2*(x'^2 + "
        "y'^2) + "
        "C/2*(psi' + (x*y' - y*x')/2)^2; potential -m*g*l*(x^2 + y^2)/2; init psi' = 20 }";
    const Asked asleep = asked(top, Standstill::steady);
    const Expr A = asleep("A"), C = asleep("C"), P = asleep("m") * asleep("g") * asleep("l"),
               n = asleep("psi", 1);
    ASSERT_EQ(asleep.found.conditions.size(), 2U);
    EXPECT_TRUE(vanishes(asleep.found.conditions[1].condition.expression(asleep.system.c()) -
                         (C * C * n * n - Rational(4) * A * P)));
    EXPECT_TRUE(
        asked(changed(top, "potential -", "potential "), Standstill::steady).found.conditions.empty());
}

// Multiple imaginary roots: harmless in a spherical pendulum, not where the coupling is one-sided.
TEST(SymbolicStability, TellsMultipleRootsThatGrow) {
    const std::string both =
        "model Two { param k = 1; coord x, y; kinetic (x'^2 + y'^2)/2; potential "
        "k/2*(x^2 + y^2); force on y: ";
    EXPECT_EQ(asked(both + "0*x }", Standstill::equilibrium).found.claim, Claim::first_order);
    EXPECT_EQ(asked(both + "x }", Standstill::equilibrium).found.claim, Claim::growing);
    // A coordinate that drifts.
    const std::string free =
        "model Free { param k = 1; coord x, y; kinetic (x'^2 + y'^2)/2; potential k/2*x^2 }";
    EXPECT_EQ(asked(free, Standstill::equilibrium).found.claim, Claim::growing);
}

// Spun at −5 rad/s: 2.1206924 ± 109.392323i and −0.2025213 ± 34.143692i.
TEST(SymbolicStability, OfARattlebackInNumbers) {
    const Asked stone =
        asked(gallery_text("rattleback"), Standstill::steady, {{"w3", -5}}, std::vector<std::string>{});
    ASSERT_EQ(stone.found.polynomial.factors.size(), 1U);
    const std::vector<Expr>& a = stone.found.polynomial.factors[0].coefficients;
    ASSERT_EQ(a.size(), 5U);
    const auto ratio = [&](std::size_t k) { return stone.found.at.value(a[k]) / stone.found.at.value(a[4]); };
    const auto square = [](double re, double im) { return re * re + im * im; };
    EXPECT_NEAR(ratio(3), -2 * (2.1206924 - 0.2025213), 1e-6);
    EXPECT_NEAR(ratio(0) / (square(2.1206924, 109.392323) * square(0.2025213, 34.143692)), 1, 1e-7);
}

// V = k x⁴ + …: a minimum that the second derivatives do not show, or none; in y = x² + … the coupling decides the sign.
TEST(SymbolicStability, LooksAtTheFirstTermOfADegeneratePotential) {
    using enum PotentialMinimum::Outcome;
    const auto of = [](const std::string& V) {
        return asked(
                   "model M { param k = 2, c = 3; coord x, y; kinetic (x'^2 + y'^2)/2; potential " + V + " }",
                   Standstill::equilibrium)
            .found;
    };
    EXPECT_EQ(of("k*x^4 + c*y^2").potential->outcome, minimum);
    EXPECT_EQ(of("-k*x^4 + c*y^2").potential->outcome, no_minimum);
    EXPECT_EQ(of("k*x^3 + c*y^2").potential->outcome, no_minimum);
    // c (y + k x²)² − k² x⁴: along y = −k x² the potential decreases, though x⁴ (c k² − k²) does not.
    const SymbolicStability bent = of("c*(y + k*x^2)^2 - x^4");
    EXPECT_EQ(bent.potential->outcome, no_minimum);
    EXPECT_EQ(bent.potential->order, 4U);
    EXPECT_EQ(of("c*y^2").potential->outcome, degenerate);
    EXPECT_EQ(of("k*x^2/2 + c*y^2/2").potential->outcome, definite);
    EXPECT_EQ(of("k*x^2/2 + c*y^2/2 + x*y").of_potential.size(), 1U);
}

TEST(SymbolicStability, NeedsTheHypothesesOfLagrangeAndDirichlet) {
    using enum PotentialMinimum::Outcome;
    const std::string start =
        "model M { param k = 2; coord x, y; kinetic (x'^2 + y'^2)/2; potential k/2*(x^2 + y^2); ";
    EXPECT_EQ(asked(start + "}", Standstill::equilibrium).found.potential->outcome, definite);
    EXPECT_EQ(
        asked(start + "force on x: y; force on y: -x }", Standstill::equilibrium).found.potential->outcome,
        outside);
    EXPECT_EQ(asked(changed(start, "(x'^2 + y'^2)/2", "(x'^2 - y'^2)/2") + "}", Standstill::equilibrium)
                  .found.potential->outcome,
              outside);
}

// a is positive at its value, but not in its range.
TEST(SymbolicStability, SaysWhereTheKineticEnergyIsPositive) {
    const auto of = [](const std::string& range) {
        return asked("model M { param a = 0.5" + range +
                         ", k = 1; coord x, y; kinetic (a*x'^2 + y'^2)/2; potential k*(x^2 + y^2)/2 }",
                     Standstill::equilibrium)
            .found;
    };
    EXPECT_TRUE(of("").of_potential.empty());
    const SymbolicStability indefinite = of(" in -1..1");
    ASSERT_EQ(indefinite.of_potential.size(), 1U);
    EXPECT_EQ(indefinite.of_potential[0].condition.name, "minor 1 of T");
    EXPECT_EQ(indefinite.conditions.size(), 1U);
    EXPECT_TRUE(indefinite.polynomial.signs.inertia.empty());
}

// s² + a and s² + b: a Jordan block at a = b, unless c vanishes.
TEST(SymbolicStability, LooksAtRootsThatCoincideAtTheValues) {
    const auto of = [](const std::string& b, const std::string& force) {
        return asked("model M { param a = 1, b = " + b +
                         ", c = 0.5; coord x, y; kinetic (x'^2 + y'^2)/2; force on x: -a*x + " + force +
                         "; force on y: -b*y }",
                     Standstill::equilibrium)
            .found.claim;
    };
    EXPECT_EQ(of("1", "c*y"), Claim::growing);
    EXPECT_EQ(of("2", "c*y"), Claim::first_order);
    EXPECT_EQ(of("1", "0"), Claim::first_order);
}

// Flat along x: no family.
TEST(SymbolicStability, OfAFlatPotentialIsNotDecided) {
    const std::string flat =
        "model Q { param d = 1; coord x; kinetic x'^2/2; potential -x^6; dissipation d*x'^2/2 }";
    EXPECT_EQ(asked(flat, Standstill::equilibrium).found.claim, Claim::zeros_left);
}

TEST(SymbolicStability, IsRefusedAtACorner) {
    const std::string text =
        "model M { param k = 2, d = 1; coord x; kinetic x'^2/2; potential k*x^2/2; force on x: 3*k*abs(x) - "
        "d*x' }";
    EXPECT_THROW(asked(text, Standstill::equilibrium), NoLinearEquations);
    EXPECT_EQ(asked(changed(text, "3*k*abs(x)", "3*k*abs(x)*x"), Standstill::equilibrium).found.claim,
              SymbolicStability::Claim::asymptotic);
}

TEST(SymbolicStability, IsRefusedWhereTheStandstillNeedsSpecialValues) {
    // m g and F balance at these values only.
    const std::string text =
        "model Lift { param F = 2, g = 2; coord z; kinetic z'^2/2; potential g*z; force on z: F }";
    EXPECT_THROW(asked(text, Standstill::equilibrium), NotExact);
}

namespace {

// Whether all conditions hold at other values of the letters; nothing on a boundary.
std::optional<bool> all_hold(const Asked& a, const Point& at) {
    for (const JudgedCondition& c : a.found.conditions) {
        const Ball value = enclosure(c.condition.expression(a.system.c()), at, 256);
        if (!value.is_finite() || value.contains_zero()) return std::nullopt;
        if (value.midpoint() < 0) return false;
    }
    return true;
}

// At random values of all parameters, each in a decade around the model's: the conditions hold if and only if no eigenvalue has a positive
// real part.
void compare_with_eigenvalues(const std::string& text, const Values& initial, std::size_t& stable,
                              std::size_t& unstable) {
    const Asked a = asked(text, Standstill::steady, initial);
    std::mt19937_64 random(7);
    StandstillEquations equations(a.system, Standstill::steady);
    for (int trial = 0; trial < 50; ++trial) {
        LinearisationOptions options{.at = Standstill::steady};
        Point at = a.found.at.values;
        for (auto& [letter, value] : at) {
            const double factor = std::exp2(std::ldexp(static_cast<double>(random()), -63) - 1);
            const Rational drawn = value * Rational(std::lround(factor * 1e6), 1000000);
            value = drawn;
            if (std::ranges::any_of(a.system.parameters, [&](const auto& p) { return p.symbol == letter; }))
                options.initial.parameters.emplace_back(letter, drawn);
            else
                options.initial.values.emplace_back(letter, drawn);
        }
        for (const auto& [variable, value] : a.found.at.kept)
            if (value.is_number()) options.initial.values.emplace_back(variable, value.number());
        const auto expected = all_hold(a, at);
        if (!expected) continue;
        const Linearisation l = linearisation(equations, options);
        const bool grows = l.stability.verdict == Stability::Verdict::unstable;
        EXPECT_EQ(*expected, !grows) << a.system.name << ", trial " << trial;
        ++(grows ? unstable : stable);
    }
}

}  // namespace

TEST(SymbolicStability, AgreesWithEigenvaluesAtRandomValues) {
    for (const auto& [text, initial] : {std::pair<std::string, Values>{gallery_text("towed-wheel"), {}},
                                        {gallery_text("roller-racer"), {{"phi", 0}, {"w", 0}, {"v", -1}}},
                                        {changed(gallery_text("bottema-vibrations"), "e = 4", "e = 20"), {}},
                                        {disc_at("0", "2"), {}}}) {
        std::size_t stable = 0, unstable = 0;
        compare_with_eigenvalues(text, initial, stable, unstable);
        EXPECT_GE(stable + unstable, 45U) << text;
        EXPECT_GE(stable, 1U) << text;
        EXPECT_GE(unstable, 1U) << text;
    }
}

// Along the line c = 0.08 the regimes change at the weave and the capsize speed.
TEST(StabilityRegion, OfABicycle) {
    Asked bicycle =
        asked(gallery_text("whipple-bicycle"), Standstill::steady, {{"v", 5}}, std::vector<std::string>{"c"});
    const Expr v = bicycle("v"), c = bicycle("c");
    const StabilityRegion region =
        stability_region(std::move(bicycle.found), {v, 1, 8, 36}, {c, 0.08, 0.1, 2});
    for (std::size_t k = 0; k < 36; ++k) {
        const double speed = region.x.at(k);
        EXPECT_EQ(region.regimes[k], speed < 4.2923     ? StabilityRegime::flutter
                                     : speed < 6.024262 ? StabilityRegime::stable
                                                        : StabilityRegime::divergence)
            << speed;
    }
    bool is_near = false;
    for (const BoundaryPiece& b : region.boundaries)
        if (b.from[1] == 0.08 || b.to[1] == 0.08) {
            const double speed = b.from[1] == 0.08 ? b.from[0] : b.to[0];
            is_near = is_near || std::fabs(speed - 4.29238) < 0.02;
        }
    EXPECT_TRUE(is_near);
}

// The signs of the values do not count away from them.
TEST(StabilityRegion, IsStableOnlyWhereNoRootGrows) {
    const auto stable = [](const std::string& text, const std::string& x, const std::string& y, double low) {
        Asked of = asked(text, Standstill::equilibrium, {}, std::vector<std::string>{x, y});
        const Expr first = of(x), second = of(y);
        const StabilityRegion region =
            stability_region(std::move(of.found), {first, -2, 2, 4}, {second, low, 2, 2});
        std::vector<bool> list;
        for (const StabilityRegime regime : region.regimes) list.push_back(regime == StabilityRegime::stable);
        return list;
    };
    EXPECT_EQ(stable("model T { param k = 2, d = 1, m = 1; coord x; kinetic m*x'^2/2; potential k*x^2/2; "
                     "dissipation d*x'^2/2 }",
                     "k", "d", -1),
              (std::vector<bool>{false, false, false, false, false, false, true, true}));
    EXPECT_EQ(stable("model C { param a = 1, b = 0.5 in -2..2, k = 1; coord x, y; kinetic (a*x'^2 + "
                     "a*y'^2)/2 + b*x'*y'; potential k*(x^2 + y^2)/2 }",
                     "b", "k", 1),
              (std::vector<bool>{false, true, true, false, false, true, true, false}));
}

}  // namespace anholon
