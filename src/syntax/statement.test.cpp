#include "syntax/parse_errors.test.hpp"

#include <gtest/gtest.h>

#include <random>

namespace anholon::syntax {
namespace {

std::optional<ModelTree> parsed(std::string text) {
    const Source source("s.anh", std::move(text));
    Diagnostics diagnostics;
    auto tree = parse_model(source, diagnostics);
    EXPECT_TRUE(tree) << render(diagnostics, source);
    return tree;
}

TEST(ParseModel, StatementsEndWithTheirLineOrASemicolon) {
    EXPECT_EQ(parsed("model A { coord x; kinetic x'^2 }")->statements.size(), 2u);
    EXPECT_EQ(parsed("model A {\n coord x,\n y\n kinetic x'^2 +\n (y'\n + 1)\n }")->statements.size(), 2u);
    EXPECT_EQ(parsed("model A { ;; coord x;;\n ; }")->statements.size(), 1u);
}

TEST(ParseModel, KeywordsAreReservedAtTheStartOfAStatementOnly) {
    const auto tree =
        parsed("model A { param let = 1, coord = 2; coord in, at; kinetic let*in'^2 + coord*at'^2 }");
    EXPECT_EQ(tree->statements.size(), 3u);
}

TEST(ParseModel, ATupleIsNoExpression) {
    const auto tree =
        parsed("model A { constraint (0, 0, 1); constraint (x' + y')*2 = 0; constraint n: (1, f(2, 3)) }");
    EXPECT_EQ(std::get<ConstraintStatement>(tree->statements[0].what).covector->entries.size(), 3u);
    EXPECT_FALSE(std::get<ConstraintStatement>(tree->statements[1].what).covector);
    EXPECT_EQ(std::get<ConstraintStatement>(tree->statements[2].what).covector->entries.size(), 2u);
}

TEST(ParseModel, EveryKindOfStatement) {
    const auto tree = parsed(R"(model A {
  "text"
  cite "text"
  param m = 1 [kg] in 0.1..10 "mass", J = -2
  coord x [m] "place", theta [rad] mod 2*pi
  let v = x', w = theta'
  kinetic m*x'^2
  potential x
  lagrangian x
  dissipation x'^2
  force on x: 1, theta: 2
  constraint c: x' = 0
  quasi u = x'
  motion nonholonomic
  motion vakonomic
  motion free
  motion viscous N = 100
  motion added-mass N = 100
  motion servo force (1, 2), (3, 4)
  motion servo momentum N = x', 2
  motion servo momentum (1, 2)
  init x' = 1, theta = 30 [deg]
  expect dof 2
  expect integral energy
  expect integral energy*2
  expect equation x'' = 1
  expect value x = 1 at 4 within 1e-9
  expect value x = 1 at 4
  expect holonomic
  expect nonholonomic
  experiment one { until 40; every 0.1; tol 1e-14; init x = 1; param m = 2, J = 3 }
  algebra so(3) * r(2)
  algebra table { [1, 2] = 3 }
  inertia (1, 2, 3; 4, 5, 6)
  torque (1, 2, 3)
  velocities a, b, c
  latex m "\\mu", x "\\xi"
}
)");
    EXPECT_EQ(tree->statements.size(), 36u);
    EXPECT_EQ(std::get<LatexStatement>(tree->statements.back().what).items.size(), 2u);
    EXPECT_EQ(std::get<ExpectStatement>(tree->statements[22].what).kind, ExpectStatement::Kind::energy);
    EXPECT_EQ(std::get<ExpectStatement>(tree->statements[23].what).kind, ExpectStatement::Kind::integral);
}

TEST(ParseModelErrors, ModelMissing) {
    EXPECT_EQ(errors(R"()"),
              R"(s.anh:1:1: error[model-missing]: this file contains no model
 1 |
   | ^
   = help: begin with: model Name { … }
)");
    EXPECT_EQ(errors(R"(# only a comment
)"),
              R"(s.anh:2:1: error[model-missing]: this file contains no model
 2 |
   | ^
   = help: begin with: model Name { … }
)");
    EXPECT_EQ(errors(R"(param m = 1
)"),
              R"(s.anh:1:1: error[model-missing]: this file contains no model
 1 | param m = 1
   | ^^^^^
   = help: begin with: model Name { … }
)");
}

TEST(ParseModelErrors, ModelName) {
    EXPECT_EQ(errors(R"(model { coord x }
)"),
              R"(s.anh:1:7: error[token-expected]: the name of the model is expected before '{'
 1 | model { coord x }
   |       ^
)");
    EXPECT_EQ(errors(R"(model A coord x
)"),
              R"(s.anh:1:9: error[token-expected]: '{' is expected before 'coord'
 1 | model A coord x
   |         ^^^^^
)");
    EXPECT_EQ(
        errors(R"(model)"),
        R"(s.anh:1:6: error[token-expected]: the name of the model is expected before the end of the text
 1 | model
   |      ^
)");
}

TEST(ParseModelErrors, ModelSecond) {
    EXPECT_EQ(errors(R"(model A { coord x; kinetic x'^2 }
model B { }
)"),
              R"(s.anh:2:1: error[model-second]: nothing may follow the model, but here is 'model'
 2 | model B { }
   | ^^^^^
   = help: a file contains only one model
)");
}

TEST(ParseModelErrors, BraceUnclosed) {
    EXPECT_EQ(errors(R"(model A {
  coord x
)"),
              R"(s.anh:1:9: error[brace-unclosed]: this '{' is never closed
 1 | model A {
   |         ^
)");
    EXPECT_EQ(errors(R"(model A {
experiment e { until 3
kinetic x'^2
}
)"),
              R"(s.anh:3:1: error[setting-unknown]: an experiment has no setting called 'kinetic'
 3 | kinetic x'^2
   | ^^^^^^^
   = help: it can be until, every, tol, init, guess, param, section, bifurcation, orbit, continue, lyapunov, ensemble or chart

s.anh:1:9: error[brace-unclosed]: this '{' is never closed
 1 | model A {
   |         ^
)");
}

TEST(ParseModelErrors, StatementUnknown) {
    EXPECT_EQ(errors(R"(model A {
kinetc x'^2
  3 + 4
  frobnicate x
}
)"),
              R"(s.anh:2:1: error[statement-unknown]: no statement begins with 'kinetc'
 2 | kinetc x'^2
   | ^^^^^^
   = help: did you mean 'kinetic'?

s.anh:4:3: error[statement-unknown]: no statement begins with 'frobnicate'
 4 |   frobnicate x
   |   ^^^^^^^^^^
   = help: statements begin with a word such as param, coord or kinetic
)");
}

TEST(ParseModelErrors, StatementUnfinished) {
    EXPECT_EQ(errors(R"(model A {
coord x y
  motion free now
  experiment e { until 3 4 }
}
)"),
              R"(s.anh:2:9: error[statement-unfinished]: the statement ends before 'y'
 2 | coord x y
   |         ^
   = help: a statement ends with its line, or with ';'

s.anh:3:15: error[statement-unfinished]: the statement ends before 'now'
 3 |   motion free now
   |               ^^^
   = help: a statement ends with its line, or with ';'

s.anh:4:26: error[multiplication-implicit]: two operands with no operator between them
 4 |   experiment e { until 3 4 }
   |                          ^
   = help: for a product write 3*4
)");
}

TEST(ParseModelErrors, TokenExpected) {
    EXPECT_EQ(errors(R"(model A {
param m
  param k 2
  coord 3
  force x: 1
  force on x 1
  constraint x' + 1
  cite 3
  inertia 3
  velocities 1
  torque 1
}
)"),
              R"(s.anh:2:8: error[token-expected]: '=' is expected before the end of the line
 2 | param m
   |        ^

s.anh:3:11: error[token-expected]: '=' is expected before '2'
 3 |   param k 2
   |           ^

s.anh:4:9: error[token-expected]: the name of a coordinate is expected before '3'
 4 |   coord 3
   |         ^

s.anh:5:9: error[token-expected]: 'on' is expected before 'x'
 5 |   force x: 1
   |         ^
   = help: write force on x: …

s.anh:6:14: error[token-expected]: ':' is expected before '1'
 6 |   force on x 1
   |              ^
   = help: write force on x: …

s.anh:7:20: error[token-expected]: '=' is expected before the end of the line
 7 |   constraint x' + 1
   |                    ^
   = help: a constraint is an equation

s.anh:8:8: error[token-expected]: a citation in quotes is expected before '3'
 8 |   cite 3
   |        ^

s.anh:9:11: error[token-expected]: '(' is expected before '3'
 9 |   inertia 3
   |           ^
   = help: write inertia (I1, I2, I3; I12, I13, I23)

s.anh:10:14: error[token-expected]: the name of a velocity is expected before '1'
 10 |   velocities 1
    |              ^

s.anh:11:11: error[token-expected]: 'between' or 'on hinge' is expected before the end of the line
 11 |   torque 1
    |           ^
    = help: write torque tau between wheel and frame, or torque tau on hinge phi
)");
    EXPECT_EQ(errors(R"(model A {
param m = 1 in 2
  coord x [kg
  algebra so(n)
  algebra table { [1 2] = 3 }
  expect value x = 1
  expect equation x
  motion viscous 3
  motion servo (1, 2)
  motion
  expect
}
)"),
              R"(s.anh:2:17: error[token-expected]: '..' is expected before the end of the line
 2 | param m = 1 in 2
   |                 ^
   = help: a range is written 0.1..10

s.anh:3:14: error[token-expected]: ']' is expected before the end of the line
 3 |   coord x [kg
   |              ^
   = help: brackets hold a unit, such as [kg m^2/s]

s.anh:4:14: error[token-expected]: a number is expected before 'n'
 4 |   algebra so(n)
   |              ^
   = help: algebras are written so(3), e(2), sl(2)

s.anh:5:22: error[token-expected]: ',' is expected before '2'
 5 |   algebra table { [1 2] = 3 }
   |                      ^
   = help: write [1, 2] = e3

s.anh:6:21: error[token-expected]: 'at' is expected before the end of the line
 6 |   expect value x = 1
   |                     ^
   = help: write expect value x = 1 at 4

s.anh:7:20: error[token-expected]: '=' is expected before the end of the line
 7 |   expect equation x
   |                    ^

s.anh:8:18: error[token-expected]: N is expected before '3'
 8 |   motion viscous 3
   |                  ^

s.anh:9:16: error[token-expected]: 'force' or 'momentum' is expected before '('
 9 |   motion servo (1, 2)
   |                ^

s.anh:10:9: error[token-expected]: a law of motion is expected before the end of the line
 10 |   motion
    |         ^
    = help: it can be nonholonomic, vakonomic, servo, viscous, added-mass or free

s.anh:11:9: error[token-expected]: a fact is expected before the end of the line
 11 |   expect
    |         ^
    = help: it can be dof, integral, equation, value, holonomic or nonholonomic
)");
}

TEST(ParseModelErrors, MotionUnknown) {
    EXPECT_EQ(errors(R"(model A {
motion nonholonomc
  motion quantum
}
)"),
              R"(s.anh:2:8: error[motion-unknown]: no law of motion is called 'nonholonomc'
 2 | motion nonholonomc
   |        ^^^^^^^^^^^
   = help: did you mean 'nonholonomic'?

s.anh:3:10: error[motion-unknown]: no law of motion is called 'quantum'
 3 |   motion quantum
   |          ^^^^^^^
   = help: it can be nonholonomic, vakonomic, servo, viscous, added-mass or free
)");
}

TEST(ParseModelErrors, ExpectationUnknown) {
    EXPECT_EQ(errors(R"(model A {
expect integrl x
  expect happiness
}
)"),
              R"(s.anh:2:8: error[expectation-unknown]: no expectation is called 'integrl'
 2 | expect integrl x
   |        ^^^^^^^
   = help: did you mean 'integral'?

s.anh:3:10: error[expectation-unknown]: no expectation is called 'happiness'
 3 |   expect happiness
   |          ^^^^^^^^^
   = help: it can be dof, integral, equation, value, holonomic or nonholonomic
)");
}

TEST(ParseModelErrors, SettingUnknown) {
    EXPECT_EQ(errors(R"(model A {
experiment e { untill 3 }
  experiment f { 3 }
}
)"),
              R"(s.anh:2:16: error[setting-unknown]: an experiment has no setting called 'untill'
 2 | experiment e { untill 3 }
   |                ^^^^^^
   = help: did you mean 'until'?

s.anh:3:18: error[token-expected]: a setting is expected before '3'
 3 |   experiment f { 3 }
   |                  ^
   = help: it can be until, every, tol, init, guess, param, section, bifurcation, orbit, continue, lyapunov, ensemble or chart
)");
}

TEST(ParseModelErrors, ExpressionInside) {
    EXPECT_EQ(errors(R"(model A {
kinetic x' +
  potential
  let a = 2 x
}
)"),
              R"(s.anh:4:13: error[multiplication-implicit]: two operands with no operator between them
 4 |   let a = 2 x
   |             ^
   = help: for a product write 2*x
)");
}

TEST(ParseModelErrors, NoTextCrashes) {
    EXPECT_NE(errors(std::string(10 << 20, 'x')), "");
    EXPECT_NE(errors("model A { kinetic " + std::string(1 << 20, '(') + " }"), "");
    EXPECT_NE(errors("model A " + std::string(1 << 20, '{')), "");
    EXPECT_NE(errors("model A { experiment e " + std::string(1 << 20, '{')), "");
    EXPECT_NE(errors(std::string("\0\1\xff\xfe model", 10)), "");
    EXPECT_NE(errors("\x7f"
                     "ELF\x02\x01\x01"),
              "");
    std::string many = "model A {\n";
    for (int i = 0; i < 100000; ++i) many += "kinetc x\n";
    EXPECT_NE(errors(many + "}"), "");
}

TEST(ParseModel, RandomTokensNeverCrash) {
    const char* words[] = {"model",      "A",       "{",       "}",       "\n",    ";",   "param",
                           "coord",      "x",       "=",       "1",       "(",     ")",   ",",
                           "'",          "kinetic", "motion",  "servo",   "force", "on",  ":",
                           "expect",     "value",   "at",      "init",    "[",     "]",   "\"s\"",
                           "..",         "in",      "algebra", "table",   "so",    "*",   "-",
                           "experiment", "until",   "mod",     "inertia", "quasi", "let", "constraint"};
    std::mt19937 random(7);
    for (int trial = 0; trial < 20000; ++trial) {
        std::string text = trial % 4 ? "model A {" : "";
        for (std::size_t n = random() % 20; n > 0; --n)
            text += std::string(" ") + words[random() % std::size(words)];
        if (trial % 2) text += "}";
        const Source source("s", text);
        Diagnostics diagnostics;
        const auto tree = parse_model(source, diagnostics);
        ASSERT_NE(tree.has_value(), diagnostics.failed()) << text;
        render(diagnostics, source);
    }
}

}  // namespace
}  // namespace anholon::syntax
