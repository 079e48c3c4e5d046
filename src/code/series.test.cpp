#include "code/series.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numbers>

#include "algebra/prime_field.hpp"
#include "code/compiler.hpp"
#include "code/lean.hpp"
#include "expr/context.hpp"
#include "expr/derivative.hpp"
#include "expr/enclosure.hpp"
#include "expr/print.hpp"

namespace anholon {
namespace {

constexpr std::size_t order = 11;

// Along x = x0 + t, y = y0 + 2t the k-th coefficient of f(x, y) is (∂_x + 2∂_y)^k f / k!, known exactly.
class SeriesPrograms : public ::testing::Test {
  protected:
    Context c;
    Expr t = c.time(), x = c.variable("x"), y = c.variable("y"), a = c.constant("a");
    const Rational x0{3, 8}, y0{5, 8}, a0{7, 4};

    RateEquations straight_line() {
        return {"line", "", t, {x, y}, {a}, {}, {}, {}, {c.one(), 2 * c.one()}, {a0}};
    }

    std::vector<Expr> functions() {
        return {x * y,
                x * x * y / (a + x),
                1 / (1 + x * y),
                sqrt(1 + x + y * y),
                pow(x + y, Rational(7, 3)),
                pow(x, -3) * a,
                sin(x * y),
                cos(x + a * y),
                tan(x / 2),
                asin(x * y / 3),
                acos(x / 4),
                atan(x + y),
                atan2(x, y),
                sinh(x),
                cosh(x * y),
                tanh(x + y),
                exp(x * y),
                log(x + y),
                abs(-x),
                sign(y) * x,
                choose(x, sin(x), sqrt(-y)) + choose(-y, log(-x), y * y) * choose(a, x, y),
                sin(cos(exp(x) / 4) * y) - a * t,
                exp(sin(x) * y) / (2 + cos(y)),
                a * x - y / a + 3};
    }

    std::vector<std::vector<double>> exact(const std::vector<Expr>& f) {
        std::vector<std::vector<double>> result;
        const Point at{{x, x0}, {y, y0}, {a, a0}, {t, Rational(0)}};
        for (Expr e : f) {
            std::vector<double> row;
            Rational factorial = 1;
            for (std::size_t k = 0; k <= order; ++k) {
                row.push_back(enclosure(e / factorial, at, 256).midpoint());
                e = derivative(e, x) + 2 * derivative(e, y) + derivative(e, t);
                factorial *= Rational(static_cast<long>(k) + 1);
            }
            result.push_back(row);
        }
        return result;
    }

    // All lanes hold the same motion, or lane 1 another one.
    void expect_coefficients(const SeriesKernel& kernel, const SeriesProgram& program,
                             const std::vector<Expr>& f) {
        const std::size_t n = kernel.lanes;
        auto* memory = static_cast<double*>(std::aligned_alloc(64, (kernel.doubles + 7) / 8 * 64));
        auto* rows = static_cast<double*>(std::aligned_alloc(64, (max_order + 4) * kernel.columns * n * 8));
        std::fill_n(memory, (kernel.doubles + 7) / 8 * 8, 0.0);
        std::fill_n(rows, (max_order + 4) * kernel.columns * n, 0.0);
        const double at[] = {a0.to_double()}, start[] = {x0.to_double(), y0.to_double(), 0};
        const std::vector<double> scalars = run(program.scalars, at);
        auto* spread = static_cast<double*>(std::aligned_alloc(64, (scalars.size() * n + 7) / 8 * 64));
        for (std::size_t k = 0; k < scalars.size() * n; ++k) spread[k] = scalars[k / n];
        for (std::size_t k = 0; k < 3 * n; ++k) rows[k] = start[k / n];
        for (int repeat = 0; repeat < 2; ++repeat)  // nothing of a step is left to the next
            EXPECT_TRUE(kernel(memory, spread, rows, order));
        const auto expected = exact(f);
        for (std::size_t i = 0; i < f.size(); ++i)
            for (std::size_t k = 0; k <= order; ++k)
                for (std::size_t lane = 0; lane < n; ++lane) {
                    const double found = rows[(k * kernel.columns + 3 + i) * n + lane];
                    EXPECT_NEAR(found, expected[i][k], 1e-13 * std::max(1.0, std::fabs(expected[i][k])))
                        << text(f[i]) << ", order " << k << ", lane " << lane << " of " << n;
                }
        std::free(memory);
        std::free(rows);
        std::free(spread);
    }
};

TEST_F(SeriesPrograms, OneMotionAgainstExactDerivatives) {
    for (const Expr& e : functions()) {
        const SeriesProgram program = series_program(straight_line(), std::span(&e, 1));
        expect_coefficients(*compiler().series(program), program, {e});
    }
}

TEST_F(SeriesPrograms, ManySeriesInPartsAgainstExactDerivatives) {
    std::vector<Expr> f = functions();
    for (const Expr& e : functions()) f.push_back((x + 2) * e);
    const SeriesProgram program = series_program(straight_line(), f);
    EXPECT_GT(program.series.size(), 120);  // beyond what is compiled as one function
    expect_coefficients(*compiler().series(program), program, f);
}

TEST_F(SeriesPrograms, MotionsSideBySideAgainstExactDerivatives) {
    const std::vector<Expr> f = functions();
    const SeriesProgram program = series_program(straight_line(), f);
    EXPECT_LT(program.series.size(), 120);  // as one function
    for (const std::size_t lanes : {4, 8}) expect_coefficients(*compiler().batch(program, lanes), program, f);
}

TEST_F(SeriesPrograms, ManySeriesSideBySideAgainstExactDerivatives) {
    std::vector<Expr> f = functions();
    for (const Expr& e : functions()) f.push_back((x + 2) * e);
    const SeriesProgram program = series_program(straight_line(), f);
    EXPECT_GT(program.series.size(), 120);  // in parts
    for (const std::size_t lanes : {1, 4, 8})
        expect_coefficients(*compiler().batch(program, lanes), program, f);
}

// 1/(1 − s t) has the coefficients s^k: all orders there are, and every place of the sums.
TEST_F(SeriesPrograms, AllOrdersOfAGeometricSeries) {
    const Expr f = 1 / (1 - x / 2), g = f * f;  // k + 1 of them
    const RateEquations line{"line", "", t, {x}, {}, {}, {}, {}, {c.one()}, {}};
    const SeriesProgram program = series_program(line, std::vector<Expr>{f, g});
    const auto one = compiler().series(program), lane = compiler().batch(program, 1);
    for (const SeriesKernel* kernel : {one.get(), lane.get()})
        for (std::size_t last = 1; last <= max_order; ++last) {
            auto* memory = static_cast<double*>(std::aligned_alloc(64, (kernel->doubles + 7) / 8 * 64));
            alignas(64) double rows[(max_order + 4) * 8] = {};
            std::fill_n(memory, kernel->doubles, 0.0);
            const std::vector<double> scalars = run(program.scalars, {});
            EXPECT_TRUE((*kernel)(memory, scalars.data(), rows, last));
            for (std::size_t k = 0; k <= last; ++k) {
                EXPECT_DOUBLE_EQ(rows[k * 8 + 2], std::ldexp(1.0, -static_cast<int>(k)))
                    << k << " of " << last;
                EXPECT_DOUBLE_EQ(rows[k * 8 + 3],
                                 std::ldexp(static_cast<double>(k) + 1, -static_cast<int>(k)))
                    << k << " of " << last;
            }
            std::free(memory);
        }
}

// e^x sin x has the coefficients 2^(k/2) sin(kπ/4) / k!, and sin² x those of (1 − cos 2x)/2: sums of all pairs of coefficients, up to the
// highest order, in a program of one function and in one cut into parts, alone and as a lane.
TEST_F(SeriesPrograms, AllPairsOfCoefficients) {
    const RateEquations line{"line", "", t, {x}, {}, {}, {}, {}, {c.one()}, {}};
    std::vector<Expr> f{exp(x) * sin(x), exp(x) * cos(x), pow(sin(x), 2)};
    const SeriesProgram small = series_program(line, f);
    for (int j = 2; j < 40; ++j) f.push_back(sin(j * x));
    const SeriesProgram large = series_program(line, f);
    EXPECT_LT(small.series.size(), 120);
    EXPECT_GT(large.series.size(), 120);
    for (const SeriesProgram* program : {&small, &large}) {
        const auto one = compiler().series(*program), lane = compiler().batch(*program, 1);
        for (const SeriesKernel* kernel : {one.get(), lane.get()})
            for (std::size_t last = 16; last <= max_order; ++last) {
                auto* memory = static_cast<double*>(std::aligned_alloc(64, (kernel->doubles + 7) / 8 * 64));
                std::vector<double> space((max_order + 4) * kernel->columns + 8);
                double* rows = space.data() + 8 - reinterpret_cast<std::uintptr_t>(space.data()) / 8 % 8;
                std::fill_n(memory, kernel->doubles, 0.0);
                EXPECT_TRUE((*kernel)(memory, run(program->scalars, {}).data(), rows, last));
                double factorial = 1;
                for (std::size_t k = 0; k <= last; ++k) {
                    const double n = static_cast<double>(k), turn = n * std::numbers::pi / 4;
                    const double size = std::pow(2, n / 2) / factorial, *row = rows + k * kernel->columns + 2;
                    const double terms = std::pow(2, n) / factorial;  // Σ 1/(j! (k − j)!)
                    EXPECT_NEAR(row[0], size * std::sin(turn), 4e-15 * terms) << k << " of " << last;
                    EXPECT_NEAR(row[1], size * std::cos(turn), 4e-15 * terms) << k << " of " << last;
                    const double square = k == 0 ? 0 : -terms * std::cos(2 * turn) / 2;
                    EXPECT_NEAR(row[2], square, 4e-15 * terms) << k << " of " << last;
                    factorial *= n + 1;
                }
                std::free(memory);
            }
    }
}

// W z = r with W = D + x·E, solved order by order, against the exact inverse series of a diagonal system in other coordinates:
// here W = (1 + x) A, r = (1 + x)² A u, so that z = (1 + x) u.
TEST_F(SeriesPrograms, LinearSystemsOfAllSizes) {
    for (const std::size_t n : {2, 3, 8, 9, 40, 120}) {
        RateEquations e{"linear", "", t, {x}, {}, {}, Matrix(c, n, n), {}, {c.one()}, {}};
        std::vector<Expr> u;
        for (std::size_t i = 0; i < n; ++i) {
            e.unknowns.push_back(c.variable("z" + std::to_string(n) + "_" + std::to_string(i)));
            u.push_back(c.number(Rational(static_cast<long>(i % 7) - 3, 4)));
        }
        for (std::size_t i = 0; i < n; ++i) {
            Expr r = c.zero();
            for (std::size_t j = 0; j < n; ++j) {
                // Symmetric neither in form nor in value, and with a zero on the diagonal.
                const long entry = static_cast<long>(mix(i + 1, j + n) % 9) - 4 + (i == (j + 1) % n ? 20 : 0);
                e.W(i, j) = (1 + x) * Rational(entry);
                r += u[j] * Rational(entry);
            }
            e.r.push_back((1 + x) * (1 + x) * r);
        }
        const SeriesProgram program = series_program(e, e.unknowns);
        const auto kernel = compiler().series(program);
        auto* memory = static_cast<double*>(std::aligned_alloc(64, (kernel->doubles + 7) / 8 * 64));
        auto* rows = static_cast<double*>(std::aligned_alloc(64, (max_order + 4) * kernel->columns * 8));
        std::fill_n(memory, kernel->doubles, 0.0);
        std::fill_n(rows, kernel->columns, 0.0);
        rows[0] = 0.5;
        EXPECT_TRUE((*kernel)(memory, run(program.scalars, {}).data(), rows, 20));
        for (std::size_t i = 0; i < n; ++i) {
            const double ui = u[i].number().to_double();
            for (std::size_t k = 0; k <= 20; ++k) {
                const double expected = k == 0 ? 1.5 * ui : k == 1 ? ui : 0;
                EXPECT_NEAR(rows[k * kernel->columns + 2 + i], expected, 1e-12)
                    << n << ": z" << i << ", order " << k;
            }
        }
        std::free(memory);
        std::free(rows);
    }
}

TEST_F(SeriesPrograms, ASingularSystemIsRefused) {
    const std::vector<Expr> z{c.variable("u"), c.variable("v")};
    const RateEquations e{"singular",   "",     t, {x}, {}, z, Matrix{{x, 2 * x}, {x, 2 * x}},
                          {c.one(), x}, {z[0]}, {}};
    const SeriesProgram program = series_program(e);
    const auto kernel = compiler().series(program);
    auto* memory = static_cast<double*>(std::aligned_alloc(64, (kernel->doubles + 7) / 8 * 64));
    alignas(64) double rows[(max_order + 1) * 8] = {1};
    std::fill_n(memory, kernel->doubles, 0.0);
    EXPECT_FALSE((*kernel)(memory, run(program.scalars, {}).data(), rows, 4));
    std::free(memory);
}

TEST_F(SeriesPrograms, WhatDoesNotChangeIsNoSeries) {
    const Expr e = x * sin(a) / (1 + a * a);
    const SeriesProgram program = series_program(straight_line(), std::span(&e, 1));
    EXPECT_TRUE(program.convolutions.empty());
}

TEST_F(SeriesPrograms, IndependentRowsAreSolvedApart) {
    const std::vector<Expr> z{c.variable("u"), c.variable("v"), c.variable("w")};
    const Matrix W{{c.zero(), x, c.zero()}, {y, c.zero(), c.one()}, {c.one(), c.zero(), x}};
    const RateEquations e{"apart", "", t, {x, y}, {}, z, W, {y, x, y}, {z[0], z[1]}, {}};
    const SeriesProgram program = series_program(e);
    ASSERT_EQ(program.blocks.size(), 1);
    EXPECT_EQ(program.blocks[0].size(), 2);
}

TEST_F(SeriesPrograms, LeanEquationsHaveTheSameValues) {
    RateEquations e = straight_line();
    e.rates = {(x * cos(y) - a * sin(y)) / sin(y), (x * cos(y) - y * sin(y)) * sin(x) / sin(y)};
    const RateEquations short_ones = lean(e);
    EXPECT_LT(series_program(short_ones).convolutions.size(), series_program(e).convolutions.size());
    const Point at{{x, x0}, {y, y0}, {a, a0}};
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_NEAR(enclosure(e.rates[i] - short_ones.rates[i], at).midpoint(), 0, 1e-30);
}

}  // namespace
}  // namespace anholon
