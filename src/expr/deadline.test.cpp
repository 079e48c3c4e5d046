#include "base/deadline.hpp"

#include <gtest/gtest.h>

#include "expr/simplify.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"

namespace anholon {
namespace {

using Clock = std::chrono::steady_clock;

TEST(Deadline, EndsWhatWalksOverExpressions) {
    Context c;
    const Expr x = c.variable("x"), e = sin(x) * sin(x) + cos(x) * cos(x);
    {
        const Deadline past(Clock::now() - std::chrono::seconds(1));
        EXPECT_THROW(Walk{e}, TimeIsUp);
        EXPECT_THROW(simplified(e), TimeIsUp);
        EXPECT_THROW(is_zero_modulo_primes(e), TimeIsUp);
    }
    EXPECT_EQ(simplified(e), c.one());
}

TEST(Deadline, OfAPartIsNotLaterThanThatOfTheWhole) {
    Context c;
    const Expr x = c.variable("x");
    const Deadline whole(Clock::now() + std::chrono::hours(1));
    {
        const Deadline part(Clock::now() - std::chrono::seconds(1));
        EXPECT_THROW(Walk{x}, TimeIsUp);
        const Deadline longer(Clock::now() + std::chrono::hours(2));
        EXPECT_THROW(Walk{x}, TimeIsUp);
    }
    EXPECT_NO_THROW(Walk{x});
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
