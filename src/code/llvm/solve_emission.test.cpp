#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/prime_field.hpp"
#include "algebra/rational.hpp"
#include "code/compiler.hpp"
#include "expr/context.hpp"

namespace anholon {
namespace {

// W z = r whose entries are the state, and ẋ = z.
struct System {
    Context c;
    std::size_t n;
    RateProgram program;

    explicit System(std::size_t size, bool is_symmetric = true) : n(size) {
        RateEquations e{"System", "", c.time(), {}, {}, {}, {}, {}, {}, {}};
        e.W = Matrix(c, n, n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                e.state.push_back(c.variable("w" + std::to_string(i) + "_" + std::to_string(j)));
                e.W(i, j) = is_symmetric && j < i ? e.W(j, i) : e.state.back();
            }
        for (std::size_t i = 0; i < n; ++i) {
            e.state.push_back(c.variable("r" + std::to_string(i)));
            e.r.push_back(e.state.back());
            e.unknowns.push_back(c.variable("z" + std::to_string(i)));
        }
        for (std::size_t k = 0; k < e.state.size(); ++k) e.rates.push_back(k < n ? e.unknowns[k] : c.zero());
        program = rate_program(e);
    }
    std::size_t states() const { return n * (n + 1); }
};

enum class Kind { positive, indefinite, singular, not_finite };

std::int64_t entry(std::uint64_t seed, std::uint64_t k) {
    return static_cast<std::int64_t>(mix(seed, k) % 19) - 9;
}

// Whole numbers, so that nothing is rounded before the solution. A singular matrix has two rows that are the same.
std::vector<double> numbers(std::size_t n, std::uint64_t seed, Kind kind) {
    const auto factor = [&](std::size_t i, std::size_t k) {
        return entry(seed, (kind == Kind::singular && i + 1 == n ? 0 : i) * n + k);
    };
    std::vector<double> x(n * (n + 1));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            std::int64_t sum = kind == Kind::positive && i == j ? 1 : 0;
            for (std::size_t k = 0; k < n; ++k)
                sum += (kind == Kind::indefinite && k + 1 == n ? -1 : 1) * factor(i, k) * factor(j, k);
            x[i * n + j] = kind == Kind::singular && n == 1 ? 0 : static_cast<double>(sum);
        }
    for (std::size_t i = 0; i < n; ++i) x[n * n + i] = static_cast<double>(entry(seed, 1000 + i));
    if (kind == Kind::not_finite) x[0] = std::numeric_limits<double>::quiet_NaN();
    return x;
}

// Gauss's elimination in rational numbers: the sign of det W, and z.
int exact(std::size_t n, const std::vector<double>& x, std::vector<Rational>& z) {
    std::vector<std::vector<Rational>> rows(n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) rows[i].push_back(static_cast<long>(x[i * n + j]));
        rows[i].push_back(static_cast<long>(x[n * n + i]));
    }
    int sign = 1;
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t p = k;
        while (p < n && rows[p][k].is_zero()) ++p;
        if (p == n) return 0;
        if (p != k) sign = -sign;
        std::swap(rows[p], rows[k]);
        if (rows[k][k].sign() < 0) sign = -sign;
        for (std::size_t i = 0; i < n; ++i) {
            if (i == k) continue;
            const Rational factor = rows[i][k] / rows[k][k];
            for (std::size_t j = k; j <= n; ++j) rows[i][j] = rows[i][j] - factor * rows[k][j];
        }
    }
    for (std::size_t i = 0; i < n; ++i) z.push_back(rows[i][n] / rows[i][i]);
    return sign;
}

struct Solved {
    std::vector<double> signs, rates;  // of all lanes
};

// Memory at a boundary of 64 bytes.
struct alignas(64) Line {
    double numbers[8] = {};
};

Solved solved(const System& system, const RateCode& code, const std::vector<std::vector<double>>& lanes) {
    const std::size_t width = lanes.size(), states = system.states();
    const auto lines = [&](std::size_t count) { return std::vector<Line>(count * width / 8 + 2); };
    std::vector<Line> point = lines(states + 1), rates = lines(states),
                      memory = lines(system.program.doubles());
    for (std::size_t l = 0; l < width; ++l) {
        system.program.set_parameters({}, memory[0].numbers, l, width);
        for (std::size_t i = 0; i < states; ++i) point[0].numbers[(i + 1) * width + l] = lanes[l][i];
    }
    code(point[0].numbers, memory[0].numbers, rates[0].numbers);
    Solved result;
    const double* const sign = memory[0].numbers + system.program.sign() * width;
    result.signs.assign(sign, sign + width);
    result.rates.assign(rates[0].numbers, rates[0].numbers + states * width);
    return result;
}

// Lanes of every kind side by side: each has its exact solution, or says that there is none.
TEST(SolveInLanes, GivesTheExactSolutions) {
    for (const bool is_symmetric : {true, false})
        for (std::size_t n = 1; n <= 8; ++n) {
            const System system(n, is_symmetric);
            ASSERT_EQ(system.program.is_symmetric, is_symmetric || n == 1);
            for (const std::size_t width : {1, 4, 8}) {
                const auto code = rate_code(system.program, width);
                for (std::uint64_t seed = 0; seed < 24; ++seed) {
                    std::vector<std::vector<double>> lanes;
                    std::vector<Kind> kinds;
                    for (std::size_t l = 0; l < width; ++l) {
                        kinds.push_back(static_cast<Kind>(mix(seed, l) % 4));
                        lanes.push_back(numbers(n, 100 * seed + l, kinds.back()));
                    }
                    const Solved found = solved(system, *code, lanes);
                    for (std::size_t l = 0; l < width; ++l) {
                        std::vector<Rational> z;
                        const int sign = kinds[l] == Kind::not_finite ? 0 : exact(n, lanes[l], z);
                        EXPECT_EQ(found.signs[l], sign) << n << ' ' << width << ' ' << seed << ' ' << l;
                        double largest = 1;
                        for (const Rational& value : z)
                            largest = std::max(largest, std::fabs(value.to_double()));
                        for (std::size_t i = 0; i < n && sign != 0; ++i)
                            EXPECT_NEAR(found.rates[i * width + l], z[i].to_double(), 1e-10 * largest);
                        for (std::size_t i = 0; i < n && sign == 0; ++i)
                            EXPECT_TRUE(std::isnan(found.rates[i * width + l]));
                    }
                }
            }
        }
}

// The bits of a lane are those of the interpreter, whatever stands beside it and wherever it stands.
TEST(SolveInLanes, GivesTheBitsOfASingleSystem) {
    for (std::size_t n = 1; n <= 8; ++n) {
        const System system(n);
        const auto plain = interpreted_rates(system.program);
        for (const std::size_t width : {1, 4, 8}) {
            const auto code = rate_code(system.program, width);
            for (std::uint64_t seed = 0; seed < 8; ++seed) {
                std::vector<std::vector<double>> lanes;
                for (std::size_t l = 0; l < width; ++l)
                    lanes.push_back(numbers(n, 50 * seed + l, static_cast<Kind>(mix(seed, l + 7) % 4)));
                for (std::size_t turn = 0; turn < width; ++turn) {
                    const Solved found = solved(system, *code, lanes);
                    for (std::size_t l = 0; l < width; ++l) {
                        std::vector<double> memory(system.program.doubles()), rates(system.states());
                        std::vector<double> point{0.0};
                        point.insert(point.end(), lanes[l].begin(), lanes[l].end());
                        system.program.set_parameters({}, memory.data());
                        const int sign = (*plain)(point.data(), memory.data(), rates.data());
                        ASSERT_EQ(found.signs[l], sign);
                        for (std::size_t i = 0; i < system.states() && sign != 0; ++i)
                            ASSERT_EQ(found.rates[i * width + l], rates[i]) << n << ' ' << width << ' ' << l;
                    }
                    std::ranges::rotate(lanes, lanes.begin() + 1);
                }
            }
        }
    }
}

}  // namespace
}  // namespace anholon
