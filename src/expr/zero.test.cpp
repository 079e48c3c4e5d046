#include "expr/zero.hpp"

#include <gtest/gtest.h>

#include "expr/expand.hpp"
#include "expr/modular.hpp"
#include "expr/normal_form.hpp"
#include "expr/print.hpp"
#include "expr/random_expression.test.hpp"
#include "expr/substitute.hpp"

namespace anholon {
namespace {

using Use = ZeroOptions::Use;

class Zero : public ::testing::Test {
  protected:
    Context c;
    Expr x = c.variable("x"), y = c.variable("y"), z = c.variable("z"), a = c.constant("a"), pi = c.pi();
    Expr number(long n, long d = 1) { return c.number(Rational(n, d)); }
};

TEST_F(Zero, IdentitiesByBothProofs) {
    const std::vector<Expr> identities{
        pow(sin(x), 2) + pow(cos(x), 2) - 1,
        sin(2 * x) - 2 * sin(x) * cos(x),
        cos(x + y) - cos(x) * cos(y) + sin(x) * sin(y),
        sin(5 * x) - 16 * pow(sin(x), 5) + 20 * pow(sin(x), 3) - 5 * sin(x),
        pow(cos(x / 2), 2) - (1 + cos(x)) / 2,
        sin(x / 2 + y / 3) - sin(x / 2) * cos(y / 3) - cos(x / 2) * sin(y / 3),
        sin(x + pi) + sin(x),
        cos(x + pi / 3) - cos(x) / 2 + sqrt(number(3)) / 2 * sin(x),
        tan(x) - sin(x) / cos(x),
        tan(x + y) - (tan(x) + tan(y)) / (1 - tan(x) * tan(y)),
        sin(x * (y + a)) - sin(x * y + a * x),
        sin(x) / (1 + cos(x)) - (1 - cos(x)) / sin(x),
        sin(asin(x) + asin(y)) - x * sqrt(1 - pow(y, 2)) - y * sqrt(1 - pow(x, 2)),
        sin(atan2(y, x)) - y / sqrt(pow(x, 2) + pow(y, 2)),
        cos(2 * atan(x)) - (1 - pow(x, 2)) / (1 + pow(x, 2)),
        asin(x) + acos(x) - pi / 2,
        exp(x + y) - exp(x) * exp(y),
        pow(cosh(x), 2) - pow(sinh(x), 2) - 1,
        tanh(2 * x) - 2 * tanh(x) / (1 + pow(tanh(x), 2)),
        exp(x / 2) * exp(x / 2) - exp(x),
        exp(y * log(x) + log(a)) - a * pow(x, y),
        log((pow(x, 2) - 1) / (x - 1)) - log(x + 1),
        1 / (sqrt(x) + 1) - (sqrt(x) - 1) / (x - 1),
        pow(sqrt(x + 1) + sqrt(x - 1), 2) - 2 * x - 2 * sqrt(x + 1) * sqrt(x - 1),
        sqrt(1 - pow(cos(x), 2)) - sqrt(pow(sin(x), 2)),
        sqrt(pow(x, 2)) - abs(x),
        sign(x) * abs(x) - x,
        pow(abs(x), 2) - pow(x, 2),
        (pow(x, 3) - pow(y, 3)) / (x - y) - pow(x, 2) - x * y - pow(y, 2),
        (x + y) / (x * y) - 1 / x - 1 / y,
    };
    for (const Expr& e : identities) {
        const auto quick = is_zero(e), proved = is_zero(e, {.use = Use::normal_form});
        EXPECT_EQ(quick.answer, Answer::yes) << text(e) << ": " << describe(quick);
        EXPECT_EQ(proved.answer, Answer::yes) << text(e) << ": " << describe(proved);
        EXPECT_EQ(proved.proof, Proof::normal_form) << text(e);
        EXPECT_LT(quick.error_bound, 1e-14);
    }
}

TEST_F(Zero, WhatIsNotZeroHasAWitness) {
    const std::vector<Expr> others{
        sin(x + y) - sin(x) * cos(y),
        sqrt(pow(x, 2)) - x,
        abs(x) - x,
        abs(x + y) - abs(x) - abs(y),
        sin(x) - x,
        exp(x) - 1 - x,
        pi - number(355, 113),
        sqrt(x * y) * sqrt(x) - sqrt(y) * x + a,
        pow(x + 1, 1000000000) - 1,
        log(x) + log(y),
        sign(x) - 1,
    };
    for (const Expr& e : others) {
        const auto verdict = is_zero(e);
        ASSERT_EQ(verdict.answer, Answer::no) << text(e) << ": " << describe(verdict);
        EXPECT_EQ(verdict.proof, Proof::witness);
        const Ball value = enclosure(e, verdict.witness, 1024);
        EXPECT_TRUE(value.is_finite() && !value.contains_zero()) << text(e);
        EXPECT_EQ(is_zero(e, {.use = Use::normal_form}).answer, Answer::no);
    }
    EXPECT_EQ(is_zero(number(3)).answer, Answer::no);
}

TEST_F(Zero, SaysWhenItCannotTell) {
    // True for real numbers, but no law the tests know.
    EXPECT_EQ(is_zero(log(pow(x, 2)) - 2 * log(abs(x))).answer, Answer::unknown);
    EXPECT_EQ(is_zero(sqrt(x + 2 * sqrt(x) + 1) - sqrt(x) - 1).answer, Answer::unknown);
    // Vanishes by the law of roots that prime fields know and the ring does not.
    const Expr roots = sqrt(x) * sqrt(y) - sqrt(x * y);
    EXPECT_EQ(is_zero(roots).proof, Proof::prime_field);
    EXPECT_EQ(is_zero(roots, {.use = Use::normal_form}).answer, Answer::unknown);
}

TEST_F(Zero, NamesADivisorThatIsZero) {
    const Expr nothing = pow(sin(x), 2) + pow(cos(x), 2) - 1;
    for (const Use use : {Use::any, Use::normal_form, Use::prime_field}) {
        const auto verdict = is_zero(x / nothing, {.use = use});
        EXPECT_EQ(verdict.answer, Answer::unknown);
        EXPECT_EQ(verdict.reason,
                  "division by an expression that is identically zero: cos(x)^2 + sin(x)^2 - 1");
    }
    EXPECT_EQ(is_zero(1 / (sin(2 * x) - 2 * sin(x) * cos(x))).answer, Answer::unknown);
    EXPECT_EQ(is_zero(1 / log(nothing + 1)).answer, Answer::unknown);
}

TEST_F(Zero, HugePowersAreRefusedByTheNormalFormOnly) {
    const Expr e = pow(x + y, 1000000000) - pow(x + y, 999999999) * (x + 2 * y);
    EXPECT_EQ(is_zero(e).answer, Answer::no);
    const Expr same = pow(sin(x) + cos(x), 2000000000) - pow(1 + sin(2 * x), 1000000000);
    EXPECT_EQ(is_zero(same).proof, Proof::prime_field);
    const auto verdict = is_zero(same, {.use = Use::normal_form});
    EXPECT_EQ(verdict.answer, Answer::unknown);
    EXPECT_NE(verdict.reason.find("to the power"), std::string::npos) << verdict.reason;
}

TEST_F(Zero, APrimeThatDividesTheCoefficientsDoesNotMislead) {
    Rational P = 1;
    for (const std::uint64_t p : field_primes()) P *= static_cast<long>(p);
    EXPECT_EQ(is_zero(P * x).answer, Answer::no);
    EXPECT_EQ(is_zero(pow(x + P, 2) - pow(x, 2)).answer, Answer::no);
    EXPECT_EQ(is_zero(pow(x + P, 2) - pow(x, 2) - 2 * P * x - P * P).answer, Answer::yes);
}

TEST_F(Zero, DegreesBeyondThePrimeAreNotTrusted) {
    const Expr e = pow(x, pow(Rational(10), 19)) - pow(y, pow(Rational(10), 19));
    EXPECT_NE(is_zero(pow(x + y, pow(Rational(10), 30)) * (pow(sin(x), 2) + pow(cos(x), 2) - 1)).proof,
              Proof::prime_field);
    EXPECT_NE(is_zero(e).answer, Answer::yes);
}

// An identity, and the same with one coefficient changed: both proofs must tell them apart.
TEST_F(Zero, BothProofsAgreeOnRandomIdentitiesAndNearIdentities) {
    testing::RandomExpression random(c, 314);
    const ZeroOptions exact{.use = Use::normal_form, .seed = 5, .max_terms = 20000};
    int identities = 0, near = 0, undecided = 0;
    for (int i = 0; i < 900; ++i) {
        const Expr u = random.mechanical(2), v = random.mechanical(2), w = random.mechanical(1);
        // Two ways to write one thing.
        const std::array<std::pair<Expr, Expr>, 6> pairs{{
            {pow(u + v, 2) * w, (pow(u, 2) + 2 * u * v + pow(v, 2)) * w},
            {sin(u + v) * w, (sin(u) * cos(v) + cos(u) * sin(v)) * w},
            {cos(2 * u) + w, 1 - 2 * pow(sin(u), 2) + w},
            {(pow(u, 2) - pow(v, 2)) * w, (u - v) * (u * w + v * w)},
            {w * pow(cos(u), 4) - w * pow(sin(u), 4), w * cos(2 * u)},
            {tan(w) * (1 + cos(2 * w)), sin(2 * w)},
        }};
        const auto& [left, right] = pairs[static_cast<std::size_t>(i) % pairs.size()];
        const Expr identity = left - right, changed = left - right * Rational(1000001, 1000000);
        if (right == c.zero()) continue;
        try {
            const auto p = is_zero(identity), q = is_zero(identity, exact);
            EXPECT_EQ(p.answer, Answer::yes) << text(identity);
            EXPECT_NE(q.answer, Answer::no) << text(identity);
            const auto r = is_zero(changed), s = is_zero(changed, exact);
            EXPECT_EQ(r.answer, Answer::no) << text(changed) << describe(r);
            EXPECT_EQ(s.answer, Answer::no) << text(changed) << describe(s);
            identities += q.answer == Answer::yes;
            near += r.answer == Answer::no && s.answer == Answer::no;
            undecided += q.answer == Answer::unknown;
        } catch (const Undefined&) {
            continue;  // tan of a pole
        }
    }
    EXPECT_GE(identities, 500);
    EXPECT_GE(near, 500);
    EXPECT_LE(undecided, 300);
    RecordProperty("identities", identities);
}

// The normal form's own no, without prime fields or a witness, on the same near-identities.
TEST_F(Zero, TheNormalFormAloneTellsNearIdentitiesApart) {
    testing::RandomExpression random(c, 271);
    for (int i = 0; i < 200; ++i) {
        const Expr u = random.mechanical(1), v = random.mechanical(1);
        const Expr identity = pow(sin(u), 2) * v - v + v * pow(cos(u), 2);
        const std::vector<Expr> both{identity, identity + v / 1000000};
        const NormalForms forms(both);
        EXPECT_TRUE(forms[0].is_zero()) << text(both[0]);
        EXPECT_EQ(forms[1].is_zero(), v == c.zero()) << text(both[1]);
    }
}

TEST_F(Zero, DependsOnTheSeedOnlyInItsPoints) {
    const Expr e = sin(x + y) - sin(x) * cos(y);
    const auto one = is_zero(e, {.seed = 1}), again = is_zero(e, {.seed = 1}),
               other = is_zero(e, {.seed = 2});
    EXPECT_EQ(describe(one), describe(again));
    EXPECT_NE(describe(one), describe(other));
    EXPECT_EQ(other.answer, Answer::no);
}

TEST_F(Zero, AMillionLevelsDeep) {
    Expr deep = x;
    for (int i = 0; i < 1000000; ++i) deep = sin(deep);
    EXPECT_EQ(is_zero(pow(deep, 2) + pow(cos(asin(deep)), 2) - 1).answer, Answer::yes);
    EXPECT_GT(text(deep).size(), 1000000u);
}

// With independent roots a point says as much as without; where one root follows from others it does not.
TEST(ModularZero, IndependentRootsNeedFewPoints) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y"), one = c.one();
    const Expr a = one + x * x, b = one + y * y * y;
    const Expr square = pow(sqrt(a) + sqrt(b), Rational(2)) - a - b - 2 * sqrt(a) * sqrt(b);
    const auto independent = vanishes_modulo_primes(square, 1);
    EXPECT_EQ(independent.outcome, ModularVerdict::Outcome::vanishes);
    EXPECT_LT(independent.points, 10u);
    EXPECT_LT(independent.error_bound, 1e-15);
    const auto dependent = vanishes_modulo_primes(sqrt(a) * sqrt(b) - sqrt(expand(a * b)), 1);
    EXPECT_EQ(dependent.outcome, ModularVerdict::Outcome::vanishes);
    EXPECT_GT(dependent.points, 45u);
    const auto nested = vanishes_modulo_primes(pow(sqrt(a + sqrt(b)), Rational(2)) - a - sqrt(b), 1);
    EXPECT_EQ(nested.outcome, ModularVerdict::Outcome::vanishes);
}

// |x| is x on one branch and −x on the other: both are met, and few points suffice.
TEST(ModularZero, BothSignsAreMet) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y");
    EXPECT_EQ(vanishes_modulo_primes(abs(x) * x * (abs(x) - x), 1).outcome, ModularVerdict::Outcome::differs);
    EXPECT_EQ(vanishes_modulo_primes((abs(x) + x) * (abs(y) - y), 3).outcome,
              ModularVerdict::Outcome::differs);
    // Under the root of (|x| + x)²/4 there is a square on one branch only.
    const Expr nested = sqrt(pow(abs(x) + x, Rational(2)) / 4 + y * y * (abs(x) - x)) - abs(x);
    for (std::uint64_t seed = 1; seed < 40; ++seed)
        EXPECT_EQ(vanishes_modulo_primes(nested, seed).outcome, ModularVerdict::Outcome::differs);
    const auto both = vanishes_modulo_primes((abs(x) + x) * (abs(x) - x), 1);
    EXPECT_EQ(both.outcome, ModularVerdict::Outcome::vanishes);
    EXPECT_LT(both.points, 12u);
}

// A choice is a sign to both proofs.
TEST(ModularZero, OfChoices) {
    Context c;
    const Expr x = c.variable("x"), y = c.variable("y");
    for (const Expr& zero :
         {max(x, y) + min(x, y) - x - y, max(x, y) - min(x, y) - abs(x - y), max(x, y) - max(y, x),
          choose(x, 2 * y, c.zero()) - 2 * choose(x, y, c.zero()), choose(x, abs(x), y) - choose(x, x, y)})
        EXPECT_EQ(is_zero(zero).answer, Answer::yes) << text(zero);
    for (const Expr& other : {max(x, y) - x, choose(x, y, -y) - y, choose(x, c.one(), c.zero())})
        EXPECT_EQ(is_zero(other).answer, Answer::no) << text(other);
}

// Of degree 2⁷⁰ any number of points says nothing; two are enough to see that.
TEST_F(Zero, PointsEndWhereTheirBoundIsUseless) {
    Expr e = x;
    for (int k = 0; k < 70; ++k) e = pow(e, 2) + y;
    const auto verdict = vanishes_modulo_primes((e + 1) * (e - 1) - pow(e, 2) + 1, 1);
    EXPECT_EQ(verdict.outcome, ModularVerdict::Outcome::undecided);
    EXPECT_NE(verdict.reason.find("degree"), std::string::npos) << verdict.reason;
    EXPECT_LE(verdict.points, 4u);
    EXPECT_EQ(vanishes_modulo_primes((e + 1) * (e - 1) - pow(e, 2), 1).outcome,
              ModularVerdict::Outcome::differs);
}

}  // namespace
}  // namespace anholon
