#include "code/program.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/context.hpp"
#include "expr/enclosure.hpp"
#include "expr/operations.hpp"
#include "expr/print.hpp"
#include "expr/random_expression.test.hpp"

namespace anholon {
namespace {

class Programs : public ::testing::Test {
  protected:
    Context c;
    Expr x = c.variable("x"), y = c.variable("y"), a = c.constant("a");
    std::vector<Expr> inputs{x, y, a};

    // The program's value against a rigorous enclosure of the exact one.
    void expect_value(Expr e) {
        const Rational at[] = {Rational(7, 8), Rational(-5, 4), Rational(3, 2)};
        const Point point{{x, at[0]}, {y, at[1]}, {a, at[2]}};
        const std::vector<double> in{at[0].to_double(), at[1].to_double(), at[2].to_double()};
        const double exact = enclosure(e, point).midpoint(),
                     found = run(program(std::span(&e, 1), inputs), in)[0];
        EXPECT_NEAR(found, exact, 4e-15 * (1 + std::fabs(exact))) << text(e);
    }
};

TEST_F(Programs, ComputeWhatTheExpressionMeans) {
    for (const Expr& e : {x + y,
                          x - y,
                          -x - y - 1,
                          2 * x - 3 * y + 5,
                          x / 3 - y * 2 / 7,
                          x * y / (a + 1),
                          pow(x, 10),
                          pow(x, -3),
                          sqrt(a),
                          pow(a, Rational(3, 2)),
                          pow(a, Rational(-1, 3)),
                          pow(x + y, 2) * sin(x) / cos(y),
                          atan2(y, x),
                          exp(x) - log(a),
                          tan(x) + asin(x) - acos(x) + atan(y),
                          sinh(x) * cosh(y) / tanh(a),
                          abs(y) + sign(y),
                          c.pi() * x,
                          1 / (x * y),
                          1 - x,
                          c.number(Rational(1, 3)) + 0 * x,
                          -pow(y, 3) / a})
        expect_value(e);
}

TEST_F(Programs, ShareWhatIsCommonAndHoldNothingElse) {
    const Expr s = sin(x) + y;
    const std::vector<Expr> outputs{s * a, s / a, cos(s)};
    (void)sin(a);  // in the context, but of no output
    const Program p = program(outputs, inputs);
    EXPECT_EQ(p.operations(), 5u);
    EXPECT_EQ(p.operations(), operations(outputs).total());
    // x², x⁴, x⁸, x²·x⁸, x·x⁴
    EXPECT_EQ(program(std::vector<Expr>{pow(x, 10), pow(x, 5)}, inputs).operations(), 5u);
}

TEST_F(Programs, AreTheSameForTheSameExpressions) {
    const Expr e = pow(x + y, 3) * sin(a) / (x - y);
    const Program p = program(std::span(&e, 1), inputs), q = program(std::span(&e, 1), inputs);
    EXPECT_EQ(p.instructions, q.instructions);
    EXPECT_EQ(p.constants, q.constants);
}

TEST_F(Programs, RefuseASymbolTheyAreNotGiven) {
    const Expr e = x + c.constant("b");
    EXPECT_THROW(program(std::span(&e, 1), inputs), std::invalid_argument);
}

// u_i u_j / w of sixty u: the quotients u/w are made once, however long the program.
TEST_F(Programs, LongOnesShareTheirFactors) {
    std::vector<Expr> u, products, all{x};
    for (int k = 0; k < 60; ++k) u.push_back(c.variable("u" + std::to_string(k)));
    all.insert(all.end(), u.begin(), u.end());
    for (std::size_t i = 0; i < u.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) products.push_back(u[i] * u[j] / x);
    EXPECT_LE(program(products, all).operations(), products.size() + u.size());
}

// Several outputs at once, so that there is something to share, scale and take out.
TEST_F(Programs, OfRandomExpressionsHaveTheirValues) {
    const Rational at[] = {Rational(3, 8), Rational(-5, 4), Rational(7, 16), Rational(3, 2)};
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Context of;
        testing::RandomExpression random(of, seed);
        Point point;
        std::vector<double> in;
        for (std::size_t k = 0; k < 4; ++k) {
            point.emplace_back(random.symbols()[k], at[k]);
            in.push_back(at[k].to_double());
        }
        std::vector<Expr> outputs, parts;
        for (int k = 0; k < 3; ++k) parts.push_back(random.mechanical(2));
        for (int k = 0; k < 4; ++k) {
            const Expr sum =
                random.small_rational() * parts[0] + random.small_rational() * parts[1] * parts[2];
            outputs.push_back(sum * parts[k % 3] + random.small_rational() * random.any(2) * sum);
            outputs.push_back(pow(pow(sum, 2) + 1, Rational(random.below(7) - 3, 2)) * parts[1]);
        }
        const std::vector<double> found = run(program(outputs, random.symbols()), in);
        for (std::size_t k = 0; k < outputs.size(); ++k) {
            const double exact = enclosure(outputs[k], point).midpoint();
            EXPECT_NEAR(found[k], exact, 1e-12 * (1 + std::fabs(exact))) << seed << ": " << text(outputs[k]);
        }
    }
}

class FewOperations : public ::testing::Test {
  protected:
    std::size_t count(const std::vector<Expr>& outputs) const {
        const Program p = program(outputs, inputs);
        std::vector<double> in;
        Point point;
        for (std::size_t k = 0; k < inputs.size(); ++k) {
            const Rational at(static_cast<long>(2 * k + 3), 8);
            in.push_back(at.to_double());
            point.emplace_back(inputs[k], at);
        }
        const std::vector<double> found = run(p, in);
        for (std::size_t k = 0; k < outputs.size(); ++k) {
            const double exact = enclosure(outputs[k], point).midpoint();
            EXPECT_NEAR(found[k], exact, 4e-15 * (1 + std::fabs(exact))) << text(outputs[k]);
        }
        return p.operations();
    }

    Context c;
    Expr x = c.variable("x"), y = c.variable("y"), z = c.variable("z"), u = c.variable("u"),
         v = c.variable("v"), w = c.variable("w"), a = c.constant("a"), b = c.constant("b");
    std::vector<Expr> inputs{x, y, z, u, v, w, a, b};
};

TEST_F(FewOperations, ASumTakesTheNumberOfTheProductsThatHoldIt) {
    const Expr cosine = 2 * (x * y - z * u);
    EXPECT_EQ(count({cosine * v, cosine * w, cosine / w}), 4u + 3u);
    EXPECT_EQ(count({cosine * 2 * (x * z - y * u) * v, cosine * w, 2 * (x * z - y * u) * w}), 8u + 4u);
    // x + 3/4 a y − 2 b z is not made four times as large; 3 a / 4 and 2 b are made once per motion.
    EXPECT_EQ(count({v * (x + Rational(3, 4) * a * y - 2 * b * z)}), 3u + 2u + 2u + 1u);
}

TEST_F(FewOperations, SumsShareTheirPartsWhateverTheSign) {
    EXPECT_EQ(count({x + y - z, x - y + z, w * (x + y - z)}), 1u + 1u + 1u + 1u);
    EXPECT_EQ(count({x + y - z - u, x - y + z + u}), 2u + 1u + 1u);
    EXPECT_EQ(count({v * (x + y) - z, w * (x + y) - z, sin(x + y - z)}), 1u + 2u + 2u + 2u);
}

TEST_F(FewOperations, CommonFactorsStandOutsideOfSums) {
    EXPECT_EQ(count({x * y + x * z + x * w}), 3u);
    EXPECT_EQ(count({x * y / u + w * z / u - v / u}), 2u + 2u + 1u);
    EXPECT_EQ(count({a * x * y + a * z * w}), 4u);
    // A product that is needed elsewhere stays whole.
    EXPECT_EQ(count({x * y + x * z, sin(x * y), cos(x * z)}), 5u);
    EXPECT_EQ(count({pow(x, Rational(3, 2)), sqrt(x)}), 2u);
}

// A parameter that all summands hold is taken out, and never divided by: it may be zero.
TEST_F(FewOperations, ParametersThatVanishDoNoHarm) {
    const Expr sum = a * x + a * y * z, most = a * x + a * y * w + a * v * v, last = abs(z - 3 * v);
    const std::vector<Expr> outputs{sum * u + v, sum * sum * w + 1, cos(sum),
                                    pow(sum, 3), sqrt(1 + sum),     (most + last) * u};
    const Program p = program(outputs, inputs);
    const std::vector<double> found = run(p, std::vector<double>{2, 3, 5, 7, 11, 13, 0, 17});
    EXPECT_EQ(found, (std::vector<double>{11, 1, 1, 0, 1, 28 * 7}));
}

}  // namespace
}  // namespace anholon
