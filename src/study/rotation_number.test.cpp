#include "study/rotation_number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace anholon {
namespace {

struct Points {
    std::vector<double> x, y;
};

// The rigid rotation by rho, seen in the plane as a closed curve.
template <class Curve>
Points turned(double rho, std::size_t count, const Curve& curve) {
    Points out;
    for (std::size_t k = 0; k < count; ++k) {
        const auto [x, y] = curve(2 * std::numbers::pi * rho * static_cast<double>(k));
        out.x.push_back(x);
        out.y.push_back(y);
    }
    return out;
}

// An egg far from the origin, whose turns are not even.
std::pair<double, double> egg(double a) {
    return {7 + 2 * std::cos(a) + 0.3 * std::cos(2 * a), -4 + std::sin(a) + 0.1 * std::sin(3 * a)};
}

TEST(RotationNumber, OfInvariantCurvesIsKnown) {
    for (const double rho : {(std::sqrt(5) - 1) / 2, std::sqrt(2) - 1, std::numbers::pi - 3,
                             0.01 * std::sqrt(3), 1 - 0.003 * std::sqrt(7)}) {
        const Points p = turned(rho, 4000, egg);
        const Rotation found = rotation(p.x, p.y);
        ASSERT_TRUE(found.number) << found.why_none;
        EXPECT_NEAR(found.number->value, rho, 1e-9);
        EXPECT_LT(found.number->error, 1e-6);
    }
}

// Islands around a periodic point of period 5.
TEST(RotationNumber, OfIslandsIsRational) {
    Points p;
    for (int k = 0; k < 2000; ++k) {
        const double centre = 2 * std::numbers::pi * 2 / 5 * k, small = std::sqrt(3) * k;
        p.x.push_back(std::cos(centre) + 0.1 * std::cos(small));
        p.y.push_back(std::sin(centre) + 0.1 * std::sin(small));
    }
    const Rotation found = rotation(p.x, p.y);
    ASSERT_TRUE(found.number) << found.why_none;
    EXPECT_NEAR(found.number->value, 0.4, 1e-9);
}

TEST(RotationNumber, SaysWhereThereIsNone) {
    const Points few = turned(0.3, 10, egg);
    EXPECT_EQ(rotation(few.x, few.y).why_none, "it has fewer than 32 points");
    // The points of an arc, passed to and fro.
    const Points arc = turned(0.6180339887, 1000, [](double a) {
        return std::pair{std::cos(0.3 * std::cos(a)), std::sin(0.3 * std::cos(a))};
    });
    EXPECT_FALSE(rotation(arc.x, arc.y).number);
    // A crescent: a closed curve around no more than the open side of a circle.
    const Points crescent = turned(0.0306180339887, 1000, [](double a) {
        const double along = 2 * std::sin(a), r = 1 + 0.05 * std::cos(a);
        return std::pair{r * std::cos(along), r * std::sin(along)};
    });
    EXPECT_EQ(rotation(crescent.x, crescent.y).why_none, "its points do not go around their middle");
    // Chirikov's standard map in its chaotic sea.
    Points sea;
    double q = 0.1, v = 0.2;
    for (int k = 0; k < 2000; ++k) {
        v += 6 * std::sin(q);
        q += v;
        sea.x.push_back(std::cos(q));
        sea.y.push_back(std::sin(v));
    }
    EXPECT_FALSE(rotation(sea.x, sea.y).number);
    EXPECT_EQ(rotation(sea.x, sea.y).why_none, "its turns have no mean: the orbit may be chaotic");
}

}  // namespace
}  // namespace anholon
