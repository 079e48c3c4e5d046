#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "expr/print.hpp"
#include "expr/walk.hpp"
#include "mechanics/forms/registry.hpp"
#include "model/read_model.test.hpp"

// What a form gives does not depend on what was derived before it.

namespace anholon {
namespace {

std::string written(const Equations& e) {
    std::string out;
    for (const Expr& x : e.unknowns) out += text(x) + " ";
    for (const Expr& x : e.state) out += text(x) + " ";
    for (const Expr& x : e.W.entries()) out += text(x) + "\n";
    for (const auto* list : {&e.r, &e.rates})
        for (const Expr& x : *list) out += text(x) + "\n";
    return out;
}

using Texts = std::map<std::string, std::string>;

Texts derived(const std::string& model_text, const std::vector<const EquationForm*>& order) {
    const System system = model(model_text);
    Texts texts;
    for (const EquationForm* form : order) {
        const Setting setting(system);  // a second one, a third one …
        if (!form->inapplicable(setting)) texts[form->id] = written(form->derive(setting));
    }
    return texts;
}

TEST(Forms, DoNotDependOnTheOrderOfDerivation) {
    std::vector<const EquationForm*> forwards;
    for (const EquationForm& form : all_forms()) forwards.push_back(&form);
    std::vector<const EquationForm*> backwards(forwards.rbegin(), forwards.rend());
    for (const char* name :
         {"chaplygin-sleigh", "rolling-disc", "nonholonomic-particle", "suslov", "bottema-car"}) {
        const std::string text = gallery_text(name);
        const Texts first = derived(text, forwards), second = derived(text, backwards);
        EXPECT_EQ(first.size(), second.size());
        for (const auto& [form, equations] : first) {
            EXPECT_EQ(equations, second.at(form)) << name << " " << form;
            EXPECT_EQ(equations, derived(text, {find_form(form)}).at(form)) << name << " " << form;
        }
    }
}

// The multiplier of one form is not the large number of another.
TEST(Forms, TheStiffnessIsAConstant) {
    const System system = model(gallery_text("chaplygin-sleigh"));
    const Setting setting(system);
    find_form("lagrange-quasi")->derive(setting);
    for (const char* id : {"viscous", "added-mass"}) {
        const Equations e = find_form(id)->derive(setting);
        std::vector<Expr> all = e.r;
        all.insert(all.end(), e.W.entries().begin(), e.W.entries().end());
        std::size_t constants = 0;
        for (const Expr& x : symbols_of(setting.c, all)) {
            if (!x.symbol().name.starts_with("N")) continue;
            EXPECT_EQ(x.symbol().kind, SymbolKind::constant) << id << " " << text(x);
            ++constants;
        }
        EXPECT_EQ(constants, 1u) << id;
    }
}

// A model may use every name that a derivation would like to have.
TEST(Forms, NamesOfTheModelAreItsOwn) {
    const System system = model(
        "model A { param N = 3, m = 1, J = 1; coord eta_blade, N_blade, x, y, theta; let p_x = 2*x\n"
        "kinetic (eta_blade'^2 + N_blade'^2 + m*x'^2 + m*y'^2 + J*theta'^2)/2\n"
        "constraint blade: cos(theta)*y' - sin(theta)*x' = 0 }");
    const Setting setting(system);
    for (const EquationForm& form : all_forms()) {
        if (form.inapplicable(setting)) continue;
        const Equations e = form.derive(setting);
        for (const Expr& z : e.unknowns)
            EXPECT_TRUE(z.symbol().dots > 0 || std::ranges::find(setting.q, z) == setting.q.end()) << form.id;
    }
    EXPECT_EQ(setting.frame().constrained().at(0).symbol().name, "eta_blade_");
    EXPECT_EQ(Setting(system).frame().constrained().at(0).symbol().name, "eta_blade_");
}

}  // namespace
}  // namespace anholon
