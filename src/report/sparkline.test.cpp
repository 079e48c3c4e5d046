#include "report/sparkline.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace anholon {
namespace {

using Values = std::vector<double>;

// At equal distances of time.
std::string even(const Values& values, std::size_t width) {
    Values t;
    for (std::size_t k = 0; k < values.size(); ++k) t.push_back(static_cast<double>(k));
    return sparkline(t, values, width);
}

TEST(Sparkline, OneCellPerNumber) {
    EXPECT_EQ(even({0, 1, 2, 3, 4, 5, 6, 7}, 20), "▁▂▃▄▅▆▇█");
    EXPECT_EQ(even({-1, 1}, 20), "▁█");
}

TEST(Sparkline, SpikesStay) {
    Values values(1000000, 0.5);
    values[300001] = 1;
    values[800001] = 0;
    EXPECT_EQ(even(values, 10), "▅▅▅█▅▅▅▅▁▅");
}

TEST(Sparkline, Constant) { EXPECT_EQ(even({0.1, 0.1, 0.1}, 20), "▄▄▄"); }

TEST(Sparkline, WithoutNumbers) {
    EXPECT_EQ(even({}, 20), "");
    EXPECT_EQ(even({NAN, INFINITY}, 20), "");
    EXPECT_EQ(even({1, NAN, 2}, 20), "▁ █");
    EXPECT_EQ(even({1, 2}, 0), "");
}

TEST(Sparkline, LargestNumbers) { EXPECT_EQ(even({-1.7e308, 0, 1.7e308}, 20), "▁▅█"); }

// Steps of an integrator are short where much happens; cells are equal parts of the time all the same.
TEST(Sparkline, CellsAreEqualPartsOfTime) {
    Values t, values;
    for (int k = 0; k < 1000; ++k) t.push_back(0.001 * k), values.push_back(0);
    for (int k = 1; k < 8; ++k) t.push_back(k), values.push_back(k);
    EXPECT_EQ(sparkline(t, values, 8), "▁▁▃▄▅▆▇█");
    Values backward;
    for (const double time : t) backward.push_back(-time);
    EXPECT_EQ(sparkline(backward, values, 8), "▁▁▃▄▅▆▇█");
    EXPECT_EQ(sparkline(Values{0, 0.01, 0.02, 0.03, 0.04, 4}, Values{0, 0, 0, 0, 0, 7}, 5), "▁▃▅▇█");
}

// Fast oscillations are a band as high as their amplitude, not the chance of where cells begin.
TEST(Sparkline, FastOscillationsAreABand) {
    Values values;
    for (int k = 0; k < 8000; ++k) values.push_back(std::sin(0.37 * k) * (k < 4000 ? 1 : 0.2));
    EXPECT_EQ(even(values, 8), "⣿⣿⣿⣿⠶⠶⠶⠶");
}

TEST(Sparkline, SlowOscillationsAreACurve) {
    Values values;
    for (int k = 0; k <= 800; ++k) values.push_back(std::cos(2 * M_PI * k / 800));
    EXPECT_EQ(even(values, 8), "█▇▂▁▁▂▇█");
}

}  // namespace
}  // namespace anholon
