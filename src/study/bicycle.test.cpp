#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "code/program.hpp"
#include "expr/walk.hpp"
#include "mechanics/forms/registry.hpp"
#include "mechanics/setting.hpp"
#include "model/read_model.test.hpp"
#include "model/request.hpp"
#include "study/linearisation.hpp"

// The benchmark of Meijaard, Papadopoulos, Ruina and Schwab (2007), from the bicycle as bodies: theory §7, shared digits of the paper.
namespace anholon {
namespace {

using Values = std::map<std::string, double>;

Linearisation upright(const System& bicycle, const std::string& speed) {
    LinearisationOptions options{.at = Standstill::steady};
    Diagnostics diagnostics;
    options.initial.values.push_back(*read_initial_value(Source("-i", "v = " + speed), bicycle, diagnostics));
    return linearisation(bicycle, options);
}

struct Benchmark {
    std::vector<double> M, C1, K0, K2;
};

// M q̈ + v C1 q̇ + (g K0 + v² K2) q = 0 by two speeds; C1 and K2 are then known at all.
Benchmark of_bicycle(const System& bicycle) {
    const double g = 9.81, v = 3;
    const SmallOscillations standing = *upright(bicycle, "0").oscillations,
                            riding = *upright(bicycle, "3").oscillations;
    EXPECT_EQ(riding.coordinates, (std::vector<std::string>{"roll", "steer"}));
    Benchmark out{riding.M, {}, {}, {}};
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(standing.C[i], 0, 1e-12);
        out.C1.push_back(riding.C[i] / v);
        out.K0.push_back(standing.K[i] / g);
        out.K2.push_back((riding.K[i] - standing.K[i]) / (v * v));
    }
    return out;
}

void expect_all(const std::vector<double>& found, const std::vector<double>& published, double tolerance) {
    ASSERT_EQ(found.size(), published.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], published[i], tolerance);
}

TEST(Bicycle, MatricesOfTheBenchmark) {
    const Benchmark b = of_bicycle(from_gallery("whipple-bicycle"));
    expect_all(b.M, {80.81722, 2.3194133220870913, 2.3194133220870913, 0.29784188199685553}, 1e-12);
    expect_all(b.C1, {0, 33.866413914924944, -0.85035641456978437, 1.6854039739755967}, 1e-12);
    expect_all(b.K0, {-80.95, -2.5995168524987164, -2.5995168524987164, -0.80329488458617688}, 1e-12);
    expect_all(b.K2, {0, 76.597345895732222, 0, 2.6543152379460403}, 1e-12);
}

// The coefficients of the same authors for two point masses and no wheels, their appendix A with m_R = m_F = 0 and no moments of inertia.
// Their z points down, and their roll and steer turn right. The stable range begins at a speed that these coefficients give: 2.190 m/s.
TEST(Bicycle, TwoMassesOnSkates) {
    const double w = 1, c = -0.002, tilt = 5 * std::acos(-1) / 180, mB = 10, xB = 1.2, zB = -0.4, mH = 1,
                 xH = 1.02, zH = -0.2;
    const double mz = mB * zB + mH * zH, mx = mB * xB + mH * xH, xz = -mB * xB * zB - mH * xH * zH;
    const double u = (xH - w - c) * std::cos(tilt) - zH * std::sin(tilt), mu = c / w * std::cos(tilt);
    const double S = mH * u + mu * mx, mixed = -mH * u * zH + mu * xz, zz = mB * xB * xB + mH * xH * xH;
    const System bicycle = from_gallery("two-mass-skate-bicycle");
    const double g = 9.81, v = 4;
    const SmallOscillations found = *upright(bicycle, "4").oscillations;
    EXPECT_EQ(found.coordinates, (std::vector<std::string>{"phi", "delta"}));
    const double turned = std::cos(tilt) / w;
    const std::vector<double> M{mB * zB * zB + mH * zH * zH, mixed, mixed,
                                mH * u * u + 2 * mu * mH * u * xH + mu * mu * zz};
    const std::vector<double> C{0, v * (xz * turned - mu * mz), 0,
                                v * (mH * u * xH * turned + mu * (S + zz * turned))};
    const std::vector<double> K{g * mz, -g * S - v * v * mz * turned, -g * S,
                                -g * S * std::sin(tilt) + v * v * S * turned};
    // Our lean turns right as theirs does; our steer turns left.
    const double side[] = {1, -1, -1, 1};
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(found.M[i], side[i] * M[i], 1e-12) << i;
        EXPECT_NEAR(found.C[i], side[i] * C[i], 1e-11) << i;
        EXPECT_NEAR(found.K[i], side[i] * K[i], 1e-11) << i;
    }
    const auto grows = [&](const std::string& speed) {
        double largest = -1e300;
        for (const auto& value : upright(bicycle, speed).spectrum.values)
            largest = std::max(largest, value.real());
        return largest > 1e-4;
    };
    EXPECT_TRUE(grows("2.19"));
    EXPECT_FALSE(grows("2.191"));
}

TEST(Bicycle, EigenvaluesOfTheBenchmark) {
    const System bicycle = from_gallery("whipple-bicycle");
    struct Row {
        const char* speed;
        double capsize, weave_re, weave_im, castering;
    };
    const Row table[] = {
        {"1", -3.13423125066578, 3.52696170990070, 0.80774027519930, -7.11008014637442},
        {"3", -2.63366137253667, 1.70675605663975, 2.31582447384325, -10.35101467245920},
        {"5", -0.32286642900409, -0.77534188219585, 4.46486771378823, -14.07838969279820},
        {"8", 0.14327879765713, -2.69348683581097, 8.46037971396931, -20.27940894394569},
    };
    const auto nearest = [](const Spectrum& spectrum, std::complex<double> wanted) {
        double least = 1e300;
        for (const auto& value : spectrum.values) least = std::min(least, std::abs(value - wanted));
        return least;
    };
    for (const Row& row : table) {
        const Linearisation l = upright(bicycle, row.speed);
        for (const std::complex<double> wanted : {std::complex(row.capsize, 0.),
                                                  {row.weave_re, row.weave_im},
                                                  {row.weave_re, -row.weave_im},
                                                  {row.castering, 0.}})
            EXPECT_LT(nearest(l.spectrum, wanted), 2e-13 * std::abs(wanted) + 1e-13) << row.speed;
        EXPECT_EQ(l.stability.verdict == Stability::Verdict::unstable, row.speed != std::string("5"));
        EXPECT_EQ(l.spectrum.values.size(), 5u);  // the fifth belongs to the speed, which may be any
    }
}

// det(M s² + v C1 s + g K0 + v² K2), its coefficients from the highest.
std::array<double, 5> characteristic(const Benchmark& b, double v) {
    const auto entry = [&](std::size_t i) {
        return std::array{b.M[i], v * b.C1[i], 9.81 * b.K0[i] + v * v * b.K2[i]};
    };
    std::array<double, 5> out{};
    const auto add = [&](std::size_t i, std::size_t j, double sign) {
        for (std::size_t p = 0; p < 3; ++p)
            for (std::size_t q = 0; q < 3; ++q) out[p + q] += sign * entry(i)[p] * entry(j)[q];
    };
    add(0, 3, 1);
    add(1, 2, -1);
    return out;
}

double zero_between(double low, double high, auto&& f) {
    for (int i = 0; i < 200; ++i) {
        const double middle = (low + high) / 2;
        ((f(middle) > 0) == (f(low) > 0) ? low : high) = middle;
    }
    return (low + high) / 2;
}

TEST(Bicycle, SpeedsBetweenWhichItBalances) {
    const Benchmark b = of_bicycle(from_gallery("whipple-bicycle"));
    const double weave = zero_between(3, 5, [&](double v) {
        const auto [a0, a1, a2, a3, a4] = characteristic(b, v);
        return a1 * a2 * a3 - a0 * a3 * a3 - a4 * a1 * a1;  // Hurwitz
    });
    EXPECT_NEAR(weave, 4.29238253634111, 1e-11);
    const auto at_weave = characteristic(b, weave);
    EXPECT_NEAR(std::sqrt(at_weave[3] / at_weave[1]), 3.43503384866144, 1e-11);
    EXPECT_NEAR(zero_between(5, 8, [&](double v) { return characteristic(b, v)[4]; }), 6.02426201538837,
                1e-11);
}

// Basu-Mandal, Chatterjee and Papadopoulos (2007), table 1; their axes are turned by half a turn about x against ours, and their pitch
// is counted from a frame that is tilted like the steering axis.
TEST(Bicycle, AccelerationsFarFromUpright) {
    const System bicycle = from_gallery("whipple-bicycle");
    const double lambda = M_PI / 10;
    Values at{{"yaw", 0},
              {"roll", 0.6206670416476966},
              {"pitch", lambda - 0.3300446174593725},
              {"steer", -0.2311385135743},
              {"spinR", 0},
              {"spinF", 0},
              {"frame_x", 0},
              {"frame_y", 0},
              {"frame_z", 0},  // the motion does not depend on it
              {"v", 0.3 * 8.912989661489},
              {"leaning", -0.6068425835418},
              {"steering", -0.4859824687093}};
    for (const Parameter& p : bicycle.parameters) at[p.symbol.symbol().name] = p.value.to_double();
    for (const char* id : {"kane", "maggi", "hamel", "appell"}) {
        const Setting setting(bicycle);
        const Equations e = find_form(id)->derive(setting);
        const auto value = [&](std::span<const Expr> outputs) {
            const std::vector<Expr> inputs = symbols_of(bicycle.c(), outputs);
            std::vector<double> numbers;
            for (const Expr& x : inputs)
                numbers.push_back(x.symbol().kind == SymbolKind::pi ? M_PI : at.at(symbol_text(x.symbol())));
            return run(program(outputs, inputs), numbers);
        };
        // W z = r by Cramer's rule.
        const std::vector<double> W = value(e.W.entries()), r = value(e.r);
        const auto determinant = [](const std::vector<double>& m) {
            return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
                   m[2] * (m[3] * m[7] - m[4] * m[6]);
        };
        for (std::size_t k = 0; k < 3; ++k) {
            std::vector<double> replaced = W;
            for (std::size_t i = 0; i < 3; ++i) replaced[3 * i + k] = r[i];
            at[symbol_text(e.unknowns[k].symbol())] = determinant(replaced) / determinant(W);
        }
        const Substitution motion = setting.frame_of_bodies().motion();
        const auto of = [&](Expr x) { return value(std::vector<Expr>{substitute(x, motion)})[0]; };
        const auto coordinate = [&](const char* name) { return bicycle.c().find(name); };
        const auto rate = [&](const char* name) { return of(dot(coordinate(name))); };
        const auto acceleration = [&](const char* name) { return of(dot(dot(coordinate(name)))); };
        // The dependent velocities of the table follow from the independent ones.
        EXPECT_NEAR(-rate("yaw"), -0.7830033527065, 1e-12) << id;
        EXPECT_NEAR(-rate("pitch"), 0.0119185528069, 1e-12) << id;
        EXPECT_NEAR(-rate("spinF"), -8.0133620584155, 1e-12) << id;
        EXPECT_NEAR(-acceleration("yaw"), -0.8353281706379, 1e-11) << id;
        EXPECT_NEAR(acceleration("roll"), 7.8555281128244, 1e-11) << id;
        EXPECT_NEAR(-acceleration("pitch"), -0.1205543897884, 1e-11) << id;
        EXPECT_NEAR(-acceleration("spinR"), -1.8472554144217, 1e-11) << id;
        EXPECT_NEAR(acceleration("steer"), 4.6198904039403, 1e-11) << id;
        EXPECT_NEAR(-acceleration("spinF"), -2.4548072904550, 1e-11) << id;
    }
}

}  // namespace
}  // namespace anholon
