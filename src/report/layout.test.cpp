#include "report/layout.hpp"

#include <gtest/gtest.h>

#include <random>

namespace anholon {
namespace {

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> out(1);
    for (const char c : text) {
        if (c == '\n')
            out.emplace_back();
        else
            out.back() += c;
    }
    EXPECT_EQ(out.back(), "");
    out.pop_back();
    return out;
}

std::string without_blanks(const std::string& text) {
    std::string out;
    for (const char c : text)
        if (c != ' ' && c != '\n') out += c;
    return out;
}

TEST(Layout, CellsAreNotBytes) {
    EXPECT_EQ(cells("θ̇ = ω"), 5);
    EXPECT_EQ(cells("▁▂█"), 3);
    EXPECT_EQ(shortened("gamma1*x", 8), "gamma1*x");
    EXPECT_EQ(shortened("gamma1*x'", 8), "gamma1*…");
}

TEST(Layout, WordsStayWhole) {
    EXPECT_EQ(paragraph("a: ", "one two three four", 2, 10), "a: one two\n  three\n  four\n");
    EXPECT_EQ(paragraph("", "anticonstitutionally yes", 2, 10), "anticonstitutionally\n  yes\n");
    EXPECT_EQ(paragraph("", "", 2, 10), "\n");
    EXPECT_EQ(paragraph("", "where x = 1 holds", 0, 12), "where x = 1\nholds\n");
}

TEST(Layout, FormulasBreakBeforeOperators) {
    EXPECT_EQ(formula("  ", "a + b - c", 4, 20), "  a + b - c\n");
    EXPECT_EQ(formula("  ", "aaaa + bbbb - cccc", 4, 12), "  aaaa\n    + bbbb\n    - cccc\n");
    // outside parentheses first, though the line could be fuller
    EXPECT_EQ(formula("", "aaaaaa*(b + c) + (dd + ee)*f", 2, 22), "aaaaaa*(b + c)\n  + (dd + ee)*f\n");
    EXPECT_EQ(formula("", "aaaa*bbbb*cccc", 2, 9), "aaaa*bbbb\n  *cccc\n");
    EXPECT_EQ(formula("", "f(aaaa, bbbb)", 2, 9), "f(aaaa,\n  bbbb)\n");
    EXPECT_EQ(formula("", "unbreakable_name", 2, 9), "unbreakable_name\n");
}

TEST(Layout, EquationsGoOnBelowTheirEqualsSign) {
    EXPECT_EQ(equation("x''", "a + b", 40), "  x'' = a + b\n");
    EXPECT_EQ(equation("s1", "aaaa + bbbb", 14), "  s1 = aaaa\n      + bbbb\n");
    EXPECT_EQ(equation("d/dt(aaaa + bb)", "cccccccc + dddd", 24),
              "  d/dt(aaaa + bb) =\n      cccccccc + dddd\n");
    EXPECT_EQ(equation("aaaaaaaa + bbbbbbbb", "0", 16), "  aaaaaaaa\n    + bbbbbbbb\n    = 0\n");
}

TEST(Layout, Lists) {
    const std::vector<ListedTerm> rows{{"-p NAME", "a value of it"}, {std::string(30, 'x'), "long"}};
    EXPECT_EQ(term_list(rows, 20),
              "  -p NAME  a value\n           of it\n  " + std::string(30, 'x') + "\n           long\n");
}

// No line is too long, nothing is lost, and no operator is parted from what it acts on.
TEST(Layout, RandomFormulasFit) {
    std::mt19937 random(1);
    const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    for (int trial = 0; trial < 300; ++trial) {
        std::string text = "q0";
        int open = 0;
        for (int i = 0; i < 60; ++i) {
            static const char* operators[] = {" + ", " - ", "*", "/", "*("};
            const int o = pick(5);
            text += operators[o];
            open += o == 4;
            text += "s" + std::to_string(pick(1000));
            if (open > 0 && pick(3) == 0) text += ")", --open;
        }
        text += std::string(static_cast<std::size_t>(open), ')');
        const std::size_t width = 40 + static_cast<std::size_t>(pick(80));
        const std::string shown = equation("d/dt(x)", text, width);
        for (const std::string& line : lines(shown)) {
            EXPECT_LE(cells(line), width) << line;
            EXPECT_FALSE(line.ends_with("+") || line.ends_with("-") || line.ends_with("*")) << line;
        }
        EXPECT_EQ(without_blanks(shown), "d/dt(x)=" + without_blanks(text));
    }
}

}  // namespace
}  // namespace anholon
