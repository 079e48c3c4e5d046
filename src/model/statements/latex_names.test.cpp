#include <gtest/gtest.h>

#include "expr/print.hpp"
#include "model/fork.hpp"
#include "model/read_model.test.hpp"

namespace anholon {
namespace {

TEST(LatexNames, OfEveryKindOfSymbol) {
    const System s = model(
        "model A { param tauR = 1, k = 2*tauR; coord roll; let w = roll'; kinetic roll'^2/2\n"
        "quasi u = roll'; init roll = 1\n"
        "latex tauR \"\\\\tau_{\\\\mathrm{max}}\", roll \"\\varphi\", u \"U\", w \"\\\\omega\", k "
        "\"\\\\kappa\" }");
    EXPECT_EQ(latex(s.parameters[0].symbol), "\\tau_{\\mathrm{max}}");
    EXPECT_EQ(latex(dot(s.coordinates[0].symbol)), "\\dot{\\varphi}");
    EXPECT_EQ(latex(s.quasi[0].symbol), "U");
    EXPECT_EQ(s.c().latex_of("w"), "\\omega");
    EXPECT_EQ(s.c().latex_of("k"), "\\kappa");
    const System other = fork(s);
    EXPECT_EQ(latex(other.coordinates[0].symbol), "\\varphi");
}

TEST(LatexNames, OfCoordinatesThatBodiesDeclare) {
    const std::string text = gallery_text("whipple-bicycle");
    const System s = model(text.substr(0, text.rfind('}')) + "latex yaw \"\\\\psi\"\n}");
    EXPECT_EQ(latex(s.coordinates[0].symbol), "\\psi");
}

TEST(LatexNames, ThatLookAlikeAreToldApart) {
    const System s =
        model("model A { param vx = 1, v_x = 2; coord th, theta; kinetic th'^2 + theta'^2 + vx*v_x }");
    EXPECT_EQ(latex(s.parameters[0].symbol), "v_{x}");
    EXPECT_EQ(latex(s.parameters[1].symbol), "\\mathrm{v\\_x}");
    EXPECT_EQ(latex(s.coordinates[0].symbol), "\\theta");
    EXPECT_EQ(latex(s.coordinates[1].symbol), "\\mathrm{theta}");
}

std::string first_line(const std::string& statement) {
    const std::string all = said_of("param m = 1, M = 2; coord x; kinetic m*M*x'^2/2\n" + statement);
    return all.substr(0, all.find('\n'));
}

TEST(LatexNames, Mistakes) {
    EXPECT_EQ(first_line("latex n \"N\""), "s.anh:3:7: error[name-unknown]: no symbol 'n' in this model");
    EXPECT_EQ(first_line("latex m \" \""),
              "s.anh:3:9: error[latex-bad]: this is no symbol in LaTeX: it is empty");
    EXPECT_EQ(first_line("latex m \"\\\\hat{m\""),
              "s.anh:3:9: error[latex-bad]: this is no symbol in LaTeX: a brace is not closed");
    EXPECT_EQ(
        first_line("latex m \"m}\""),
        "s.anh:3:9: error[latex-bad]: this is no symbol in LaTeX: a brace is closed that was not opened");
    EXPECT_EQ(
        first_line("latex m \"$m$\""),
        "s.anh:3:9: error[latex-bad]: this is no symbol in LaTeX: a symbol in a formula cannot hold '$'");
    EXPECT_EQ(first_line("latex m \"\\\\mu\", m \"\\\\nu\""),
              "s.anh:3:17: error[latex-twice]: 'm' has its LaTeX already");
    EXPECT_EQ(first_line("latex m \"\\\\mu\", M \"\\\\mu\""),
              "s.anh:3:7: error[latex-same]: 'm' and 'M' would both be \\mu in LaTeX");
    EXPECT_EQ(first_line("latex m \"M\""),
              "s.anh:3:7: error[latex-same]: 'm' and 'M' would both be M in LaTeX");
    EXPECT_EQ(first_line("latex \"\\\\mu\"").substr(0, 22), "s.anh:3:7: error[token");
    EXPECT_EQ(first_line("latex m").substr(0, 14), "s.anh:3:8: err");
}

}  // namespace
}  // namespace anholon
