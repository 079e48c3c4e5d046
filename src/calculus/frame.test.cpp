#include "calculus/frame.hpp"

#include <gtest/gtest.h>

#include "expr/print.hpp"
#include "expr/zero.hpp"

namespace anholon {
namespace {

class Frames : public ::testing::Test {
  protected:
    Context c;
    Expr t = c.time(), O = c.zero(), I = c.one();

    std::vector<Expr> eta(std::size_t n) {
        std::vector<Expr> e;
        for (std::size_t i = 1; i <= n; ++i) e.push_back(c.variable("eta" + std::to_string(i)));
        return e;
    }
    Frame frame(std::vector<Expr> q, Matrix A, std::vector<Expr> A0 = {}) {
        const std::size_t n = q.size();
        if (A0.empty()) A0.assign(n, O);
        return {Chart(t, std::move(q)), std::move(A), std::move(A0), eta(n)};
    }
    // Body angular velocity in Euler's angles.
    Frame rotations() {
        const Expr ps = c.variable("psi"), th = c.variable("theta"), ph = c.variable("phi");
        return frame(
            {ps, th, ph},
            Matrix{{sin(th) * sin(ph), cos(ph), O}, {sin(th) * cos(ph), -sin(ph), O}, {cos(th), O, I}});
    }
    // A frame without any symmetry, moving in time.
    Frame generic() {
        const Expr x = c.variable("x"), y = c.variable("y"), z = c.variable("z");
        return frame(
            {x, y, z},
            Matrix{{I + pow(x, 2), y * t, sin(z)}, {z, I + exp(y), x}, {cos(x) * t, x * y, pow(z, 2) + 2}},
            {x * t, sin(y), z});
    }
    void expect_bracket(const Frame& F, std::size_t r, std::size_t s, const std::vector<long>& constants) {
        for (std::size_t m = 1; m <= F.n(); ++m)
            EXPECT_EQ(F.c(m, r, s), c.number(constants[m - 1])) << "c^" << m << "_" << r << s;
    }
    static void expect_zero(Expr e) { EXPECT_EQ(is_zero(e).answer, Answer::yes) << text(e); }
};

// Two blocks that are no numbers, one of them with pivots that are and more rows left than minors are taken of at once.
TEST_F(Frames, AreInvertedByBlocks) {
    const std::size_t n = 10, first = 7;
    std::vector<Expr> x;
    for (std::size_t k = 0; k < 5; ++k) x.push_back(c.variable("x" + std::to_string(k)));
    Matrix A(c, n, n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < (i < first ? first : n); ++j)
            A(i, j) = pow(x[(i * j + i) % 5], static_cast<long>(j % 3 + 1)) + static_cast<long>(i + 2 * j);
    A(0, 0) = A(1, 1) = I;
    const Matrix product = A * frame_inverse(A);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            EXPECT_EQ(is_zero_modulo_primes(product(i, j) - (i == j ? I : O)).answer, Answer::yes) << i << j;
}

TEST_F(Frames, RotationsHaveTheConstantsOfSo3) {
    const Frame F = rotations();
    expect_bracket(F, 1, 2, {0, 0, 1});
    expect_bracket(F, 2, 3, {1, 0, 0});
    expect_bracket(F, 3, 1, {0, 1, 0});
    expect_bracket(F, 0, 1, {0, 0, 0});
}

TEST_F(Frames, PlaneMotionsHaveTheConstantsOfE2) {
    const Expr x = c.variable("x"), y = c.variable("y"), th = c.variable("theta");
    const Frame F = frame({x, y, th}, Matrix{{cos(th), sin(th), O}, {-sin(th), cos(th), O}, {O, O, I}});
    expect_bracket(F, 1, 2, {0, 0, 0});
    expect_bracket(F, 3, 1, {0, 1, 0});
    expect_bracket(F, 3, 2, {-1, 0, 0});
}

TEST_F(Frames, TheContactFrameHasTheConstantsOfHeisenbergsAlgebra) {
    const Expr x = c.variable("x"), y = c.variable("y"), z = c.variable("z");
    const Frame F = frame({x, y, z}, Matrix{{I, O, O}, {O, I, O}, {-y, O, I}});  // ż − y ẋ
    expect_bracket(F, 1, 2, {0, 0, -1});
    expect_bracket(F, 1, 3, {0, 0, 0});
    expect_bracket(F, 2, 3, {0, 0, 0});
}

TEST_F(Frames, AMovingFrameHasBracketsWithTime) {
    // ẏ − t ẋ: closed for fixed t, yet [X_0, X_1] = X_2.
    const Expr x = c.variable("x"), y = c.variable("y");
    const Frame F = frame({x, y}, Matrix{{I, O}, {-t, I}});
    expect_bracket(F, 0, 1, {0, 1});
    expect_bracket(F, 0, 2, {0, 0});
    expect_bracket(F, 1, 2, {0, 0});
}

TEST_F(Frames, CoordinatesCommute) {
    const Frame F = coordinate_frame(Chart(t, {c.variable("x"), c.variable("y")}));
    expect_bracket(F, 1, 2, {0, 0});
    EXPECT_EQ(F.velocities()[0].second, c.variable("x", 1));
}

TEST_F(Frames, InverseAndVelocities) {
    const Frame F = generic();
    for (std::size_t s = 0; s < 3; ++s) {
        // η_s in terms of q̇, with q̇ in terms of η put in, is η_s again.
        Expr e = F.A0()[s];
        for (std::size_t i = 0; i < 3; ++i) e += F.A()(s, i) * dot(F.chart().q[i]);
        expect_zero(substitute(e, F.velocities()) - F.eta()[s]);
    }
}

TEST_F(Frames, StructureCoefficientsAreThoseOfTheBrackets) {
    const Frame F = generic();
    for (std::size_t r = 0; r <= 3; ++r)
        for (std::size_t s = 0; s <= 3; ++s) {
            const VectorField direct = bracket(F[r], F[s]);
            expect_zero(direct[0]);
            for (std::size_t i = 0; i < 3; ++i) {
                Expr expanded = O;
                for (std::size_t m = 1; m <= 3; ++m) expanded += F.c(m, r, s) * F[m][i + 1];
                expect_zero(expanded - direct[i + 1]);
            }
        }
}

TEST_F(Frames, StructureCoefficientsAreAntisymmetric) {
    const Frame F = generic();
    for (std::size_t r = 0; r <= 3; ++r)
        for (std::size_t s = 0; s <= 3; ++s)
            for (std::size_t m = 1; m <= 3; ++m) expect_zero(F.c(m, r, s) + F.c(m, s, r));
}

// Σ_cyclic(r,s,u) X_u c^m_rs − c^k_rs c^m_uk … : Jacobi's identity for a frame that is no group's.
TEST_F(Frames, StructureCoefficientsSatisfyJacobisIdentity) {
    const Frame F = generic();
    const std::size_t triples[][3] = {{1, 2, 3}, {0, 1, 2}, {0, 1, 3}, {0, 2, 3}};
    for (const auto& triple : triples)
        for (std::size_t m = 1; m <= 3; ++m) {
            Expr total = O;
            for (int cycle = 0; cycle < 3; ++cycle) {
                const std::size_t r = triple[cycle], s = triple[(cycle + 1) % 3], u = triple[(cycle + 2) % 3];
                // [[X_r, X_s], X_u] = [c^k_rs X_k, X_u] = c^k_rs c^m_ku X_m − X_u(c^m_rs) X_m
                total -= F[u](F.c(m, r, s));
                for (std::size_t k = 1; k <= 3; ++k) total += F.c(k, r, s) * F.c(m, k, u);
            }
            expect_zero(total);
        }
}

TEST_F(Frames, DependentFormsAreRefused) {
    const Expr x = c.variable("x"), y = c.variable("y");
    EXPECT_THROW(frame({x, y}, Matrix{{cos(x), sin(x)}, {2 * cos(x), 2 * sin(x)}}), NotAFrame);
    const Expr nothing = pow(sin(x), 2) + pow(cos(x), 2) - 1;
    EXPECT_THROW(frame({x, y}, Matrix{{I, O}, {O, nothing}}), NotAFrame);
}

}  // namespace
}  // namespace anholon
