#include "code/source/fill.hpp"

#include <gtest/gtest.h>

namespace anholon {

TEST(Fill, NamesGiveWayToValues) {
    EXPECT_EQ(fill("@a@ + @b@*@a@", {{"a", "x"}, {"b", "2"}}), "x + 2*x");
    EXPECT_EQ(fill("", {}), "");
    EXPECT_EQ(fill("f(@a@)", {{"a", ""}}), "f()");
}

TEST(Fill, ValuesAreNotReadAgain) { EXPECT_EQ(fill("@a@@b@", {{"a", "@b@"}, {"b", "1"}}), "@b@1"); }

TEST(Fill, ANameAloneOnItsLineStandsForLines) {
    EXPECT_EQ(fill("{\n@body@\n}\n", {{"body", "  a;\n  b;\n"}}), "{\n  a;\n  b;\n}\n");
    EXPECT_EQ(fill("{\n@body@\n}\n", {{"body", ""}}), "{\n}\n");
}

TEST(Fill, OtherUsesOfTheSignStay) {
    const char* text = "f = @(t, x) g(t, x); isfile(@__FILE__) && @time h()";
    EXPECT_EQ(fill(text, {}), text);
}

}  // namespace anholon
