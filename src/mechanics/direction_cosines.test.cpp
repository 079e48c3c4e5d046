#include "mechanics/direction_cosines.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "expr/print.hpp"
#include "expr/substitute.hpp"
#include "expr/walk.hpp"
#include "expr/zero.hpp"
#include "mechanics/axial_invariants.hpp"
#include "model/read_model.test.hpp"

namespace anholon {
namespace {

class Cosines : public testing::Test {
  protected:
    Cosines()
        : system(
              model("model A { coord q0, q1, q2, q3, s\n kinetic (q0'^2 + q1'^2 + q2'^2 + q3'^2 + s'^2)/2\n"
                    " constraint unit: q0^2 + q1^2 + q2^2 + q3^2 = 1 }")),
          q(unit_quaternions(system).at(0)),
          cosines(system, q) {}

    Expr s() const { return system.c().find("s"); }

    // Where q·q = 1: at rational points, exactly.
    void expect_same(const Expr& of_quaternion, const Expr& of_cosines) const {
        for (const auto& [a, b, c] : {std::array<long, 3>{1, 2, 3}, {-2, 5, 1}, {4, -1, 7}}) {
            const Rational u(a, 3), v(b, 4), w(c, 5), n = 1 + u * u + v * v + w * w;
            const std::array<Rational, 4> at{(2 - n) / n, 2 * u / n, 2 * v / n, 2 * w / n};
            Substitution point;
            for (std::size_t i = 0; i < 4; ++i) point.emplace_back(q[i], system.c().number(at[i]));
            Substitution letters;
            for (std::size_t row = 0; row < 3; ++row)
                for (std::size_t j = 0; j < 3; ++j)
                    letters.emplace_back(cosines.rows()[row][j], substitute(cosines.values()[row][j], point));
            EXPECT_EQ(is_zero(substitute(of_quaternion, point) - substitute(of_cosines, letters)).answer,
                      Answer::yes)
                << text(of_quaternion) << " and " << text(of_cosines);
        }
    }

    System system;
    std::array<Expr, 4> q;
    DirectionCosines cosines;
};

TEST_F(Cosines, WriteFunctionsThatQAndMinusQShare) {
    const std::vector<Expr> functions{
        q[0] * q[1] + q[2] * q[3],
        pow(q[0], 2) - pow(q[3], 2),
        (q[0] * s() + q[1]) * (q[2] - q[3] * s()) * q[0] * q[3],
        sin(q[0] * q[2]) / (1 + pow(q[1] * q[3] + 2, 2)),
        pow(q[0] + q[1], -2),
        sqrt(2 + q[1] * q[2]),
    };
    const auto written = cosines.written(functions);
    ASSERT_TRUE(written);
    for (std::size_t k = 0; k < functions.size(); ++k) {
        for (const Expr& x : symbols_of((*written)[k])) EXPECT_EQ(std::ranges::find(q, x), q.end());
        expect_same(functions[k], (*written)[k]);
    }
}

TEST_F(Cosines, UseThatTheLengthIsOne) {
    Expr length = system.c().zero();
    for (const Expr& x : q) length += x * x;
    const std::vector<Expr> functions{length, s() / length};
    const auto written = cosines.written(functions);
    ASSERT_TRUE(written);
    EXPECT_EQ((*written)[0], system.c().one());
    EXPECT_EQ((*written)[1], s());
}

TEST_F(Cosines, DoNotWriteWhatQAndMinusQDoNotShare) {
    for (const Expr& f : {q[0], pow(q[1], 3), sin(q[2]), 1 / (2 + q[3])})
        EXPECT_FALSE(cosines.written(std::span(&f, 1))) << text(f);
}

TEST_F(Cosines, ThatATurnAboutAnAxisKeepsAreThoseOfTheAxis) {
    const auto& [a, b, g] = cosines.rows();
    const Expr x = a[0] * s() + a[1], y = b[0] * s() + b[1];
    const std::vector<Expr> functions{
        x * x + y * y,                              // |ζ·w|²
        a[0] * b[2] - a[2] * b[0],                  // of the product α×β
        pow(x * x + y * y, Rational(1, 2)) * g[1],  // a root of what is kept
        (x * x - y * y) * (a[2] * a[2] - b[2] * b[2]) +
            4 * x * y * a[2] * b[2],                          // products of what turns twice
        sin(g[0] * b[0] + g[1] * b[1] + g[2] * b[2] + g[0]),  // β·γ = 0
    };
    for (const Expr& f : functions) {
        const auto invariant = axial_invariants(std::span(&f, 1), cosines.rows());
        ASSERT_TRUE(invariant) << text(f);
        for (const Expr& letter : symbols_of(invariant->front()))
            EXPECT_TRUE(letter == s() || std::ranges::find(g, letter) != g.end()) << text(invariant->front());
        Substitution values;
        for (std::size_t row = 0; row < 3; ++row)
            for (std::size_t j = 0; j < 3; ++j)
                values.emplace_back(cosines.rows()[row][j], cosines.values()[row][j]);
        expect_same(substitute(f, values), invariant->front());
    }
}

TEST_F(Cosines, ThatATurnChangesAreNotWritten) {
    const auto& [a, b, g] = cosines.rows();
    for (const Expr& f : {a[0], a[0] * a[0], a[0] * b[1], sin(a[0] * b[1] - a[1] * b[0] + b[2]), 1 / a[0]})
        EXPECT_FALSE(axial_invariants(std::span(&f, 1), cosines.rows())) << text(f);
}

TEST(UnitQuaternions, AreFourCoordinatesOfLengthOne) {
    const auto count = [](const std::string& constraint) {
        return unit_quaternions(
                   model(
                       "model A { coord a, b, c, d\n kinetic (a'^2 + b'^2 + c'^2 + d'^2)/2\n constraint k: " +
                       constraint + " }"))
            .size();
    };
    EXPECT_EQ(count("a^2 + b^2 + c^2 + d^2 = 1"), 1u);
    EXPECT_EQ(count("a^2 + b^2 + c^2 + d^2 = 2"), 0u);
    EXPECT_EQ(count("a^2 + b^2 + c^2 = 1"), 0u);
    EXPECT_EQ(count("a^2 + b^2 + 2*c^2 + d^2 = 1"), 0u);
}

}  // namespace
}  // namespace anholon
