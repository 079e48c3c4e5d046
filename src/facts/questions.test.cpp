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

}  // namespace
}  // namespace anholon
