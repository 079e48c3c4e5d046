#include <gtest/gtest.h>

#include "syntax/format.hpp"
#include "syntax/parse_errors.test.hpp"

namespace anholon::syntax {
namespace {

const std::string lorry = R"(model A {
  frame lorry { mass M; inertia J; at (0, -a) }
  frame trailer {
    mass m
    inertia j
  }
  frame rail { pose (s, V*t, 0) }
  hitch trailer at (0, l) to lorry at (0, -b) turns phi
  hitch rider to lorry turns twist = A*sin(t)
  axle front on lorry at (0, b) steers theta { mass mf; at (0, c); offset (0, -c); wheel radius h, mass mw, spin i, turn j }
  axle rear on lorry { wheels radius h, track 2*l, mass mw, spin i }
  axle back on trailer steers theta2 = -theta/2 { skate mass 2*m, turn j }
  axle middle on trailer at (0, 1) { skate }
}
)";

TEST(ParseVehicles, PartsOfAVehicle) {
    const Source source("s.anh", lorry);
    Diagnostics diagnostics;
    const auto tree = parse_model(source, diagnostics);
    ASSERT_TRUE(tree) << render(diagnostics, source);
    ASSERT_EQ(tree->statements.size(), 9u);
    const auto text = [&](const auto& part) { return source.text(part->span); };
    const auto& frame = std::get<FrameStatement>(tree->statements[0].what);
    EXPECT_EQ(text(frame.mass), "M");
    EXPECT_EQ(text(frame.centre), "(0, -a)");
    EXPECT_EQ(std::get<FrameStatement>(tree->statements[2].what).pose->entries.size(), 3u);
    const auto& hitch = std::get<HitchStatement>(tree->statements[3].what);
    EXPECT_EQ(source.text(hitch.carrier), "lorry");
    EXPECT_EQ(text(hitch.place), "(0, l)");
    EXPECT_FALSE(hitch.angle.law);
    const auto& rider = std::get<HitchStatement>(tree->statements[4].what);
    EXPECT_FALSE(rider.place || rider.carrier_place);
    EXPECT_EQ(text(rider.angle.law), "A*sin(t)");
    const auto& front = std::get<AxleStatement>(tree->statements[5].what);
    EXPECT_EQ(text(front.offset), "(0, -c)");
    EXPECT_EQ(front.support->kind, AxleStatement::Support::Kind::wheel);
    EXPECT_EQ(text(front.support), "wheel radius h, mass mw, spin i, turn j");
    EXPECT_EQ(text(front.support->turn), "j");
    const auto& rear = std::get<AxleStatement>(tree->statements[6].what);
    EXPECT_FALSE(rear.angle || rear.pivot);
    EXPECT_EQ(text(rear.support->track), "2*l");
    EXPECT_EQ(text(std::get<AxleStatement>(tree->statements[7].what).angle->law), "-theta/2");
    EXPECT_EQ(text(std::get<AxleStatement>(tree->statements[8].what).support), "skate");
}

TEST(ParseVehicles, FormatLeavesWhatIsLaidOut) {
    Diagnostics diagnostics;
    EXPECT_EQ(formatted(Source("s.anh", lorry), diagnostics), lorry);
    EXPECT_EQ(formatted(Source("s.anh",
                               "model A { frame f{mass 1;inertia 2;at(0,-a)}\n"
                               "hitch g at(0,l)to f at(0,-b)turns phi= -x\n"
                               "axle a on f at(0,b)steers th{wheels radius h,track 2*l;offset(0,-c)}\n"
                               "axle b on f{skate\n\n}}"),
                        diagnostics),
              "model A {\n"
              "  frame f { mass 1; inertia 2; at (0, -a) }\n"
              "  hitch g at (0, l) to f at (0, -b) turns phi = -x\n"
              "  axle a on f at (0, b) steers th { wheels radius h, track 2*l; offset (0, -c) }\n"
              "  axle b on f {\n"
              "    skate\n"
              "  }\n"
              "}\n");
}

TEST(ParseVehicleErrors, PartUnknown) {
    EXPECT_EQ(errors(R"(model A {
frame f { mass 1; colour 2 }
axle a on f { wheel radius 1, width 2 }
}
)"),
              R"(s.anh:2:19: error[vehicle-part-unknown]: a frame has no part called 'colour'
 2 | frame f { mass 1; colour 2 }
   |                   ^^^^^^
   = help: it can be mass, inertia, at or pose

s.anh:3:31: error[vehicle-part-unknown]: a wheel has no part called 'width'
 3 | axle a on f { wheel radius 1, width 2 }
   |                               ^^^^^
   = help: it can be radius, mass, spin or turn
)");
}

TEST(ParseVehicleErrors, PartTwice) {
    EXPECT_EQ(errors(R"(model A {
frame f { mass 1; mass 2 }
axle a on f { wheels radius 1, track 2, radius 3 }
}
)"),
              R"(s.anh:2:19: error[vehicle-part-twice]: the mass of a frame is given twice
 2 | frame f { mass 1; mass 2 }
   |                   ^^^^
   = note: the first one is here
 2 | frame f { mass 1; mass 2 }
   |           ^^^^

s.anh:3:41: error[vehicle-part-twice]: the radius of a pair of wheels is given twice
 3 | axle a on f { wheels radius 1, track 2, radius 3 }
   |                                         ^^^^^^
   = note: the first one is here
 3 | axle a on f { wheels radius 1, track 2, radius 3 }
   |                      ^^^^^^
)");
}

TEST(ParseVehicleErrors, AxleSupportsTwice) {
    EXPECT_EQ(
        errors(R"(model A {
axle a on f { skate; wheel radius 1 }
}
)"),
        R"(s.anh:2:22: error[axle-supports-twice]: the axle 'a' can have only one of these: a skate, a wheel or a pair of wheels
 2 | axle a on f { skate; wheel radius 1 }
   |                      ^^^^^
   = note: the first one is here
 2 | axle a on f { skate; wheel radius 1 }
   |               ^^^^^
   = help: put a second wheel on an axle of its own
)");
}

TEST(ParseVehicleErrors, WordsBetween) {
    EXPECT_EQ(errors(R"(model A {
axle a at (0, 1) { skate }
hitch b on c turns phi
hitch b to c
axle a on f, g { skate }
axle a on f { wheel }
}
)"),
              R"(s.anh:2:8: error[token-expected]: 'on' is expected before 'at'
 2 | axle a at (0, 1) { skate }
   |        ^^
   = help: write axle front on car at (0, b) { skate }

s.anh:3:9: error[token-expected]: 'to' is expected before 'on'
 3 | hitch b on c turns phi
   |         ^^
   = help: write hitch trailer at (0, a) to car at (0, -b) turns phi

s.anh:4:13: error[token-expected]: 'turns' is expected before the end of the line
 4 | hitch b to c
   |             ^
   = help: write hitch trailer at (0, a) to car at (0, -b) turns phi

s.anh:5:12: error[token-expected]: '{' is expected before ','
 5 | axle a on f, g { skate }
   |            ^
   = help: an axle carries a skate, a wheel or wheels

s.anh:6:21: error[token-expected]: a part of a wheel is expected before '}'
 6 | axle a on f { wheel }
   |                     ^
   = help: it can be radius, mass, spin or turn
)");
}

}  // namespace
}  // namespace anholon::syntax
