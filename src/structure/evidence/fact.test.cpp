#include <gtest/gtest.h>

#include <set>

#include "facts/questions.hpp"
#include "model/read_model.test.hpp"

namespace anholon {
namespace {

using Kind = FactProof::Kind;

TEST(FactProof, IsWrittenWithItsBoundRoundedUp) {
    EXPECT_EQ(text(by_points(4.4e-33)), "prime field, error below 1e-32");
    EXPECT_EQ(text(by_points(4.4e-33, "ranks of brackets")),
              "ranks of brackets, prime field, error below 1e-32");
    EXPECT_EQ(text(by_points(0, "ranks of brackets")), "ranks of brackets, exact");
    EXPECT_EQ(text(by_points(0, "", Kind::normal_form)), "normal form");
    EXPECT_EQ(text(FactProof{}), "none");
    EXPECT_EQ(text(FactProof{Kind::witness, 0, "a state where it is not zero"}),
              "a state where it is not zero");
}

TEST(FactVerdict, HasTheWordOfItsAnswerAndItsNumbers) {
    const FactVerdict three{IntegralsVerdict::found, "3 integrals"};
    EXPECT_EQ(three.text(), "3 integrals");
    EXPECT_EQ(three.answer(), "integrals");
    EXPECT_EQ(three, IntegralsVerdict::found);
    EXPECT_FALSE(three.is_undecided());
    EXPECT_FALSE(three.belongs_to(words<MeasureVerdict>));
    EXPECT_EQ(FactVerdict(WheelsVerdict::no).text(), "no");
}

TEST(Questions, EachHasItsOwnAnswersBesideTheTwoCommonOnes) {
    std::set<const void*> lists;
    for (const Question& question : all_questions()) {
        lists.insert(question.answers.data());
        ASSERT_GE(question.answers.size(), 3U) << question.id;
        EXPECT_EQ(question.answers[0], "not decided") << question.id;
        EXPECT_EQ(question.answers[1], "does not apply") << question.id;
        EXPECT_EQ(std::set(question.answers.begin(), question.answers.end()).size(), question.answers.size());
    }
    EXPECT_EQ(lists.size(), all_questions().size());
}

TEST(Questions, WhatIsNotDecidedSaysWhy) {
    const System system = from_gallery("appell-hamel");
    const Fact fact = answer(*find_question("measure"), Setting(system), Budget(30));
    EXPECT_TRUE(fact.verdict.is_undecided());
    EXPECT_NE(fact.reason.find("nonlinear"), std::string::npos) << fact.reason;
    EXPECT_EQ(fact.proof.kind, Kind::none);
    const Fact outside = answer(*find_question("growth"), Setting(system), Budget(30));
    EXPECT_TRUE(outside.verdict.is_inapplicable());
    EXPECT_EQ(outside.reason, "");
    EXPECT_NE(Data::find(outside.results, "why_not"), nullptr);
    EXPECT_EQ(outside.proof.kind, Kind::definition);
    const Fact late = answer(*find_question("integrals"), Setting(system), Budget(0));
    EXPECT_TRUE(late.verdict.is_undecided());
    EXPECT_EQ(late.reason, "no answer within 0 s");
}

}  // namespace
}  // namespace anholon
