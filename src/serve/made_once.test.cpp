#include "serve/made_once.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace anholon::serve {
namespace {

using Numbers = MadeOnce<int>;
constexpr double long_enough = 60;

// Waits until it is allowed to end, or asked to stop.
struct Slow {
    std::atomic<int> begun = 0, stopped = 0;
    std::atomic<bool> may_end = false;

    Numbers::Make make(int value) {
        return [this, value] {
            ++begun;
            try {
                while (!may_end) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    Deadline::check();
                }
            } catch (const Cancelled&) {
                ++stopped;
                throw;
            }
            return std::make_shared<const int>(value);
        };
    }
    void wait_for(const std::atomic<int>& counter, int value) const {
        while (counter < value) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
};

Numbers::Make quick(int value, int& made) {
    return [value, &made] {
        ++made;
        return std::make_shared<const int>(value);
    };
}

TEST(MadeOnce, MakesAValueOnce) {
    Numbers numbers(4, long_enough);
    int made = 0;
    EXPECT_EQ(*numbers.get("a", quick(1, made)), 1);
    EXPECT_EQ(*numbers.get("a", quick(2, made)), 1);
    EXPECT_EQ(*numbers.get("b", quick(3, made)), 3);
    EXPECT_EQ(made, 2);
}

TEST(MadeOnce, ForgetsTheOneUsedLeastRecently) {
    Numbers numbers(2, long_enough);
    int made = 0;
    numbers.get("a", quick(1, made));
    numbers.get("b", quick(2, made));
    numbers.get("a", quick(1, made));
    numbers.get("c", quick(3, made));
    EXPECT_EQ(made, 3);
    numbers.get("a", quick(1, made));
    EXPECT_EQ(made, 3);
    numbers.get("b", quick(2, made));
    EXPECT_EQ(made, 4);
}

TEST(MadeOnce, IsSharedByAllWhoWaitForIt) {
    Numbers numbers(4, long_enough);
    Slow slow;
    std::atomic<int> sum = 0;
    {
        std::vector<std::jthread> waiting;
        for (int k = 0; k < 4; ++k) waiting.emplace_back([&] { sum += *numbers.get("a", slow.make(10)); });
        slow.wait_for(slow.begun, 1);
        slow.may_end = true;
    }
    EXPECT_EQ(sum, 40);
    EXPECT_EQ(slow.begun, 1);
}

TEST(MadeOnce, StaysForTheNextOneWhenItsFirstIsCancelled) {
    Numbers numbers(4, long_enough);
    Slow slow;
    const Stop stop;
    std::jthread first([&] {
        const Stoppable here(stop);
        EXPECT_THROW(numbers.get("a", slow.make(1)), Cancelled);
    });
    slow.wait_for(slow.begun, 1);
    stop.request();
    first.join();
    slow.may_end = true;
    EXPECT_EQ(*numbers.get("a", slow.make(2)), 1);
    EXPECT_EQ(slow.begun, 1);
}

TEST(MadeOnce, IsStoppedWhenNobodyWantsIt) {
    Numbers numbers(4, long_enough);
    Slow slow;
    const Stop stop;
    std::jthread first([&] {
        const Stoppable here(stop);
        EXPECT_THROW(numbers.get("a", slow.make(1)), Cancelled);
    });
    slow.wait_for(slow.begun, 1);
    stop.request();
    first.join();
    EXPECT_EQ(slow.stopped, 0);
    int made = 0;
    numbers.get("b", quick(2, made));
    slow.wait_for(slow.stopped, 1);
}

TEST(MadeOnce, FailsAgainAlikeButNotWhereTimeWasShort) {
    Numbers numbers(4, long_enough);
    int tried = 0;
    const Numbers::Make wrong = [&]() -> std::shared_ptr<const int> {
        ++tried;
        throw std::runtime_error("no");
    };
    EXPECT_THROW(numbers.get("a", wrong), std::runtime_error);
    EXPECT_THROW(numbers.get("a", wrong), std::runtime_error);
    EXPECT_EQ(tried, 1);
    const Numbers::Make late = [&]() -> std::shared_ptr<const int> {
        ++tried;
        throw TimeIsUp();
    };
    EXPECT_THROW(numbers.get("b", late), TimeIsUp);
    EXPECT_THROW(numbers.get("b", late), TimeIsUp);
    EXPECT_EQ(tried, 3);
}

TEST(MadeOnce, EndsWithTheTimeThatItHas) {
    Numbers numbers(4, 0.01);
    Slow slow;
    EXPECT_THROW(numbers.get("a", slow.make(1)), TimeIsUp);
}

TEST(MadeOnce, StopsItsWorkWhenItIsDestroyed) {
    Slow slow;
    const Stop stop;
    std::jthread first;
    {
        Numbers numbers(4, long_enough);
        first = std::jthread([&] {
            const Stoppable here(stop);
            EXPECT_THROW(numbers.get("a", slow.make(1)), Cancelled);
        });
        slow.wait_for(slow.begun, 1);
        stop.request();
        first.join();
    }
    EXPECT_EQ(slow.stopped, 1);
}

}  // namespace
}  // namespace anholon::serve
