#include "study/limit.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "model/read_model.test.hpp"
#include "study/realisation.hpp"

namespace anholon {
namespace {

std::vector<Observable> places(const System& system) {
    std::vector<Observable> out;
    for (const Coordinate& q : system.coordinates)
        out.push_back({.name = q.symbol.symbol().name, .value = q.symbol});
    return out;
}

// The skate under the limit of the mixed realisation, written by hand: x' = v cos φ, y' = v sin φ, φ' = w,
// v' = cos φ + λw, w' = −λv, λ' = −sin φ − vw − μλ (m = J = G = 1). The classical method of Runge and Kutta.
std::array<double, 6> skate(double mu, double until) {
    using State = std::array<double, 6>;
    const auto F = [mu](const State& s) {
        const double phi = s[2], v = s[3], w = s[4], lambda = s[5];
        return State{v * std::cos(phi),          v * std::sin(phi), w,
                     std::cos(phi) + lambda * w, -lambda * v,       -std::sin(phi) - v * w - mu * lambda};
    };
    const auto moved = [](const State& s, const State& k, double h) {
        State out = s;
        for (std::size_t i = 0; i < 6; ++i) out[i] += h * k[i];
        return out;
    };
    State s{0, 0, 0.1, 0, 0, 0};
    const int steps = 4000;
    const double h = until / steps;
    for (int i = 0; i < steps; ++i) {
        const State k1 = F(s), k2 = F(moved(s, k1, h / 2)), k3 = F(moved(s, k2, h / 2)),
                    k4 = F(moved(s, k3, h));
        for (std::size_t j = 0; j < 6; ++j) s[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
    }
    return s;
}

TEST(Limit, OfTheMixedRealisationIsTheHandWrittenLaw) {
    for (const double ratio : {0.0, 1.0, 5.0}) {
        System base = from_gallery("vakonomic-skate");
        const Expr mu = add_parameter(base, "mu", Rational(static_cast<long>(ratio)));
        const System limit = mixed_limit(base, mu);
        const EndOfMotion end = end_of_motion(limit, places(limit), 3, {}, 1e-13);
        const auto expected = skate(ratio, 3);
        for (std::size_t k = 0; k < 3; ++k)
            EXPECT_NEAR(end.values[k], expected[k], 1e-9) << ratio << " " << k;
    }
    // μ = 0 is the vakonomic motion of the literature: cases §8.
    EXPECT_NEAR(skate(0, 3)[2], 1.7546820703, 1e-9);
}

TEST(Limit, MeasuresExponentsAboveTheErrorAlone) {
    const std::vector<double> numbers{1e2, 1e3, 1e4, 1e5, 1e6};
    std::vector<EndOfMotion> ends;
    for (const double N : numbers) ends.push_back({.values = {1 + 3 / N, 2.0}, .error = 1e-7, .method = {}});
    const Approach near = approach(numbers, ends, {.values = {1, 2}, .error = 1e-7, .method = {}});
    EXPECT_EQ(near.tends, Answer::yes);
    EXPECT_NEAR(*near.exponent, -1, 1e-9);
    EXPECT_TRUE(near.exponents[3]);
    EXPECT_TRUE(near.exponents[4]);
    EXPECT_NEAR(near.factors[0], 3, 1e-9);
    EXPECT_EQ(near.factors[1], 0);
    const Approach far = approach(numbers, ends, {.values = {1.5, 2}, .error = 1e-7, .method = {}});
    EXPECT_EQ(far.tends, Answer::no);
    // A distance that falls at first and ever less in the end.
    EXPECT_EQ(approach(numbers, ends, {.values = {1 - 3e-5, 2}, .error = 1e-9, .method = {}}).tends,
              Answer::unknown);
    for (EndOfMotion& end : ends) end.error = 1;
    EXPECT_EQ(approach(numbers, ends, {.values = {1, 2}, .error = 0, .method = {}}).tends, Answer::unknown);
}

}  // namespace
}  // namespace anholon
