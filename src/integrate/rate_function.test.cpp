#include "integrate/rate_function.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/context.hpp"

namespace anholon {
namespace {

// A double pendulum with unit masses and lengths, W z = r in the angles' accelerations.
struct DoublePendulum {
    Context c;
    Expr t = c.time(), a = c.variable("a"), b = c.variable("b"), u = dot(a), v = dot(b), g = c.constant("g");

    RateEquations equations() {
        RateEquations e{"Pendulum", "a double pendulum", t, {a, b, u, v}, {g}, {dot(u), dot(v)}, {}, {}, {},
                        {}};
        e.W = Matrix{{c.number(2), cos(a - b)}, {cos(a - b), c.one()}};
        e.r = {-sin(a - b) * v * v - 2 * g * sin(a), sin(a - b) * u * u - g * sin(b)};
        e.rates = {u, v, dot(u), dot(v)};
        e.parameter_values = {Rational(981, 100)};
        return e;
    }
};

TEST(Factorization, SolvesWhateverTheUnits) {
    const std::vector<double> A{0, 2e-12, 3e6, 1e9};
    Factorization f;
    ASSERT_TRUE(f.factor(A, 2));
    std::vector<double> b{4e-12, 5e6};
    f.solve(b);
    EXPECT_NEAR(b[1], 2, 1e-15);
    EXPECT_NEAR(b[0], (5e6 - 2e9) / 3e6, 1e-12);
    EXPECT_LT(f.condition(), 10);
}

TEST(Factorization, KnowsTheConditionNumber) {
    const std::vector<double> A{1, 1, 1, 1 + 0x1p-20};
    Factorization f;
    ASSERT_TRUE(f.factor(A, 2));
    EXPECT_NEAR(f.condition() / (4 * 0x1p20), 1, 1e-5);
}

TEST(Factorization, NamesTheColumnWithoutAPivot) {
    const std::vector<double> A{1, 2, 3, 2, 4, 1, 3, 6, 2};
    Factorization f;
    EXPECT_FALSE(f.factor(A, 3));
    EXPECT_EQ(f.smallest_column(), 1u);
    EXPECT_TRUE(std::isinf(f.condition()));
}

TEST(RateFunction, SolvesForTheAccelerations) {
    DoublePendulum pendulum;
    RateFunction f(pendulum.equations());
    const std::vector<double> x{0.3, -0.4, 0.5, 0.7};
    std::vector<double> z(2), dx(4);
    ASSERT_TRUE(f.solve(0, x, z));
    ASSERT_TRUE(f.rates(0, x, dx));
    const double s = std::sin(0.7), c = std::cos(0.7);
    EXPECT_NEAR(2 * z[0] + c * z[1], -s * 0.49 - 2 * 9.81 * std::sin(0.3), 1e-14);
    EXPECT_NEAR(c * z[0] + z[1], s * 0.25 - 9.81 * std::sin(-0.4), 1e-14);
    EXPECT_EQ(dx, (std::vector<double>{0.5, 0.7, z[0], z[1]}));
}

TEST(RateFunction, JacobianIsTheLimitOfDifferences) {
    DoublePendulum pendulum;
    RateFunction f(pendulum.equations());
    std::vector<double> x{0.3, -0.4, 0.5, 0.7}, J(16), ahead(4), behind(4);
    ASSERT_TRUE(f.jacobian(0, x, J));
    for (std::size_t j = 0; j < 4; ++j) {
        const double h = 1e-6, at = x[j];
        x[j] = at + h;
        ASSERT_TRUE(f.rates(0, x, ahead));
        x[j] = at - h;
        ASSERT_TRUE(f.rates(0, x, behind));
        x[j] = at;
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_NEAR(J[i * 4 + j], (ahead[i] - behind[i]) / (2 * h), 1e-8) << i << j;
    }
}

TEST(RateFunction, SaysWhatIsSingular) {
    Context c;
    const Expr t = c.time(), x = c.variable("x"), y = c.variable("y");
    RateEquations e{"S", "S", t, {x, y}, {}, {dot(x), dot(y)}, {}, {}, {}, {}};
    e.W = Matrix{{c.one(), c.one()}, {c.one(), 1 + x}};
    e.r = {c.one(), 1 / y};
    e.rates = {dot(x), log(y) * dot(y)};
    RateFunction f(e);
    std::vector<double> z(2), dx(2);
    EXPECT_FALSE(f.solve(0, std::vector{0.0, 1.0}, z));
    EXPECT_NE(f.why().find("do not determine y'"), std::string::npos) << f.why();
    EXPECT_FALSE(f.solve(0, std::vector{1.0, 0.0}, z));
    EXPECT_NE(f.why().find("equation 2 of the 2"), std::string::npos) << f.why();
    EXPECT_FALSE(f.rates(0, std::vector{1.0, -1.0}, dx));
    EXPECT_NE(f.why().find("rate of 'y'"), std::string::npos) << f.why();
    EXPECT_FALSE(f.rates(0, std::vector{NAN, -1.0}, dx));
    EXPECT_NE(f.why().find("'x' is not finite"), std::string::npos) << f.why();
    ASSERT_TRUE(f.rates(0, std::vector{1.0, 1.0}, dx));
    EXPECT_EQ(f.why(), "");
}

// A place that was found in one array is none in another.
TEST(RateFunction, SaysWhyOfTheLastCallAlone) {
    Context c;
    const Expr t = c.time(), x = c.variable("x"), y = c.variable("y");
    RateEquations e{"S", "S", t, {x, y}, {}, {dot(x), dot(y)}, {}, {}, {}, {}};
    e.W = Matrix{{c.one(), c.zero()}, {c.zero(), c.one()}};
    e.r = {c.one(), c.one()};
    e.rates = {dot(x), sqrt(y)};
    RateFunction f(e);
    std::vector<double> J(4), dx(2);
    EXPECT_FALSE(f.jacobian(0, std::vector{1.0, 0.0}, J));
    EXPECT_NE(f.why().find("rate of 'y'"), std::string::npos) << f.why();
    ASSERT_TRUE(f.jacobian(0, std::vector{1.0, 1.0}, J));
    EXPECT_EQ(f.why(), "");
    EXPECT_FALSE(f.rates(0, std::vector{1.0, -1.0}, dx));
    EXPECT_FALSE(f.rates(0, std::vector{NAN, 1.0}, dx));
    EXPECT_NE(f.why().find("'x' is not finite"), std::string::npos) << f.why();
}

TEST(StateFunctions, SeeTheUnknowns) {
    DoublePendulum pendulum;
    const RateEquations e = pendulum.equations();
    StateFunctions energy(e, std::vector{pendulum.u * pendulum.u});
    EXPECT_FALSE(energy.need_unknowns());
    StateFunctions both(e, std::vector{pendulum.t + pendulum.g, pendulum.a * dot(pendulum.u)});
    EXPECT_TRUE(both.need_unknowns());
    std::vector<double> values(2);
    both(2, std::vector{0.5, 0.0, 0.0, 0.0}, std::vector{9.0}, std::vector{4.0, 0.0}, values);
    EXPECT_EQ(values, (std::vector{11.0, 2.0}));
}

}  // namespace
}  // namespace anholon
