#include "report/decimate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace anholon {
namespace {

using Values = std::vector<double>;

const Axis unit{{0, 1}, {}, ""};
const PlacedAxis across{unit, 0, 800}, up{unit, 400, 0};  // up is where y is small

std::vector<double> steps(std::size_t count) {
    std::vector<double> out(count);
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<double>(i) / static_cast<double>(count - 1);
    return out;
}

TEST(Decimate, FewPointsStayAsTheyAre) {
    const auto lines = decimated(Values{0.0, 0.5, 1.0}, Values{0.0, 1.0, 0.25}, across, up, 1);
    ASSERT_EQ(lines.size(), 1);
    ASSERT_EQ(lines[0].size(), 3);
    EXPECT_EQ(lines[0][1].x, 400);
    EXPECT_EQ(lines[0][1].y, 0);
    EXPECT_EQ(lines[0][2].x, 800);
    EXPECT_EQ(lines[0][2].y, 300);
}

TEST(Decimate, SpikesOfOneRowStay) {
    const auto t = steps(1000000);
    std::vector<double> y(t.size(), 0.5);
    y[333333] = 1;
    y[777777] = 0;
    const auto lines = decimated(t, y, across, up, 1);
    ASSERT_EQ(lines.size(), 1);
    EXPECT_LE(lines[0].size(), 4 * 801);
    const auto has = [&](double x, double its_y) {
        return std::any_of(lines[0].begin(), lines[0].end(),
                           [&](CanvasPoint p) { return std::abs(p.x - x) < 1 && p.y == its_y; });
    };
    EXPECT_TRUE(has(800.0 / 3, 0));
    EXPECT_TRUE(has(800.0 * 7 / 9, 400));
}

// Whatever is left out lies between the lowest and the highest point of its column.
TEST(Decimate, CoversWhatTheCurveCovers) {
    const auto t = steps(200000);
    std::vector<double> y;
    for (const double s : t) y.push_back(0.5 + 0.5 * std::sin(5000 * s) * s);
    const auto lines = decimated(t, y, across, up, 1);
    std::vector<double> low(801, 1e9), high(801, -1e9);
    for (const CanvasPoint p : lines[0]) {
        const auto column = static_cast<std::size_t>(p.x);
        low[column] = std::min(low[column], p.y);
        high[column] = std::max(high[column], p.y);
    }
    for (std::size_t i = 0; i < t.size(); ++i) {
        const auto column = static_cast<std::size_t>(across(t[i]));
        EXPECT_LE(low[column], up(y[i]));
        EXPECT_GE(high[column], up(y[i]));
    }
    EXPECT_TRUE(std::is_sorted(lines[0].begin(), lines[0].end(),
                               [](CanvasPoint a, CanvasPoint b) { return a.x < b.x; }));
}

// A path that fills an area: every pixel it passes is passed by what is left of it, by a small part of the segments.
TEST(Decimate, PathsThatComeAgain) {
    Values x, y;
    for (int i = 0; i < 300000; ++i) {
        const double r = 0.35 + 0.15 * std::sin(0.3 * i * 1.618034);
        x.push_back(0.5 + r * std::cos(0.3 * i));
        y.push_back(0.5 + r * std::sin(0.3 * i));
    }
    const auto lines = decimated(x, y, across, up, 1);
    std::size_t points = 0;
    std::vector<bool> passed(802 * 402);
    const auto pass = [&](CanvasPoint a, CanvasPoint b) {
        std::size_t missed = 0;
        for (int k = 0; k <= 200; ++k) {
            const double px = a.x + (b.x - a.x) * k / 200, py = a.y + (b.y - a.y) * k / 200;
            auto pixel = passed[static_cast<std::size_t>(py) * 802 + static_cast<std::size_t>(px)];
            missed += !pixel;
            pixel = true;
        }
        return missed;
    };
    for (const auto& line : lines) {
        points += line.size();
        for (std::size_t i = 1; i < line.size(); ++i) pass(line[i - 1], line[i]);
    }
    EXPECT_LT(points, 60000);
    std::size_t missed = 0;
    for (std::size_t i = 1; i < x.size(); ++i)
        missed += pass({across(x[i - 1]), up(y[i - 1])}, {across(x[i]), up(y[i])});
    EXPECT_LT(missed, 802 * 402 / 1000) << "pixels at the edges of others";
}

TEST(Decimate, BreaksWhereThereIsNoNumber) {
    const auto lines = decimated(Values{0.0, 0.1, 0.2, 0.3, NAN, 0.5},
                                 Values{0.0, 1.0, INFINITY, 1.0, 0.0, 1.0}, across, up, 1);
    ASSERT_EQ(lines.size(), 3);
    EXPECT_EQ(lines[0].size(), 2);
    EXPECT_EQ(lines[1].size(), 1);
    EXPECT_EQ(lines[2].size(), 1);
    EXPECT_TRUE(decimated(Values{NAN}, Values{0.0}, across, up, 1).empty());
    EXPECT_TRUE(decimated({}, {}, across, up, 1).empty());
}

}  // namespace
}  // namespace anholon
