#include <gtest/gtest.h>

#include "structure/evidence/asked.test.hpp"

// What is said does not depend on what was asked before.

namespace anholon {
namespace {

std::string statement(const Fact& fact) {
    std::string out = fact.verdict;
    for (const auto& line : fact.statement) out += "\n" + line.text + "\n" + line.latex;
    return out;
}

TEST(Facts, DoNotDependOnWhatWasAskedBefore) {
    const std::vector<const char*> questions{"substitution", "chaplygin-multiplier", "measure", "integrals",
                                             "energy"};
    for (const char* name : {"chaplygin-ball", "nonholonomic-particle", "chaplygin-sleigh", "servo-sleigh"}) {
        const System forwards = model(gallery_text(name)), backwards = model(gallery_text(name));
        std::vector<std::string> first, second;
        for (std::size_t k = 0; k < questions.size(); ++k) {
            first.push_back(statement(asked(forwards, questions[k])));
            second.push_back(statement(asked(backwards, questions[questions.size() - 1 - k])));
        }
        for (std::size_t k = 0; k < questions.size(); ++k)
            EXPECT_EQ(first[k], second[questions.size() - 1 - k]) << name << " " << questions[k];
    }
}

}  // namespace
}  // namespace anholon
