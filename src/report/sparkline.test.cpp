#include "report/sparkline.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace anholon {
namespace {

using Values = std::vector<double>;

TEST(Sparkline, OneCellANumber) {
    EXPECT_EQ(sparkline(Values{0, 1, 2, 3, 4, 5, 6, 7}, 20), "▁▂▃▄▅▆▇█  0 to 7");
    EXPECT_EQ(sparkline(Values{-1, 1}, 20), "▁█  -1 to 1");
}

TEST(Sparkline, SpikesStay) {
    Values values(1000000, 0.5);
    values[300001] = 1;
    values[800001] = 0;
    EXPECT_EQ(sparkline(values, 10), "▅▅▅█▅▅▅▅▁▅  0 to 1");
}

TEST(Sparkline, Constant) { EXPECT_EQ(sparkline(Values{0.1, 0.1, 0.1}, 20), "▄▄▄  always 0.1"); }

TEST(Sparkline, WithoutNumbers) {
    EXPECT_EQ(sparkline(Values{}, 20), "no values");
    EXPECT_EQ(sparkline(Values{NAN, INFINITY}, 20), "no values");
    EXPECT_EQ(sparkline(Values{1, NAN, 2}, 20), "▁ █  1 to 2");
    EXPECT_EQ(sparkline(Values{1, 2}, 0), "  1 to 2");
}

TEST(Sparkline, LargestNumbers) {
    EXPECT_EQ(sparkline(Values{-1.7e308, 0, 1.7e308}, 20), "▁▅█  -1.7e+308 to 1.7e+308");
}

}  // namespace
}  // namespace anholon
