#include "proof/text.hpp"

#include <gtest/gtest.h>

namespace anholon::proof {
namespace {

TEST(ProofText, WritesDifferencesAsPeopleDo) {
    Program p;
    const Id x = p.variable("x"), y = p.variable("y"), one = p.number(1), two = p.number(2),
             half = p.number(Rational(-1, 2));
    const Id minus_two_y = p.product({p.number(-2), y});
    EXPECT_EQ(text(p, p.sum({x, p.number(-1)})), "x - 1");
    EXPECT_EQ(text(p, p.sum({x, minus_two_y})), "x - 2*y");
    EXPECT_EQ(text(p, p.sum({x, p.product({p.number(-1), y})})), "x - y");
    EXPECT_EQ(text(p, p.sum({p.product({half, x}), one})), "-1/2*x + 1");
    EXPECT_EQ(text(p, p.subtract(x, minus_two_y)), "x - (-2*y)");
    EXPECT_EQ(text(p, p.product({x, p.sum({y, p.number(-2)})})), "x*(y - 2)");
    EXPECT_EQ(text(p, p.divide(two, p.sum({x, p.number(-1)}))), "2/(x - 1)");
}

}  // namespace
}  // namespace anholon::proof
