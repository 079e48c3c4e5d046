#include "facts/questions.hpp"

#include <gtest/gtest.h>

#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

// Systems whose constraints allow no velocity at all, or one that time alone decides.
TEST(Questions, AreAnsweredWhereNoVelocityIsFree) {
    for (const char* const text : {
             "model A { algebra so(3); inertia (1, 2, 3);"
             " constraint (1, 0, 0); constraint (0, 1, 0); constraint (0, 0, 1) }",
             "model V { coord x, y; kinetic (x'^2 + y'^2)/2; constraint x' = 0; constraint y' = 0 }",
             "model G { coord x, y; kinetic (x'^2 + y'^2)/2; constraint x = 0; constraint y = 0 }",
             "model D { coord x, y; kinetic (x'^2 + y'^2)/2; constraint x = sin(t); constraint y' = x }",
         }) {
        const System system = model(text);
        for (const Question& question : all_questions()) {
            const Fact fact = asked(system, question.id.data());
            EXPECT_FALSE(fact.failed) << text << "\n" << all_lines(fact);
        }
        EXPECT_EQ(asked(system, "integrability").verdict.text(), "holonomic") << text;
        for (const char* const question : {"substitution", "connection", "measure", "chaplygin-multiplier",
                                           "poisson", "lie-algebra", "reductions"}) {
            const Fact fact = asked(system, question);
            EXPECT_EQ(fact.verdict.text(), "does not apply") << text << question;
            EXPECT_TRUE(says(fact, "does not apply: the constraints leave no velocity free"))
                << all_lines(fact);
            EXPECT_EQ(fact.proof.kind, FactProof::Kind::definition);
        }
    }
}

// On the circle both constraints say z' = u w'; frames would take them for z' = w' = 0.
TEST(Questions, DependentConstraintsAreNotTakenForIndependentOnes) {
    const std::string circle =
        "model A { coord x, y, z, w, u; kinetic (x'^2+y'^2+z'^2+w'^2+u'^2)/2; init x = 1;"
        " constraint s: x^2 + y^2 = 1; constraint a: (x^2+y^2)*z' = u*w'; constraint b: z' = u*w' }";
    for (const char* const question : {"integrability", "growth", "measure", "energy"}) {
        const Fact fact = asked(model(circle), question);
        EXPECT_TRUE(fact.verdict.is_undecided()) << all_lines(fact);
        EXPECT_TRUE(says(fact, "the constraint 'b' follows from those before it where they hold"))
            << all_lines(fact);
    }
    const std::string one = changed(circle, " constraint b: z' = u*w'", "");
    EXPECT_EQ(asked(model(one), "integrability").verdict.text(), "nonholonomic");
    EXPECT_EQ(asked(model(changed(circle, "(x^2+y^2)*z'", "(x^2+y^2+1)*z'")), "integrability").verdict.text(),
              "holonomic");
}

}  // namespace
}  // namespace anholon
