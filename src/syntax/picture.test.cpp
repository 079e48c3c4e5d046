#include <gtest/gtest.h>

#include "syntax/format.hpp"
#include "syntax/parse_errors.test.hpp"

namespace anholon::syntax {
namespace {

const std::string skate = R"(model A {
  picture {
    plane
    # all that moves together
    axes skate at (x, y) turned theta
    box body at (a, 0, 0.1) size (0.6, 0.3) in skate colour blue  # flat

    blade knife length 0.4 in skate
    disc wheel at (x, y, R) along (-sin(theta), cos(theta), 0) turned phi radius R thickness 0.1
    ball at knife radius 2*R attitude (q0, q1, q2, q3)
    cone turning (w1, w2, w3) turned -pi/2 about (1, 0, 0) radius r height h
    surface bowl (u*cos(v), u*sin(v), u^2) u 0..1, v -pi..pi at (0, 0, h)
    spring from (0, 0) to knife radius r turns 12
    arrow of (vx, vy) at (x, y) role velocity
    rod at (0, 0) along (1, 1) length l
    trace of (x, y) on wheel
    text label "the knife" at knife
    view above
  }
}
)";

TEST(ParsePicture, PartsOfItems) {
    const Source source("s.anh", skate);
    Diagnostics diagnostics;
    const auto tree = parse_model(source, diagnostics);
    ASSERT_TRUE(tree) << render(diagnostics, source);
    const auto& picture = std::get<PictureStatement>(tree->statements.at(0).what);
    ASSERT_EQ(picture.items.size(), 13u);
    EXPECT_EQ(source.text(*picture.view), "above");
    const auto text = [&](const auto& part) { return source.text(part->span); };
    const auto& plane = picture.items[0];
    EXPECT_EQ(source.text(plane.span), "plane");
    EXPECT_FALSE(plane.name || plane.at);
    const auto& body = picture.items[2];
    EXPECT_EQ(source.text(*body.name), "body");
    EXPECT_EQ(text(body.at), "(a, 0, 0.1)");
    EXPECT_EQ(text(body.edges), "(0.6, 0.3)");
    EXPECT_EQ(source.text(*body.in), "skate");
    EXPECT_EQ(source.text(*body.colour), "blue");
    const auto& wheel = picture.items[4];
    EXPECT_EQ(text(wheel.along), "(-sin(theta), cos(theta), 0)");
    ASSERT_EQ(wheel.turns.size(), 1u);
    EXPECT_EQ(source.text(wheel.turns[0].angle.span), "phi");
    ASSERT_EQ(wheel.sizes.size(), 2u);
    EXPECT_EQ(source.text(wheel.sizes[1].keyword), "thickness");
    EXPECT_EQ(source.text(wheel.sizes[1].value.span), "0.1");
    const auto& ball = picture.items[5];
    EXPECT_FALSE(ball.name || ball.at->components);
    EXPECT_EQ(text(ball.at), "knife");
    EXPECT_EQ(ball.attitude->entries.size(), 4u);
    EXPECT_EQ(text(picture.items[6].turns.at(0).axis), "(1, 0, 0)");
    const auto& bowl = picture.items[7];
    EXPECT_EQ(text(bowl.surface), "(u*cos(v), u*sin(v), u^2)");
    ASSERT_EQ(bowl.ranges.size(), 2u);
    EXPECT_EQ(source.text(bowl.ranges[1].letter), "v");
    EXPECT_EQ(source.text(bowl.ranges[1].low.span), "-pi");
    EXPECT_EQ(text(picture.items[9].of), "(vx, vy)");
    EXPECT_EQ(source.text(*picture.items[11].on), "wheel");
    EXPECT_EQ(source.text(*picture.items[12].words), "\"the knife\"");
}

TEST(ParsePicture, FormatLeavesWhatIsLaidOut) {
    Diagnostics diagnostics;
    EXPECT_EQ(formatted(Source("s.anh", skate), diagnostics), skate);
    EXPECT_EQ(formatted(Source("s.anh", R"(model A { picture{plane;ball b at(x,-y)radius 2 * R # dot
disc at(x,
y,0)radius R turned - phi about(1,0,0)
surface(u,v,0)u 0 .. 1,v -1 .. 1}
picture { view above } })"),
                        diagnostics),
              R"(model A {
  picture {
    plane
    ball b at (x, -y) radius 2*R  # dot
    disc at (x,
        y, 0) radius R turned -phi about (1, 0, 0)
    surface (u, v, 0) u 0..1, v -1..1
  }
  picture { view above }
}
)");
}

std::string said_of_item(const std::string& item) {
    return errors("model A {\npicture {\n" + item + "\n}\n}\n");
}

TEST(ParsePicture, ItemUnknown) {
    EXPECT_EQ(said_of_item("bal at (x, y)"),
              R"(s.anh:3:1: error[picture-item-unknown]: a picture has no item called 'bal'
 3 | bal at (x, y)
   | ^^^
   = help: did you mean 'ball'?
)");
    EXPECT_EQ(said_of_item("(x, y)"),
              R"(s.anh:3:1: error[picture-item-unknown]: a picture has no item called '('
 3 | (x, y)
   | ^
   = help: it can be ball, ellipsoid, disc, ring, cylinder, cone, box, blade, plane, surface, rod, spring, arrow, trace, text, axes or view
)");
}

TEST(ParsePicture, PartUnknown) {
    EXPECT_EQ(said_of_item("ball knob at (x, y) raduis 2"),
              R"(s.anh:3:21: error[picture-part-unknown]: 'ball' has no part called 'raduis'
 3 | ball knob at (x, y) raduis 2
   |                     ^^^^^^
   = help: did you mean 'radius'?
)");
    // a part of another item
    EXPECT_EQ(said_of_item("text \"a\" at (x, y) radius 2"),
              R"(s.anh:3:20: error[picture-part-unknown]: 'text' has no part called 'radius'
 3 | text "a" at (x, y) radius 2
   |                    ^^^^^^
   = help: it can be at, in, colour or role
)");
    EXPECT_EQ(said_of_item("trace (x, y)"),
              R"(s.anh:3:7: error[picture-part-unknown]: 'trace' has no part called '('
 3 | trace (x, y)
   |       ^
   = help: it can be of, in, on, colour or role
)");
}

TEST(ParsePicture, PartTwice) {
    EXPECT_EQ(said_of_item("ball at (x, y) radius 1 at (y, x)"),
              R"(s.anh:3:25: error[picture-part-twice]: the 'at' of this ball is given twice
 3 | ball at (x, y) radius 1 at (y, x)
   |                         ^^
   = note: the first one is here
 3 | ball at (x, y) radius 1 at (y, x)
   |      ^^
)");
    EXPECT_EQ(said_of_item("view above; view space"),
              R"(s.anh:3:13: error[picture-part-twice]: the 'view' of this picture is given twice
 3 | view above; view space
   |             ^^^^
   = note: the first one is here
 3 | view above; view space
   |      ^^^^^
)");
}

TEST(ParsePicture, WordUnknown) {
    EXPECT_EQ(said_of_item("plane colour gren"),
              R"(s.anh:3:14: error[picture-word-unknown]: no colour is called 'gren'
 3 | plane colour gren
   |              ^^^^
   = help: did you mean 'green'?
)");
    EXPECT_EQ(said_of_item("plane role ground"),
              R"(s.anh:3:12: error[picture-word-unknown]: no role is called 'ground'
 3 | plane role ground
   |            ^^^^^^
   = help: it can be body, support, wheel, joint, load, contact, velocity, momentum, reaction or other
)");
    EXPECT_EQ(said_of_item("view below"), R"(s.anh:3:6: error[picture-word-unknown]: no view is called 'below'
 3 | view below
   |      ^^^^^
   = help: it can be above or space
)");
    EXPECT_EQ(said_of_item("plane colour"),
              R"(s.anh:3:13: error[token-expected]: a colour is expected before the end of the line
 3 | plane colour
   |             ^
   = help: it can be blue, orange, green, red, violet, brown, pink, grey, olive or cyan
)");
}

TEST(ParsePicture, PartsUnfinished) {
    EXPECT_EQ(said_of_item("ball at"),
              R"(s.anh:3:8: error[token-expected]: a point is expected before the end of the line
 3 | ball at
   |        ^
   = help: a point is written (x, y) or (x, y, z), or is the name of an item
)");
    EXPECT_EQ(said_of_item("ball radius at (x, y)"),
              R"(s.anh:3:13: error[expression-empty]: an expression is expected here
 3 | ball radius at (x, y)
   |             ^^
   = help: write one such as m*x'^2/2
)");
    EXPECT_EQ(said_of_item("ball in"),
              R"(s.anh:3:8: error[token-expected]: the name of an item is expected before the end of the line
 3 | ball in
   |        ^
)");
    EXPECT_EQ(said_of_item("text at (x, y)"),
              R"(s.anh:3:6: error[token-expected]: a string is expected before 'at'
 3 | text at (x, y)
   |      ^^
)");
    EXPECT_EQ(said_of_item("surface (u, v, 0) u 1"),
              R"(s.anh:3:22: error[token-expected]: '..' is expected before the end of the line
 3 | surface (u, v, 0) u 1
   |                      ^
   = help: a range is written u 0..1
)");
    EXPECT_EQ(errors("model A {\npicture\n}\n"),
              R"(s.anh:2:8: error[token-expected]: '{' is expected before the end of the line
 2 | picture
   |        ^
   = help: write picture { ball at (x, y) }
)");
}

TEST(ParsePicture, WordsForCompletion) {
    EXPECT_EQ(picture_items().size(), 17u);
    EXPECT_EQ(picture_parts("text"), (std::vector<std::string_view>{"at", "in", "colour", "role"}));
    EXPECT_TRUE(picture_parts("nothing").empty());
    EXPECT_EQ(picture_colours().size(), 10u);
    EXPECT_EQ(picture_roles().size(), 10u);
}

}  // namespace
}  // namespace anholon::syntax
