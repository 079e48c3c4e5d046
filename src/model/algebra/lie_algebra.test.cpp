#include "model/algebra/lie_algebra.hpp"

#include <gtest/gtest.h>

namespace anholon {
namespace {

TEST(LieAlgebra, NamedOnesSatisfyJacobi) {
    Context context;
    const std::pair<const char*, std::size_t> names[] = {{"so", 3}, {"so", 4}, {"so", 5},         {"e", 2},
                                                         {"e", 3},  {"sl", 2}, {"heisenberg", 3}, {"r", 4}};
    for (const auto& [name, size] : names) {
        const auto c = named_algebra(context, name, size);
        ASSERT_TRUE(c) << name;
        EXPECT_FALSE(jacobi_failure(context, *c)) << name << size;
        for (std::size_t m = 0; m < c->n; ++m)
            for (std::size_t r = 0; r < c->n; ++r)
                for (std::size_t s = 0; s < c->n; ++s) EXPECT_EQ((*c)(m, r, s), -(*c)(m, s, r));
    }
    EXPECT_FALSE(named_algebra(context, "so", 2));
    EXPECT_FALSE(named_algebra(context, "su", 2));
}

TEST(LieAlgebra, Brackets) {
    Context context;
    const auto so3 = *named_algebra(context, "so", 3);
    EXPECT_EQ(so3(2, 0, 1), context.one());
    EXPECT_EQ(so3(0, 1, 2), context.one());
    const auto e2 = *named_algebra(context, "e", 2);
    EXPECT_EQ(e2(1, 2, 0), context.one());
    EXPECT_EQ(e2(0, 2, 1), -context.one());
    const auto sl2 = *named_algebra(context, "sl", 2);
    EXPECT_EQ(sl2(1, 0, 1), context.number(2));
    const auto both = product(context, so3, e2);
    EXPECT_EQ(both.n, 6u);
    EXPECT_EQ(both(4, 5, 3), context.one());
    EXPECT_EQ(both(2, 0, 4), context.zero());
}

}  // namespace
}  // namespace anholon
