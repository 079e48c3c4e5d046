#include <gtest/gtest.h>

#include "expr/context.hpp"
#include "expr/copy.hpp"
#include "expr/print.hpp"

namespace anholon {
namespace {

TEST(SymbolLatex, OfNames) {
    const std::pair<const char*, const char*> names[] = {{"m", "m"},
                                                         {"theta", "\\theta"},
                                                         {"phi1", "\\varphi_{1}"},
                                                         {"th0", "\\theta_{0}"},
                                                         {"tauR", "\\tau_{R}"},
                                                         {"mB", "m_{B}"},
                                                         {"B13", "B_{13}"},
                                                         {"vx", "v_{x}"},
                                                         {"I_xx", "I_{xx}"},
                                                         {"q12_a", "q_{12,a}"},
                                                         {"p_phi1", "p_{\\varphi_{1}}"},
                                                         {"eta_blade", "\\eta_{\\mathrm{blade}}"},
                                                         {"main_phi1", "\\varphi_{1,\\mathrm{main}}"},
                                                         {"frame_x", "x_{\\mathrm{frame}}"},
                                                         {"spinR", "\\mathrm{spin}_{R}"},
                                                         {"vmax", "\\mathrm{vmax}"},
                                                         {"x_", "\\tilde{x}"}};
    for (const auto& [name, latex] : names)
        EXPECT_EQ(symbol_latex({name, SymbolKind::variable, 0}), latex) << name;
    EXPECT_EQ(symbol_latex({"main_phi1", SymbolKind::variable, 2}), "\\ddot{\\varphi}_{1,\\mathrm{main}}");
    EXPECT_EQ(symbol_latex({"yaw", SymbolKind::variable, 1}), "\\dot{\\mathrm{yaw}}");
}

TEST(SymbolLatex, AsItWasStated) {
    Context c;
    const Expr x = c.variable("roll");
    c.set_latex("roll", "\\varphi_R");
    EXPECT_EQ(latex(x), "\\varphi_R");
    EXPECT_EQ(latex(dot(x)), "\\dot{\\varphi}_R");  // made afterwards
    EXPECT_EQ(c.latex_of("roll"), "\\varphi_R");
    EXPECT_EQ(c.latex_of("pitch"), "");
    c.set_latex("g1", "\\mathbf{\\gamma_x}^2");
    EXPECT_EQ(latex(dot(c.variable("g1"))), "\\dot{\\mathbf{\\gamma_x}}^2");
    Context other;
    EXPECT_EQ(latex(copied(x, other)), "\\varphi_R");
    EXPECT_EQ(latex(Expr(*c.copy(), x.id())), "\\varphi_R");
}

}  // namespace
}  // namespace anholon
