#include "expr/print.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "expr/random_expression.test.hpp"

namespace anholon {
namespace {

class Print : public ::testing::Test {
  protected:
    Context c;
    Expr m = c.constant("m"), g = c.constant("g"), l = c.constant("l"), J = c.constant("J"),
         a = c.constant("a");
    Expr x = c.variable("x"), y = c.variable("y"), th = c.variable("theta1"), w = dot(th);
};

TEST_F(Print, AsText) {
    EXPECT_EQ(text(m / 2 * pow(dot(x), 2) + J / 2 * pow(w, 2)), "m*x'^2/2 + J*theta1'^2/2");
    EXPECT_EQ(text(-m * g * l * cos(th)), "-m*g*l*cos(theta1)");
    EXPECT_EQ(text(-m * a * x * w / (J + m * pow(a, 2))), "-m*a*x*theta1'/(J + m*a^2)");
    EXPECT_EQ(text(1 - cos(x)), "1 - cos(x)");
    EXPECT_EQ(text(y - x), "y - x");
    EXPECT_EQ(text(a * (y - x)), "a*(y - x)");
    EXPECT_EQ(text((x - y) / (x + y) / 2), "(x - y)/(2*(x + y))");
    EXPECT_EQ(text(2 * (x + y)), "2*(x + y)");
    EXPECT_EQ(text((x + y) / 2), "x/2 + y/2");
    EXPECT_EQ(text(-(x + y)), "-x - y");
    EXPECT_EQ(text(1 / x), "1/x");
    EXPECT_EQ(text(pow(x, Rational(2, 3)) / sqrt(y)), "x^(2/3)/sqrt(y)");
    EXPECT_EQ(text(pow(x + 1, -2)), "1/(x + 1)^2");
    EXPECT_EQ(text(x * c.number(Rational(-3, 4))), "-3*x/4");
    EXPECT_EQ(text(pow(pow(x, 2), Rational(1, 2))), "sqrt(x^2)");
    EXPECT_EQ(text(pow(x * y, Rational(3, 2))), "(x*y)^(3/2)");
    EXPECT_EQ(text(atan2(-y, x)), "atan2(-y, x)");
    EXPECT_EQ(text(2 * choose(x, y, -y)), "2*if(x > 0, y, -y)");
    EXPECT_EQ(text(pow(-x, Rational(1, 3))), "(-x)^(1/3)");
    EXPECT_EQ(text(dot(w)), "theta1''");
}

TEST_F(Print, AsLatex) {
    EXPECT_EQ(latex(m / 2 * pow(dot(x), 2) + J / 2 * pow(w, 2)),
              "\\frac{1}{2} m \\dot{x}^{2} + \\frac{1}{2} J \\dot{\\theta}_{1}^{2}");
    EXPECT_EQ(latex(-m * g * l * cos(th)), "-m g l \\cos \\theta_{1}");
    EXPECT_EQ(latex(cos(x) * sin(y) * sqrt(J)), "\\sqrt{J} \\cos x\\, \\sin y");
    EXPECT_EQ(latex((x - y) / (x + y) / 2), "\\frac{x - y}{2 \\left(x + y\\right)}");
    EXPECT_EQ(latex(pow(sin(x + y), 2)), "\\sin^{2}\\left(x + y\\right)");
    EXPECT_EQ(latex(sqrt(x + y)), "\\sqrt{x + y}");
    EXPECT_EQ(latex(abs(x)), "\\left|x\\right|");
    const Expr I = c.constant("I_xx"), vmax = c.constant("vmax"), Omega = c.constant("Omega");
    EXPECT_EQ(latex(I * vmax * Omega), "I_{xx}\\, \\mathrm{vmax}\\, \\Omega");
    EXPECT_EQ(latex(c.variable("q12_a", 2)), "\\ddot{q}_{12,a}");
}

// Which of S and −S has a node, and in what order terms have their ids, is an accident of history.
TEST_F(Print, DoesNotDependOnHistory) {
    const auto shown = [](const std::vector<int>& order) {
        Context c;
        std::vector<Expr> s;
        for (const char* name : {"p", "q", "r"}) s.push_back(c.constant(name));
        std::vector<Expr> made{s[0] - s[1], s[1] - s[0], sin(s[2]), cos(s[0]), s[2] * s[1], s[0] * s[2]};
        if (order[0] == 1) made = {cos(s[0]), s[0] * s[2], s[2] * s[1], s[1] - s[0], s[0] - s[1], sin(s[2])};
        const Expr e = (s[1] - s[0]) * sin(s[2]) + s[2] * s[1] / (s[0] - s[1]) - cos(s[0]) * s[0] * s[2];
        return text(e) + latex(e);
    };
    EXPECT_EQ(shown({0}), shown({1}));
}

TEST_F(Print, NamesLongSharedParts) {
    Expr e = x;
    for (int i = 0; i < 12; ++i) e = (e + y) * sin(e + m) + cos(e);
    const Printed p = print(std::span(&e, 1), Style::text);
    EXPECT_FALSE(p.where.empty());
    std::size_t length = p.main[0].size();
    for (const auto& [name, value] : p.where) length += name.size() + value.size();
    EXPECT_LT(length, 10000u);
    EXPECT_NE(latex(e).find("\\begin{aligned}"), std::string::npos);
    // A symbol called s1 keeps its name for itself.
    const Expr other = e * c.variable("s1");
    for (const auto& [name, value] : print(std::span(&other, 1), Style::text).where) EXPECT_NE(name, "s1");
}

// Printed together, expressions share the names of their parts, and every name that is explained is used.
TEST_F(Print, EveryNameIsUsed) {
    Expr e = x;
    for (int i = 0; i < 14; ++i) e = (e + y) * sin(e + m) + cos(e);
    const std::vector<Expr> all{-e, e * y, Rational(1, 2) * e + x, -(e * y * sin(e))};
    for (const Style style : {Style::text, Style::latex}) {
        const Printed p = print(all, style);
        ASSERT_FALSE(p.where.empty());
        const auto is_used = [&](const std::string& name) {
            const auto holds = [&](const std::string& text) {
                for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1))
                    if (style == Style::latex ||
                        !std::isdigit(static_cast<unsigned char>(text[at + name.size()])))
                        return true;
                return false;
            };
            return std::ranges::any_of(p.main, holds) ||
                   std::ranges::any_of(p.where, [&](const auto& part) { return holds(part.second); });
        };
        for (const auto& part : p.where) EXPECT_TRUE(is_used(part.first)) << part.first;
        EXPECT_GT(p.main[0].size(), 4u) << "written out, not -s1";
    }
}

TEST_F(Print, IsTheSameByteForByte) {
    const auto all = [] {
        Context c;
        testing::RandomExpression random(c, 5);
        std::string s;
        for (int i = 0; i < 500; ++i) {
            const Expr e = random.any(3);
            s += text(e) + "\n" + latex(e) + "\n";
        }
        return s;
    };
    EXPECT_EQ(all(), all());
}

TEST_F(Print, BriefIsBrief) {
    Expr e = x;
    for (int i = 0; i < 12; ++i) e = (e + y) * sin(e + m) + cos(e);
    EXPECT_LE(text_in_brief(e).size(), 60u);
}

}  // namespace
}  // namespace anholon
