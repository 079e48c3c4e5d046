#include "syntax/format.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "syntax/token.hpp"

namespace anholon::syntax {
namespace {

std::optional<std::string> format(const std::string& text) {
    const Source source("s", text);
    Diagnostics diagnostics;
    return formatted(source, diagnostics);
}

// The words of a text without the semicolons that layout may drop.
std::vector<std::string> words(const std::string& text) {
    const Source source("s", text);
    Diagnostics diagnostics;
    std::vector<std::string> out;
    for (const Token& token : lex(source, diagnostics))
        if (token.kind != TokenKind::semicolon) out.emplace_back(source.text(token.span));
    return out;
}

TEST(Format, Canonical) {
    EXPECT_EQ(format(R"(# head

model   Foo{ "d"   # trailing


  param m=1 [ kg*m ^2 / s ] in -1 .. 2 "x" ,b=2   # first
    # inside
    ,c = -3
  coord x,y; kinetic -x'^2/2+( y' )^ 2*m*sin ( x )
  # own

  # own2
  motion added-mass N=100
  motion servo force (sin(x), 0),(1,-2)
  algebra so(3)*r( 1 )
  algebra table { [1,2]=3
     [2,3]=e1 # c
   ; }
  inertia(1,2,3;4,5,6); constraint a:(x'+y')*2=0
  expect integral (x+y)*2
  expect value x=-1 at(4) within 1e-9

  experiment foo { until 40;tol 1e-3 ; }
  experiment bar {
     until 40

     init x = 1,
        y = 2 ; param m = 2
  }

} # end
# more
)"),
              R"(# head

model Foo {
  "d"  # trailing

  param m = 1 [kg*m^2/s] in -1..2 "x", b = 2  # first
      # inside
      , c = -3
  coord x, y
  kinetic -x'^2/2 + (y')^2*m*sin(x)
  # own

  # own2
  motion added-mass N = 100
  motion servo force (sin(x), 0), (1, -2)
  algebra so(3) * r(1)
  algebra table {
    [1, 2] = 3
    [2, 3] = e1  # c
  }
  inertia (1, 2, 3; 4, 5, 6)
  constraint a: (x' + y')*2 = 0
  expect integral (x + y)*2
  expect value x = -1 at (4) within 1e-9

  experiment foo { until 40; tol 1e-3 }
  experiment bar {
    until 40

    init x = 1,
        y = 2
    param m = 2
  }
}  # end
# more
)");
    EXPECT_EQ(format("model A { }"), "model A { }\n");
    EXPECT_EQ(format("model A { # c\n }"), "model A {  # c\n}\n");
    EXPECT_EQ(format("model A { coord x"), std::nullopt);
}

TEST(Format, TheGalleryIsFormatted) {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(ANHOLON_SOURCE_DIR "/gallery")) {
        std::ifstream in(entry.path());
        std::stringstream text;
        text << in.rdbuf();
        EXPECT_EQ(format(text.str()), text.str()) << entry.path();
        ++count;
    }
    EXPECT_GE(count, 3u);
}

// Random statements with random blanks, line ends and comments between their tokens, where the grammar allows them.
TEST(Format, KeepsTheTokensAndIsIdempotent) {
    const char* statements[] = {
        "\"text\"",
        "cite \"text\"",
        "latex x \"\\\\xi\" , y \"\\\\eta_{1}\"",
        "param m = -1 [ kg m ^ -2 / ( s A ) ] in - 2 .. 3 \"mass\" , b = 2",
        "coord x [m] , y mod 2 * pi",
        "kinetic - x ' ^ 2 / 2 + ( y ' - 1 ) * sin ( x )",
        "constraint c : ( x ' ) * 2 = - 1",
        "constraint ( 1 , - 2 , atan2 ( 1 , 2 ) )",
        "motion added - mass N = 3",
        "motion servo force ( 1 , 2 ) , ( 3 , 4 )",
        "motion servo momentum ( 1 , - 2 )",
        "expect integral ( x + y )",
        "expect value x = 1 at 4 within 0.5",
        "experiment e { until 4 ; init x = 1 , y = - 2 ; }",
        "experiment e { }",
        "algebra so ( 3 ) * r ( 2 )",
        "algebra table { [ 1 , 2 ] = - e3 ; [ 2 , 3 ] = 1 }",
        "inertia ( 1 , 2 ; 3 )",
        "force on x : - 1 , y : 2",
        "body b { mass m ; inertia ( 1 , 2 , 3 ; - 1 , 0 , 0 ) ; pose free }",
        "body b { mass 2 ; shape ball ( r ) ; pose about ( 0 , 0 , - h ) }",
        "body b { surface ellipsoid ( a , b , c ) at ( 0 , 0 , - h ) }",
        "ground plane z = - 1",
        "gravity g along ( 0 , 0 , - 1 )",
        "contact b on ground rolling",
        "frame f { mass m ; inertia - 1 ; at ( 0 , - a ) ; pose ( x , - t , 0 ) }",
        "hitch g at ( 0 , l ) to f at ( 0 , - b ) turns phi",
        "hitch g to f turns phi = - 2 * x",
        "axle a on f at ( 0 , b ) steers th = - x { wheel radius h , mass - m , turn j }",
        "axle a on f { offset ( 0 , - c ) ; wheels radius h , track 2 * l ; mass m }",
        "axle a on f { skate }",
        "picture { ball b at ( x , - y ) radius 2 * R ; view above }",
        "picture { disc at ( x , y , 0 ) radius R turned - phi about ( 1 , 0 , 0 ) in b colour blue }",
        "picture { surface ( u , v , - u ) u 0 .. 1 , v - 1 .. 2 * pi ; text \"a\" at b }"};
    std::mt19937 random(11);
    int formatted_count = 0;
    for (int trial = 0; trial < 5000; ++trial) {
        std::string text = trial % 3 ? "" : "# head\n\n";
        text += "model A {";
        for (std::size_t n = random() % 6; n > 0; --n) {
            std::stringstream in(statements[random() % std::size(statements)]);
            text += random() % 3 ? "\n" : ";";
            for (std::string token; in >> token;) {
                text += token;
                const char* gaps[] = {" ", " ", " ", " ", " ", "  ", "\n", " # c\n", "\n\n  # c\n\n"};
                text += gaps[random() % (trial % 2 ? 6 : std::size(gaps))];
            }
        }
        text += "\n}\n";
        const auto once = format(text);
        if (!once) continue;  // a break where a statement cannot go on
        ++formatted_count;
        ASSERT_EQ(words(*once), words(text)) << text;
        const auto twice = format(*once);
        ASSERT_TRUE(twice) << text << "\n---\n" << *once;
        ASSERT_EQ(*twice, *once) << text;
    }
    EXPECT_GT(formatted_count, 2500);
}

}  // namespace
}  // namespace anholon::syntax
