#include "verify/eliminations.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/words.hpp"
#include "model/read_model.test.hpp"

namespace anholon {
namespace {

std::string disc_with(const std::string& kinetic) {
    return "model Disc { param a = 1, e = 0.3; coord x, y, phi, psi; kinetic (x'^2 + y'^2)/2 + phi'^2 + "
           "psi'^2/2" +
           kinetic + "; constraint x' = a*phi'*cos(psi); constraint y' = a*phi'*sin(psi) }";
}

std::map<std::string, Answer> verdicts(const std::string& text) {
    const System system = model(text);
    std::map<std::string, Answer> found;
    for (const auto& [eliminated, verdict] : forbidden_by_elimination(system).choices)
        found[joined(eliminated)] = verdict.agrees;
    return found;
}

// The vertical disc is quasi-holonomic by x and y, and by no other choice: with the turn of the wheel eliminated the error shows.
TEST(Eliminations, OfTheVerticalDiscOneChoiceIsRight) {
    const auto found = verdicts(disc_with(""));
    EXPECT_EQ(found, (std::map<std::string, Answer>{
                         {"x', phi'", Answer::no}, {"x', y'", Answer::yes}, {"y', phi'", Answer::no}}));
}

TEST(Eliminations, AnOffsetMassMakesEveryChoiceWrong) {
    for (const auto& [eliminated, agrees] : verdicts(disc_with(" + e*psi'*(x'*sin(psi) - y'*cos(psi))")))
        EXPECT_EQ(agrees, Answer::no) << eliminated;
}

TEST(Eliminations, OfIntegrableConstraintsEveryChoiceIsRight) {
    const auto found = verdicts(
        "model A { coord x, y, z; kinetic x'^2 + (1 + x^2)*y'^2 + z'^2*cos(y)^2; constraint x' = 2*y' + z' "
        "}");
    EXPECT_EQ(found.size(), 3u);
    for (const auto& [eliminated, agrees] : found) EXPECT_EQ(agrees, Answer::yes) << eliminated;
}

// Each choice has another wrong law: [L*] = 0 with ż = ẋ y, and with ẋ = ż/y, both by hand.
TEST(Eliminations, WrongLawsDifferFromEachOther) {
    const System system =
        model("model P { coord x, y, z; kinetic (x'^2 + y'^2 + z'^2)/2; constraint z' = y*x' }");
    const Eliminations found = forbidden_by_elimination(system);
    ASSERT_EQ(found.choices.size(), 2u);
    EXPECT_EQ(found.impossible, 1u);  // the constraint holds no y'
    std::set<std::string> differences;
    for (const auto& choice : found.choices) {
        EXPECT_EQ(choice.verdict.agrees, Answer::no);
        differences.insert(choice.verdict.difference);
    }
    EXPECT_EQ(differences.size(), 2u);
}

TEST(Eliminations, SaysWhyThereAreNone) {
    EXPECT_TRUE(forbidden_by_elimination(model("model F { coord x; kinetic x'^2 }")).why_not);
    EXPECT_EQ(forbidden_by_elimination(
                  model("model N { coord x, y; kinetic x'^2 + y'^2; constraint x'^2 = y'^2 + 1 }"))
                  .why_not,
              "a constraint is not linear in the velocities");
}

}  // namespace
}  // namespace anholon
