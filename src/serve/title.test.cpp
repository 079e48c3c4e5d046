#include "serve/title.hpp"

#include <gtest/gtest.h>

namespace anholon::serve {
namespace {

TEST(Title, IsTheNameInWords) {
    EXPECT_EQ(title_of("rattleback", {}), "Rattleback");
    EXPECT_EQ(title_of("rolling-disc", {"A thin disc rolls"}), "Rolling disc");
    EXPECT_EQ(title_of("trailer-5", {}), "Trailer 5");
    EXPECT_EQ(title_of("", {}), "");
}

TEST(Title, WritesPeopleAsTheModelDoes) {
    EXPECT_EQ(title_of("asymmetric-chaplygin-top", {"the nonholonomic model of Chaplygin's top (2014)"}),
              "Asymmetric Chaplygin top");
    EXPECT_EQ(title_of("small-furuta-wheel", {"K. Furuta, On wheels"}), "Small Furuta wheel");
    EXPECT_EQ(title_of("appell-hamel", {"Appell's and Hamel's nonlinear constraint"}), "Appell–Hamel");
    EXPECT_EQ(title_of("suslov-wagner", {"G. K. Suslov; V. V. Wagner, A geometric interpretation (1941)"}),
              "Suslov–Wagner");
    EXPECT_EQ(title_of("beghins-ball", {"H. Béghin, Sur les conditions"}), "Béghin's ball");
}

// A capital letter alone makes no name: titles and sentences begin with one.
TEST(Title, TakesNoOtherWordForAName) {
    EXPECT_EQ(title_of("beam-on-two-skates", {"Two skates. Skates on a Beam"}), "Beam on two skates");
    EXPECT_EQ(title_of("two-wheels", {"the wheel's axle"}), "Two wheels");
}

}  // namespace
}  // namespace anholon::serve
