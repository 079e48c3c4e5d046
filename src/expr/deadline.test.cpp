#include "base/deadline.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"

namespace anholon {
namespace {

TEST(Deadline, EndsWhatWalksOverExpressions) {
    Context c;
    const Expr x = c.variable("x"), e = sin(x) * sin(x) + cos(x) * cos(x);
    {
        const Deadline past(TimeLimit::by_the_clock(-1));
        EXPECT_THROW(Walk{e}, TimeIsUp);
        EXPECT_THROW(simplified(e), TimeIsUp);
        EXPECT_THROW(is_zero_modulo_primes(e), TimeIsUp);
    }
    EXPECT_EQ(simplified(e), c.one());
}

TEST(Deadline, OfAPartIsNotLaterThanThatOfTheWhole) {
    Context c;
    const Expr x = c.variable("x");
    const Deadline whole(TimeLimit::by_the_clock(3600));
    {
        const Deadline part(TimeLimit::of_work(-1));
        EXPECT_THROW(Walk{x}, TimeIsUp);
        const Deadline longer(TimeLimit::by_the_clock(7200));
        EXPECT_THROW(Walk{x}, TimeIsUp);
    }
    EXPECT_NO_THROW(Walk{x});
}

// Waiting is no work.
TEST(Deadline, OfWorkDoesNotCountWhatOthersDo) {
    const TimeLimit work = TimeLimit::of_work(0.02), clock = TimeLimit::by_the_clock(0.02);
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    EXPECT_TRUE(clock.has_passed());
    EXPECT_FALSE(work.has_passed());
    for (volatile int k = 0; !work.has_passed();) k = k + 1;
    EXPECT_LE(work.left(), 0);
}

TEST(Stop, EndsWhatWalksOverExpressions) {
    Context c;
    const Expr x = c.variable("x");
    const Stop stop;
    {
        const Stoppable here(stop);
        EXPECT_NO_THROW(Walk{x});
        stop.request();
        EXPECT_THROW(Walk{x}, Cancelled);
    }
    EXPECT_NO_THROW(Walk{x});
}

}  // namespace
}  // namespace anholon
