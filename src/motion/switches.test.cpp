#include "motion/switches.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model/read_model.test.hpp"
#include "motion/moved.test.hpp"

// Switches that are not written as such, and branches without a value: against closed forms.
namespace anholon {
namespace {

using End = SimulationResult::End;

// x'' = −2 (x − c) − x'/10 from (x, v).
struct Piece {
    double c, x, v;
    double omega = std::sqrt(2 - 0.0025), decay = 0.05;
    double place(double t) const {
        return c + std::exp(-decay * t) * ((x - c) * std::cos(omega * t) + B() * std::sin(omega * t));
    }
    double speed(double t) const {
        const double cosine = B() * omega - decay * (x - c), sine = -(x - c) * omega - decay * B();
        return std::exp(-decay * t) * (cosine * std::cos(omega * t) + sine * std::sin(omega * t));
    }
    double B() const { return (v + decay * (x - c)) / omega; }
    // The next zero of the place.
    double zero(double until) const {
        const double step = 1e-3, sign = x != 0 ? x : v;
        double t = step;
        while (t < until && place(t) * sign > 0) t += step;
        double low = t - step, high = t;
        for (int k = 0; k < 100; ++k) (place((low + high) / 2) * sign > 0 ? low : high) = (low + high) / 2;
        return high;
    }
};

// A spring of length 0.5 whose end slides through its anchor: x'' = −2 (x − 0.5 sign x) − x'/10.
TEST(Switches, RootOfASquare) {
    double t = 0, x = 1, v = -3;
    for (double sign = 1;; sign = -sign) {
        const Piece piece{0.5 * sign, x, v};
        const double next = piece.zero(5 - t);
        if (t + next > 5) {
            x = piece.place(5 - t);
            v = piece.speed(5 - t);
            break;
        }
        v = piece.speed(next);
        x = 0;
        t += next;
    }
    const std::string body =
        "model K { coord s; kinetic s'^2/2; force on s: -s'/10; init s = 1, s' = -3; potential ";
    for (const std::string potential : {"(sqrt(s^2) - 0.5)^2", "(abs(s) - 0.5)^2", "(sqrt(4*s^2)/2 - 0.5)^2",
                                        "(sqrt((0.6*s - 0)^2 + (0.8*s)^2) - 0.5)^2"}) {
        const Moved m = moved(model(body + potential + " }"), 5);
        EXPECT_NEAR(m.at_end.at("s"), x, 1e-13) << potential;
        EXPECT_NEAR(m.at_end.at("s'"), v, 1e-13) << potential;
        EXPECT_GT(m.result.switches, 0u) << potential;
    }
    const Moved shifted =
        moved(model("model K { coord s; kinetic s'^2/2; force on s: -s'/10; init s = 2, s' = -3; "
                    "potential (sqrt(s^2 - 2*s + 1) - 0.5)^2 }"),
              5);
    EXPECT_NEAR(shifted.at_end.at("s"), 1 + x, 1e-13);
    const Moved spring =
        moved(model("model K { body a { mass 1; inertia (1,1,1) }; joint a on space slider s along (1,0,0); "
                    "spring 2 between a and space length 0.5; force on s: -s'/10; init s = 1, s' = -3 }"),
              5);
    EXPECT_NEAR(spring.at_end.at("s"), x, 1e-13);
}

TEST(Switches, BranchesThatAreNotTakenNeedNoValue) {
    const Moved m = moved(
        model("model A { coord x; kinetic x'^2/2; force on x: if(x > 0, -sqrt(x), 0); init x = -1, x' = 1 }"),
        0.75);
    EXPECT_EQ(m.result.end, End::reached) << m.result.reason;
    EXPECT_NEAR(m.at_end.at("x"), -0.25, 1e-15);
    const Moved other = moved(
        model(
            "model A { coord x; kinetic x'^2/2; force on x: if(x > 0, 0, 1/log(-x/9)); init x = 1, x' = 1 }"),
        1);
    EXPECT_EQ(other.result.end, End::reached) << other.result.reason;
    EXPECT_NEAR(other.at_end.at("x"), 2, 1e-15);
}

// Hertz: x'' = −k x^(3/2) in contact. It is pressed in by a = (5 v²/4k)^(2/5) for 2 a/v (2/5) B(2/5, 1/2).
TEST(Switches, ContactOfElasticBodies) {
    const double k = 500, v = 1, a = std::pow(5 * v * v / (4 * k), 0.4),
                 time = 2 * a / v * 0.4 * std::beta(0.4, 0.5);
    const Moved m = moved(model("model H { coord x; kinetic x'^2/2; force on x: if(x > 0, -500*x^(3/2), 0); "
                                "init x = -0.5, x' = 1 }"),
                          0.5 + time + 0.25);
    EXPECT_EQ(m.result.end, End::reached) << m.result.reason;
    EXPECT_EQ(m.result.switches, 2u);
    EXPECT_NEAR(m.at_end.at("x'"), -1, 1e-11);
    EXPECT_NEAR(m.at_end.at("x"), -0.25, 1e-11);
    const Moved potential = moved(
        model("model H { coord x; kinetic x'^2/2; potential 200*max(x, 0)^(5/2); init x = -0.5, x' = 1 }"),
        0.5 + time + 0.25);
    EXPECT_NEAR(potential.at_end.at("x"), -0.25, 1e-11);
}

// x'' = −sign(x) √|x| from rest at 1: the quarter of a period is √(3/4) (2/3) B(2/3, 1/2).
TEST(Switches, RootOfTheAbsoluteValue) {
    const double quarter = std::sqrt(0.75) * 2 / 3 * std::beta(2.0 / 3, 0.5);
    const Moved m =
        moved(model("model R { coord x; kinetic x'^2/2; force on x: -sign(x)*sqrt(abs(x)); init x = 1 }"),
              2 * quarter);
    EXPECT_EQ(m.result.end, End::reached) << m.result.reason;
    EXPECT_NEAR(m.at_end.at("x"), -1, 1e-11);
    EXPECT_NEAR(m.at_end.at("x'"), 0, 1e-11);
}

}  // namespace
}  // namespace anholon
