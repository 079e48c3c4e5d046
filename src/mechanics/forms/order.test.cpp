#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "expr/copy.hpp"
#include "expr/print.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "mechanics/forms/registry.hpp"
#include "model/read_model.test.hpp"

// What a form gives does not depend on what was derived before it.

namespace anholon {
namespace {

// What is said of the motion, in the symbols' names, whatever system they belong to.
struct Derived {
    std::string names;
    std::vector<Expr> values;
};

using AllDerived = std::map<std::string, Derived>;

AllDerived derived(const std::string& text_of_model, const std::vector<const EquationForm*>& order,
                   Context& into) {
    const System system = model(text_of_model);
    AllDerived all;
    for (const EquationForm* form : order) {
        const Setting setting(system);  // a second one, a third one …
        if (form->inapplicable(setting)) continue;
        const Equations e = form->derive(setting);
        Derived& d = all[form->id];
        for (const auto* list : {&e.unknowns, &e.state})
            for (const Expr& x : *list) d.names += text(x) + " ";
        const std::vector<Expr> W(e.W.entries().begin(), e.W.entries().end());
        for (const auto* list : {&W, &e.r, &e.rates})
            for (const Expr& x : *list) d.values.push_back(copied(x, into));
    }
    return all;
}

void expect_same(const Derived& a, const Derived& b, const std::string& what) {
    EXPECT_EQ(a.names, b.names) << what;
    ASSERT_EQ(a.values.size(), b.values.size()) << what;
    for (std::size_t k = 0; k < a.values.size(); ++k)
        EXPECT_TRUE(vanishes(a.values[k] - b.values[k])) << what << " " << k;
}

TEST(OrderOfDerivation, DoNotDependOnTheOrderOfDerivation) {
    std::vector<const EquationForm*> forwards;
    for (const EquationForm& form : all_forms()) forwards.push_back(&form);
    const std::vector<const EquationForm*> backwards(forwards.rbegin(), forwards.rend());
    for (const char* name :
         {"chaplygin-sleigh", "rolling-disc", "nonholonomic-particle", "suslov", "bottema-car"}) {
        const std::string stated = gallery_text(name);
        Context c;
        const AllDerived first = derived(stated, forwards, c), second = derived(stated, backwards, c);
        EXPECT_EQ(first.size(), second.size());
        for (const auto& [form, equations] : first) {
            const std::string what = std::string(name) + " " + form;
            expect_same(equations, second.at(form), what + " in reverse order");
            expect_same(equations, derived(stated, {find_form(form)}, c).at(form), what + " alone");
        }
    }
}

// The multiplier of one form is not the large number of another.
TEST(OrderOfDerivation, TheStiffnessIsAConstant) {
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
TEST(OrderOfDerivation, NamesOfTheModelAreItsOwn) {
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
