#include "expr/parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"

namespace anholon {
namespace {

// e_{k+1} = (e_k + y) sin(e_k + m) + cos e_k, whose tree doubles with every step.
Expr nested(Context& c, int steps) {
    const Expr y = c.variable("y"), m = c.constant("m");
    Expr e = c.variable("x");
    for (int i = 0; i < steps; ++i) e = (e + y) * sin(e + m) + cos(e);
    return e;
}

Expr put_back(Expr e, const std::vector<KnownName>& values) {
    Substitution back;
    for (const KnownName& known : values) back.emplace_back(known.symbol, known.value);
    for (std::size_t k = 0; k < values.size(); ++k) e = substitute(e, back);
    return e;
}

TEST(Parts, ShortExpressionsStayAsTheyAre) {
    Context c;
    const std::vector<Expr> e{nested(c, 2), c.variable("x")};
    EXPECT_FALSE(needs_cutting(e));
    EXPECT_TRUE(needs_cutting(std::vector<Expr>{nested(c, 6)}));
    EXPECT_FALSE(needs_cutting({}));
}

TEST(Parts, PutTogetherAreTheExpressions) {
    Context c;
    const Expr e = nested(c, 12), x = c.variable("x");
    const Expr y = c.variable("y"), m = c.constant("m");
    Expr d = x;
    for (int i = 0; i < 12; ++i) d = (y - d) * sin(d - m) - cos(m - d) / (x - d - y);
    const std::vector<Expr> all{-e, e * x, e / 2 + x, x, d, y - d};
    for (const bool simplify : {false, true}) {
        const Parts parts = cut_into_parts(all, {.simplify = simplify});
        ASSERT_FALSE(parts.values.empty());
        const std::vector<Expr> symbols = symbols_of(c, [&] {
            std::vector<Expr> roots = parts.main;
            for (const KnownName& known : parts.values) roots.push_back(known.value);
            return roots;
        }());
        for (const KnownName& known : parts.values)
            EXPECT_NE(std::ranges::find(symbols, known.symbol), symbols.end()) << "a name that nothing uses";
        for (std::size_t k = 0; k < all.size(); ++k)
            EXPECT_TRUE(vanishes(put_back(parts.main[k], parts.values) - all[k])) << k;
    }
}

// Each part alone is small enough for what the whole is too large for.
TEST(Parts, AreSimplifiedOneByOne) {
    Context c;
    const Expr a = c.constant("a"), b = c.constant("b"), e = nested(c, 12);
    const std::vector<Expr> all{(a + b) * e - b * e, sin(e) + e};
    for (const KnownName& known : cut_into_parts(all).values)
        EXPECT_EQ(text(known.value).find("b"), std::string::npos);
    EXPECT_EQ(text(cut_into_parts(all).main[0]).find("b"), std::string::npos);
}

TEST(Parts, LongDenominatorsAndRadicandsAreCut) {
    Context c;
    Expr sum = c.one();
    for (const char* name : {"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "kappa"})
        sum += pow(c.constant(name), 2) * cos(c.variable(std::string(name) + "1"));
    for (const Expr& e : {1 / sum, sqrt(sum)}) {
        const Parts parts = cut_into_parts(std::span(&e, 1));
        ASSERT_EQ(parts.values.size(), 1u);
        EXPECT_LT(text(parts.main[0]).size(), 30u);
        EXPECT_TRUE(vanishes(put_back(parts.main[0], parts.values) - e));
    }
    EXPECT_FALSE(needs_cutting(std::span(&sum, 1)));
    EXPECT_TRUE(cut_into_parts(std::span(&sum, 1)).values.empty());
}

// Which of S and −S has a node, and in what order nodes were made, is an accident of history.
TEST(Parts, DoNotDependOnHistory) {
    const auto shown = [](bool has_history) {
        Context c;
        const Expr x = c.variable("x"), y = c.variable("y"), m = c.constant("m");
        if (has_history) nested(c, 12) * cos(y - x) + sin(nested(c, 7) - y) / (m - x * y);
        Expr e = x;
        for (int i = 0; i < 12; ++i) e = (y - e) * sin(e - m) + cos(e);
        const std::vector<Expr> all{e, e * y};
        const Parts parts = cut_into_parts(all);
        const Printed p = print(parts.main, Style::text, {.known = parts.values});
        std::string out = p.main[0] + "\n" + p.main[1];
        for (const auto& [name, value] : p.where) out += "\n" + name + " = " + value;
        return out;
    };
    EXPECT_EQ(shown(false), shown(true));
}

}  // namespace
}  // namespace anholon
