#include "model/system_units.hpp"

#include <gtest/gtest.h>

#include "model/read_model.test.hpp"
#include "model/request.hpp"

namespace anholon {
namespace {

TEST(SystemUnits, FollowFromThoseOfNames) {
    const System s = model(R"(model Sleigh {
  param m = 1 [kg], J = 40 [g m^2], a = 30 [cm]
  coord x [m], y [m], theta [rad]
  kinetic m/2*((x' - a*theta'*sin(theta))^2 + (y' + a*theta'*cos(theta))^2) + J/2*theta'^2
  constraint blade: cos(theta)*y' - sin(theta)*x' = 0
  potential m*9.81 [m/s^2]*x
  quasi v = cos(theta)*x' + sin(theta)*y', w = theta'
})");
    EXPECT_TRUE(s.has_quantities);
    EXPECT_EQ(SystemUnits(s).unit_of(s.T), "");  // numbers with units hide dimensions

    const System plain = model(R"(model Sleigh {
  param m = 1 [kg], J = 40 [g m^2], a = 30 [cm]
  coord x [m], y [m], theta [rad]
  kinetic m/2*((x' - a*theta'*sin(theta))^2 + (y' + a*theta'*cos(theta))^2) + J/2*theta'^2
  constraint blade: cos(theta)*y' - sin(theta)*x' = 0
  quasi v = cos(theta)*x' + sin(theta)*y', w = theta'
})");
    const SystemUnits units(plain);
    EXPECT_EQ(units.unit_of(energy_of(plain)), "kg m^2/s^2");
    EXPECT_EQ(units.unit_of(plain.quasi[0].symbol), "m/s");
    EXPECT_EQ(units.unit_of(plain.quasi[1].symbol), "1/s");
    EXPECT_EQ(units.unit_of(plain.multipliers[0]), "kg m/s^2");  // a force
    EXPECT_EQ(units.unit_of(plain.coordinates[2].symbol), "1");
}

TEST(SystemUnits, ANameWithoutUnitHidesThem) {
    const System s =
        model("model A { param m = 1 [kg], k = 1; coord x [m]; kinetic m*x'^2/2; potential k*x^2/2 }");
    const SystemUnits units(s);
    EXPECT_EQ(units.unit_of(s.T), "kg m^2/s^2");
    EXPECT_EQ(units.unit_of(s.V), "");
    EXPECT_EQ(units.unit_of(s.T + s.V), "");
    const System none = model("model A { param m = 1; coord x; kinetic m*x'^2/2 }");
    EXPECT_FALSE(SystemUnits(none).are_given());
}

// One angle in degrees says nothing of the other names.
TEST(SystemUnits, DegreesAloneStartNoCheck) {
    const System s =
        model("model A { param a = 30 [deg]; coord x; kinetic x'^2/2; potential x + sin(a); init x = 1 }");
    EXPECT_FALSE(SystemUnits(s).are_given());
}

TEST(SystemUnits, NumbersMayHaveUnits) {
    const System s = model(R"(model A {
  param l = 1 [m] + 5 [cm], d = 2*15 [cm] in 10 [cm]..1 [m]
  coord x [m]
  let h = 3 [cm]
  kinetic 200 [g]*x'^2/2
  potential 200 [g]*9.81 [m/s^2]*(x - h)
  init x = 2 [m] - 50 [cm], x' = 36 [km/h]
  experiment default { until 2 [min]; every 10 [ms]; param l = 2 [m] - 1 [cm] }
})");
    EXPECT_EQ(s.parameters[0].value, Rational(105, 100));
    EXPECT_EQ(s.parameters[0].unit, "m");
    EXPECT_EQ(s.parameters[1].value, Rational(3, 10));
    EXPECT_EQ(s.parameters[1].range->first, Rational(1, 10));
    EXPECT_EQ(s.parameters[1].range->second, Rational(1));
    EXPECT_EQ(s.init[0].value.number(), Rational(3, 2));
    EXPECT_EQ(s.init[1].value.number(), Rational(10));
    EXPECT_EQ(s.experiments[0].until, Rational(120));
    EXPECT_EQ(s.experiments[0].every, Rational(1, 100));
    EXPECT_EQ(s.experiments[0].parameters[0].second, Rational(199, 100));
}

}  // namespace
}  // namespace anholon
