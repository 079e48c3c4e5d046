#include "motion/formulation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/read_model.test.hpp"
#include "motion/pivots.hpp"

namespace anholon {
namespace {

bool are_equal(Expr a, Expr b) { return is_zero_modulo_primes(a - b).answer == Answer::yes; }

TEST(Formulation, VelocitiesAndAccelerationsInFreeQuasiVelocities) {
    const System s = from_gallery("chaplygin-sleigh");
    const Formulation hamel(s, *find_form("hamel"));
    Context& c = s.c();
    const Expr theta = c.find("theta"), v = c.find("v"), w = c.find("w");
    EXPECT_TRUE(are_equal(hamel.lowered(c.find("x", 1)), cos(theta) * v));
    EXPECT_TRUE(are_equal(hamel.lowered(c.find("x", 2)), cos(theta) * dot(v) - sin(theta) * v * w));
    EXPECT_TRUE(are_equal(hamel.lowered(dot(w)), dot(w)));
    EXPECT_FALSE(hamel.independent());
    EXPECT_TRUE(hamel.has_free_velocities());
    EXPECT_EQ(hamel.velocities(), 2u);
    EXPECT_THROW(hamel.lowered(s.multipliers[0]), Unavailable);
    EXPECT_THROW(hamel.lowered(c.variable("x", 3)), Unavailable);
}

TEST(Formulation, QuasiVelocitiesWhereTheStateHasNone) {
    const System s = from_gallery("chaplygin-sleigh");
    const Formulation law(s, *find_form("lagrange-multipliers"));
    EXPECT_TRUE(are_equal(law.lowered(s.quasi[0].symbol), s.quasi[0].definition));
    EXPECT_EQ(law.lowered(s.multipliers[0]), s.multipliers[0]);
    EXPECT_FALSE(law.has_free_velocities());
    EXPECT_EQ(law.velocities(), 3u);
}

TEST(Formulation, IndependentVelocitiesAsAsked) {
    const System s = from_gallery("chaplygin-sleigh");
    for (const std::vector<std::size_t>& choice : {std::vector<std::size_t>{0, 2}, {1, 2}})
        for (const char* form : {"hamel", "voronets", "maggi", "chetaev"}) {
            const Formulation f(s, *find_form(form), choice);
            ASSERT_TRUE(f.independent()) << form;
            EXPECT_EQ(*f.independent(), choice) << form;
        }
}

TEST(Pivots, KnowTheBestVelocities) {
    const System s = from_gallery("chaplygin-sleigh");
    const Formulation law(s, *find_form("lagrange-multipliers"));
    Pivots pivots(s, law.equations(), interpreted);
    const auto at = [&](double theta, const IndependentVelocities& independent) {
        return pivots.at(0, std::vector{0.0, 0.0, theta, 0.0, 0.0, 0.0}, std::vector{1.0, 0.4, 0.3},
                         independent);
    };
    using Places = std::vector<std::size_t>;
    // cos θ y' = sin θ x' solved for y', which leaves x' and θ'
    EXPECT_EQ(at(0.1, Places{0, 2}).quality, 1);
    EXPECT_EQ(at(0.1, Places{0, 2}).best, (Places{0, 2}));
    EXPECT_NEAR(at(1.5, Places{0, 2}).quality, std::cos(1.5) / std::sin(1.5), 1e-14);
    EXPECT_EQ(at(1.5, Places{0, 2}).best, (Places{1, 2}));
    EXPECT_GE(at(1.5, std::nullopt).quality, 1);
}

}  // namespace
}  // namespace anholon
