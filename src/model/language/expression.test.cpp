#include "model/language/expression.hpp"

#include <gtest/gtest.h>

#include <random>

#include "expr/derivative.hpp"

namespace anholon {
namespace {

// A text, read with its names declared by their looks.
struct Reading {
    explicit Reading(std::string text) : source("s", std::move(text)) {
        if (const auto parsed = syntax::parse_expression(source, diagnostics)) {
            declare_unknown(parsed->tree, source, scope, context, diagnostics);
            value = elaborate(parsed->tree, parsed->expression, source, scope, context, diagnostics);
        }
    }
    std::string errors() const { return render(diagnostics, source); }

    Source source;
    Diagnostics diagnostics;
    Context context;
    Scope scope;
    Expr value;
};

std::string errors(std::string text) {
    const Reading r(std::move(text));
    EXPECT_TRUE(r.diagnostics.failed());
    EXPECT_FALSE(r.value);
    return r.errors();
}

TEST(Elaborate, NumbersAreExact) {
    EXPECT_EQ(Reading("0.1 + 2/10 - 3e-1").value.number(), Rational(0));
    EXPECT_EQ(Reading("2^-1").value.number(), Rational(1, 2));
    EXPECT_EQ(Reading("-2^2").value.number(), Rational(-4));
    EXPECT_EQ(Reading("1/2/2*3").value.number(), Rational(3, 4));
    EXPECT_EQ(Reading("1-(2-(3-4))").value.number(), Rational(-2));
    EXPECT_EQ(Reading("6/(4/2)").value.number(), Rational(3));
    EXPECT_EQ(Reading("-(+(-5))").value.number(), Rational(5));
}

TEST(Elaborate, BuildsWhatTheOperatorsBuild) {
    Reading r("m*x'^2/2 - k*sin(x)/(a + b) + atan2(x, sqrt(m))");
    ASSERT_TRUE(r.value) << r.errors();
    Context& c = r.context;
    const Expr m = c.constant("m"), k = c.constant("k"), a = c.constant("a"), b = c.constant("b"),
               x = c.variable("x");
    const Expr by_hand =
        m * pow(dot(x), Rational(2)) / Rational(2) - k * sin(x) / (a + b) + atan2(x, sqrt(m));
    EXPECT_EQ(r.value, by_hand);
}

TEST(Elaborate, NamesAreDeclaredByTheirLooks) {
    Reading r("x + x'*m + t + pi + θ'' + theta");
    ASSERT_TRUE(r.value) << r.errors();
    EXPECT_EQ(r.scope.find("x")->value.symbol().kind, SymbolKind::variable);
    EXPECT_EQ(r.scope.find("m")->value.symbol().kind, SymbolKind::constant);
    EXPECT_EQ(r.scope.find("t")->value.symbol().kind, SymbolKind::time);
    EXPECT_EQ(r.scope.find("π")->value.symbol().kind, SymbolKind::pi);
    EXPECT_EQ(r.scope.find("θ")->value.symbol().name, "theta");
}

TEST(Elaborate, AbbreviationsAreDifferentiated) {
    Context context;
    Scope scope;
    const Expr x = context.variable("x");
    scope.add("x", {x, "coordinate"});
    scope.add("v", {sin(x) * x, "abbreviation"});
    const Source source("s", "v'' + x'");
    Diagnostics diagnostics;
    const auto parsed = syntax::parse_expression(source, diagnostics);
    ASSERT_TRUE(parsed);
    const Expr e = elaborate(parsed->tree, parsed->expression, source, scope, context, diagnostics);
    EXPECT_EQ(e, time_derivative(time_derivative(sin(x) * x)) + dot(x));
}

TEST(ElaborateErrors, NameUnknown) {
    const Source source("sleigh.anh", "coord x,\n theta\nlet a = x + cos(tetha) + q");
    Context context;
    Scope scope;
    scope.add("x", {context.variable("x"), "coordinate", Span{6, 7}});
    scope.add("theta", {context.variable("theta"), "coordinate", Span{10, 15}});
    Diagnostics diagnostics;
    const auto tokens = syntax::lex(source, diagnostics);
    syntax::Cursor cursor(tokens);
    for (int k = 0; k < 7; ++k) cursor.next();
    syntax::Tree tree;
    const auto e = syntax::parse_expression(cursor, source, tree, diagnostics);
    ASSERT_TRUE(e);
    EXPECT_FALSE(elaborate(tree, *e, source, scope, context, diagnostics));
    EXPECT_EQ(render(diagnostics, source),
              "sleigh.anh:3:17: error[name-unknown]: no symbol 'tetha' in this model\n"
              " 3 | let a = x + cos(tetha) + q\n"
              "   |                 ^^^^^\n"
              "   = help: did you mean the coordinate 'theta' (line 2)?\n"
              "\n"
              "sleigh.anh:3:26: error[name-unknown]: no symbol 'q' in this model\n"
              " 3 | let a = x + cos(tetha) + q\n"
              "   |                          ^\n");
}

TEST(ElaborateErrors, FunctionUnknown) {
    EXPECT_EQ(errors("2*sni(x)"),
              "s:1:3: error[function-unknown]: no function 'sni'\n"
              " 1 | 2*sni(x)\n"
              "   |   ^^^\n"
              "   = help: did you mean 'sin'?\n");
    EXPECT_EQ(errors("arctan(x)"),
              "s:1:1: error[function-unknown]: no function 'arctan'\n"
              " 1 | arctan(x)\n"
              "   | ^^^^^^\n"
              "   = help: did you mean 'atan'?\n");
    EXPECT_EQ(errors("m + m(a + b)"),
              "s:1:5: error[function-unknown]: 'm' is a parameter, not a function\n"
              " 1 | m + m(a + b)\n"
              "   |     ^\n"
              "   = help: if a product is meant, write m*(…)\n");
}

TEST(ElaborateErrors, FunctionBare) {
    EXPECT_EQ(errors("1 + sin"),
              "s:1:5: error[function-bare]: 'sin' is a function and needs its argument\n"
              " 1 | 1 + sin\n"
              "   |     ^^^\n"
              "   = help: write sin(x)\n");
}

TEST(ElaborateErrors, ArgumentCount) {
    EXPECT_EQ(errors("atan2(x)"),
              "s:1:1: error[argument-count]: 'atan2' takes two arguments, not 1\n"
              " 1 | atan2(x)\n"
              "   | ^^^^^^^^\n"
              "   = help: write atan2(y, x)\n");
    EXPECT_EQ(errors("sin()"),
              "s:1:1: error[argument-count]: 'sin' takes one argument, not 0\n"
              " 1 | sin()\n"
              "   | ^^^^^\n"
              "   = help: write sin(x)\n");
}

// The reasons are the expression builder's; the code and the place are ours.
TEST(ElaborateErrors, Undefined) {
    const auto where = [](std::string text) {
        const Reading r(std::move(text));
        std::string out;
        for (const Diagnostic& d : r.diagnostics.all())
            out += d.code + " " + std::string(r.source.text(d.span)) + ";";
        return out;
    };
    EXPECT_EQ(where("x + y*(1/0)"), "undefined 1/0;");
    EXPECT_EQ(where("a*b/(x - x)*c"), "undefined a*b/(x - x);");
    EXPECT_EQ(where("1/(1/0) + 0^0"), "undefined 1/0;undefined 0^0;");
    EXPECT_EQ(where("1 + log(0)"), "undefined log(0);");
    EXPECT_EQ(where("x + 9^9^9^9"), "undefined 9^9^9;");
    EXPECT_EQ(where("tan(pi/2)"), "undefined tan(pi/2);");
    EXPECT_EQ(where("atan2(0, 0)"), "undefined atan2(0, 0);");
}

TEST(ElaborateErrors, NumberTooLong) {
    EXPECT_EQ(errors("1e999999999"),
              "s:1:1: error[number-too-long]: written out, this number has more than 100000 digits\n"
              " 1 | 1e999999999\n"
              "   | ^^^^^^^^^^^\n"
              "   = help: numbers are exact here; use a symbol for a scale\n");
    EXPECT_NE(errors("1e-99999999999999999999999"), "");
}

TEST(ElaborateErrors, Primes) {
    EXPECT_TRUE(Reading("x'''''''''").value);
    EXPECT_EQ(errors("x''''''''''"),
              "s:1:1: error[primes-too-many]: 'x' has more than 9 primes\n"
              " 1 | x''''''''''\n"
              "   | ^^^^^^^^^^^\n");
    EXPECT_EQ(errors("2*t'"),
              "s:1:3: error[prime-of-constant]: 't' is time and has no time derivative\n"
              " 1 | 2*t'\n"
              "   |   ^^\n");
    EXPECT_EQ(errors("pi'"),
              "s:1:1: error[prime-of-constant]: 'pi' is a number and has no time derivative\n"
              " 1 | pi'\n"
              "   | ^^^\n");
}

TEST(ElaborateErrors, SymbolBad) {
    const Source source("s", "1 + x'");
    Context context;
    context.constant("x");
    Scope scope;
    Diagnostics diagnostics;
    const auto parsed = syntax::parse_expression(source, diagnostics);
    declare_unknown(parsed->tree, source, scope, context, diagnostics);
    EXPECT_FALSE(elaborate(parsed->tree, parsed->expression, source, scope, context, diagnostics));
    ASSERT_EQ(diagnostics.errors(), 1u) << render(diagnostics, source);
    EXPECT_EQ(diagnostics.all()[0].code, "symbol-bad");
    EXPECT_EQ(source.text(diagnostics.all()[0].span), "x");
}

TEST(Elaborate, AMillionTermsTakeNoSquareOfTime) {
    std::string text = "x0";
    for (int i = 1; i < 1000000; ++i) text += (i % 3 ? " + x" : " - x") + std::to_string(i % 1000);
    EXPECT_TRUE(Reading(text).value);
    std::string distinct = "x0";
    for (int i = 1; i < 100000; ++i) distinct += " + x" + std::to_string(i);
    EXPECT_TRUE(Reading(distinct).value);
    std::string product = "x0";
    for (int i = 1; i < 100000; ++i) product += (i % 2 ? "*x" : "/x") + std::to_string(i);
    EXPECT_TRUE(Reading(product).value);
}

TEST(Elaborate, RandomTokensNeverCrash) {
    const char* words[] = {"x", "0", "1", "2", "0.5",  "(",    ")",    ")",      "+", "-",  "*",
                           "/", "^", ",", "'", "sin(", "log(", "abs(", "atan2(", "t", "pi", "sqrt("};
    std::mt19937 random(5);
    for (int trial = 0; trial < 20000; ++trial) {
        std::string text;
        for (std::size_t n = random() % 16; n > 0; --n) text += words[random() % std::size(words)];
        const Reading r(text);
        ASSERT_NE(static_cast<bool>(r.value), r.diagnostics.failed()) << text;
        r.errors();
    }
}

}  // namespace
}  // namespace anholon
