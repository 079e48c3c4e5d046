#include "report/json.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace anholon {
namespace {

std::string mistake(std::string_view text, const JsonLimits& limits = {}) {
    try {
        parse_json(text, limits);
    } catch (const BadJson& e) {
        return e.what();
    }
    return "";
}

std::string again(std::string_view text) { return to_line(parse_json(text)); }

TEST(Json, IsReadAsItIsWritten) {
    for (const char* text :
         {R"(null)", R"(true)", R"(-7)", R"(0.125)", R"("a\"b")", R"([])", R"({})",
          R"({"z":1,"a":[1,2.5,"θ̇",{"x":null}]})", R"([[[[[]]]]])", R"(9223372036854775807)"})
        EXPECT_EQ(again(text), text);
}

TEST(Json, HasNumbersBeyondWholeOnes) { EXPECT_EQ(again("18446744073709551615"), "1.8446744073709552e+19"); }

TEST(Json, RefusesWhatIsNone) {
    for (const char* text : {"", " ", "{", "[1,", "nul", "{'a':1}", "[1]]", "\"\x80\"", "{\"a\" 1}", "NaN",
                             "[1 2]", "1,", "\x01"})
        EXPECT_TRUE(mistake(text).starts_with("this is no JSON")) << text << mistake(text);
    EXPECT_EQ(mistake("1e999"), "a number is too large");
}

TEST(Json, RefusesTheSameNameTwice) { EXPECT_EQ(mistake(R"({"id":1,"id":2})"), "'id' is given twice"); }

TEST(Json, RefusesTooMuch) {
    EXPECT_EQ(mistake("[[[1]]]", {.depth = 2}), "lists and objects are nested too deep");
    EXPECT_EQ(mistake("[[1]]", {.depth = 2}), "");
    EXPECT_EQ(mistake(std::string(10'000'000, '[')), "lists and objects are nested too deep");
    EXPECT_EQ(mistake("[1,2,3]", {.values = 3}), "this has too many values");
    EXPECT_EQ(mistake(R"({"a":1,"b":2})", {.members = 1}), "an object has too many members");
}

TEST(Json, WritesNumbersThatAreNoneAsNull) {
    EXPECT_EQ(to_line(Json(std::numeric_limits<double>::quiet_NaN())), "null");
}

}  // namespace
}  // namespace anholon
