#include "structure/integrals/reductions.hpp"

#include <gtest/gtest.h>

#include "mechanics/forms/registry.hpp"
#include "structure/evidence/asked.test.hpp"
#include "verify/verify.hpp"

namespace anholon {
namespace {

Fact fact_of(const std::string& text) {
    const System system = model(text);
    return answer(*find_question("reductions"), Setting(system), Budget(60));
}

Answer agrees(const System& system, std::string_view form) {
    for (const FormVerdict& v : verify(system))
        if (v.form->id == form) return v.inapplicable ? Answer::unknown : v.agrees;
    throw std::runtime_error("no form " + std::string(form));
}

TEST(Reductions, ABalancedRotorIsIgnored) {
    const std::string text = gallery_text("sleigh-with-rotor");
    const Fact fact = fact_of(text);
    EXPECT_EQ(fact.verdict.text(), "cyclic and energy");
    EXPECT_EQ(fact.statement[0].text,
              "3 equations of motion; 2 equations of motion when cyclic displacements are ignored (routh); 2 "
              "equations "
              "of motion by the energy integral, with the quasi-coordinate of v as the independent variable "
              "(jacobi-whittaker, whittaker); 1 equation of motion by both");
    EXPECT_EQ(fact.statement[1].text, "cyclic displacement of s: K*(w + s) = const");
    // A spring on the rotor, a brake on it, and a law of time.
    const auto with = [&](const std::string& parameter, const std::string& statement) {
        return changed(changed(text, "K = 0.1", parameter + ", K = 0.1"), "constraint blade",
                       statement + "\n  constraint blade");
    };
    EXPECT_EQ(fact_of(with("k = 1 [N m]", "potential k*chi^2")).verdict.text(), "energy");
    EXPECT_EQ(fact_of(with("k = 1 [N m s]", "force on chi: -k*chi'")).verdict.text(), "none");
    EXPECT_EQ(fact_of(with("k = 1 [N/s]", "potential k*x*t")).verdict.text(), "cyclic");
}

TEST(Reductions, HypothesesAreChecked) {
    EXPECT_EQ(fact_of(gallery_text("appell-hamel")).statement[0].text,
              "not decided: constraints are nonlinear");
    EXPECT_EQ(fact_of(gallery_text("servo-sleigh")).verdict.text(), "does not apply");
    EXPECT_EQ(fact_of(gallery_text("particle-on-moving-line")).verdict.text(), "none");
}

// Terms linear in the velocities, two cyclic displacements, inertia between all of them.
const char* const gyroscopic = R"(model G {
  param m = 1
  coord x, y, z, u, s
  kinetic m/2*(x'^2 + y'^2 + z'^2 + u'^2*(1 + y^2) + s'^2) + m/2*y*u'*z' + m/4*u'*s'*cos(y) + m/4*z'*s' + y*u' + u'*x'/4
  potential POTENTIAL
  constraint c: z' = y*x'
})";

TEST(Reductions, AreFormsThatAgree) {
    const System system = model(changed(gyroscopic, "POTENTIAL", "y^2 + x*sin(y)"));
    for (const char* form : {"routh", "jacobi-whittaker", "whittaker"})
        EXPECT_EQ(agrees(system, form), Answer::yes) << form;
    const Setting s(system);
    EXPECT_EQ(find_form("routh")->derive(s).unknowns.size(), 2u);  // of 4 free velocities 2 are cyclic
    EXPECT_EQ(find_form("jacobi-whittaker")->derive(s).unknowns.size(), 3u);  // the energy takes one
}

TEST(Reductions, StopApplyingWithTheirHypotheses) {
    const System moving = model(changed(gyroscopic, "POTENTIAL", "y^2 + t*x"));
    EXPECT_EQ(agrees(moving, "routh"), Answer::yes);
    EXPECT_EQ(agrees(moving, "whittaker"), Answer::unknown);
    const System bound = model(changed(gyroscopic, "POTENTIAL", "u^2 + s^2"));
    EXPECT_EQ(agrees(bound, "routh"), Answer::unknown);
    EXPECT_EQ(agrees(bound, "jacobi-whittaker"), Answer::yes);
}

}  // namespace
}  // namespace anholon
