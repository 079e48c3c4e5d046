#include "expr/simplify.hpp"

#include <gtest/gtest.h>

#include "expr/operations.hpp"
#include "expr/print.hpp"
#include "expr/random_expression.test.hpp"
#include "expr/zero.hpp"

namespace anholon {
namespace {

class Simplify : public ::testing::Test {
  protected:
    Context c;
    Expr m = c.constant("m"), J = c.constant("J"), a = c.constant("a"), l = c.constant("l");
    Expr x = c.variable("x"), y = c.variable("y"), th = c.variable("theta"), ph = c.variable("phi");
    Expr v = c.variable("v"), w = c.variable("w");
};

TEST_F(Simplify, WhatAnEngineerWouldWrite) {
    const auto shows = [](Expr e, const std::string& expected) { EXPECT_EQ(text(simplified(e)), expected); };
    shows(m * pow(sin(th), 2) + m * pow(cos(th), 2), "m");
    shows(m * l * l * (cos(th) * cos(ph) + sin(th) * sin(ph)), "m*l^2*cos(theta - phi)");
    shows(cos(th) * sin(ph) + sin(th) * cos(ph), "sin(theta + phi)");
    shows(J * pow(w, 2) + m * a * a * pow(w, 2) + m * pow(v, 2), "m*v^2 + (J + m*a^2)*w^2");
    shows((pow(x, 2) - pow(y, 2)) / (x - y), "x + y");
    shows(pow(x, 2) + 2 * x * y + pow(y, 2), "(x + y)^2");
    shows(1 - pow(cos(th), 2), "sin(theta)^2");
    shows(1 / (1 + pow(tan(x), 2)), "cos(x)^2");
    shows(tan(x) * cos(x), "sin(x)");
    shows(m * x / 2 + m * y / 2, "m*(x + y)/2");
    shows(x / (x + y) + y / (x + y), "1");
    shows(sqrt(pow(sin(x), 2) + pow(cos(x), 2) + y), "sqrt(y + 1)");
    shows(sin(2 * x), "sin(2*x)");
    shows(m / 2 * pow(v, 2), "m*v^2/2");
    shows(sin(pow(sin(x), 2) + pow(cos(x), 2)), "sin(1)");
}

TEST_F(Simplify, TheSleighsKineticEnergyInItsQuasiVelocities) {
    // ẋ = v cos θ, ẏ = v sin θ, θ̇ = w
    const Expr vx = v * cos(th) - a * w * sin(th), vy = v * sin(th) + a * w * cos(th);
    const Expr T = m / 2 * (pow(vx, 2) + pow(vy, 2)) + J / 2 * pow(w, 2);
    EXPECT_EQ(text(simplified(T)), "m*v^2/2 + (J + m*a^2)*w^2/2");
}

TEST_F(Simplify, KeepsTheValueAndNeverGrows) {
    testing::RandomExpression random(c, 99);
    for (int i = 0; i < 300; ++i) {
        const Expr e = i % 3 == 0 ? random.any(2) : random.mechanical(3);
        const Expr s = simplified(e);
        EXPECT_NE(is_zero(e - s).answer, Answer::no) << text(e) << " -> " << text(s);
        EXPECT_LE(operations(s).total(), operations(e).total() + operations(e).functions) << text(e);
    }
}

TEST_F(Simplify, LeavesAloneWhatIsTooLarge) {
    Expr e = x;
    for (int i = 0; i < 40; ++i) e = pow(e + y, 2) + sin(th);
    EXPECT_EQ(simplified(e), e);
    EXPECT_EQ(simplified(pow(x + y, 1000000000)), pow(x + y, 1000000000));
}

TEST_F(Simplify, RefusesADivisionByZero) {
    EXPECT_THROW(simplified(x / (pow(sin(x), 2) + pow(cos(x), 2) - 1)), Undefined);
}

}  // namespace
}  // namespace anholon
