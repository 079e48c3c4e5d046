#include "expr/canonical.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "algebra/thread.hpp"
#include "expr/print.hpp"
#include "expr/random_expression.test.hpp"
#include "expr/walk.hpp"

namespace anholon {
namespace {

class Canonical : public ::testing::Test {
  protected:
    Context c;
    Expr x = c.variable("x"), y = c.variable("y"), z = c.variable("z"), a = c.constant("a");
    Expr number(long n, long d = 1) { return c.number(Rational(n, d)); }
};

TEST_F(Canonical, EqualFormsAreOneNode) {
    EXPECT_EQ(x + y, y + x);
    EXPECT_EQ((x + y) + z, x + (y + z));
    EXPECT_EQ((x * y) * z, x * (z * y));
    EXPECT_EQ(x + x, 2 * x);
    EXPECT_EQ(x * x, pow(x, 2));
    EXPECT_EQ(x - x, c.zero());
    EXPECT_EQ(x / x, c.one());
    EXPECT_EQ(2 * x - 2 * y, 2 * (x - y));
    EXPECT_EQ(-(x - y), y - x);
    EXPECT_EQ(pow(x - y, 2), pow(y - x, 2));
    EXPECT_EQ(pow(x - y, 3), -pow(y - x, 3));
    EXPECT_EQ(x / 2 + y / 3, (3 * x + 2 * y) / 6);
}

TEST_F(Canonical, PowersMergeWhereTheyMay) {
    EXPECT_EQ(pow(pow(x, 2), 3), pow(x, 6));
    EXPECT_EQ(sqrt(x) * sqrt(x), x);
    EXPECT_EQ(pow(sqrt(x), Rational(1, 3)), pow(x, Rational(1, 6)));
    EXPECT_EQ(pow(1 / x, Rational(1, 2)), pow(x, Rational(-1, 2)));
    EXPECT_NE(sqrt(pow(x, 2)), x);  // it is |x|
    EXPECT_EQ(pow(sqrt(pow(x, 2)), 2), pow(x, 2));
    EXPECT_EQ(pow(sqrt(x * y), 2), x * y);
    EXPECT_NE(sqrt(x * y), sqrt(x) * sqrt(y));  // not if both are negative
    EXPECT_EQ(sqrt(4 * x), 2 * sqrt(x));
    EXPECT_EQ(pow(sqrt(-x), 2), -x);
    EXPECT_EQ(pow(2 * x * y, 3), 8 * pow(x, 3) * pow(y, 3));
}

TEST_F(Canonical, RootsOfNumbers) {
    EXPECT_EQ(sqrt(number(12)), 2 * sqrt(number(3)));
    EXPECT_EQ(sqrt(number(2)) * sqrt(number(3)), sqrt(number(6)));
    EXPECT_EQ(1 / sqrt(number(2)), sqrt(number(2)) / 2);
    EXPECT_EQ(sqrt(number(9, 4)), number(3, 2));
    EXPECT_EQ(pow(number(8), Rational(2, 3)), number(4));
    EXPECT_EQ(pow(sqrt(number(2)), 5), 4 * sqrt(number(2)));
}

TEST_F(Canonical, FunctionsFold) {
    const Expr pi = c.pi();
    EXPECT_EQ(sin(-x), -sin(x));
    EXPECT_EQ(cos(y - x), cos(x - y));
    EXPECT_EQ(sin(pi / 6), number(1, 2));
    EXPECT_EQ(cos(5 * pi / 4), -sqrt(number(2)) / 2);
    EXPECT_EQ(tan(pi / 3), sqrt(number(3)));
    EXPECT_EQ(exp(log(x)), x);
    EXPECT_EQ(exp(3 * log(x)), pow(x, 3));
    EXPECT_EQ(sin(asin(x)), x);
    EXPECT_EQ(abs(-2 * x), 2 * abs(x));
    EXPECT_EQ(sign(-2 * x), -sign(x));
    EXPECT_EQ(choose(2 * x - 2 * y, x, y), choose(x - y, x, y));
    EXPECT_EQ(choose(x, y, y), y);
    EXPECT_EQ(choose(number(1), x, y), x);
    EXPECT_EQ(choose(c.zero(), x, y), y);
    EXPECT_EQ(max(number(2), number(3)), number(3));
    EXPECT_EQ(min(number(2), number(3)), number(2));
    EXPECT_EQ(atan2(c.zero(), number(-1)), pi);
    EXPECT_EQ(acos(number(-1, 2)), 2 * pi / 3);
    EXPECT_EQ(pow(x, y), exp(y * log(x)));
}

TEST_F(Canonical, DoesNotRewriteTrigonometry) { EXPECT_NE(pow(sin(x), 2) + pow(cos(x), 2), c.one()); }

TEST_F(Canonical, WhatHasNoValueThrows) {
    EXPECT_THROW(pow(c.zero(), 0), Undefined);
    EXPECT_THROW(pow(c.zero(), -1), Undefined);
    EXPECT_THROW(x / (y - y), Undefined);
    EXPECT_THROW(log(c.zero()), Undefined);
    EXPECT_THROW(sqrt(number(-1)), Undefined);
    EXPECT_THROW(tan(c.pi() / 2), Undefined);
    EXPECT_THROW(asin(number(2)), Undefined);
    EXPECT_THROW(atan2(c.zero(), c.zero()), Undefined);
    EXPECT_THROW(pow(number(2), 1000000000), Undefined);
    EXPECT_EQ(pow(x, 0), c.one());
    EXPECT_EQ(pow(c.zero(), Rational(1, 2)), c.zero());
    EXPECT_EQ(pow(number(-1), 1000000001), number(-1));
}

TEST_F(Canonical, NamesAreChecked) {
    EXPECT_THROW(c.constant(""), BadSymbol);
    EXPECT_THROW(c.constant("a b"), BadSymbol);
    EXPECT_THROW(c.constant("1x"), BadSymbol);
    EXPECT_THROW(c.constant("x\n"), BadSymbol);
    EXPECT_THROW(c.constant("\xff\xfe"), BadSymbol);
    EXPECT_THROW(c.constant("}\\input{"), BadSymbol);
    EXPECT_THROW(c.constant("x"), BadSymbol);  // a variable already
    EXPECT_EQ(c.constant("θ"), c.constant("theta"));
    EXPECT_THROW(dot(a), BadSymbol);
    EXPECT_EQ(dot(dot(x)), c.variable("x", 2));
}

TEST_F(Canonical, EveryNodeOfRandomExpressionsKeepsTheInvariant) {
    testing::RandomExpression random(c, 7);
    for (int i = 0; i < 2000; ++i) random.any(4);
    for (std::uint32_t id = 0; id < c.size(); ++id)
        ASSERT_TRUE(is_canonical(c, NodeId{id})) << text(Expr(c, NodeId{id}));
}

TEST_F(Canonical, HugePowersStayOneNode) {
    const Expr huge = pow(x + 1, 1000000000);
    EXPECT_EQ(huge * (x + 1), pow(x + 1, 1000000001));
    EXPECT_EQ(text(huge), "(x + 1)^1000000000");
}

TEST_F(Canonical, ALongSumIsBuiltInOneGo) {
    std::vector<Expr> terms;
    for (int i = 0; i < 100000; ++i) terms.push_back(c.constant("k" + std::to_string(i)) * x);
    EXPECT_EQ(sum(c, terms) - sum(c, terms), c.zero());
}

TEST(Context, EachThreadMayHaveItsOwn) {
    std::vector<std::string> results(4);
    std::vector<std::thread> threads;
    for (auto& result : results)
        threads.emplace_back([&result] {
            {
                Context c;
                testing::RandomExpression random(c, 3);
                for (int i = 0; i < 300; ++i) result += text(random.any(3)) + "\n";
            }
            release_thread_memory();
        });
    for (auto& t : threads) t.join();
    for (const auto& r : results) EXPECT_EQ(r, results[0]);
}

}  // namespace
}  // namespace anholon
