#include "syntax/expression.hpp"

#include <gtest/gtest.h>

#include <random>

namespace anholon::syntax {
namespace {

// The tree, fully parenthesised: built in order of the arena, so children must stand before parents.
std::string shape(std::string text) {
    const Source source("s", std::move(text));
    Diagnostics diagnostics;
    const auto parsed = parse_expression(source, diagnostics);
    if (!parsed) return render(diagnostics, source);
    std::vector<std::string> out;
    const auto at = [&](NodeIndex i) { return out.at(static_cast<std::uint32_t>(i)); };
    for (const TreeNode& n : parsed->tree.nodes) {
        switch (n.kind) {
            case NodeKind::number:
            case NodeKind::name: out.emplace_back(source.text(n.span)); break;
            case NodeKind::plus: out.push_back("(+" + at(n.left) + ")"); break;
            case NodeKind::negate: out.push_back("(-" + at(n.left) + ")"); break;
            case NodeKind::add: out.push_back("(" + at(n.left) + "+" + at(n.right) + ")"); break;
            case NodeKind::subtract: out.push_back("(" + at(n.left) + "-" + at(n.right) + ")"); break;
            case NodeKind::multiply: out.push_back("(" + at(n.left) + "*" + at(n.right) + ")"); break;
            case NodeKind::divide: out.push_back("(" + at(n.left) + "/" + at(n.right) + ")"); break;
            case NodeKind::power: out.push_back("(" + at(n.left) + "^" + at(n.right) + ")"); break;
            case NodeKind::call: {
                std::string call = std::string(source.text(n.name)) + "(";
                for (const NodeIndex i : parsed->tree.arguments_of(n)) call += at(i) + ",";
                out.push_back(call + ")");
                break;
            }
            case NodeKind::bad: out.emplace_back("BAD"); break;
        }
    }
    EXPECT_EQ(static_cast<std::size_t>(parsed->expression.root), out.size() - 1);
    return out.back();
}

std::string errors(std::string text) {
    const Source source("s", std::move(text));
    Diagnostics diagnostics;
    EXPECT_FALSE(parse_expression(source, diagnostics));
    return render(diagnostics, source);
}

TEST(Expression, BindsAsMathematicsDoes) {
    EXPECT_EQ(shape("a+b*c^d"), "(a+(b*(c^d)))");
    EXPECT_EQ(shape("a-b-c"), "((a-b)-c)");
    EXPECT_EQ(shape("a/b/c*d"), "(((a/b)/c)*d)");
    EXPECT_EQ(shape("a^b^c"), "(a^(b^c))");
    EXPECT_EQ(shape("-x^2"), "(-(x^2))");
    EXPECT_EQ(shape("2^-1"), "(2^(-1))");
    EXPECT_EQ(shape("2^-x^2"), "(2^(-(x^2)))");
    EXPECT_EQ(shape("2*-x"), "(2*(-x))");
    EXPECT_EQ(shape("-a*b"), "((-a)*b)");
    EXPECT_EQ(shape("--+x"), "(-(-(+x)))");
    EXPECT_EQ(shape("x'^2"), "(x'^2)");
    EXPECT_EQ(shape("x''*y'"), "(x''*y')");
    EXPECT_EQ(shape("(a+b)*c"), "((a+b)*c)");
    EXPECT_EQ(shape("((x))"), "x");
    EXPECT_EQ(shape("atan2(y, x+1)"), "atan2(y,(x+1),)");
    EXPECT_EQ(shape("f()"), "f()");
    EXPECT_EQ(shape("a +\n b"), "(a+b)");
}

TEST(Expression, CountsPrimes) {
    const Source source("s", "x'''");
    Diagnostics diagnostics;
    const auto parsed = parse_expression(source, diagnostics);
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->tree.nodes[0].primes, 3u);
    EXPECT_EQ(source.text(parsed->tree.nodes[0].name), "x");
}

TEST(Expression, SpansCoverTheOperation) {
    const Source source("s", " (a + (b)) * c ");
    Diagnostics diagnostics;
    const auto parsed = parse_expression(source, diagnostics);
    ASSERT_TRUE(parsed);
    EXPECT_EQ(source.text(parsed->tree[parsed->expression.root].span), "(a + (b)) * c");
    EXPECT_EQ(source.text(parsed->tree.nodes[2].span), "a + (b)");
}

TEST(Expression, StopsWhereAStatementGoesOn) {
    const Source source("s", "1 + a in 0.1..10\n(b)\n  + c\nd");
    Diagnostics diagnostics;
    const auto tokens = lex(source, diagnostics);
    Cursor cursor(tokens);
    Tree tree;
    const std::string_view stop[] = {"in", "mod"};
    const ExpressionOptions options{.newline = ExpressionOptions::Newline::may_end, .stop_words = stop};
    const auto next = [&] {
        const auto e = parse_expression(cursor, source, tree, diagnostics, options);
        return e ? std::string(source.text(e->span)) : "nothing";
    };
    EXPECT_EQ(next(), "1 + a");
    EXPECT_EQ(source.text(cursor.next().span), "in");
    EXPECT_EQ(next(), "0.1");
    EXPECT_EQ(cursor.next().kind, TokenKind::range);
    EXPECT_EQ(next(), "10");
    EXPECT_EQ(next(), "(b)\n  + c");
    EXPECT_EQ(next(), "d");
    EXPECT_FALSE(diagnostics.failed()) << render(diagnostics, source);
}

TEST(Equation, HasOneOrTwoSides) {
    Diagnostics diagnostics;
    const auto both = parse_equation(Source("s", "a*b = c"), diagnostics);
    ASSERT_TRUE(both && both->right);
    EXPECT_FALSE(parse_equation(Source("s", "a"), diagnostics)->right);
    EXPECT_FALSE(diagnostics.failed());
    EXPECT_FALSE(parse_equation(Source("s", "a = "), diagnostics));
    EXPECT_FALSE(parse_equation(Source("s", "= a"), diagnostics));
    EXPECT_FALSE(parse_equation(Source("s", "a = b = c"), diagnostics));
}

TEST(ExpressionErrors, ExpressionEmpty) {
    EXPECT_EQ(errors(" "),
              "s:1:2: error[expression-empty]: an expression is expected here\n"
              " 1 |  \n"
              "   |  ^\n"
              "   = help: write one such as m*x'^2/2\n");
}

TEST(ExpressionErrors, OperandMissing) {
    EXPECT_EQ(errors("a +"),
              "s:1:4: error[operand-missing]: an operand is missing after '+'\n"
              " 1 | a +\n"
              "   |    ^\n");
    EXPECT_EQ(errors("* a"),
              "s:1:1: error[operand-missing]: an operand is missing before '*'\n"
              " 1 | * a\n"
              "   | ^\n");
    EXPECT_EQ(errors("a + * b"),
              "s:1:5: error[operand-missing]: an operand is missing between '+' and '*'\n"
              " 1 | a + * b\n"
              "   |     ^\n");
    EXPECT_EQ(errors("f(a,)"),
              "s:1:5: error[operand-missing]: an operand is missing between ',' and ')'\n"
              " 1 | f(a,)\n"
              "   |     ^\n");
}

TEST(ExpressionErrors, Comparisons) {
    for (const char* text :
         {"if(a < b and (c + 1 >= 2 or not (a > c)), a, b)", "if((a < b), a, if(b <= c or a < c, 1, 2))"}) {
        const Source source("s", text);
        Diagnostics diagnostics;
        EXPECT_TRUE(parse_expression(source, diagnostics)) << text;
    }
    EXPECT_EQ(errors("a < b"),
              "s:1:3: error[comparison-misplaced]: a comparison is allowed only in the condition of 'if'\n"
              " 1 | a < b\n"
              "   |   ^\n"
              "   = help: write if(a < b, …, …)\n");
    EXPECT_EQ(errors("if((a < b) + 1 > 2, a, b)"),
              "s:1:5: error[comparison-misplaced]: a comparison is allowed only in the condition of 'if'\n"
              " 1 | if((a < b) + 1 > 2, a, b)\n"
              "   |     ^^^^^\n"
              "   = help: write if(a < b, …, …)\n");
    EXPECT_EQ(errors("if(a + b, a, b)"),
              "s:1:4: error[comparison-expected]: the condition of 'if' must be a comparison\n"
              " 1 | if(a + b, a, b)\n"
              "   |    ^^^^^\n"
              "   = help: write if(a < b, …, …); comparisons are joined by 'and', 'or' and 'not'\n");
    EXPECT_EQ(errors("if(a < b < c, a, b)"),
              "s:1:10: error[comparison-chained]: a comparison can have only two sides\n"
              " 1 | if(a < b < c, a, b)\n"
              "   |          ^\n"
              "   = help: write a < b and b < c\n");
}

TEST(ExpressionErrors, Parentheses) {
    EXPECT_EQ(errors("2*(a + b"),
              "s:1:3: error[paren-unclosed]: this '(' is never closed\n"
              " 1 | 2*(a + b\n"
              "   |   ^\n");
    EXPECT_EQ(errors("a) + b"),
              "s:1:2: error[paren-unmatched]: this ')' closes nothing\n"
              " 1 | a) + b\n"
              "   |  ^\n");
    EXPECT_EQ(errors("(a = b) + c"),
              "s:1:4: error[paren-expected]: ')' is expected before '='\n"
              " 1 | (a = b) + c\n"
              "   |    ^\n"
              "   = note: it would close this '('\n"
              " 1 | (a = b) + c\n"
              "   | ^\n");
}

TEST(ExpressionErrors, TrailingInput) {
    EXPECT_EQ(errors("a [kg]"),
              "s:1:3: error[trailing-input]: the expression ends before '['\n"
              " 1 | a [kg]\n"
              "   |   ^\n"
              "   = help: brackets hold units; group with '(' and ')'\n");
    EXPECT_EQ(errors("a = b"),
              "s:1:3: error[trailing-input]: the expression ends before '='\n"
              " 1 | a = b\n"
              "   |   ^\n");
}

TEST(ExpressionErrors, UnitUnclosed) {
    EXPECT_EQ(errors("2 [kg + a"),
              "s:1:3: error[unit-unclosed]: this '[' is never closed\n"
              " 1 | 2 [kg + a\n"
              "   |   ^\n"
              "   = help: brackets hold a unit, such as [kg m^2/s]\n");
}

TEST(ExpressionErrors, MultiplicationImplicit) {
    EXPECT_EQ(errors("2x"),
              "s:1:2: error[multiplication-implicit]: two operands with no operator between them\n"
              " 1 | 2x\n"
              "   |  ^\n"
              "   = help: for a product write 2*x\n");
    EXPECT_EQ(errors("12abc"),
              "s:1:3: error[multiplication-implicit]: two operands with no operator between them\n"
              " 1 | 12abc\n"
              "   |   ^^^\n"
              "   = help: for a product write 12*abc\n");
    EXPECT_EQ(errors("x' y"),
              "s:1:4: error[multiplication-implicit]: two operands with no operator between them\n"
              " 1 | x' y\n"
              "   |    ^\n"
              "   = help: for a product write x'*y\n");
    EXPECT_EQ(errors("(a)(b)"),
              "s:1:4: error[multiplication-implicit]: two operands with no operator between them\n"
              " 1 | (a)(b)\n"
              "   |    ^\n"
              "   = help: for a product write (a)*(…)\n");
    EXPECT_EQ(errors("sin^2(x)"),
              "s:1:6: error[multiplication-implicit]: two operands with no operator between them\n"
              " 1 | sin^2(x)\n"
              "   |      ^\n"
              "   = help: for a power of a function write sin(…)^2\n");
}

TEST(ExpressionErrors, PowerOperator) {
    EXPECT_EQ(errors("a**2"),
              "s:1:2: error[power-operator]: '**' is not an operator here\n"
              " 1 | a**2\n"
              "   |  ^^\n"
              "   = help: use '^' for powers\n");
}

TEST(ExpressionErrors, PrimeMisplaced) {
    EXPECT_EQ(errors("(a + b)''"),
              "s:1:8: error[prime-misplaced]: a prime can follow only a name\n"
              " 1 | (a + b)''\n"
              "   |        ^\n"
              "   = help: x' is the time derivative of x; write out the derivative of anything longer\n");
}

TEST(ExpressionErrors, SeveralInOneRun) {
    const Source source("s", "f(a b, c +) + (2 3) * @ + d**2");
    Diagnostics diagnostics;
    parse_expression(source, diagnostics);
    EXPECT_EQ(diagnostics.errors(), 5u) << render(diagnostics, source);
}

TEST(ExpressionErrors, TheLexerIsNotEchoed) {
    for (const char* text : {"@", "a @ b", "a + @", "(@)", "f(@, 1)", "a² + b", "1.2.3 + x", "@ + a"}) {
        const Source source("s", text);
        Diagnostics diagnostics;
        EXPECT_FALSE(parse_expression(source, diagnostics));
        EXPECT_EQ(diagnostics.errors(), 1u) << render(diagnostics, source);
    }
}

TEST(Expression, NestsAThousandLevelsAndNoMore) {
    const auto nested = [](std::size_t n) { return std::string(n, '(') + "x" + std::string(n, ')'); };
    EXPECT_EQ(shape(nested(1000)), "x");
    EXPECT_TRUE(
        errors(nested(1001))
            .starts_with(
                "s:1:1001: error[nesting-too-deep]: the expression is nested deeper than 1000 levels\n"));
}

TEST(Expression, AMillionLevelsAreOneMistake) {
    const std::size_t n = 1000000;
    std::string towers = "x", calls, powers;
    for (std::size_t i = 0; i < n; ++i) towers += "^x";
    for (std::size_t i = 0; i < n; ++i) calls += "f(";
    for (std::size_t i = 0; i < n; ++i) powers += "2^-";
    for (const std::string& text : {std::string(n, '(') + "x" + std::string(n, ')'), std::string(n, '('),
                                    std::string(n, '-') + "x", towers, calls, powers}) {
        const Source source("s", text);
        Diagnostics diagnostics;
        EXPECT_FALSE(parse_expression(source, diagnostics));
        EXPECT_EQ(diagnostics.errors(), 1u);
        EXPECT_EQ(diagnostics.all()[0].code, "nesting-too-deep");
    }
}

TEST(Expression, AMillionTermsAreNothingSpecial) {
    std::string text = "x0";
    for (int i = 1; i < 1000000; ++i) text += (i % 3 ? " + x" : " * x") + std::to_string(i % 100);
    const Source source("s", text);
    Diagnostics diagnostics;
    const auto parsed = parse_expression(source, diagnostics);
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->tree.nodes.size(), 1999999u);
}

TEST(Expression, AMillionMistakesStayReadable) {
    std::string text;
    for (int i = 0; i < 1000000; ++i) text += "x ";
    EXPECT_LT(errors(text).size(), 10000u);
}

TEST(Expression, RandomTokensNeverCrash) {
    const char* words[] = {"x", "2", "0.1", "(",    ")",  "(",  ")", "+",  "-",  "*", "/",
                           "^", ",", "'",   "sin(", "f",  "..", "=", ":",  ";",  "[", "]",
                           "{", "}", "@",   "\"",   "θ'", "#",  " ", "\n", "1e", "²"};
    std::mt19937 random(3);
    for (int trial = 0; trial < 20000; ++trial) {
        std::string text;
        for (std::size_t n = random() % 30; n > 0; --n) text += words[random() % std::size(words)];
        const Source source("s", text);
        Diagnostics diagnostics;
        const auto parsed = parse_expression(source, diagnostics);
        ASSERT_NE(parsed.has_value(), diagnostics.failed()) << text;
        render(diagnostics, source);
        Diagnostics again;
        const auto equation = parse_equation(source, again);
        ASSERT_NE(equation.has_value(), again.failed()) << text;
    }
}

TEST(Expression, RandomBytesNeverCrash) {
    std::mt19937 random(4);
    for (int trial = 0; trial < 5000; ++trial) {
        std::string text(random() % 100, ' ');
        for (char& c : text) c = static_cast<char>(trial % 2 ? random() : 32 + random() % 95);
        const Source source("s", text);
        Diagnostics diagnostics;
        const auto parsed = parse_expression(source, diagnostics);
        ASSERT_NE(parsed.has_value(), diagnostics.failed()) << text;
        render(diagnostics, source);
    }
}

}  // namespace
}  // namespace anholon::syntax
