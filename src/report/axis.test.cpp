#include "report/axis.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace anholon {
namespace {

std::string labels(const Axis& a) {
    std::string out;
    for (const Tick& tick : a.ticks) out += (out.empty() ? "" : " ") + tick.label;
    return out;
}

TEST(Axis, RoundNumbers) {
    EXPECT_EQ(labels(axis({0, 10}, 0, 5)), "0 2 4 6 8 10");
    EXPECT_EQ(labels(axis({0, 40}, 0, 9)), "0 5 10 15 20 25 30 35 40");
    EXPECT_EQ(labels(axis({-1, 1}, 0, 5)), "−1.0 −0.5 0.0 0.5 1.0");
    EXPECT_EQ(labels(axis({0.137, 0.921}, 0, 4)), "0.2 0.4 0.6 0.8");
    EXPECT_EQ(labels(axis({-98765, -12345}, 0, 5)), "−80000 −60000 −40000 −20000");
}

TEST(Axis, PlacesAreThoseOfTheNumbers) {
    const Axis a = axis({-3, 17}, 0.05, 5);
    EXPECT_EQ(a.shown.low, -4);
    EXPECT_EQ(a.shown.high, 18);
    for (const Tick& tick : a.ticks) {
        const bool is_negative = tick.label.starts_with("−");
        const double value = std::stod(is_negative ? "-" + tick.label.substr(3) : tick.label);
        EXPECT_NEAR(tick.place, a.place(value), 1e-12) << tick.label;
    }
    EXPECT_EQ(labels(a), "0 5 10 15");
}

TEST(Axis, LargeAndSmallNumbersHaveAPower) {
    const Axis large = axis({0, 3e7}, 0, 3), small = axis({-2e-9, 2e-9}, 0, 4);
    EXPECT_EQ(labels(large), "0 1 2 3");
    EXPECT_EQ(large.note, "×10⁷");
    EXPECT_EQ(labels(small), "−2 −1 0 1 2");
    EXPECT_EQ(small.note, "×10⁻⁹");
}

// The drift of an energy: the digits that matter are the last.
TEST(Axis, SmallChangesOfLargeNumbersCountFromAnOffset) {
    const Axis a = axis({1 - 2.2e-14, 1 + 2.2e-14}, 0, 5);
    EXPECT_EQ(a.note, "×10⁻¹⁴ + 1");
    EXPECT_EQ(labels(a), "−2 −1 0 1 2");
    const Axis b = axis({-2.500003, -2.500001}, 0, 4);
    EXPECT_EQ(b.note, "×10⁻⁶ − 2.5");
    EXPECT_EQ(labels(b), "−3.0 −2.5 −2.0 −1.5 −1.0");
}

TEST(Axis, RangesWithoutExtent) {
    EXPECT_EQ(labels(axis({2, 2}, 0.04, 4)), "1.0 1.5 2.0 2.5 3.0");
    EXPECT_EQ(labels(axis({0, 0}, 0.04, 4)), "−1.0 −0.5 0.0 0.5 1.0");
    EXPECT_EQ(labels(axis(Extent::none(), 0.04, 5)), "0.0 0.2 0.4 0.6 0.8 1.0");
    const double next = std::nextafter(1.0, 2.0);
    const Axis a = axis({1, next}, 0.04, 5);
    EXPECT_GT(a.place(next), a.place(1));
    EXPECT_GE(a.ticks.size(), 3);
}

TEST(Axis, EveryRangeHasAFewDifferentTicks) {
    for (const double low : {-1e300, -123.456, -1e-12, 0.0, 1e-280, 3.3, 1e9, 9.99e299})
        for (const double extent : {1e-250, 1e-15, 1e-9, 0.7, 12.0, 1e7, 1e299}) {
            const Axis a = axis({low, low + extent}, 0.04, 7);
            EXPECT_GE(a.ticks.size(), 2) << low << " " << extent;
            EXPECT_LE(a.ticks.size(), 16) << low << " " << extent;
            for (std::size_t i = 1; i < a.ticks.size(); ++i) {
                EXPECT_NE(a.ticks[i].label, a.ticks[i - 1].label) << low << " " << extent;
                EXPECT_LT(a.ticks[i].label.size(), 12) << low << " " << extent;
                EXPECT_GT(a.ticks[i].place, a.ticks[i - 1].place) << low << " " << extent;
            }
        }
}

TEST(Axis, PowersOfTen) {
    const Axis a = logarithmic_axis({1e-4, 100}, 0, 9);
    EXPECT_EQ(labels(a), "10⁻⁴ 10⁻³ 10⁻² 10⁻¹ 10⁰ 10¹ 10²");
    EXPECT_NEAR(a.place(0.1), 0.5, 1e-12);
    EXPECT_TRUE(std::isnan(a.place(0)) && std::isnan(a.place(-1)));
    EXPECT_EQ(labels(logarithmic_axis({1, 30}, 0, 9)), "1 2 5 10 20");
    EXPECT_LE(logarithmic_axis({1e-200, 1e200}, 0, 9).ticks.size(), 12);
    EXPECT_GE(logarithmic_axis({3, 3}, 0.04, 9).ticks.size(), 2);
    EXPECT_GE(logarithmic_axis(Extent::none(), 0.04, 9).ticks.size(), 2);
}

}  // namespace
}  // namespace anholon
