#include "algebra/residue_matrix.hpp"

#include <gtest/gtest.h>

#include <random>

namespace anholon {
namespace {

TEST(ResidueMatrix, KernelVectorsEndWithTheirOne) {
    const PrimeField F(field_primes()[0]);
    const auto row = [&](std::initializer_list<int> a) {
        ResidueRow r;
        for (const int x : a) r.push_back(*F.from(Rational(x)));
        return r;
    };
    const Echelon e = echelon(F, {row({1, 2, 3, 4}), row({2, 4, 6, 9}), row({3, 6, 9, 13})}, 4);
    EXPECT_EQ(e.pivots, (std::vector<std::size_t>{0, 3}));
    const auto basis = kernel(F, e);
    ASSERT_EQ(basis.size(), 2u);
    EXPECT_EQ(basis[0].c, row({-2, 1, 0, 0}));
    EXPECT_EQ(basis[1].c, row({-3, 0, 1, 0}));
}

TEST(ResidueMatrix, FractionsComeBack) {
    const PrimeField F(field_primes()[3]);
    for (const Rational& a : {Rational(0), Rational(-7), Rational(22, 7), Rational(-981, 100)})
        EXPECT_EQ(as_fraction(F, *F.from(a)), a);
}

Residue product(const PrimeField& F, const ResidueRow& a, const ResidueRow& b) {
    Residue sum = F.zero();
    for (std::size_t k = 0; k < a.size(); ++k) sum = F.add(sum, F.multiply(a[k], b[k]));
    return sum;
}

// Rows of which some are combinations of others: all of them vanish on the kernel, and rank and kernel make up the columns.
TEST(RowSpace, HasTheRankAndTheKernelOfItsRows) {
    const PrimeField F(1000003);
    std::mt19937_64 random(7);
    for (int trial = 0; trial < 50; ++trial) {
        const std::size_t columns = 2 + random() % 6, count = 1 + random() % 8;
        ResidueRows rows;
        for (std::size_t i = 0; i < count; ++i) {
            ResidueRow row(columns);
            for (Residue& a : row) a = random() % 3 == 0 ? F.zero() : F.from(random() % 5);
            if (i > 1 && random() % 2 == 0)
                for (std::size_t k = 0; k < columns; ++k)
                    row[k] = F.add(rows[0][k], F.add(rows[1][k], rows[1][k]));
            rows.push_back(std::move(row));
        }
        RowSpace space(F, columns);
        std::size_t rank = 0;
        for (const ResidueRow& row : rows) rank += space.add(row);
        const std::vector<ResidueRow> kernel = space.kernel();
        EXPECT_EQ(rank + kernel.size(), columns);
        EXPECT_EQ(rank, echelon(F, rows, columns).pivots.size());
        for (const ResidueRow& v : kernel)
            for (const ResidueRow& row : rows) EXPECT_TRUE(product(F, row, v).is_zero());
    }
}

}  // namespace
}  // namespace anholon
