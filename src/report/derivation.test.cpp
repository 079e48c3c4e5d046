#include "report/derivation.hpp"

#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "expr/latex_width.hpp"
#include "expr/zero.hpp"
#include "model/read_model.test.hpp"
#include "model/refusal.hpp"
#include "report/layout.hpp"

namespace anholon {
namespace {

std::string derived(const std::string& model, request::Derive request, std::size_t width = 80) {
    return as_text(answer(request, from_gallery(model)), width);
}

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
}

TEST(Derivation, HasTheChosenParts) {
    EXPECT_EQ(derived("chaplygin-sleigh", {.form = "hamel", .parts = {"solved"}}),
              "ChaplyginSleigh: Boltzmann–Hamel, Poincaré   (Hamel 1904, Poincaré 1901)\n"
              "    (∂L/∂η_s)˙ = X_s L + c^m_rs η_r ∂L/∂η_m + c^m_0s ∂L/∂η_m + Q_s\n"
              "\nsolved\n"
              "  v' = a*w^2\n"
              "  w' = -m*a*v*w/(J + m*a^2)\n");
    EXPECT_THROW(derived("chaplygin-sleigh", {.form = "hamel", .parts = {"solve"}}), Refusal);
    // Five unknowns are solved for, the nine of the bicycle's multipliers are not.
    EXPECT_THROW(
        derived("whipple-bicycle", {.form = "lagrange-multipliers", .simplify = false, .parts = {"solved"}}),
        Refusal);
}

TEST(Derivation, AsMatrices) {
    const std::string page = derived("chaplygin-sleigh", {.form = "hamel", .parts = {"matrices"}});
    EXPECT_NE(page.find("\nmatrices\n"
                        "  M z + h = 0,  z = (v', w')\n"
                        "  M = (  m  0          )\n"
                        "      (  0  J + m*a^2  )\n"
                        "  h[1] = -m*a*w^2\n"
                        "  h[2] = m*a*v*w\n"),
              std::string::npos)
        << page;
}

// M z + h − Q is the residual of the equations, whatever part of it vanishes with the velocities.
TEST(Derivation, MatricesAreTheLinearSystem) {
    for (const char* name : {"rolling-disc", "roller-racer", "spherical-pendulum"}) {
        const System system = from_gallery(name);
        const Setting s(system);
        const EquationForm& form = *find_form("lagrange-multipliers");
        const Equations e = form.derive(s);
        const auto found = answer(request::Derive{.form = form.id, .parts = {"matrices"}}, system);
        const request::MatrixForm& m = *found.entries[0].derivation->matrices;
        EXPECT_TRUE(found.entries[0].derivation->where.empty());
        for (std::size_t i = 0; i < e.r.size(); ++i) {
            EXPECT_TRUE(vanishes(m.Q[i] - m.h[i] - e.r[i]));
            for (std::size_t j = 0; j < e.W.columns(); ++j) EXPECT_TRUE(vanishes(m.M(i, j) - e.W(i, j)));
        }
    }
}

TEST(Derivation, LatexIsAlignedAndHasNoDocument) {
    const System system = from_gallery("chaplygin-sleigh");
    const auto found = answer(request::Derive{.form = "hamel", .parts = {"equations", "kinematics"}}, system);
    EXPECT_EQ(as_latex(found),
              "% ChaplyginSleigh: Boltzmann–Hamel, Poincaré (Hamel 1904, Poincaré 1901)\n"
              "%% equations\n"
              "\\begin{align*}\n"
              "& \\frac{d}{dt}\\left(m v\\right) = \\underbrace{m a w^{2}}_{\\text{brackets}} \\\\\n"
              "& \\frac{d}{dt}\\left(\\left(J + m a^{2}\\right) w\\right) = \\underbrace{-m a v "
              "w}_{\\text{brackets}}\n"
              "\\end{align*}\n"
              "%% kinematics\n"
              "\\begin{align*}\n"
              "\\dot{x} &= v \\cos \\theta \\\\\n"
              "\\dot{y} &= v \\sin \\theta \\\\\n"
              "\\dot{\\theta} &= w\n"
              "\\end{align*}\n");
}

// Where a name stands as a whole word.
std::size_t place_of(const std::string& name, const std::string& text, std::size_t from = 0) {
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    for (std::size_t at = text.find(name, from); at != text.npos; at = text.find(name, at + 1)) {
        const bool begins = at == 0 || !is_part(text[at - 1]);
        if (begins && (at + name.size() == text.size() || !is_part(text[at + name.size()]))) return at;
    }
    return text.npos;
}

std::set<std::string> names_of(const System& s) {
    std::set<std::string> names;
    for (const Parameter& p : s.parameters) names.insert(p.symbol.symbol().name);
    for (const Coordinate& q : s.coordinates) names.insert(q.symbol.symbol().name);
    for (const QuasiVelocity& w : s.quasi) names.insert(w.symbol.symbol().name);
    return names;
}

// The names below the equations: each is used, before it is explained and in this order, and means one thing.
void expect_names_in_order(const std::string& page, const std::set<std::string>& names_of_model) {
    const std::size_t where = page.find("\nwhere\n");
    if (where == page.npos) return;
    std::set<std::string> explained;
    std::size_t last_use = 0;
    std::string rest = page.substr(where + 7);
    const std::regex definition("(?:^|\n|,)  ([A-Za-z]\\w*) = ");
    for (auto m = std::sregex_iterator(rest.begin(), rest.end(), definition); m != std::sregex_iterator();
         ++m) {
        const std::string name = (*m)[1];
        EXPECT_TRUE(explained.insert(name).second) << name << " is explained twice";
        EXPECT_FALSE(names_of_model.contains(name)) << name << " means something else";
        const std::size_t use = place_of(name, page),
                          explanation = where + 7 + static_cast<std::size_t>(m->position(1));
        EXPECT_LT(use, explanation) << name << " is not used before it is explained";
        EXPECT_GT(use, last_use) << name << " comes too late";
        last_use = use;
    }
    EXPECT_FALSE(explained.empty());
}

class EveryPage : public testing::TestWithParam<std::string> {};

TEST_P(EveryPage, FitsItsWidthAndExplainsItsNames) {
    const System system = from_gallery(GetParam());
    // To simplify all equations of a body takes minutes.
    const bool is_small = system.bodies.empty() && system.coordinates.size() < 6;
    const auto found = answer(request::Derive{.form = "all", .simplify = is_small}, system);
    for (const auto& entry : found.entries) {
        if (!entry.derivation) continue;
        for (const std::size_t width : {80u, 100u}) {
            const std::string page = as_text(*entry.derivation, width);
            for (const std::string& line : lines(page))
                EXPECT_LE(cells(line), width) << entry.form->id << "\n" << line;
            expect_names_in_order(page, names_of(system));
        }
        const std::string latex = as_latex(*entry.derivation);
        EXPECT_EQ(latex.find("aligned"), latex.npos);
    }
}

std::vector<std::string> all_models() {
    std::vector<std::string> names;
    for (const GalleryModel& model : gallery()) names.emplace_back(model.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Gallery, EveryPage, testing::ValuesIn(all_models()), [](const auto& info) {
    std::string name = info.param;
    std::erase(name, '-');
    return name;
});

}  // namespace
}  // namespace anholon
