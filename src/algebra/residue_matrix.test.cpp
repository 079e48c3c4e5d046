#include "algebra/residue_matrix.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace anholon
