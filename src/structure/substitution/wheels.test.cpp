#include "structure/substitution/wheels.hpp"

#include <gtest/gtest.h>

#include "structure/evidence/asked.test.hpp"

namespace anholon {
namespace {

// The racer of the gallery with its handlebar free, as in 003.
System free_racer() {
    return changed_model(gallery_text("roller-racer-on-wheels"),
                         {{"steers phi = A*sin(Om*t)", "steers phi"},
                          {"quasi v = v2\n  init v = 0", "quasi v = v2, w = psi'\n  init v = 0.5, phi = 0.2"},
                          {"expect dof 1", "expect dof 2"}});
}

// A lorry with a castor, a drawbar and a trailer on it: every kind of part.
const char* road_train = R"(model RoadTrain {
  param M = 3, J = 2, a = 0.3, b = 1.1, c = 0.15, mc = 0.4, jc = 0.02, md = 0.5, jd = 0.1, d = 0.6, m = 2, jt = 0.8, e = 0.9,
      h1 = 0.1, h2 = 0.2, l = 0.4, mw = 0.3, i1 = 0.01, i2 = 0.02, j = 0.005
  frame lorry { mass M; inertia J; at (0.05, a) }
  frame drawbar { mass md; inertia jd; at (0, d/2) }
  frame trailer { mass m; inertia jt; at (0.1, -0.2) }
  hitch drawbar at (0, d) to lorry at (0.1, -a) turns phi1
  hitch trailer at (0, e) to drawbar at (0, -0.05) turns phi2
  axle castor on lorry at (-0.1, b) steers theta { mass mc; inertia jc; at (0.01, -c/2); offset (0.02, -c); wheel radius h1, mass mw, spin i1, turn j }
  axle rear on lorry { wheels radius h2, track 2*l, mass mw, spin i2, turn j }
  axle middle on drawbar { wheels radius h1, track l, mass mw, spin i1, turn j }
  axle last on trailer { wheel radius h2, mass mw, spin i2 }
  init theta = 0.2, phi1 = 0.1, phi2 = -0.2, y' = 1
}
)";

std::vector<System> vehicles() {
    std::vector<System> out;
    out.push_back(from_gallery("cart-two-wheel-pairs"));
    out.push_back(free_racer());
    out.push_back(model(road_train));
    return out;
}

TEST(Wheels, MayBeReplacedBySkates) {
    const Fact cart = asked("cart-two-wheel-pairs", "wheels");
    EXPECT_EQ(cart.verdict, "yes") << all_lines(cart);
    EXPECT_TRUE(says(cart, "the equations of x, y, psi, theta1 and theta2 do not change"));
    EXPECT_TRUE(says(cart, "front: a skate of mass 2*(i/h^2 + mw)")) << all_lines(cart);
    EXPECT_TRUE(says(cart, "front_phi1' = "));
    EXPECT_NE(cart.proof.find("prime field, error below 1e-"), std::string::npos);
    for (const System& system : vehicles()) {
        const Fact fact = asked(system, "wheels");
        EXPECT_EQ(fact.verdict, "yes") << system.name << "\n" << all_lines(fact);
    }
    for (const char* name : {"roller-racer-on-wheels", "stueckler-car", "jeantaud-car", "castored-car",
                             "towed-wheel", "off-hooked-trailers"})
        EXPECT_EQ(asked(name, "wheels").verdict, "yes") << name;
}

// Each term of 003 (3.13) is needed: i/h² in the mass, its moment at l, the moments of the wheels themselves. But a pair that turns
// freely about its middle keeps its turning rate whatever its moment: (4.8).
TEST(Wheels, NoOtherMassesWillDo) {
    for (const System& system : vehicles()) {
        const Setting s(system);
        const std::vector<RollingAxle>& right = system.rolling_axles;
        const bool is_cart = system.name == "CartTwoWheelPairs";
        Substitution no_spin;
        for (const char* spin : {"i", "i1", "i2"})
            if (const Expr i = s.c.find(spin)) no_spin.emplace_back(i, s.c.zero());
        for (std::size_t k = 0; k < right.size(); ++k) {
            const auto with = [&](Expr RollingAxle::*part, Expr other) {
                std::vector<RollingAxle> wrong = right;
                wrong[k].*part = other;
                return compare_with_skates(s, wrong, Budget(60));
            };
            const SkateVerdict lighter =
                with(&RollingAxle::skate_mass, substitute(right[k].skate_mass, no_spin));
            EXPECT_EQ(lighter.answer, Answer::no) << system.name << ", " << right[k].name;
            EXPECT_TRUE(lighter.differs);
            const Answer wanted = is_cart ? Answer::yes : Answer::no;
            EXPECT_EQ(with(&RollingAxle::skate_moment, right[k].skate_moment + s.c.one()).answer, wanted)
                << system.name << ", " << right[k].name;
            if (right[k].turns.size() == 2)
                EXPECT_EQ(with(&RollingAxle::skate_moment, substitute(right[k].skate_moment, no_spin)).answer,
                          wanted)
                    << system.name << ", " << right[k].name;
        }
    }
}

TEST(Wheels, NotWhereTheirTurnsAct) {
    const std::string car = R"(model A {
  frame f { mass 1; inertia 1; at (0, 0.3) }
  axle a on f { wheels radius 1, track 1, spin 1 }
  #
})";
    EXPECT_EQ(asked(model(car), "wheels").verdict, "yes");
    const Fact driven = asked(model(changed(car, "#", "force on a_phi1: 2")), "wheels");
    EXPECT_EQ(driven.verdict, "no");
    EXPECT_TRUE(says(driven, "a force acts on a_phi1")) << all_lines(driven);
    const Fact braked = asked(model(changed(car, "#", "force on x: -a_phi2'")), "wheels");
    EXPECT_TRUE(says(braked, "a force depends on a_phi2")) << all_lines(braked);
    const Fact uneven = asked(model(changed(car, "#", "potential sin(a_phi2)")), "wheels");
    EXPECT_TRUE(says(uneven, "a_phi2 enters the energy on its own")) << all_lines(uneven);
    const Fact stiff = asked(model(changed(car, "#", "constraint shaft: a_phi1' = a_phi2'")), "wheels");
    EXPECT_EQ(stiff.verdict, "no");
    EXPECT_TRUE(says(stiff, "the constraint shaft restricts a_phi1")) << all_lines(stiff);
}

TEST(Wheels, OfSystemsThatHaveNone) {
    for (const char* name : {"chaplygin-sleigh", "roller-racer", "rattleback", "suslov", "snakeboard"})
        EXPECT_EQ(asked(name, "wheels").verdict, "does not apply") << name;
    EXPECT_EQ(
        asked("stueckler-car", "wheels", {{"  init theta", "  motion vakonomic\n  init theta"}}).verdict,
        "not decided");
}

}  // namespace
}  // namespace anholon
