// Every mistake one can make with the parts of a vehicle, and what is said of it.

#include <gtest/gtest.h>

#include "model/read_model.test.hpp"

namespace anholon {
namespace {

TEST(VehicleErrors, NotPositive) {
    EXPECT_EQ(said(R"(model A {
param m = 0, h = -0.1
frame f { mass m; inertia -1 }
axle a on f { wheels radius h, track 0, spin 0 }
}
)"),
              R"(s.anh:3:16: error[not-positive]: a mass must be a positive number
 3 | frame f { mass m; inertia -1 }
   |                ^

s.anh:3:27: error[not-positive]: a moment of inertia must be a positive number
 3 | frame f { mass m; inertia -1 }
   |                           ^^

s.anh:4:29: error[not-positive]: a radius must be a positive number
 4 | axle a on f { wheels radius h, track 0, spin 0 }
   |                             ^

s.anh:4:38: error[not-positive]: a track must be a positive number
 4 | axle a on f { wheels radius h, track 0, spin 0 }
   |                                      ^

s.anh:4:46: error[not-positive]: a moment of inertia must be a positive number
 4 | axle a on f { wheels radius h, track 0, spin 0 }
   |                                              ^
)");
}

TEST(VehicleErrors, FramesMissing) {
    EXPECT_EQ(said(R"(model A {
coord x
kinetic x'^2
axle a on f { skate }
hitch b to c turns phi
}
)"),
              R"(s.anh:4:1: error[frames-missing]: 'axle' applies only to vehicles, but the model has no frame
 4 | axle a on f { skate }
   | ^^^^
   = help: add frame name { mass …; inertia … }

s.anh:5:1: error[frames-missing]: 'hitch' applies only to vehicles, but the model has no frame
 5 | hitch b to c turns phi
   | ^^^^^
   = help: add frame name { mass …; inertia … }
)");
}

TEST(VehicleErrors, FrameUnknown) {
    EXPECT_EQ(said(R"(model A {
frame lorry { mass 1; inertia 1 }
frame trailer { mass 1; inertia 1 }
axle a on lory { skate }
hitch trailer to tractor turns phi
}
)"),
              R"(s.anh:4:11: error[frame-unknown]: no frame is called 'lory'
 4 | axle a on lory { skate }
   |           ^^^^
   = help: did you mean 'lorry'?

s.anh:5:18: error[frame-unknown]: no frame is called 'tractor'
 5 | hitch trailer to tractor turns phi
   |                  ^^^^^^^
   = help: the known ones are lorry, trailer
)");
}

TEST(VehicleErrors, PartNameTwice) {
    EXPECT_EQ(said(R"(model A {
frame f { mass 1; inertia 1 }
frame f { mass 2; inertia 1 }
axle f on f { skate }
axle a on f { skate }
axle a on f { skate }
}
)"),
              R"(s.anh:3:7: error[name-duplicate]: two vehicle parts are called 'f'
 3 | frame f { mass 2; inertia 1 }
   |       ^
   = note: the first one is here
 2 | frame f { mass 1; inertia 1 }
   |       ^

s.anh:4:6: error[name-duplicate]: two vehicle parts are called 'f'
 4 | axle f on f { skate }
   |      ^
   = note: the first one is here
 2 | frame f { mass 1; inertia 1 }
   |       ^

s.anh:6:6: error[name-duplicate]: two vehicle parts are called 'a'
 6 | axle a on f { skate }
   |      ^
   = note: the first one is here
 5 | axle a on f { skate }
   |      ^
)");
}

TEST(VehicleErrors, PartNameTaken) {
    EXPECT_EQ(said(R"(model A {
coord psi
frame f { mass 1; inertia 1 }
axle a on f steers theta { skate }
axle b on f steers theta { skate }
}
)"),
              R"(s.anh:2:7: error[name-duplicate]: 'psi' is a name that 'f' already defines
 2 | coord psi
   |       ^^^
   = note: this part
 3 | frame f { mass 1; inertia 1 }
   |       ^

s.anh:5:20: error[name-duplicate]: 'theta' is already a coordinate
 5 | axle b on f steers theta { skate }
   |                    ^^^^^
   = note: declared here
 4 | axle a on f steers theta { skate }
   |                    ^^^^^
)");
}

TEST(VehicleErrors, AxleOnTwoFrames) {
    EXPECT_EQ(said(R"(model A {
frame f { mass 1; inertia 1 }
frame g { mass 1; inertia 1 }
hitch g to f turns phi
axle a on f { skate }
axle a on g { skate }
}
)"),
              R"(s.anh:6:6: error[axle-on-two-frames]: the axle 'a' is on 'f' and on 'g'
 6 | axle a on g { skate }
   |      ^
   = note: the first one is here
 5 | axle a on f { skate }
   |      ^
   = help: an axle belongs to one frame; use a hitch to join two frames
)");
}

TEST(VehicleErrors, AxleWithoutSupport) {
    EXPECT_EQ(said(R"(model A {
frame f { mass 1; inertia 1 }
axle a on f { mass 1 }
}
)"),
              R"(s.anh:3:6: error[axle-without-support]: the axle 'a' has no skate and no wheels
 3 | axle a on f { mass 1 }
   |      ^
   = help: add skate, wheel radius …, or wheels radius …, track …
)");
}

TEST(VehicleErrors, PartMissing) {
    EXPECT_EQ(said(R"(model A {
frame f { at (0, 1) }
axle a on f { at (0, 1); wheels mass 1 }
axle b on f { wheel mass 1 }
}
)"),
              R"(s.anh:2:7: error[part-missing]: the frame 'f' has no mass
 2 | frame f { at (0, 1) }
   |       ^
   = help: add mass …

s.anh:2:7: error[part-missing]: the frame 'f' has no inertia
 2 | frame f { at (0, 1) }
   |       ^
   = help: add inertia …

s.anh:3:6: error[part-missing]: the axle 'a' has no mass
 3 | axle a on f { at (0, 1); wheels mass 1 }
   |      ^
   = help: add mass …

s.anh:3:26: error[part-missing]: a pair of wheels has no radius
 3 | axle a on f { at (0, 1); wheels mass 1 }
   |                          ^^^^^^^^^^^^^
   = help: add radius …

s.anh:3:26: error[part-missing]: a pair of wheels has no track
 3 | axle a on f { at (0, 1); wheels mass 1 }
   |                          ^^^^^^^^^^^^^
   = help: add track …

s.anh:4:15: error[part-missing]: a wheel has no radius
 4 | axle b on f { wheel mass 1 }
   |               ^^^^^^^^^^^^
   = help: add radius …
)");
}

TEST(VehicleErrors, HitchTwice) {
    EXPECT_EQ(said(R"(model A {
frame f { mass 1; inertia 1 }
frame g { mass 1; inertia 1 }
frame h { mass 1; inertia 1 }
hitch g to f turns phi
hitch g to h turns chi
}
)"),
              R"(s.anh:6:7: error[hitch-twice]: the frame 'g' is hitched to two frames
 6 | hitch g to h turns chi
   |       ^
   = note: the first hitch is here
 5 | hitch g to f turns phi
   |       ^
   = help: frames must form a tree; to close a chain of frames, add a constraint
)");
}

TEST(VehicleErrors, HitchCycle) {
    EXPECT_EQ(said(R"(model A {
frame f { mass 1; inertia 1 }
frame g { mass 1; inertia 1 }
frame h { mass 1; inertia 1 }
hitch f to h turns a1
hitch g to f turns a2
hitch h to g turns a3
}
)"),
              R"(s.anh:5:7: error[hitch-cycle]: the frames are hitched in a circle: 'f' on 'h' on 'g' on 'f'
 5 | hitch f to h turns a1
   |       ^
   = help: one frame of every vehicle must not be hitched to another
)");
    EXPECT_EQ(said(R"(model A {
frame f { mass 1; inertia 1 }
hitch f to f turns a1
}
)"),
              R"(s.anh:3:7: error[hitch-cycle]: the frames are hitched in a circle: 'f' on 'f'
 3 | hitch f to f turns a1
   |       ^
   = help: one frame of every vehicle must not be hitched to another
)");
}

TEST(VehicleErrors, HitchOfGuidedFrame) {
    EXPECT_EQ(
        said(R"(model A {
frame f { mass 1; inertia 1 }
frame g { pose (0, t, 0) }
hitch g to f turns phi
}
)"),
        R"(s.anh:4:7: error[hitch-of-guided-frame]: the frame 'g' has a given pose and cannot be hitched as well
 4 | hitch g to f turns phi
   |       ^
   = note: the pose is given here
 3 | frame g { pose (0, t, 0) }
   |                ^^^^^^^^^
)");
}

TEST(VehicleErrors, LawWithVelocity) {
    EXPECT_EQ(
        said(R"(model A {
coord s
frame g { mass 1; pose (s', t, 0) }
axle a on g steers theta = 2*s' { skate }
}
)"),
        R"(s.anh:3:25: error[law-with-velocity]: a pose may depend on coordinates and time, but not on s'
 3 | frame g { mass 1; pose (s', t, 0) }
   |                         ^^
   = help: state a relation between velocities as a constraint

s.anh:4:28: error[law-with-velocity]: an angle may depend on coordinates and time, but not on s'
 4 | axle a on g steers theta = 2*s' { skate }
   |                            ^^^^
   = help: state a relation between velocities as a constraint
)");
}

TEST(VehicleErrors, PlacesHaveTwoComponents) {
    EXPECT_EQ(said(R"(model A {
frame f { mass 1; inertia 1; at (0, 1, 2) }
frame g { pose (0, t) }
}
)"),
              R"(s.anh:2:33: error[tuple-length]: the place of a mass centre has 2 components here, not 3
 2 | frame f { mass 1; inertia 1; at (0, 1, 2) }
   |                                 ^^^^^^^^^

s.anh:3:16: error[tuple-length]: a pose has 3 components here, not 2
 3 | frame g { pose (0, t) }
   |                ^^^^^^
)");
}

TEST(VehicleErrors, Units) {
    EXPECT_EQ(said(R"(model A {
param m = 1 [kg], l = 1 [m]
frame f { mass l; inertia m*l^2; at (0, m) }
axle a on f steers theta = l { wheel radius m }
}
)"),
              R"(s.anh:3:16: error[unit-mismatch]: a mass must have the dimension kg, not m
 3 | frame f { mass l; inertia m*l^2; at (0, m) }
   |                ^

s.anh:3:41: error[unit-mismatch]: the place of a mass centre must have the dimension m, not kg
 3 | frame f { mass l; inertia m*l^2; at (0, m) }
   |                                         ^

s.anh:4:28: error[unit-mismatch]: an angle must have the dimension 1, not m
 4 | axle a on f steers theta = l { wheel radius m }
   |                            ^

s.anh:4:45: error[unit-mismatch]: a radius must have the dimension m, not kg
 4 | axle a on f steers theta = l { wheel radius m }
   |                                             ^
)");
}

TEST(VehicleErrors, EnergyTwice) {
    EXPECT_EQ(said(R"(model A {
frame f { mass 1; inertia 1 }
lagrangian x'^2
}
)"),
              R"(s.anh:3:1: error[energy-twice]: the energy is given in two ways
 3 | lagrangian x'^2
   | ^^^^^^^^^^
   = note: the other one is here
 2 | frame f { mass 1; inertia 1 }
   | ^^^^^
)");
}

// Three axles whose axes meet in no point; with the third one turned into line it moves again.
TEST(VehicleErrors, VehicleStuck) {
    const std::string stuck = R"(model A {
frame f { mass 1; inertia 1 }
axle a on f { skate }
axle b on f at (0, 1) { skate }
axle c on f at (1, 2) { wheels radius 1, track 1 }
axle d on f at (1, 2) steers th = 0.3 { skate }
}
)";
    EXPECT_EQ(said(stuck),
              R"(s.anh:6:6: error[vehicle-stuck]: with the axle 'd' the frame 'f' can no longer move
 6 | axle d on f at (1, 2) steers th = 0.3 { skate }
   |      ^
   = note: the directions in which its axles roll allow no common motion
 2 | frame f { mass 1; inertia 1 }
   |       ^
   = help: let an axle steer, or turn it so that the axes of the axles are parallel or meet in one point
)");
    std::string moves = stuck;
    moves.replace(moves.find("th = 0.3"), 8, "th = 0.0");
    EXPECT_EQ(said(moves), "");
}

}  // namespace
}  // namespace anholon
