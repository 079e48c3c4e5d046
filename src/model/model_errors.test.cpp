// Every mistake one can make in the meaning of a model, and what is said of it.

#include <gtest/gtest.h>

#include "model/read_model.test.hpp"

namespace anholon {
namespace {

TEST(ModelErrors, EnergyMissing) {
    EXPECT_EQ(
        said(R"(model A {
coord x
}
)"),
        R"(s.anh:1:7: error[energy-missing]: the model states no kinetic energy and no Lagrangian, so nothing in it has inertia
 1 | model A {
   |       ^
   = help: add kinetic …, and potential … if there is one; or lagrangian …
)");
    EXPECT_EQ(
        said(R"(model A {
coord x
  potential x^2
}
)"),
        R"(s.anh:3:3: error[energy-missing]: the model states no kinetic energy and no Lagrangian, so nothing in it has inertia
 3 |   potential x^2
   |   ^^^^^^^^^
   = help: add kinetic …, and potential … if there is one; or lagrangian …
)");
}

TEST(ModelErrors, EnergyTwice) {
    EXPECT_EQ(said(R"(model A {
coord x
  lagrangian x'^2
  kinetic x'^2
}
)"),
              R"(s.anh:4:3: error[energy-twice]: the energy is given in two ways
 4 |   kinetic x'^2
   |   ^^^^^^^
   = note: the other one is here
 3 |   lagrangian x'^2
   |   ^^^^^^^^^^
)");
    EXPECT_EQ(said(R"(model A {
algebra so(3); inertia (1, 2, 3); kinetic w1^2
}
)"),
              R"(s.anh:2:16: error[energy-twice]: the energy is given in two ways
 2 | algebra so(3); inertia (1, 2, 3); kinetic w1^2
   |                ^^^^^^^
   = note: the other one is here
 2 | algebra so(3); inertia (1, 2, 3); kinetic w1^2
   |                                   ^^^^^^^
)");
}

TEST(ModelErrors, CoordinatesMissing) {
    EXPECT_EQ(said(R"(model A {
kinetic 1
}
)"),
              R"(s.anh:1:7: error[coordinates-missing]: the model has no coordinates
 1 | model A {
   |       ^
   = help: add coord x, …; or algebra … for a system on a Lie group
)");
}

TEST(ModelErrors, NameDuplicate) {
    EXPECT_EQ(said(R"(model A {
param m = 1
  coord x, m
  let x = 2
  kinetic m*x'^2
}
)"),
              R"(s.anh:3:12: error[name-duplicate]: 'm' is already a parameter
 3 |   coord x, m
   |            ^
   = note: declared here
 2 | param m = 1
   |       ^

s.anh:4:7: error[name-duplicate]: 'x' is already a coordinate
 4 |   let x = 2
   |       ^
   = note: declared here
 3 |   coord x, m
   |         ^
)");
    EXPECT_EQ(said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
constraint a: x' = 0
  constraint a: y' = 0
}
)"),
              R"(s.anh:4:14: error[name-duplicate]: two constraints are called 'a'
 4 |   constraint a: y' = 0
   |              ^
   = note: the first one is here
 3 | constraint a: x' = 0
   |            ^
)");
}

TEST(ModelErrors, NameReserved) {
    EXPECT_EQ(said(R"(model A {
param sin = 1
  coord x, t, pi
  kinetic x'^2
}
)"),
              R"(s.anh:2:7: error[name-reserved]: 'sin' is the name of a function and cannot be declared
 2 | param sin = 1
   |       ^^^

s.anh:3:12: error[name-duplicate]: 't' is already time
 3 |   coord x, t, pi
   |            ^

s.anh:3:15: error[name-duplicate]: 'pi' is already a number
 3 |   coord x, t, pi
   |               ^^
)");
}

TEST(ModelErrors, NameUnknown) {
    EXPECT_EQ(said(R"(model A {
coord theta
  kinetic tetha'^2
}
)"),
              R"(s.anh:3:11: error[name-unknown]: no symbol 'tetha' in this model
 3 |   kinetic tetha'^2
   |           ^^^^^
   = help: did you mean the coordinate 'theta' (line 2)?
)");
}

TEST(ModelErrors, VelocityOfAParameter) {
    EXPECT_EQ(said(R"(model A {
param m = 1
  coord x
  kinetic m'*x'^2
}
)"),
              R"(s.anh:4:11: error[prime-of-constant]: 'm' is a parameter and has no time derivative
 4 |   kinetic m'*x'^2
   |           ^^
)");
}

TEST(ModelErrors, AccelerationUnexpected) {
    EXPECT_EQ(said(R"(model A {
coord x
  kinetic x''^2
  constraint c: x'' = 1
  force on x: x''
}
)"),
              R"(s.anh:3:11: error[acceleration-unexpected]: an energy cannot contain the acceleration x''
 3 |   kinetic x''^2
   |           ^^^^^

s.anh:4:3: error[acceleration-unexpected]: a constraint cannot contain the acceleration x''
 4 |   constraint c: x'' = 1
   |   ^^^^^^^^^^^^^^^^^^^^^

s.anh:5:15: error[acceleration-unexpected]: a force cannot contain the acceleration x''
 5 |   force on x: x''
   |               ^^^
)");
}

TEST(ModelErrors, ForceOnWhat) {
    EXPECT_EQ(
        said(R"(model A {
coord x
  kinetic x'^2
  param m = 1
  force on m: 1, z: 2
}
)"),
        R"(s.anh:5:12: error[force-on-what]: a force acts on a coordinate or a quasi-velocity; 'm' is a parameter
 5 |   force on m: 1, z: 2
   |            ^

s.anh:5:18: error[name-unknown]: no symbol 'z' in this model
 5 |   force on m: 1, z: 2
   |                  ^
)");
}

TEST(ModelErrors, ValueNotConstant) {
    EXPECT_EQ(said(R"(model A {
coord x
  kinetic x'^2
  param a = t
  init x = t, x' = x
}
)"),
              R"(s.anh:4:13: error[value-not-constant]: a parameter must be constant and cannot depend on 't'
 4 |   param a = t
   |             ^

s.anh:5:12: error[value-not-constant]: an initial value must be constant and cannot depend on 't'
 5 |   init x = t, x' = x
   |            ^

s.anh:5:20: error[value-not-constant]: an initial value must be constant and cannot depend on 'x'
 5 |   init x = t, x' = x
   |                    ^
)");
}

TEST(ModelErrors, ValueNotReal) {
    EXPECT_EQ(said(R"(model A {
param a = log(-1)
  param b = asin(2)
  coord x; kinetic x'^2
}
)"),
              R"(s.anh:2:11: error[undefined]: undefined operation: log of -1
 2 | param a = log(-1)
   |           ^^^^^^^

s.anh:3:13: error[undefined]: undefined operation: asin of 2
 3 |   param b = asin(2)
   |             ^^^^^^^
)");
}

TEST(ModelErrors, Ranges) {
    EXPECT_EQ(said(R"(model A {
param a = 1 in 2..0, b = 1 in 2..3
  coord x; kinetic x'^2
}
)"),
              R"(s.anh:2:16: error[range-empty]: a range must go from the smaller number to the larger one
 2 | param a = 1 in 2..0, b = 1 in 2..3
   |                ^^^^

s.anh:2:26: error[value-outside-range]: the value of 'b' lies outside its own range
 2 | param a = 1 in 2..0, b = 1 in 2..3
   |                          ^
)");
}

TEST(ModelErrors, ConstraintConstant) {
    EXPECT_EQ(
        said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
constraint c: 0 = 1
}
)"),
        R"(s.anh:3:12: error[constraint-constant]: 'c' contains no coordinate and no velocity, so no motion can satisfy it
 3 | constraint c: 0 = 1
   |            ^
   = note: it requires -1 = 0
)");
    EXPECT_EQ(said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
constraint c: x - x = 0
}
)"),
              R"(s.anh:3:12: warning[constraint-always]: 'c' holds identically and constrains nothing
 3 | constraint c: x - x = 0
   |            ^
)");
}

TEST(ModelErrors, ConstraintRedundant) {
    EXPECT_EQ(said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
coord theta
  kinetic theta'^2
  constraint blade: x'*sin(theta) = y'*cos(theta)
  constraint heel: 2*x'*sin(theta) = 2*y'*cos(theta)
}
)"),
              R"(s.anh:6:14: warning[constraint-redundant]: 'heel' follows from 'blade'
 6 |   constraint heel: 2*x'*sin(theta) = 2*y'*cos(theta)
   |              ^^^^
   = note: heel = 2·blade (line 5), so the rank is 1, not 2; its multiplier would not be unique
   = note: 'heel' is left out
)");
    EXPECT_EQ(said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
constraint circle: x^2 + y^2 = 1
  constraint rate: x*x' + y*y' = 0
}
)"),
              R"(s.anh:4:14: warning[constraint-redundant]: 'rate' follows from 'circle'
 4 |   constraint rate: x*x' + y*y' = 0
   |              ^^^^
   = note: rate = 1/2·circle' (line 3), so the rank is 1, not 2; its multiplier would not be unique
   = note: 'rate' is left out
)");
}

TEST(ModelErrors, ConstraintContradictory) {
    EXPECT_EQ(said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
constraint a: x' = y'
  constraint b: 2*x' = 2*y' + 1
}
)"),
              R"(s.anh:4:14: error[constraint-contradictory]: 'b' contradicts 'a'
 4 |   constraint b: 2*x' = 2*y' + 1
   |              ^
   = note: together they require -1 = 0
 3 | constraint a: x' = y'
   |            ^
)");
    EXPECT_EQ(said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
constraint a: x^2 + y^2 = 1
  constraint b: x^2 + y^2 = 4
}
)"),
              R"(s.anh:4:14: error[constraint-contradictory]: 'b' contradicts 'a'
 4 |   constraint b: x^2 + y^2 = 4
   |              ^
   = note: together they require -3 = 0
 3 | constraint a: x^2 + y^2 = 1
   |            ^
)");
    EXPECT_EQ(said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
constraint a: x' = 0
  constraint b: x' = y
}
)"),
              R"(s.anh:4:14: error[constraint-contradictory]: 'b' contradicts 'a'
 4 |   constraint b: x' = y
   |              ^
   = note: together they require -y = 0
 3 | constraint a: x' = 0
   |            ^
)");
}

TEST(ModelErrors, CovectorNeedsAlgebra) {
    EXPECT_EQ(
        said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
constraint (1, 0)
}
)"),
        R"(s.anh:3:12: error[covector-needs-algebra]: only a model on a Lie algebra can have a constraint given by components
 3 | constraint (1, 0)
   |            ^^^^^^
   = help: write an equation, such as cos(theta)*y' - sin(theta)*x' = 0
)");
}

TEST(ModelErrors, QuasiNotLinear) {
    EXPECT_EQ(
        said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
quasi v = x'^2, w = y'
}
)"),
        R"(s.anh:3:7: error[quasi-not-linear]: the quasi-velocity 'v' is not a linear function of the velocities
 3 | quasi v = x'^2, w = y'
   |       ^
)");
    EXPECT_EQ(
        said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
quasi v = x, w = y'
}
)"),
        R"(s.anh:3:7: error[quasi-not-linear]: the quasi-velocity 'v' is not a linear function of the velocities
 3 | quasi v = x, w = y'
   |       ^
)");
}

TEST(ModelErrors, QuasiDependent) {
    EXPECT_EQ(
        said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
quasi v = x' + y', w = 2*x' + 2*y'
}
)"),
        R"(s.anh:3:20: error[quasi-dependent]: the quasi-velocity 'w' is not free, or depends on the others
 3 | quasi v = x' + y', w = 2*x' + 2*y'
   |                    ^
   = note: w = 2·v (line 3)
)");
    EXPECT_EQ(
        said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
constraint c: x' = 0
  quasi v = 3*x'
}
)"),
        R"(s.anh:4:9: error[quasi-dependent]: the quasi-velocity 'v' is not free, or depends on the others
 4 |   quasi v = 3*x'
   |         ^
   = note: v = 3·c (line 3)
)");
}

TEST(ModelErrors, QuasiCount) {
    EXPECT_EQ(said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
quasi v = x'
}
)"),
              R"(s.anh:3:7: error[quasi-count]: 1 quasi-velocity is given where 2 are free
 3 | quasi v = x'
   |       ^
   = note: 2 velocities, constraints of rank 0
)");
    EXPECT_EQ(
        said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
constraint c: x' = 0
  quasi v = y', w = x' + y'
}
)"),
        R"(s.anh:4:17: error[quasi-dependent]: the quasi-velocity 'w' is not free, or depends on the others
 4 |   quasi v = y', w = x' + y'
   |                 ^
   = note: w = c (line 3) + v (line 4)
)");
}

TEST(ModelErrors, InertiaSingular) {
    EXPECT_EQ(
        said(R"(model A {
coord x, y
  kinetic x'^2
}
)"),
        R"(s.anh:1:7: error[inertia-singular]: a motion that the constraints allow has no inertia, so forces do not determine its acceleration
 1 | model A {
   |       ^
   = note: this is the motion with y' = 1 and the other velocities zero
)");
    EXPECT_EQ(
        said(R"(model A {
coord x, y
  kinetic (x' + y')^2
}
)"),
        R"(s.anh:1:7: error[inertia-singular]: a motion that the constraints allow has no inertia, so forces do not determine its acceleration
 1 | model A {
   |       ^
   = note: this is the motion with x' = -1, y' = 1
)");
}

// Along the constraints alone: z has its inertia through x, and y has none.
TEST(ModelErrors, InertiaSingularAlongConstraints) {
    EXPECT_EQ(said(R"(model A {
coord x, y, z
  kinetic x'^2 + y'^2
  constraint c: z' = y*x'
}
)"),
              "");
    EXPECT_EQ(
        said(R"(model A {
coord x, y, z
  kinetic x'^2
  constraint c: z' = y*x'
}
)"),
        R"(s.anh:1:7: error[inertia-singular]: a motion that the constraints allow has no inertia, so forces do not determine its acceleration
 1 | model A {
   |       ^
   = note: this is the motion with y' = 1 and the other velocities zero
)");
}

TEST(ModelErrors, Motion) {
    EXPECT_EQ(
        said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
motion vakonomic
}
)"),
        R"(s.anh:3:1: error[motion-needs-constraints]: 'vakonomic' describes how constraints on velocities act, but the model has none
 3 | motion vakonomic
   | ^^^^^^^^^^^^^^^^
)");
    EXPECT_EQ(said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
motion free
  motion free
}
)"),
              R"(s.anh:4:3: error[motion-twice]: the law of motion is given twice
 4 |   motion free
   |   ^^^^^^
   = note: the first one is here
 3 | motion free
   | ^^^^^^
)");
    EXPECT_EQ(
        said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
constraint c: x' = 0
  motion servo force (1, 2), (2, 3)
}
)"),
        R"(s.anh:4:3: error[servo-count]: each constraint on velocities needs its own force: 1 is needed, 2 are given
 4 |   motion servo force (1, 2), (2, 3)
   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
)");
    EXPECT_EQ(said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
constraint c: x' = 0
  motion servo force (1, 2, 3)
}
)"),
              R"(s.anh:4:22: error[tuple-length]: a force has 2 components here, not 3
 4 |   motion servo force (1, 2, 3)
   |                      ^^^^^^^^^
)");
    EXPECT_EQ(
        said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
constraint c: x' = 0
  motion servo momentum N = x', y'
}
)"),
        R"(s.anh:4:3: error[servo-count]: each constraint on velocities needs its own momentum: 1 is needed, 2 are given
 4 |   motion servo momentum N = x', y'
   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
)");
    EXPECT_EQ(
        said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
constraint c: x' = 0
  motion servo momentum (1, 2)
}
)"),
        R"(s.anh:4:25: error[servo-vector-needs-algebra]: only a model on a Lie algebra can have a momentum given by components
 4 |   motion servo momentum (1, 2)
   |                         ^^^^^^
   = help: write servo momentum N = …
)");
}

TEST(ModelErrors, Algebra) {
    EXPECT_EQ(said(R"(model A {
algebra so(2)
  inertia (1, 2)
}
)"),
              R"(s.anh:2:9: error[algebra-unknown]: no known Lie algebra is called 'so(2)'
 2 | algebra so(2)
   |         ^^^^^
   = help: the known ones are so(3) to so(10), e(2), e(3), sl(2), heisenberg, r(n); or give a table { [1, 2] = e3; … }
)");
    EXPECT_EQ(said(R"(model A {
algebra so(3)
  algebra e(2)
  inertia (1, 2, 3)
}
)"),
              R"(s.anh:3:3: error[algebra-twice]: the Lie algebra is given twice
 3 |   algebra e(2)
   |   ^^^^^^^
   = note: the first one is here
 2 | algebra so(3)
   | ^^^^^^^
)");
    EXPECT_EQ(said(R"(model A {
algebra so(3)
  coord x
  kinetic x'^2
}
)"),
              R"(s.anh:2:1: error[algebra-with-coordinates]: a model on a Lie algebra has no coordinates
 2 | algebra so(3)
   | ^^^^^^^
   = note: a coordinate is declared here
 3 |   coord x
   |         ^
)");
    EXPECT_EQ(said(R"(model A {
coord x; kinetic x'^2
  torque (1, 2)
}
)"),
              R"(s.anh:3:3: error[algebra-missing]: 'torque' is allowed only in a model on a Lie algebra
 3 |   torque (1, 2)
   |   ^^^^^^
   = help: add algebra so(3), or another one
)");
    EXPECT_EQ(
        said(R"(model A {
algebra table { [1, 1] = 2; [1, 2] = e2; [2, 1] = e1; [2, 3] = e1*e2 }
  inertia (1, 2, 3)
}
)"),
        R"(s.anh:2:18: error[bracket-index]: a bracket takes two different basis elements, each given by a number from 1 to 45
 2 | algebra table { [1, 1] = 2; [1, 2] = e2; [2, 1] = e1; [2, 3] = e1*e2 }
   |                  ^^^^

s.anh:2:42: error[bracket-twice]: this bracket is given twice
 2 | algebra table { [1, 1] = 2; [1, 2] = e2; [2, 1] = e1; [2, 3] = e1*e2 }
   |                                          ^^^^^^^^^^^
   = note: the first one is here
 2 | algebra table { [1, 1] = 2; [1, 2] = e2; [2, 1] = e1; [2, 3] = e1*e2 }
   |                             ^^^^^^^^^^^

s.anh:2:64: error[bracket-not-linear]: a bracket must be a linear combination of basis elements
 2 | algebra table { [1, 1] = 2; [1, 2] = e2; [2, 1] = e1; [2, 3] = e1*e2 }
   |                                                                ^^^^^
   = help: write e3, or 2*e1 - e2, or a number k for the element e_k
)");
    EXPECT_EQ(
        said(R"(model A {
algebra table { [1, 2] = 3; [2, 3] = e1; [3, 1] = 2*e2 + e1 }
  inertia (1, 2, 3)
}
)"),
        R"(s.anh:2:1: error[jacobi-fails]: Jacobi's identity fails for e1, e2, e3, so this is not a Lie algebra
 2 | algebra table { [1, 2] = 3; [2, 3] = e1; [3, 1] = 2*e2 + e1 }
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
)");
    EXPECT_EQ(
        said(R"(model A {
algebra so(3)
  inertia (1, 2)
}
)"),
        R"(s.anh:3:3: error[inertia-length]: here an inertia tensor must have 3 diagonal components and 3 others, not 2 and 0
 3 |   inertia (1, 2)
   |   ^^^^^^^^^^^^^^
   = help: write the diagonal, then ';' and the rest row by row: (I1, I2, I3; I12, I13, I23)
)");
    EXPECT_EQ(said(R"(model A {
algebra so(3)
  inertia (1, 2, 3)
  velocities a, b
  constraint (1, 2)
  torque (1)
}
)"),
              R"(s.anh:4:3: error[velocities-count]: the algebra has 3 velocities, but 2 names are given
 4 |   velocities a, b
   |   ^^^^^^^^^^^^^^^

s.anh:5:14: error[tuple-length]: a covector has 3 components here, not 2
 5 |   constraint (1, 2)
   |              ^^^^^^

s.anh:6:10: error[tuple-length]: a torque has 3 components here, not 1
 6 |   torque (1)
   |          ^^^
)");
}

TEST(ModelErrors, Init) {
    EXPECT_EQ(said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
init z = 1, xx = 2
}
)"),
              R"(s.anh:3:6: error[init-unknown]: no symbol 'z' in this model
 3 | init z = 1, xx = 2
   |      ^

s.anh:3:13: error[init-unknown]: no symbol 'xx' in this model
 3 | init z = 1, xx = 2
   |             ^^
)");
    EXPECT_EQ(said(R"(model A {
param m = 1
  coord x, y; kinetic (x'^2 + y'^2)/2
init m = 1, x'' = 2, x = 1, x = 2
}
)"),
              R"(s.anh:4:6: error[init-not-state]: 'm' is a parameter and has no initial value
 4 | init m = 1, x'' = 2, x = 1, x = 2
   |      ^
   = help: initial values belong to coordinates, velocities, quasi-velocities and multipliers

s.anh:4:13: error[init-not-state]: 'x''' is an acceleration and has no initial value
 4 | init m = 1, x'' = 2, x = 1, x = 2
   |             ^
   = help: initial values belong to coordinates, velocities, quasi-velocities and multipliers

s.anh:4:29: error[init-twice]: 'x' has two initial values
 4 | init m = 1, x'' = 2, x = 1, x = 2
   |                             ^
   = note: the first one is here
 4 | init m = 1, x'' = 2, x = 1, x = 2
   |                      ^
)");
}

TEST(ModelErrors, Expectations) {
    EXPECT_EQ(said(R"(model A {
coord x, y; kinetic (x'^2 + y'^2)/2
expect dof 1.5
  expect value x = 1 at 2 within 0
  expect integral z
}
)"),
              R"(s.anh:3:12: error[dof-not-count]: the number of degrees of freedom must be a whole number
 3 | expect dof 1.5
   |            ^^^

s.anh:4:34: error[setting-not-positive]: 'within' takes a positive number
 4 |   expect value x = 1 at 2 within 0
   |                                  ^

s.anh:5:19: error[name-unknown]: no symbol 'z' in this model
 5 |   expect integral z
   |                   ^
)");
}

TEST(ModelErrors, Experiments) {
    EXPECT_EQ(said(R"(model A {
param m = 1
  coord x, y; kinetic (x'^2 + y'^2)/2
experiment e { until 0; every 1; every 2; param k = 1 }
  experiment e { until 3 }
}
)"),
              R"(s.anh:4:22: error[setting-not-positive]: 'until' takes a positive number
 4 | experiment e { until 0; every 1; every 2; param k = 1 }
   |                      ^

s.anh:4:34: error[setting-twice]: 'every' is given twice
 4 | experiment e { until 0; every 1; every 2; param k = 1 }
   |                                  ^^^^^
   = note: the first one is here
 4 | experiment e { until 0; every 1; every 2; param k = 1 }
   |                         ^^^^^

s.anh:4:49: error[experiment-parameter]: 'k' is not a parameter of this model
 4 | experiment e { until 0; every 1; every 2; param k = 1 }
   |                                                 ^

s.anh:5:14: error[experiment-twice]: two experiments are called 'e'
 5 |   experiment e { until 3 }
   |              ^
   = note: the first one is here
 4 | experiment e { until 0; every 1; every 2; param k = 1 }
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
)");
}

TEST(ModelErrors, Units) {
    EXPECT_EQ(said(R"(model A {
param m = 1 [kgg], g = 1 [m/], k = 2 [foo^m]
  coord a [deg]
  kinetic a'^2
}
)"),
              R"(s.anh:2:14: error[unit-unknown]: no unit 'kgg'
 2 | param m = 1 [kgg], g = 1 [m/], k = 2 [foo^m]
   |              ^^^
   = help: did you mean 'kg'?

s.anh:2:29: error[unit-malformed]: a unit is expected here
 2 | param m = 1 [kgg], g = 1 [m/], k = 2 [foo^m]
   |                             ^
   = help: units are written [kg m^2/s]

s.anh:2:39: error[unit-unknown]: no unit 'foo'
 2 | param m = 1 [kgg], g = 1 [m/], k = 2 [foo^m]
   |                                       ^^^
   = help: use SI units, such as [kg m^2/s], or deg, min, h

s.anh:3:11: error[unit-scaled]: 'a' is a variable and is measured in SI units
 3 |   coord a [deg]
   |           ^^^^^
   = help: write [rad]; values may have other units, as in init a = 1 [deg]
)");
    EXPECT_EQ(said(R"(model A {
param m = 1 [kg], g = 9.81 [m/s^2]
  coord x [m]
  let bad = x + g
  kinetic m*x'^2/2
  potential m*g*x^2
  force on x: m*g*x
  constraint c: x' = x
  let a = sin(x), b = 2^x, c = x^g, d = atan2(x, m)
  init x = 2 [kg]
}
)"),
              R"(s.anh:4:13: error[unit-mismatch]: the terms of this sum have different dimensions
 4 |   let bad = x + g
   |             ^^^^^
   = note: this term has m
 4 |   let bad = x + g
   |             ^
   = note: this term has m/s^2
 4 |   let bad = x + g
   |                 ^

s.anh:6:13: error[unit-mismatch]: the energies have different dimensions
 6 |   potential m*g*x^2
   |             ^^^^^^^
   = note: this energy has kg m^2/s^2
 5 |   kinetic m*x'^2/2
   |           ^^^^^^^^
   = note: this energy has kg m^3/s^2
 6 |   potential m*g*x^2
   |             ^^^^^^^

s.anh:7:15: error[unit-mismatch]: a force on x must have the dimension kg m/s^2, not kg m^2/s^2
 7 |   force on x: m*g*x
   |               ^^^^^

s.anh:8:17: error[unit-mismatch]: the two sides of the equation have different dimensions
 8 |   constraint c: x' = x
   |                 ^^^^^^
   = note: this side has m/s
 8 |   constraint c: x' = x
   |                 ^^
   = note: this side has m
 8 |   constraint c: x' = x
   |                      ^

s.anh:9:15: error[unit-mismatch]: the argument of 'sin' must have no dimension, but this has m
 9 |   let a = sin(x), b = 2^x, c = x^g, d = atan2(x, m)
   |               ^

s.anh:9:25: error[unit-mismatch]: an exponent must have no dimension, but this has m
 9 |   let a = sin(x), b = 2^x, c = x^g, d = atan2(x, m)
   |                         ^

s.anh:9:34: error[unit-mismatch]: an exponent must have no dimension, but this has m/s^2
 9 |   let a = sin(x), b = 2^x, c = x^g, d = atan2(x, m)
   |                                  ^

s.anh:9:41: error[unit-mismatch]: the arguments have different dimensions
 9 |   let a = sin(x), b = 2^x, c = x^g, d = atan2(x, m)
   |                                         ^^^^^^^^^^^
   = note: this argument has m
 9 |   let a = sin(x), b = 2^x, c = x^g, d = atan2(x, m)
   |                                               ^
   = note: this argument has kg
 9 |   let a = sin(x), b = 2^x, c = x^g, d = atan2(x, m)
   |                                                  ^

s.anh:10:14: error[unit-mismatch]: 'x' must have the dimension m, not kg
 10 |   init x = 2 [kg]
    |              ^^^^
)");
    EXPECT_EQ(said(R"(model A {
coord x [m]; kinetic x'^2
  let v = x [m]
}
)"),
              R"(s.anh:3:13: error[unit-unexpected]: a definition takes its unit from its expression
 3 |   let v = x [m]
   |             ^^^
   = help: leave the unit out
)");
    EXPECT_EQ(said(R"(model A {
param m = 1 [kg]
  coord x [m]; kinetic m*x'^2/2
  let a = if(x < x, m, x)
  let b = if(x < m, x, x)
}
)"),
              R"(s.anh:4:11: error[unit-mismatch]: the two branches of 'if' have different dimensions
 4 |   let a = if(x < x, m, x)
   |           ^^^^^^^^^^^^^^^
   = note: this branch has kg
 4 |   let a = if(x < x, m, x)
   |                     ^
   = note: this branch has m
 4 |   let a = if(x < x, m, x)
   |                        ^

s.anh:5:14: error[unit-mismatch]: the two sides of the comparison have different dimensions
 5 |   let b = if(x < m, x, x)
   |              ^^^^^
   = note: this side has m
 5 |   let b = if(x < m, x, x)
   |              ^
   = note: this side has kg
 5 |   let b = if(x < m, x, x)
   |                  ^
)");
}

TEST(ModelErrors, UnitsOfNumbers) {
    EXPECT_EQ(said(R"(model A {
param k = 1 [N/m]
  body b { mass 1 [s]; inertia (1, 1, 1) [kg] }
}
)"),
              R"(s.anh:3:42: error[statement-unfinished]: the statement ends before '['
 3 |   body b { mass 1 [s]; inertia (1, 1, 1) [kg] }
   |                                          ^
   = help: a statement ends with its line, or with ';'
)");
    EXPECT_EQ(said(R"(model A {
coord x [m]; kinetic 2 [kg]*x'^2/2 + 1 [m]
  init x = 1 [m] + 2 [s], x' = 1 [m]*2 [m]
  experiment default { until 5 [m] }
}
)"),
              R"(s.anh:2:22: error[unit-mismatch]: the terms of this sum have different dimensions
 2 | coord x [m]; kinetic 2 [kg]*x'^2/2 + 1 [m]
   |                      ^^^^^^^^^^^^^^^^^^^^^
   = note: this term has kg m^2/s^2
 2 | coord x [m]; kinetic 2 [kg]*x'^2/2 + 1 [m]
   |                      ^^^^^^^^^^^^^
   = note: this term has m
 2 | coord x [m]; kinetic 2 [kg]*x'^2/2 + 1 [m]
   |                                      ^^^^^

s.anh:3:12: error[unit-mismatch]: the terms of this sum have different dimensions
 3 |   init x = 1 [m] + 2 [s], x' = 1 [m]*2 [m]
   |            ^^^^^^^^^^^^^
   = note: this term has m
 3 |   init x = 1 [m] + 2 [s], x' = 1 [m]*2 [m]
   |            ^^^^^
   = note: this term has s
 3 |   init x = 1 [m] + 2 [s], x' = 1 [m]*2 [m]
   |                    ^^^^^

s.anh:3:32: error[unit-mismatch]: 'x'' must have the dimension m/s, not m^2
 3 |   init x = 1 [m] + 2 [s], x' = 1 [m]*2 [m]
   |                                ^^^^^^^^^^^

s.anh:4:30: error[unit-mismatch]: 'until' must have the dimension s, not m
 4 |   experiment default { until 5 [m] }
   |                              ^^^^^
)");
}

TEST(ModelErrors, SlipsOfOtherPrograms) {
    EXPECT_EQ(said("model A {\ncoord x, y; kinetic x'^2 + y'^2; constraint x' == y'\n}\n"),
              "s.anh:2:48: error[equals-doubled]: an equation is written with one '='\n"
              " 2 | coord x, y; kinetic x'^2 + y'^2; constraint x' == y'\n"
              "   |                                                ^^\n"
              "   = help: write x' = y'\n");
    EXPECT_EQ(said("model A {\ncoord x\nkinetic x'^2/2 +\npotential x\n}\n"),
              "s.anh:3:16: error[operand-missing]: an operand is missing after '+', at the end of the line\n"
              " 3 | kinetic x'^2/2 +\n"
              "   |                ^\n");
    EXPECT_EQ(said("model A {\ncoord x(t)\nkinetic x'^2\n}\n"),
              "s.anh:2:8: error[coordinate-with-argument]: a coordinate is always a function of time\n"
              " 2 | coord x(t)\n"
              "   |        ^\n"
              "   = help: write coord x; its time derivative is x'\n");
    const auto help = [](const std::string& energy) {
        const std::string words = said("model A {\ncoord x\nkinetic " + energy + "\n}\n");
        const std::size_t at = words.find("= help: ");
        return at == words.npos ? words : words.substr(at + 8, words.find('\n', at) - at - 8);
    };
    EXPECT_EQ(help("diff(x, t)^2"), "time derivatives are written with primes: x' and x''");
    EXPECT_EQ(help("xdot^2"), "the time derivative of 'x' is written x'");
    EXPECT_EQ(help("x_ddot^2"), "the time derivative of 'x' is written x''");
    EXPECT_EQ(help("1/2 x'^2"), "for a product write 1/2*x'^2");
    EXPECT_EQ(help("x'^2*1 [lb]"), "use SI units: 1 lb is 0.45359237 kg");
}

TEST(ModelErrors, VariablesOfSurfaces) {
    const std::string ball = "body b { mass 1; shape ball(1) }\n";
    EXPECT_EQ(
        said("model A {\n" + ball + "support s graph(u^2 + v^2)\ncontact b on s rolling\n}\n"),
        "s.anh:3:17: error[surface-variable]: a graph is a height z as a function of x and y, not of 'u'\n"
        " 3 | support s graph(u^2 + v^2)\n"
        "   |                 ^\n"
        "   = help: write graph((x^2 + y^2)/2)\n");
}

}  // namespace
}  // namespace anholon
