#include "expr/linear.hpp"

#include <gtest/gtest.h>

#include "expr/enclosure.hpp"
#include "expr/print.hpp"
#include "expr/random_expression.test.hpp"
#include "expr/zero.hpp"

namespace anholon {
namespace {

class Linear : public ::testing::Test {
  protected:
    Context c;
    testing::RandomExpression random{c, 42};
    Expr x = c.variable("x"), y = c.variable("y"), z = c.variable("z"), a = c.constant("a");

    Matrix random_matrix(std::size_t rows, std::size_t columns) {
        Matrix A(c, rows, columns);
        for (Expr& e : A.entries()) e = random.mechanical(1);
        return A;
    }
    void expect_zero(std::span<const Expr> e) {
        for (const Expr& entry : e) EXPECT_EQ(is_zero(entry).answer, Answer::yes) << text(entry);
    }
};

TEST_F(Linear, InverseTimesMatrixIsOne) {
    for (std::size_t n = 1; n <= 5; ++n) {
        const Matrix A = random_matrix(n, n);
        const auto result = inverse(A);
        if (result.outcome == InverseResult::Outcome::singular) {
            EXPECT_EQ(is_zero(determinant(A)).answer, Answer::yes);
            continue;
        }
        ASSERT_EQ(result.outcome, InverseResult::Outcome::regular);
        const Matrix difference = A * result.inverse - Matrix::identity(c, n);
        expect_zero(difference.entries());
    }
}

TEST_F(Linear, APivotThatVanishesIdenticallyIsNotTaken) {
    const Expr nothing = pow(sin(x), 2) + pow(cos(x), 2) - 1;
    const Matrix A{{nothing, c.one()}, {c.one(), nothing + x}};
    const auto result = inverse(A);
    ASSERT_EQ(result.outcome, InverseResult::Outcome::regular);
    const Matrix difference = A * result.inverse - Matrix::identity(c, 2);
    expect_zero(difference.entries());
    EXPECT_EQ(*rank(Matrix{{nothing, nothing}, {x, y}}).rank, 1u);
}

TEST_F(Linear, RanksAreGeneric) {
    EXPECT_EQ(*rank(Matrix{{sin(x), cos(x)}, {-cos(x), sin(x)}}).rank, 2u);
    EXPECT_EQ(*rank(Matrix{{sin(2 * x), sin(x)}, {2 * cos(x), c.one()}}).rank, 1u);
    EXPECT_EQ(*rank(Matrix{{x, y, z}, {2 * x, 2 * y, 2 * z}, {x + 1, y, z}}).rank, 2u);
    const Matrix A = random_matrix(6, 3), B = random_matrix(3, 6);
    EXPECT_EQ(*rank(A * B).rank, *rank(A).rank < *rank(B).rank ? *rank(A).rank : *rank(B).rank);
    EXPECT_LT(rank(A * B).error_bound, 1e-14);
}

TEST_F(Linear, KernelIsAnnihilatedAndComplete) {
    const Matrix A{{-sin(x), cos(x), c.zero(), a}, {c.zero(), y, c.one(), x}};
    const auto result = kernel(A);
    ASSERT_TRUE(result.decided);
    EXPECT_EQ(result.basis.size(), 2u);
    for (const auto& v : result.basis) expect_zero(A * v);
}

TEST_F(Linear, SolutionsOfEveryKind) {
    const Matrix A{{x, y}, {y, x}};
    const std::vector<Expr> b{c.one(), a};
    const auto unique = solve(A, b);
    ASSERT_EQ(unique.outcome, Solution::Outcome::unique);
    const auto left = A * unique.x;
    expect_zero(std::vector{left[0] - b[0], left[1] - b[1]});

    const Matrix dependent{{x, y}, {2 * x, 2 * y}};
    EXPECT_EQ(solve(dependent, std::vector{a, 2 * a}).outcome, Solution::Outcome::many);
    EXPECT_EQ(solve(dependent, std::vector{a, a}).outcome, Solution::Outcome::none);
}

TEST_F(Linear, SaysThatAPivotCannotBeDecided) {
    const Expr nothing = pow(sin(x), 2) + pow(cos(x), 2) - 1;
    const Matrix A{{1 / nothing, y}, {y, x}};
    const auto result = solve(A, std::vector{x, y});
    EXPECT_EQ(result.outcome, Solution::Outcome::undecided);
    EXPECT_EQ(result.reason, "division by an expression that is identically zero");
    EXPECT_EQ(inverse(A).outcome, InverseResult::Outcome::undecided);
    EXPECT_FALSE(rank(A).rank);
    EXPECT_FALSE(kernel(A).decided);
}

TEST_F(Linear, DeterminantsByMinorsAndByElimination) {
    EXPECT_EQ(determinant(Matrix{{x, y}, {z, a}}), a * x - y * z);
    // Vandermonde of 9 points is Π (x_j − x_i): beyond the size for minors.
    std::vector<Expr> p;
    for (int i = 0; i < 9; ++i) p.push_back(c.constant("p" + std::to_string(i)));
    Matrix V(c, 9, 9);
    Expr product = c.one();
    for (std::size_t i = 0; i < 9; ++i) {
        for (std::size_t j = 0; j < 9; ++j) V(i, j) = pow(p[i], static_cast<long>(j));
        for (std::size_t j = 0; j < i; ++j) product *= p[i] - p[j];
    }
    EXPECT_EQ(is_zero(determinant(V) - product).answer, Answer::yes);
    EXPECT_EQ(is_zero(determinant(V) + product).answer, Answer::no);
    const Matrix A = random_matrix(4, 4), B = random_matrix(4, 4);
    EXPECT_EQ(is_zero(determinant(A * B) - determinant(A) * determinant(B)).answer, Answer::yes);
}

// Where every pivot on the diagonal vanishes, the inverse has its value all the same: it divides by the determinant alone.
TEST_F(Linear, InversesHaveNoPolesOfSinglePivots) {
    const std::size_t n = 6;
    Matrix A(c, n, n);
    Point backwards;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            A(i, j) = c.variable("a" + std::to_string(i) + std::to_string(j));
            backwards.emplace_back(A(i, j), Rational(i + j + 1 == n ? 2 : 0));
        }
    const InverseResult result = inverse(A);
    ASSERT_EQ(result.outcome, InverseResult::Outcome::regular);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            const Ball value = enclosure(result.inverse(i, j), backwards, 64);
            ASSERT_TRUE(value.is_finite()) << i << j;
            EXPECT_EQ(value.midpoint(), i + j + 1 == n ? 0.5 : 0) << i << j;
        }
}

}  // namespace
}  // namespace anholon
