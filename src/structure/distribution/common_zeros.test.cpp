#include "structure/distribution/common_zeros.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "structure/distribution/model.test.hpp"
#include "structure/zeros/range.hpp"

namespace anholon {
namespace {

TEST(Range, ExcludesZeroWhereParametersDo) {
    const System system = model(
        "model R {\n param m = 1 in 0.1..10, e = 0 in -1..1, k = 2\n coord x, phi\n kinetic m*x'^2 + "
        "phi'^2\n}");
    Context& c = system.c();
    const Expr m = c.find("m"), e = c.find("e"), k = c.find("k"), x = c.find("x"), phi = c.find("phi");
    for (const Expr& f :
         {m, k, m + k * x * x, m * m + e * e, 2 + cos(phi), exp(x), 20 * k / k + e * m, 1 / x})
        EXPECT_TRUE(cannot_vanish(system, f)) << text(f);
    for (const Expr& f : {e, x, m - k, 1 + cos(phi), m + x, k * e, x * x})
        EXPECT_FALSE(cannot_vanish(system, f)) << text(f);
    EXPECT_EQ(sign_of(system, -m * k), -1);
    EXPECT_EQ(sign_of(system, x * x), 0);
}

// Matrices of random functions on a grid: the rank is smaller exactly where the locus says so.
TEST(RankLoss, IsExactlyWhereItIsToldToBe) {
    const System system = model("model R {\n coord x, y, p, q\n kinetic x'^2 + y'^2 + p'^2 + q'^2\n}");
    const Setting s(system);
    Context& c = s.c;
    const Expr x = s.q[0], y = s.q[1], p = s.q[2], q = s.q[3];
    const std::vector<Expr> entries{c.zero(),       c.one(),   x,      y,          x * y,      x - y,
                                    cos(p),         sin(p),    cos(q), cos(p - q), sin(p + q), y * y,
                                    1 + cos(q) * x, x * sin(q)};
    std::mt19937_64 engine(3);
    const auto below = [&](std::size_t n) {
        return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine);
    };
    std::size_t told_lost = 0, decided = 0;
    for (int trial = 0; trial < 80; ++trial) {
        Matrix A(c, 1 + below(2), 3);
        for (Expr& e : A.entries()) e = entries[below(entries.size())];
        const std::size_t full = *rank(A).rank;
        const Locus locus = rank_loss(s, A, full, Budget(60));
        if (!locus.decided) continue;
        ++decided;
        for (int k = 0; k < 30; ++k) {
            Substitution point;
            for (const Expr& u : {x, y}) point.emplace_back(u, c.number(static_cast<long>(below(3)) - 1));
            for (const Expr& u : {p, q})
                point.emplace_back(u, c.pi() * Rational(static_cast<long>(below(4)), 2));
            Matrix at = A;
            for (Expr& e : at.entries()) e = substitute(e, point);
            // Angles count modulo 2π.
            const bool told = std::ranges::any_of(locus.cases, [&](const Locus::Case& one) {
                return std::ranges::all_of(one.conditions, [&](const Expr& f) {
                    return is_zero(sin(substitute(f, point) / 2)).answer == Answer::yes;
                });
            });
            EXPECT_EQ(*rank(at).rank < full, told) << described(locus).text;
            told_lost += told;
        }
    }
    EXPECT_GT(decided, 60u);
    EXPECT_GT(told_lost, 200u);
}

TEST(CommonZeros, NameTheSolutionThatIsMeant) {
    const System system =
        model("model R {\n param a = 1 in 0.1..2, b = 1 in 0.1..2\n coord p\n kinetic p'^2\n}");
    const Setting s(system);
    const Expr p = s.q[0], a = s.c.find("a"), b = s.c.find("b");
    const Locus folded = common_zeros(s, {sin(p), a * cos(p) + b}, Budget(10));
    EXPECT_EQ(described(folded).text, "p - pi = 0 and a - b = 0");
    EXPECT_TRUE(folded.is_attained());
    EXPECT_TRUE(common_zeros(s, {sin(p), cos(p)}, Budget(10)).cases.empty());
}

}  // namespace
}  // namespace anholon
