#include "mechanics/points/manifold_points.hpp"

#include <gtest/gtest.h>

#include "algebra/residue_matrix.hpp"
#include "mechanics/forms/core.hpp"
#include "model/read_model.test.hpp"

namespace anholon {
namespace {

// Points at which all constraints hold, counted; some must be found modulo each prime.
std::size_t points_of(const System& system, const Substitution& stated = {}) {
    const Setting s(system);
    std::vector<Expr> residuals;
    for (const Constraint& k : system.constraints) residuals.push_back(k.residual);
    ManifoldPoints points(s, residuals, ManifoldPoints::Keep::all_constraints, stated);
    std::size_t found = 0;
    for (std::uint64_t round = 0; round < 40; ++round) {
        if (!points.draw(1, round)) continue;
        const auto values = points.evaluate(residuals);
        for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane) {
            if (!points.is_alive(lane)) continue;
            ++found;
            for (std::size_t k = 0; k < residuals.size(); ++k)
                EXPECT_TRUE(values[k][lane].is_zero()) << system.constraints[k].name << ", round " << round;
        }
    }
    return found;
}

Substitution stated_parameters(const System& system) {
    Substitution stated;
    for (const Parameter& p : system.parameters) stated.emplace_back(p.symbol, p.exact);
    return stated;
}

// The pitch of a bicycle on its two wheels is an angle, under a root, and the height of its frame depends on it.
TEST(ManifoldPoints, OfABicycleAreFoundByALengthOrByItsPitch) {
    const System bicycle = from_gallery("whipple-bicycle");
    EXPECT_GE(points_of(bicycle), 8u);
    EXPECT_GE(points_of(bicycle, stated_parameters(bicycle)), 8u);
}

TEST(ManifoldPoints, KeepEveryConstraintOfALinkage) {
    const auto linkage = [](const std::string& constraints) {
        return model("model A { param l = 2, m = 3\n coord a, b, c\n kinetic a'^2 + b'^2 + c'^2\n" +
                     constraints + "}");
    };
    EXPECT_GE(points_of(linkage(" constraint one: sin(a) + 2*sin(b) = 1/2\n")), 8u);
    EXPECT_GE(points_of(linkage(" constraint one: sin(a) + 2*sin(b) = 1/2\n"
                                " constraint two: cos(b) + cos(c)*sin(b) = 1/5\n")),
              8u);
    // A length that stands in both must not be changed by the second.
    EXPECT_GE(points_of(linkage(" constraint one: m*sin(a) + l*sin(b) = 1/2\n"
                                " constraint two: m*cos(b) + l*cos(c) = 1/5\n")),
              8u);
}

System on_plane(const std::string& surface) {
    return model("model A { ground plane z = 0\n body b { mass 1; inertia (0.3, 0.3, 0.2); surface " +
                 surface + " }\n contact b on ground rolling\n init q0 = 1, q1' = 0.25, q3' = 1 }");
}

// The normals of these surfaces tie quaternion and point of contact in several constraints at once.
TEST(ManifoldPoints, OfBodiesThatTouchByPointsAndLines) {
    for (const char* surface : {"graph(x^2 + y^2 + x*y)", "graph((x^2 + y^2)/2 + x^4/10)",
                                "revolution(1 + z^2/4)", "cylinder(0.3)", "cone(0.5)"})
        EXPECT_GE(points_of(on_plane(surface)), 4u) << surface;
}

// γ·γ = 1 of a core: every draw is a point of the sphere, and γ̇ is γ×ω there. The points lie on no other surface of the second
// degree: of the ten polynomials 1, γ_i, γ_i γ_j only the relation vanishes on them.
TEST(ManifoldPoints, OfACoreAreGenericOnItsSphere) {
    const System ball = from_gallery("chaplygin-ball");
    const System core = *as_system(core_of(Setting(ball)));
    ASSERT_EQ(core.relations.size(), 1u);
    const std::vector<Expr> g = core.q(), w = core.velocities();
    std::vector<Expr> zeros{core.relations[0], dot(g[0]) - g[1] * w[2] + g[2] * w[1]},
        quadrics{core.c().one()};
    for (std::size_t i = 0; i < 3; ++i) {
        quadrics.push_back(g[i]);
        for (std::size_t j = i; j < 3; ++j) quadrics.push_back(g[i] * g[j]);
    }
    std::vector<Expr> all = zeros;
    all.insert(all.end(), quadrics.begin(), quadrics.end());
    const Setting s(core);
    ManifoldPoints points(s, all);
    ResidueRows rows;
    for (std::uint64_t k = 0; k < 20; ++k) {
        ASSERT_TRUE(points.draw(1, k * ModularPoints::period));
        const auto zero = points.evaluate(zeros), values = points.evaluate(quadrics);
        ASSERT_TRUE(points.is_alive(0) && points.is_alive(1));
        for (std::size_t lane = 0; lane < ModularPoints::lanes; ++lane)
            for (const auto& value : zero) EXPECT_TRUE(value[lane].is_zero());
        ResidueRow row;
        for (const auto& value : values) row.push_back(value[0]);
        rows.push_back(row);
    }
    EXPECT_EQ(echelon(points.field(0), rows, quadrics.size()).pivots.size(), 9u);
    EXPECT_EQ(points.degree(), 2);
}

}  // namespace
}  // namespace anholon
