#include "mechanics/points/manifold_points.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace anholon
