#include "structure/distribution/growth_by_jets.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "structure/distribution/model.test.hpp"

namespace anholon {
namespace {

// A car with n trailers, hitched on the axles.
System n_trailer(std::size_t n, const std::string& pose = "") {
    std::string text = "model T { param l = 1\n coord x, y, th0", x = "x", y = "y", constraints;
    for (std::size_t k = 1; k <= n; ++k) text += ", th" + std::to_string(k);
    text += "\n kinetic x'^2 + y'^2 + th0'^2\n constraint c: y'*cos(th0) = x'*sin(th0)\n";
    for (std::size_t k = 1; k <= n; ++k) {
        const std::string i = std::to_string(k);
        text +=
            " let x" + i + " = " + x + " - l*cos(th" + i + "), y" + i + " = " + y + " - l*sin(th" + i + ")\n";
        text += " kinetic th" + i + "'^2\n constraint c" + i + ": y" + i + "'*cos(th" + i + ") = x" + i +
                "'*sin(th" + i + ")\n";
        x = "x" + i;
        y = "y" + i;
    }
    return model(text + " quasi v = x'*cos(th0) + y'*sin(th0), w = th0'\n init v = 1" + pose + "\n}");
}

TEST(GrowthByJets, IsThatOfBracketsAsFormulas) {
    std::size_t tried = 0;
    for (const char* name :
         {"ball-in-cylinder", "ball-on-rotating-plane", "beam-on-two-skates", "bilimovich-pendulum",
          "blackall", "cart-two-skates", "chaplygin-ball", "chaplygin-sleigh", "one-wheeled-vehicle",
          "roller-racer", "rolling-disc", "rubber-ball", "trailer-1", "trailer-2", "trailer-5",
          "two-wheels-on-axle", "particle-on-moving-line", "vertical-rolling-disc"}) {
        const System system = from_gallery(name);
        const Setting s(system);
        const Distribution D = in_simpler_angles(distribution(s));
        const auto jets = growth_by_jets(D, Budget(60));
        if (!jets) continue;
        ++tried;
        EXPECT_EQ(jets->vector.dimensions, generic_growth(D, Budget(60)).dimensions) << name;
        EXPECT_LT(jets->vector.error_bound, 1e-30) << name;
    }
    EXPECT_GE(tried, 16U);
}

// Laumond 1993: (2, 3, …, n + 3) at a generic point; Jean 1996: where a trailer but the last stands across, longer brackets are needed.
TEST(GrowthByJets, OfNineTrailers) {
    std::string pose;
    for (std::size_t k = 1; k <= 9; ++k) pose += ", th" + std::to_string(k) + " = -0." + std::to_string(k);
    const System system = n_trailer(9, pose);
    const Setting s(system);
    const Distribution D = in_simpler_angles(distribution(s));
    const auto jets = growth_by_jets(D, Budget(60));
    ASSERT_TRUE(jets);
    std::vector<std::size_t> each(11);
    std::iota(each.begin(), each.end(), 2);
    EXPECT_EQ(jets->vector.dimensions, each);
    EXPECT_LT(jets->vector.error_bound, 1e-30);
}

TEST(GrowthByJets, TellGenericPointsFromSingularOnes) {
    const System system = n_trailer(3);
    const Setting s(system);
    const Distribution D = in_simpler_angles(distribution(s));
    const auto jets = growth_by_jets(D, Budget(60));
    ASSERT_TRUE(jets);
    const auto pose = [&](Expr th1, Expr th2) {
        Substitution point{{s.t, s.c.zero()}, {s.c.find("l"), s.c.one()}};
        for (const Expr& q : s.q)
            point.emplace_back(q, q == s.c.find("th1") ? th1 : q == s.c.find("th2") ? th2 : s.c.zero());
        return is_generic_at(D, *jets, point, Budget(60));
    };
    EXPECT_TRUE(pose(s.c.number(Rational(1, 10)), s.c.number(Rational(1, 5))));
    EXPECT_FALSE(pose(s.c.pi() / 2, s.c.number(Rational(1, 5))));
    EXPECT_FALSE(pose(s.c.number(Rational(1, 10)), s.c.pi() / 2 + Rational(1, 10)));
}

// A hundred functions of one coordinate are too many for jets; the brackets of formulas give (3, 4) all the same.
TEST(GrowthByJets, AreRefusedWhereFunctionsAreTooMany) {
    std::string sum;
    for (int k = 2; k < 112; ++k) sum += (k > 2 ? " + log(" : "log(") + std::to_string(k) + " + y^2)";
    const System system =
        model("model A { coord x, y, z, u\n kinetic x'^2 + y'^2 + z'^2 + u'^2\n constraint c: z' = x'*(" +
              sum + ")\n}");
    const Setting s(system);
    const Distribution D = distribution(s);
    EXPECT_FALSE(growth_by_jets(D, Budget(60)));
    Substitution origin{{s.t, s.c.zero()}};
    for (const Expr& q : s.q) origin.emplace_back(q, s.c.zero());
    const GrowthVector generic{.dimensions = {3, 4}, .error_bound = 0, .open = ""};
    EXPECT_EQ(growth_at_by_jets(D, generic, origin, Budget(60)).open,
              "there are too many functions in the forms");
}

// Jean 1996: across, more brackets are needed; all of them by their values, and some of them as formulas.
TEST(GrowthByJets, AtAPointIsThatOfFormulas) {
    const System system = n_trailer(2);
    const Setting s(system);
    const Distribution D = in_simpler_angles(distribution(s));
    const GrowthVector generic = generic_growth(D, Budget(60));
    const auto at = [&](Expr th0, Expr th1) {
        Substitution point{{s.t, s.c.zero()}, {s.c.find("l"), s.c.one()}};
        for (const Expr& q : s.q)
            point.emplace_back(q, q == s.c.find("th0") ? th0 : q == s.c.find("th1") ? th1 : s.c.zero());
        const GrowthVector values = growth_at_by_jets(D, generic, point, Budget(60));
        EXPECT_EQ(values.dimensions, growth_at(D, point, generic, Budget(60)).dimensions);
        EXPECT_LT(values.error_bound, 1e-12);
        return values.dimensions;
    };
    using Dimensions = std::vector<std::size_t>;
    EXPECT_EQ(at(s.c.zero(), s.c.number(Rational(1, 5))), (Dimensions{2, 3, 4, 5}));
    EXPECT_EQ(at(s.c.pi() / 2, s.c.zero()), (Dimensions{2, 3, 4, 4, 5}));
}

// Constraints that are differentials, of √(1 + x² + y²) or of tx, have brackets that vanish, for the right derivatives alone.
TEST(GrowthByJets, GoThroughRootsAndTime) {
    const auto grown_under = [](const std::string& constraint) {
        const System system =
            model("model R { param b = 2\n coord x, y, z\n kinetic x'^2 + y'^2 + z'^2\n constraint k: " +
                  constraint + "\n}");
        const Setting s(system);
        const auto jets = growth_by_jets(distribution(s), Budget(60));
        EXPECT_TRUE(jets) << constraint;
        return jets ? jets->vector.dimensions : std::vector<std::size_t>{};
    };
    const auto grown = [&](const std::string& slope) { return grown_under("z' = " + slope + "*x'"); };
    using Dimensions = std::vector<std::size_t>;
    EXPECT_EQ(grown_under("z'*sqrt(1 + x^2 + y^2) = x*x' + y*y'"), (Dimensions{2}));
    EXPECT_EQ(grown_under("z'*sqrt(1 + x^2 + y^2) = x*x' + 2*y*y'"), (Dimensions{2, 3}));
    const std::string root = "sqrt(1 + x^2 + y^2)";  // and d(x √…)
    EXPECT_EQ(grown_under("z' = (" + root + " + x^2/" + root + ")*x' + x*y/" + root + "*y'"),
              (Dimensions{2}));
    EXPECT_EQ(grown_under("z' = (1 + x^2*y)^(1/3)*(2*x*y*x' + x^2*y')"), (Dimensions{2}));
    EXPECT_EQ(grown_under("z' = sin(sqrt(x*y))*(y*x' + x*y')"), (Dimensions{2}));
    EXPECT_EQ(grown_under("z' = t*x' + x"), (Dimensions{3}));
    EXPECT_EQ(grown_under("z' = t*x' - x"), (Dimensions{3, 4}));
    EXPECT_EQ(grown("sqrt(1 + y^2)"), (Dimensions{2, 3}));
    EXPECT_EQ(grown("sqrt(b + x^2)"), (Dimensions{2}));
    EXPECT_EQ(grown("sin(sqrt(b + y^2))"), (Dimensions{2, 3}));
    EXPECT_EQ(grown("sqrt(y^2)"), (Dimensions{2, 3}));
    // (√(1 + y²))² is 1 + y²: what cancels cancels modulo primes, too.
    EXPECT_EQ(grown("(sqrt(1 + y^2)^2 - y^2 + sqrt(x^2 + 1))"), (Dimensions{2}));
}

}  // namespace
}  // namespace anholon
