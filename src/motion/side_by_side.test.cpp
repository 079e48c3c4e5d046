#include "motion/side_by_side.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace anholon {
namespace {

TEST(SideBySide, DoesEveryPieceOnce) {
    for (const std::size_t threads : {1, 2, 5}) {
        std::vector<int> done(100, 0);
        std::size_t told = 0;
        const bool all = side_by_side(
            done.size(), [&] { return [&](std::size_t k) { ++done[k]; }; },
            {.threads = threads, .progress = [&](std::size_t count, std::size_t) { told = count; }});
        EXPECT_TRUE(all);
        EXPECT_EQ(done, std::vector<int>(100, 1));
        EXPECT_EQ(told, 100u);
    }
}

TEST(SideBySide, ThrowsWhatAPieceThrows) {
    std::atomic<int> begun = 0;
    const auto worker = [&] {
        return [&](std::size_t k) {
            ++begun;
            if (k == 3) throw std::runtime_error("three");
        };
    };
    EXPECT_THROW(side_by_side(1'000'000, worker, {.threads = 2}), std::runtime_error);
    EXPECT_LT(begun, 1'000'000);
}

TEST(SideBySide, LeavesOutWhatAStopForbids) {
    const Stop stop;
    std::atomic<int> done = 0;
    const auto worker = [&] {
        return [&](std::size_t) {
            if (++done == 5) stop.request();
            for (int k = 0; k < 20'000'000 && done >= 5; ++k) Deadline::check();  // until the stop arrives
        };
    };
    EXPECT_FALSE(side_by_side(1000, worker, {.threads = 2, .stop = stop}));
    EXPECT_LT(done, 1000);
}

}  // namespace
}  // namespace anholon
