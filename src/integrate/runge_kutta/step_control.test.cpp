#include "integrate/runge_kutta/step_control.hpp"

#include <gtest/gtest.h>

namespace anholon::runge_kutta {
namespace {

// The error is φ h⁸; 0.85 of the length that would use all that is allowed.
TEST(StepControl, UsesWhatIsAllowed) {
    EXPECT_DOUBLE_EQ(next_length(Trial::fine, {2, 0.5}, {}, true), 2 * 0.85 / 0.5);
    EXPECT_DOUBLE_EQ(next_length(Trial::fine, {2, 0.5}, {2, 0.5}, true), 2 * 0.85 / 0.5);
    EXPECT_DOUBLE_EQ(next_length(Trial::inaccurate, {2, 1.25}, {}, true), 2 * 0.85 / 1.25);
}

// φ^(1/8) = root / h has grown from 1/4 to 1/2: it will be 1, and a length of 0.85 will do.
TEST(StepControl, ExpectsAnErrorThatGrowsToGrowAsMuchAgain) {
    EXPECT_DOUBLE_EQ(next_length(Trial::fine, {1, 0.5}, {1, 0.25}, true), 0.85);
    EXPECT_DOUBLE_EQ(next_length(Trial::fine, {1, 0.5}, {2, 0.5}, true), 0.85);
    EXPECT_DOUBLE_EQ(next_length(Trial::fine, {-1, 0.5}, {-1, 0.25}, true), -0.85);
}

TEST(StepControl, DoesNotExpectAnErrorThatFallsToFallAgain) {
    EXPECT_DOUBLE_EQ(next_length(Trial::fine, {1, 0.5}, {1, 0.9}, true), 0.85 / 0.5);
    EXPECT_DOUBLE_EQ(next_length(Trial::fine, {1, 0.5}, {0.5, 0.5}, true), 0.85 / 0.5);
}

// What a step in the other direction has met says nothing.
TEST(StepControl, ATurnForgetsTheStepBefore) {
    EXPECT_DOUBLE_EQ(next_length(Trial::fine, {-1, 0.5}, {1, 0.25}, true), -0.85 / 0.5);
}

TEST(StepControl, DoesNotGrowAfterARefusedTrial) {
    EXPECT_DOUBLE_EQ(next_length(Trial::fine, {1, 0.1}, {1, 0.1}, false), 1);
    EXPECT_LT(next_length(Trial::fine, {1, 0.95}, {1, 0.9}, false), 0.9);
}

TEST(StepControl, ChangesWithinBounds) {
    EXPECT_DOUBLE_EQ(next_length(Trial::fine, {1, 0}, {}, true), 6);
    EXPECT_DOUBLE_EQ(next_length(Trial::inaccurate, {1, 1e9}, {}, true), 1.0 / 3);
    EXPECT_DOUBLE_EQ(next_length(Trial::fine, {1, 1}, {1, 1e-9}, true), 1.0 / 3);
}

}  // namespace
}  // namespace anholon::runge_kutta
