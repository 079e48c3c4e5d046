#include "code/source/names.hpp"

#include <gtest/gtest.h>

namespace anholon {

TEST(Names, Cases) {
    EXPECT_EQ(snake_case("ChaplyginSleigh"), "chaplygin_sleigh");
    EXPECT_EQ(snake_case("Trailer2"), "trailer2");
    EXPECT_EQ(snake_case("ABC"), "abc");
    EXPECT_EQ(capitalised("suslov"), "Suslov");
}

TEST(Names, NoneIsGivenTwiceNorReserved) {
    UniqueNames names({"end", "end_"});
    EXPECT_EQ(names.name("x"), "x");
    EXPECT_EQ(names.name("x_"), "x_");
    EXPECT_EQ(names.name("x"), "x__");
    EXPECT_EQ(names.name("end"), "end__");
}

}  // namespace anholon
