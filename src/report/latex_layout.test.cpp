#include "report/latex_layout.hpp"

#include <gtest/gtest.h>

#include "expr/latex_width.hpp"

namespace anholon {
namespace {

TEST(LatexWidth, CountsWhatIsSeen) {
    EXPECT_DOUBLE_EQ(latex_width("a b"), 2);
    EXPECT_DOUBLE_EQ(latex_width("\\dot{\\theta}"), latex_width("\\theta"));
    EXPECT_GT(latex_width("\\frac{a b c}{d}"), latex_width("a b c"));
    EXPECT_LT(latex_width("\\frac{a b c}{d e f}"), latex_width("a b c d"));
    EXPECT_LT(latex_width("x^{12}"), latex_width("x 12"));
    EXPECT_GT(latex_width("\\left(a\\right)"), latex_width("(a)"));
}

TEST(LatexLayout, BreaksAtTerms) {
    EXPECT_EQ(latex_lines("a + b", 40, 40), std::vector<std::string>{"a + b"});
    EXPECT_EQ(latex_lines("a a a a + b b b b - c c c c", 8, 8),
              (std::vector<std::string>{"a a a a", "{}+ b b b b", "{}- c c c c"}));
    // Not inside a fraction, nor between a function and its argument.
    EXPECT_EQ(latex_lines("\\frac{a + b}{c} + \\sin x", 2, 2),
              (std::vector<std::string>{"\\frac{a + b}{c}", "{}+ \\sin x"}));
    EXPECT_EQ(latex_lines("a a a a b b b b", 5, 5),
              (std::vector<std::string>{"a a a a b", "{}\\cdot b b b"}));
}

TEST(LatexLayout, ParenthesesInSeveralLinesHaveNoLeftAndRight) {
    const std::vector<std::string> lines =
        latex_lines("m \\left(a a a a + b b b b + \\left(c + d\\right) e\\right)", 10, 10);
    ASSERT_GT(lines.size(), 1u);
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    EXPECT_NE(all.find("\\bigl("), std::string::npos);
    EXPECT_NE(all.find("\\bigr)"), std::string::npos);
    EXPECT_NE(all.find("\\left(c + d\\right)"), std::string::npos);
}

TEST(LatexLayout, ShortLeftSidesAreAligned) {
    EXPECT_EQ(latex_align(std::vector<LatexEquation>{{"x", "a"}, {"y", "b + c"}}, 40),
              "\\begin{align*}\nx &= a \\\\\ny &= b + c\n\\end{align*}\n");
    EXPECT_EQ(latex_align(std::vector<LatexEquation>{{"a a a a a + b b b b b", "0"}}, 13),
              "\\begin{align*}\n& a a a a a + b b b b b \\\\\n&\\quad {}= 0\n\\end{align*}\n");
    EXPECT_EQ(latex_align({}, 40), "");
}

}  // namespace
}  // namespace anholon
