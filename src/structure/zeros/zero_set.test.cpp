#include "structure/zeros/zero_set.hpp"

#include <gtest/gtest.h>

#include "expr/context.hpp"
#include "expr/zero.hpp"

namespace anholon {
namespace {

struct ZeroSets : testing::Test {
    Context c;
    Expr x = c.variable("x"), y = c.variable("y"), th = c.variable("theta"), psi = c.variable("psi");
    Expr a = c.constant("a"), b = c.constant("b");
    ConstantValues values{{a, 2}, {b, Rational(1, 2)}};

    Substitution at_values() {
        Substitution list;
        for (const auto& [symbol, value] : values) list.emplace_back(symbol, c.number(value));
        return list;
    }

    ZeroSet solve(std::vector<Expr> equations, std::vector<Expr> variables) {
        const ZeroSet set = zero_set(equations, variables, values, Budget(10));
        for (const SolvedFamily& family : set.families)
            for (const Expr& e : equations)
                EXPECT_EQ(is_zero(substitute(substitute(e, family.solved), at_values())).answer, Answer::yes);
        return set;
    }
};

TEST_F(ZeroSets, LinesThroughAPoint) {
    // Suslov's shape: a line, and the origin on it.
    const ZeroSet set = solve({x * (a * x + b * y), y * (a * x + b * y)}, {x, y});
    EXPECT_TRUE(set.is_complete);
    ASSERT_EQ(set.families.size(), 1u);
    EXPECT_EQ(set.families[0].free.size(), 1u);
}

TEST_F(ZeroSets, ACoefficientThatVanishesIsACaseOfItsOwn) {
    const ZeroSet set = solve({x * y - cos(th)}, {x, y, th});
    EXPECT_TRUE(set.is_complete);
    // y = cos(θ)/x, and x = 0 with θ = ±π/2
    EXPECT_EQ(set.families.size(), 3u);
}

TEST_F(ZeroSets, RealSolutionsDependOnTheParameters) {
    EXPECT_EQ(solve({x * x - a}, {x}).families.size(), 2u);
    EXPECT_EQ(solve({x * x + a}, {x}).families.size(), 0u);
    EXPECT_EQ(solve({sin(th) - b}, {th}).families.size(), 2u);
    EXPECT_EQ(solve({sin(th) - a}, {th}).families.size(), 0u);
    EXPECT_EQ(solve({a * sin(th) + b * cos(th)}, {th}).families.size(), 2u);
    values[0].second = 0;
    EXPECT_EQ(solve({sin(th) - a}, {th}).families.size(), 2u);
    EXPECT_EQ(solve({a * x}, {x}).families.at(0).free.size(), 1u);
    values[0].second = 1;
    // a − 4b² = 0 at these values.
    EXPECT_EQ(solve({(a - Rational(4) * b * b) * x}, {x}).families.size(), 1u);
}

TEST_F(ZeroSets, AnglesTiedToEachOther) {
    const ZeroSet set = solve({sin(th - psi)}, {th, psi});
    EXPECT_TRUE(set.is_complete);
    EXPECT_EQ(set.families.size(), 2u);
}

TEST_F(ZeroSets, SaysWhatItCannotSolve) {
    const ZeroSet set = solve({pow(x, Rational(5)) - x + a}, {x});
    EXPECT_FALSE(set.is_complete);
    EXPECT_FALSE(set.reason.empty());
}

TEST_F(ZeroSets, WhereTheEquationsHaveNoValueIsNoSolution) {
    EXPECT_EQ(zero_set(std::vector<Expr>{x / sin(th), sin(th) * cos(th) / sin(th)}, std::vector<Expr>{x, th},
                       values, Budget(10))
                  .families.size(),
              2u);
}

}  // namespace
}  // namespace anholon
