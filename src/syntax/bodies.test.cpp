#include <gtest/gtest.h>

#include "syntax/format.hpp"
#include "syntax/parse_errors.test.hpp"

namespace anholon::syntax {
namespace {

const std::string stone = R"(model A {
  ground plane z = 0
  gravity g along (0, 0, -1)
  body stone { mass m; inertia (I1, I2, I3; I12, 0, 0); surface ellipsoid(a, b, c) at (0, 0, h) }
  body top {
    mass 2
    shape cylinder(r, h)
    pose about (0, 0, -h)
  }
  contact stone on ground rolling
}
)";

TEST(ParseBodies, PartsStandInAnyOrderOnLinesOrBehindSemicolons) {
    const Source source("s.anh", stone);
    Diagnostics diagnostics;
    const auto tree = parse_model(source, diagnostics);
    ASSERT_TRUE(tree) << render(diagnostics, source);
    ASSERT_EQ(tree->statements.size(), 5u);
    const auto& body = std::get<BodyStatement>(tree->statements[2].what);
    EXPECT_EQ(source.text(body.surface->name), "ellipsoid");
    EXPECT_EQ(body.inertia->moments.rows[1].size(), 3u);
    EXPECT_EQ(source.text(body.centre->span), "(0, 0, h)");
    EXPECT_FALSE(body.shape || body.fixed_point);
    const auto& top = std::get<BodyStatement>(tree->statements[3].what);
    EXPECT_EQ(top.shape->sizes.entries.size(), 2u);
    EXPECT_TRUE(top.fixed_point);
    EXPECT_EQ(std::get<ContactStatement>(tree->statements[4].what).kind, ContactStatement::Kind::rolling);
}

TEST(ParseBodies, FormatLeavesWhatIsLaidOut) {
    Diagnostics diagnostics;
    EXPECT_EQ(formatted(Source("s.anh", stone), diagnostics), stone);
    EXPECT_EQ(formatted(Source("s.anh",
                               "model A { ground plane z=0;gravity g along(0,0,-1)\n"
                               "body b{mass 1;shape ball ( r );surface sphere(r)at(0,0,-h)}\n"
                               "contact b on ground rubber }"),
                        diagnostics),
              "model A {\n"
              "  ground plane z = 0\n"
              "  gravity g along (0, 0, -1)\n"
              "  body b { mass 1; shape ball(r); surface sphere(r) at (0, 0, -h) }\n"
              "  contact b on ground rubber\n"
              "}\n");
}

TEST(ParseBodiesErrors, Parts) {
    EXPECT_EQ(errors("model A {\n  body b { mass 1; shap ball(1) }\n  body c { mass 1; mass 2 }\n}\n"),
              R"(s.anh:2:20: error[body-part-unknown]: a body has no part called 'shap'
 2 |   body b { mass 1; shap ball(1) }
   |                    ^^^^
   = help: did you mean 'shape'?

s.anh:3:20: error[body-part-twice]: the body's mass is given twice
 3 |   body c { mass 1; mass 2 }
   |                    ^^^^
   = note: the first one is here
 3 |   body c { mass 1; mass 2 }
   |            ^^^^
)");
    EXPECT_EQ(errors("model A {\n  body b { pose hanging }\n}\n"),
              R"(s.anh:2:17: error[token-expected]: 'free', 'planar' or 'about' is expected before 'hanging'
 2 |   body b { pose hanging }
   |                 ^^^^^^^
   = help: write pose free, pose planar, or pose about (x, y, z) for a fixed point
)");
}

TEST(ParseBodiesErrors, Surroundings) {
    EXPECT_EQ(errors("model A {\n  ground sphere(2)\n  gravity g\n  contact b on\n"
                     "  contact b on ground roling\n  contact b on ground\n}\n"),
              R"(s.anh:2:10: error[token-expected]: 'plane' is expected before 'sphere'
 2 |   ground sphere(2)
   |          ^^^^^^
   = help: write ground plane z = 0; a slope is given by the direction of gravity, other supports by 'support'

s.anh:3:12: error[token-expected]: 'along' is expected before the end of the line
 3 |   gravity g
   |            ^
   = help: write gravity g along (0, 0, -1)

s.anh:4:15: error[token-expected]: 'ground' or the name of a support is expected before the end of the line
 4 |   contact b on
   |               ^

s.anh:5:23: error[contact-unknown]: no contact is called 'roling'
 5 |   contact b on ground roling
   |                       ^^^^^^
   = help: did you mean 'rolling'?

s.anh:6:22: error[token-expected]: the kind of contact is expected before the end of the line
 6 |   contact b on ground
   |                      ^
   = help: it can be rolling, rubber, sliding, skating or friction
)");
}

}  // namespace
}  // namespace anholon::syntax
