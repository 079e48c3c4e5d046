#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "model/read_model.test.hpp"
#include "model/vehicles/skates.hpp"
#include "motion/moved.test.hpp"
#include "syntax/statement.hpp"

// Vehicles from parts against the same systems written by hand, and against themselves on skates.
namespace anholon {
namespace {

constexpr double right_angle = std::numbers::pi / 2;

void expect_same(const Values& parts, const Values& by_hand,
                 const std::map<std::string, std::string>& names) {
    for (const auto& [ours, theirs] : names) EXPECT_NEAR(parts.at(ours), by_hand.at(theirs), 1e-12) << ours;
}

// The parameters of a model of the gallery, as they are written there.
std::string parameters_of(const char* name) {
    const std::string text = gallery_text(name);
    const std::size_t begin = text.find("  param "), end = text.find("\n  coord ");
    return text.substr(begin, end - begin) + "\n";
}

TEST(VehicleTwins, OneWheel) {
    const Values ours = at(model("model A {\n" + parameters_of("one-wheeled-vehicle") + R"(
  frame f { mass m; inertia j - m*(Rn^2 + Rt^2); at (Rn, Rt) }
  axle a on f { wheel radius h, spin i }
  quasi v = v2, w = psi'
  init v = 0.2, w = 1
})"),
                           10);
    const Values by_hand = at(from_gallery("one-wheeled-vehicle"), 10);
    expect_same(ours, by_hand,
                {{"x", "x"}, {"y", "y"}, {"psi", "psi"}, {"v", "v"}, {"w", "w"}, {"energy", "energy"}});
    EXPECT_NEAR(ours.at("a_phi"), -by_hand.at("phi"), 1e-12);
}

TEST(VehicleTwins, CartOnTwoSkates) {
    expect_same(at(model("model A {\n" + parameters_of("cart-two-skates") + R"(
  frame f { mass m; inertia I - m*eta^2 - 2*j; at (eta, 0) }
  axle front on f at (0, b1) steers theta1 { skate turn j }
  axle rear on f at (0, -b2) steers theta2 { skate turn j }
  quasi v = v2, w1 = theta1' + psi', w2 = theta2' + psi'
  init theta1 = 0.3, theta2 = -0.2, v = 1, w1 = 0.2, w2 = 0.1
})"),
                   2),
                at(from_gallery("cart-two-skates"), 2),
                {{"x", "x"},
                 {"y", "y"},
                 {"psi", "psi"},
                 {"theta1", "theta1"},
                 {"theta2", "theta2"},
                 {"v", "v"},
                 {"energy", "energy"},
                 {"lambda_front_side", "lambda_front"},
                 {"lambda_rear_side", "lambda_rear"}});
}

// 003 §4.2: the cart on wheel pairs is the hand-written sleigh with the masses of (3.13).
TEST(VehicleTwins, CartOnTwoWheelPairs) {
    const std::string parts = changed(gallery_text("cart-two-wheel-pairs"), "b2 = 0.5 ", "b2 = 0.6 ");
    std::string text = changed(gallery_text("cart-two-skates"), "b2 = 0.5 ", "b2 = 0.6 ");
    // i/h² = 0.05: a pair is a skate of mass 2(0.1 + 0.05) and moment 2(3e-4 + 0.15·0.2²)
    for (const auto& [old, value] :
         std::map<std::string, std::string>{{"m = 2 ", "m = 2.1 "},
                                            {"j = 0.1 ", "j = 0.0126 "},
                                            {"eta = 0.1 ", "eta = 1.5*0.1/2.1 "},
                                            {"I = 1.5 ", "I = 0.6 + 1.5*0.1^2 + 2*0.3*0.6^2 + 2*0.0126 "}})
        text = changed(text, old, value);
    expect_same(at(model(parts), 1), at(model(text), 1),
                {{"x", "x"},
                 {"y", "y"},
                 {"psi", "psi"},
                 {"theta1", "theta1"},
                 {"theta2", "theta2"},
                 {"v", "v"},
                 {"psi'", "psi'"},
                 {"energy", "energy"}});
}

TEST(VehicleTwins, BottemasCar) {
    const Values ours = at(model("model A {\n" + parameters_of("bottema-car") + R"(
  frame car { mass m; inertia J - m*a^2; at (0, a) }
  axle rear on car { skate }
  axle front on car at (0, b) steers theta { skate turn j }
  quasi p = front_v, w = psi' + theta'
  init psi = -pi/2, theta = 0.1, p = 1, w = 0.3
})"),
                           20);
    const Values by_hand = at(from_gallery("bottema-car"), 20);
    expect_same(ours, by_hand,
                {{"x", "x"}, {"y", "y"}, {"theta", "theta"}, {"p", "p"}, {"energy", "energy"}});
    EXPECT_NEAR(ours.at("psi"), by_hand.at("psi") - right_angle, 1e-12);
}

TEST(VehicleTwins, RollerRacer) {
    const Values ours = at(model("model A {\n" + parameters_of("roller-racer") + R"(
  frame seat { mass m; inertia I1 }
  axle rear on seat { skate }
  axle bar on seat at (0, d1) steers phi { inertia I2; offset (0, d2); skate }
  quasi v = v2, w = psi'
  init psi = -pi/2, phi = 0.2, v = 0.5, w = 0.1
})"),
                           10);
    const Values by_hand = at(from_gallery("roller-racer"), 10);
    expect_same(ours, by_hand,
                {{"x", "x"}, {"y", "y"}, {"phi", "phi"}, {"v", "v"}, {"w", "w"}, {"energy", "energy"}});
    EXPECT_NEAR(ours.at("psi"), by_hand.at("theta") - right_angle, 1e-12);
}

TEST(VehicleTwins, BeamOnTwoSkates) {
    const Values ours = at(model("model A {\n" + parameters_of("beam-on-two-skates") + R"(
  frame beam { mass m; inertia J }
  axle first on beam at (0, l) steers th1 { skate turn j }
  axle second on beam at (0, -l) steers th2 { skate turn j }
  let c1 = cos(th1), s1 = sin(th1), c2 = cos(th2), s2 = sin(th2)
  let e1 = l*psi' - v1, e2 = -l*psi' - v1
  quasi r = (v2*c1*c2 + e1*s1*c2 + e2*c1*s2)/(c2^2 + c1^2*s2^2), w1 = psi' + th1', w2 = psi' + th2'
  init psi = -pi/2, th1 = 0.4, th2 = -0.3, r = 1, w1 = 0.3, w2 = 0.2
})"),
                           3);
    const Values by_hand = at(from_gallery("beam-on-two-skates"), 3);
    expect_same(ours, by_hand, {{"x", "x"}, {"y", "y"}, {"r", "r"}, {"energy", "energy"}});
    EXPECT_NEAR(ours.at("psi") + ours.at("th1"), by_hand.at("a1") - right_angle, 1e-12);
    EXPECT_NEAR(ours.at("psi") + ours.at("th2"), by_hand.at("a2") - right_angle, 1e-12);
}

// A car with n trailers hitched on the axles.
std::string train(const char* twin, std::size_t n) {
    std::string text = "model A {\n" + parameters_of(twin) + R"(
  frame car { mass m0; inertia J0 }
  axle axle0 on car { skate }
)";
    for (std::size_t k = 1; k <= n; ++k) {
        const std::string number = std::to_string(k);
        const std::string before = k == 1 ? "car" : "trailer" + std::to_string(k - 1);
        text += "frame trailer" + number + " { mass m; inertia J }\n";
        text += "hitch trailer" + number + " at (0, l) to " + before + " turns phi" + number + "\n";
        text += "axle axle" + number + " on trailer" + number + " { skate }\n";
    }
    text += "quasi v = v2, w = psi'\ninit psi = -pi/2, v = 1, w = 0.5";
    for (std::size_t k = 1; k <= n; ++k) text += ", phi" + std::to_string(k) + " = -0.2";
    return text + "\n}";
}

TEST(VehicleTwins, Trailers) {
    for (const auto& [twin, n] :
         std::map<const char*, std::size_t>{{"trailer-1", 1}, {"trailer-2", 2}, {"trailer-5", 5}}) {
        const Values ours = at(model(train(twin, n)), 10), by_hand = at(from_gallery(twin), 10);
        expect_same(ours, by_hand, {{"x", "x"}, {"y", "y"}, {"v", "v"}, {"w", "w"}, {"energy", "energy"}});
        double heading = ours.at("psi") + right_angle;
        for (std::size_t k = 1; k <= n; ++k) {
            heading += ours.at("phi" + std::to_string(k));
            EXPECT_NEAR(heading, by_hand.at("th" + std::to_string(k)), 1e-12) << twin << ", " << k;
        }
    }
}

// The text that show --skates prints, and the vehicle itself: all that both have moves alike.
TEST(VehicleTwins, OnSkates) {
    const std::map<const char*, double> runs{{"cart-two-wheel-pairs", 1}, {"roller-racer-on-wheels", 5},
                                             {"stueckler-car", 10},       {"jeantaud-car", 5},
                                             {"castored-car", 5},         {"towed-wheel", 5},
                                             {"off-hooked-trailers", 10}};
    for (const auto& [name, t] : runs) {
        const Source source(name, gallery_text(name));
        Diagnostics diagnostics;
        const auto tree = syntax::parse_model(source, diagnostics);
        ASSERT_TRUE(tree);
        const System sleigh = model(with_skates(*tree, source)), wheeled = from_gallery(name);
        EXPECT_TRUE(sleigh.rolling_axles.empty());
        const Values ours = at(wheeled, t), theirs = at(sleigh, t);
        for (const Coordinate& q : sleigh.coordinates) {
            const std::string symbol = q.symbol.symbol().name;
            EXPECT_NEAR(ours.at(symbol), theirs.at(symbol), 1e-12) << name << ", " << symbol;
            EXPECT_NEAR(ours.at(symbol + "'"), theirs.at(symbol + "'"), 1e-12) << name << ", " << symbol;
        }
    }
}

// a(m + J)p³ + (mV + d/a)p² + akp + kV = 0 with J = j/a²: at V = da/j the roots ±i√(k/(m + J)), to the right of them beyond.
TEST(Shimmy, BeginsAtTheSpeedOfTheClosedForm) {
    const double a = 0.1, omega = std::sqrt(50), S = 1e-7;  // m = 1, j = 0.01, k = 100
    const auto after_five_periods = [&](const char* V) {
        const double speed = std::stod(V),
                     theta = -a * omega * omega * S / (speed * speed + a * a * omega * omega);
        char init[200];
        std::snprintf(init, sizeof init, "init s = %.17g, theta = %.17g, s' = 0", S, theta);
        const std::string text =
            changed(gallery_text("towed-wheel"), "V = 6 ", std::string("V = ") + V + " ");
        const Values end =
            at(model(changed(text, "init s = 0.001, s' = 0", init)), 5 * 2 * std::numbers::pi / omega);
        return std::hypot(end.at("s"), end.at("s'") / omega) / S;
    };
    EXPECT_NEAR(after_five_periods("2"), 1, 1e-9);
    EXPECT_GT(after_five_periods("3"), 1.1);
    EXPECT_LT(after_five_periods("1.5"), 0.9);
}

}  // namespace
}  // namespace anholon
