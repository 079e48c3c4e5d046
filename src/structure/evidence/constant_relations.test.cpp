#include "structure/evidence/constant_relations.hpp"

#include <gtest/gtest.h>

#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

// Σ c_k f_k constant along the motions.
Relations integrals_among(const Setting& s, const std::vector<Expr>& functions) {
    std::vector<Expr> rates;
    for (const Expr& f : functions) rates.push_back(Dt(f));
    RelationProblem problem;
    problem.columns = functions.size();
    problem.conditions = rows_of_length(problem.columns);
    StateSampler sampler(s, rates, StateSampler::At::motion);
    return constant_relations(s, sampler, problem, Budget(60));
}

TEST(ConstantRelations, CoefficientsAreFunctionsOfTheParameters) {
    const System system = changed_model(std::string(find_in_gallery("chaplygin-sleigh")->text), {});
    const Setting s(system);
    const Expr v = system.quasi[0].definition, w = system.quasi[1].definition;
    const Relations found = integrals_among(s, {pow(v, 2), v * w, pow(w, 2)});
    ASSERT_EQ(found.list.size(), 1u) << found.why_not;
    EXPECT_EQ(found.list[0].valid, Parameters::free);
    const Expr m = s.c.find("m"), J = s.c.find("J"), a = s.c.find("a");
    const std::vector<Expr>& c = found.list[0].c;
    EXPECT_EQ(is_zero(c[0] * (J + m * pow(a, 2)) - c[2] * m).answer, Answer::yes)
        << text(c[0]) << ", " << text(c[2]);
    EXPECT_EQ(is_zero(c[1]).answer, Answer::yes);
}

TEST(ConstantRelations, TheModelsOwnValuesMayAddSome) {
    const Changes on_the_blade{{"a = 0.3", "a = 0"}};
    const System system = changed_model(std::string(find_in_gallery("chaplygin-sleigh")->text), on_the_blade);
    const Setting s(system);
    const Relations found = integrals_among(s, {system.quasi[0].definition, system.quasi[1].definition});
    ASSERT_EQ(found.list.size(), 2u);
    for (const Relation& relation : found.list) EXPECT_EQ(relation.valid, Parameters::stated);
}

}  // namespace
}  // namespace anholon
